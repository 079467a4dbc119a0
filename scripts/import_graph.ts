/** Which TypeScript files of this repository load which, from their text. */

import { dirname, join } from "@std/path";

/** `from "./x.ts"`, `import("./x.ts")`, `new URL("x.ts", import.meta.url)`. */
const LOADED = /(?:from|import|URL)\s*\(?\s*"((?:\.{0,2}\/)?[\w./-]+\.ts)"/g;
const SKIPPED = new Set(["dist", "node_modules", "golden", ".git"]);

/** Every TypeScript file below a folder, with a path that begins with it. */
export function listSources(dir: string): string[] {
  const found: string[] = [];
  for (const { name, isDirectory } of Deno.readDirSync(dir)) {
    const path = dir === "." ? name : `${dir}/${name}`;
    if (isDirectory && !SKIPPED.has(name)) found.push(...listSources(path));
    else if (name.endsWith(".ts")) found.push(path);
  }
  return found.sort();
}

/** The files a text loads, as paths from where its own path begins. */
export function loadedBy(path: string, text: string): string[] {
  return [...text.matchAll(LOADED)].map(([, name]) =>
    join(dirname(path), name as string)
  );
}

export class ImportGraph {
  readonly #loads = new Map<string, readonly string[]>();

  constructor(files: readonly string[], root = ".") {
    for (const path of files) {
      const text = Deno.readTextFileSync(`${root}/${path}`);
      this.#loads.set(path, loadedBy(path, text));
    }
  }

  /** Whether loading one file may load the other. */
  reaches(from: string, to: string): boolean {
    const seen = new Set([from]);
    for (const path of seen) {
      if (path === to) return true;
      for (const next of this.#loads.get(path) ?? []) seen.add(next);
    }
    return false;
  }
}

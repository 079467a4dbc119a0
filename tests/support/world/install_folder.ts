/** A folder to install into, and two small versions of an installation. */

import { installPlugin } from "../../../src/install/install_plugin.ts";
import { uninstallPlugin } from "../../../src/install/uninstall_plugin.ts";
import { executableFile } from "../../../src/install/install_folder.ts";
import { STILL_WORLD } from "./in_process.ts";

export const EXE = `plugin/bin/${executableFile()}`;
const encoder = new TextEncoder();

export const OLD = {
  [EXE]: "old program",
  ".claude-plugin/marketplace.json": "{}",
  "plugin/hooks/hooks.json": "old hooks",
  "plugin/agents/gone.md": "an agent of the old version",
};
export const NEW = {
  [EXE]: "the new program",
  ".claude-plugin/marketplace.json": "{}",
  "plugin/hooks/hooks.json": "new hooks",
  "plugin/skills/fresh/SKILL.md": "a skill of the new version",
};

export const bytes = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([k, v]) => [k, encoder.encode(v)]));

export class Folder implements Disposable {
  readonly dir = Deno.realPathSync(
    Deno.makeTempDirSync({ prefix: "memory-keeper-install-" }),
  );
  readonly to = `${this.dir}/share/memory-keeper`;

  install = (files: Record<string, string>) =>
    installPlugin(this.to, bytes(files));

  uninstall = () => uninstallPlugin(this.to, STILL_WORLD);

  /** Every file that is not install's own book-keeping. */
  files(dir = this.to, prefix = ""): Record<string, string> {
    const found: Record<string, string> = {};
    for (const { name, isDirectory } of Deno.readDirSync(dir)) {
      if (/^(?:\.?install\.\w+)$/.test(name) && prefix === "") continue;
      const path = `${prefix}${name}`;
      if (isDirectory) {
        Object.assign(found, this.files(`${dir}/${name}`, `${path}/`));
      } else found[path] = Deno.readTextFileSync(`${dir}/${name}`);
    }
    return found;
  }

  write(path: string, text: string): void {
    const full = `${this.to}/${path}`;
    Deno.mkdirSync(full.replace(/\/[^/]+$/, ""), { recursive: true });
    Deno.writeTextFileSync(full, text);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.dir, { recursive: true });
  }
}

export function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

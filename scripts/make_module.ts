/**
 * Write the shared part of the hooks module. The client loads one file that may
 * import nothing, and the module must judge a call as the program does.
 *
 *     deno task module
 */

const MODULE = new URL("../plugin/hooks/scribe.ts", import.meta.url);
const SHARED = [
  "src/knowledge/trips.ts",
  "src/knowledge/handed_commands.ts",
  "src/knowledge/changed_files.ts",
  "src/base/command_starts.ts",
  "src/base/shell_commands.ts",
];
const MARK = "// Generated from here on by `deno task module`.";

/** The module as it should be, from its own part and the files it shares. */
export function renderModule(module: string): string {
  const [own = ""] = module.split(`\n${MARK}`);
  const parts = SHARED.map((path) => `// ${path}\n\n${codeOf(path)}\n`);
  return `${own}\n${MARK}\n\n${parts.join("\n")}`;
}

/** Without its head and imports, which become one scope. */
function codeOf(path: string): string {
  return Deno.readTextFileSync(new URL(`../${path}`, import.meta.url))
    .replace(/^\/\*\*[^]*?\*\/\n/, "").replace(/^import [^;]*;\n/gm, "").trim();
}

if (import.meta.main) {
  Deno.writeTextFileSync(MODULE, renderModule(Deno.readTextFileSync(MODULE)));
}

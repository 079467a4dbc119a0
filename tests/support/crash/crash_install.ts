/**
 * Installing with a death in it: `crash_install.ts <install|uninstall> <folder>
 * <files.json> [n]` ends without any clean-up at the n-th place where a step
 * could be interrupted. It prints how many places there were.
 */

import { installPlugin } from "../../../src/install/install_plugin.ts";
import { uninstallPlugin } from "../../../src/install/uninstall_plugin.ts";
import { setFaultHandler } from "../../../src/store/fault_point.ts";
import { processWorld } from "../../../src/base/world.ts";
import { DEAD } from "./crash_main.ts";

if (import.meta.main) {
  const [what, folder = "", files = "", dieAt] = Deno.args;
  const texts: Record<string, string> = JSON.parse(
    Deno.readTextFileSync(files),
  );
  const encoder = new TextEncoder();
  const wanted = new Map(
    Object.entries(texts).map(([path, text]) => [path, encoder.encode(text)]),
  );
  let reached = 0;
  setFaultHandler((point, _path, size) => {
    if (point === "torn") Deno.exit(DEAD);
    if (++reached !== Number(dieAt)) return;
    if (point === "write" && size > 0) return Math.floor(size / 2);
    Deno.exit(DEAD);
  });
  if (what === "install") await installPlugin(folder, wanted);
  else await uninstallPlugin(folder, processWorld());
  console.log(reached);
}

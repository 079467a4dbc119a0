import { toFileUrl } from "@std/path";
import { UserError } from "../../base/errors.ts";
import { givenMarks } from "../../context/given_marks.ts";
import { readCost } from "../../report/read_cost.ts";
import { makeReport, REPORT_MARK } from "../../report/make_report.ts";
import { formatBytes, plural } from "../../output/words.ts";
import { absolutePath } from "../../base/path_text.ts";
import { writeOwnFile } from "../../store/own_file.ts";
import { ensureStore } from "../../store/store.ts";
import type { World } from "../../base/world.ts";
import type { CommandCall } from "../command.ts";

export async function run({ args, keptStore, output, world }: CommandCall) {
  const out = args.values.get("out");
  const isPrinted = out === "-";
  if (isPrinted && args.switches.has("json")) {
    throw new UserError("misuse", "--out - and --json exclude each other", [
      "Write the page to a file; then the result is JSON",
    ]);
  }
  const store = await keptStore();
  const { html, sessions, leftOut } = await makeReport(
    store,
    world,
    (done, total) => output.progress("Reading sessions", done, total),
    readCost(store, world, givenMarks(store)),
  );
  if (isPrinted) {
    output.raw(html);
    return;
  }
  if (out === undefined) ensureStore(store);
  const file = writeOwnFile({
    path: out === undefined ? store.layout.report : absolute(world, out),
    usualName: "memory-report.html",
    text: html,
    isOurs: (start) => start.startsWith(REPORT_MARK),
    force: args.switches.has("force"),
  });
  const bytes = new TextEncoder().encode(html).length;
  const url = toFileUrl(file).href;
  output.result({ file, url, bytes, sessions, leftOut }, () => [
    `Wrote a report of ${plural(sessions, "session")} (${formatBytes(bytes)})`,
    `Open it in a browser: ${url}`,
    ...leftOut.map((line) => `Not on it: ${line}`),
  ]);
}

const absolute = (world: World, path: string) =>
  absolutePath(path, world.cwd());

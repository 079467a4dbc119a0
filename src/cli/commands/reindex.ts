import { rebuildSearchIndex } from "../../search/index/rebuild_search_index.ts";
import { attention } from "../../output/output.ts";
import { formatBytes, plural } from "../../output/words.ts";
import type { CommandCall } from "../command.ts";

export async function run({ keptStore, output }: CommandCall) {
  const store = await keptStore();
  const rebuilt = await rebuildSearchIndex(
    store,
    (done, total) => output.progress("indexing", done, total),
  );
  const { files, documents, bytes, failed } = rebuilt;
  output.result(rebuilt, () => [
    `Indexed ${plural(files, "file")}, ${plural(documents, "document")}: ` +
    formatBytes(bytes),
    ...failed.map((path) => attention(`! Could not read ${path}`)),
  ]);
  return failed.length > 0 ? 1 : 0;
}

/**
 * Say whether a store is whole. It changes nothing.
 *
 *     deno run --allow-all scripts/check_store.ts <store> [transcript...]
 *         [--running] [--secrets <file, one a line>]
 */

import { parseArgs } from "@std/cli/parse-args";
import { checkStore } from "../tests/support/oracle/store_invariants.ts";

async function main(): Promise<number> {
  const { _: words, running, secrets } = parseArgs(Deno.args, {
    boolean: ["running"],
    string: ["secrets", "_"],
  });
  const [store, ...transcripts] = words.map(String);
  if (store === undefined) {
    console.error("Which store? check_store.ts <store> [transcript...]");
    return 2;
  }
  const planted = secrets ? await Deno.readTextFile(String(secrets)) : "";
  const breaches = await checkStore(store, {
    transcripts,
    running: running === true,
    secrets: planted.split("\n").filter((line) => line.trim() !== ""),
  });
  for (const breach of breaches) console.log(breach);
  console.error(
    breaches.length === 0
      ? `Whole: ${store}, ${transcripts.length} transcripts compared`
      : `${breaches.length} breaches in ${store}`,
  );
  return breaches.length === 0 ? 0 : 1;
}

if (import.meta.main) Deno.exit(await main());

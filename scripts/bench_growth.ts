/**
 * What a store of years costs: each event with ten times as many sessions in
 * the store, interleaved with the same event in a store of one year.
 *
 *     deno task bench:growth [--rounds N] [--sessions N] [--offline-runtime]
 */

import { parseArgs } from "@std/cli/parse-args";
import { renderTable } from "../src/output/table.ts";
import { prepare, showProgress } from "./bench.ts";
import { eventsOf } from "./bench_events.ts";
import { makeBenchStore } from "./bench_store.ts";
import { type Case, interleave, renderRows } from "./interleave.ts";
import { TemporaryFolder } from "./temporary_folder.ts";

const ROUNDS = 30;
const [FEW, MANY] = [300, 3000];

async function main(args: readonly string[]): Promise<void> {
  const flags = parseArgs(args, {
    string: ["rounds", "sessions"],
    boolean: ["offline-runtime"],
  });
  const rounds = Number(flags["rounds"] || ROUNDS);
  const many = Number(flags["sessions"] || MANY);
  const { product } = await prepare(flags["offline-runtime"] === true);
  using folder = new TemporaryFolder("growth");
  const { dir } = folder;
  await Deno.mkdir(`${dir}/home`);
  console.error(`making stores of ${FEW} and ${many} sessions`);
  const few = eventsOf(product, await makeBenchStore(product, dir, FEW));
  const years = eventsOf(product, await makeBenchStore(product, dir, many));
  for (const [name, run] of few) {
    const cases: Case[] = [
      { name: `${name}, ${FEW} sessions`, run },
      { name: `${name}, ${many} sessions`, run: years.get(name) ?? run },
    ];
    const rows = await interleave(cases, rounds, showProgress(rounds));
    console.log(`${renderTable(renderRows(rows))}\n`);
  }
}

if (import.meta.main) await main(Deno.args);

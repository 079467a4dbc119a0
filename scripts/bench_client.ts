/**
 * What the plugin costs in the real Claude Code: how long after the model's
 * answer (a tool call) the next request comes, without a plugin, with ours and
 * with a trivial synchronous hook; and the disk an installation takes. The
 * cases are interleaved, session by session.
 *
 *     deno task bench:client [--rounds N]
 */

import { plantMark } from "../tests/support/world/owner_mark.ts";
import { parseArgs } from "@std/cli/parse-args";
import { formatBytes } from "../src/output/words.ts";
import { renderTable } from "../src/output/table.ts";
import {
  type Client,
  ensureClaudeCode,
} from "../tests/client/support/claude_code.ts";
import {
  installedIn,
  installInto,
  temporaryFolder,
} from "../tests/client/support/installed_home.ts";
import { claudeSession } from "../tests/client/support/run_client.ts";
import {
  ScriptedModel,
  type Step,
} from "../tests/client/support/scripted_model.ts";
import { TESTED_VERSIONS } from "../tests/client/support/versions.ts";
import { DIST } from "./build.ts";
import { quantile } from "./interleave.ts";

const ROUNDS = 8;
/** A model that answers at once would let one call's hook run into the next. */
const ANSWER_MS = 200;
/** One more than the save interval, so that its work is measured as well. */
const CALLS = 26;

interface Place {
  readonly client: Client;
  readonly name: string;
  readonly home: string;
  readonly args: readonly string[];
  readonly waitsMs: number[];
}

/** A plugin whose only hook does nothing, synchronously. */
function trivialPlugin(dir: string): string {
  const write = (path: string, value: unknown) =>
    Deno.writeTextFileSync(`${dir}/${path}`, JSON.stringify(value));
  for (const folder of [".claude-plugin", "hooks"]) {
    Deno.mkdirSync(`${dir}/${folder}`, { recursive: true });
  }
  write(".claude-plugin/plugin.json", { name: "trivial", version: "1.0.0" });
  const hook = { type: "command", command: "/bin/true", args: [] };
  write("hooks/hooks.json", { hooks: { PostToolUse: [{ hooks: [hook] }] } });
  return dir;
}

/** One session of quick tool calls; the time from each to the next request. */
async function measure({ client, home, args }: Place): Promise<number[]> {
  const project = temporaryFolder();
  const file = `${project}/tide.txt`;
  await Deno.writeTextFile(file, "high water 12:04\n");
  await plantTables(project, home);
  const read: Step = {
    tools: [{ name: "Read", input: { file_path: file } }],
    delayMs: ANSWER_MS,
  };
  const done: Step = { text: "Done.", delayMs: 300 };
  const main = [...Array.from({ length: CALLS }, () => read), done];
  await using model = new ScriptedModel({ main });
  await claudeSession("Read it", { client, home, model, cwd: project, args });
  await Deno.remove(project, { recursive: true });
  const [, ...followers] = model.requests.filter(({ lane }) => lane === "main");
  // The first call warms the client up.
  return followers.map(({ at }, i) => at - (model.answeredAt[i] ?? NaN))
    .slice(1);
}

/** Rules and files that each call is compared with. */
async function plantTables(project: string, home: string): Promise<void> {
  const count = (most: number) => Array.from({ length: most }, (_, n) => n);
  const rules = count(60).map((n) => ({
    id: `r${100 + n}`,
    content: `never run \`tool${n} apply\``,
    source: "user",
  }));
  const decisions = count(200).map((n) => ({
    id: `d${100 + n}`,
    date: "2026-02-01",
    content: `Berth ${n} is dredged in May`,
    files: [`src/berth${n}.ts`],
  }));
  const facts = { _meta: { version: 4 }, decisions, permanent: { rules } };
  plantMark(`${project}/.claude/memory`, `${home}/.claude`);
  await Deno.writeTextFile(
    `${project}/.claude/memory/facts.json`,
    JSON.stringify(facts),
  );
}

function sizeOf(dir: string): number {
  let total = 0;
  for (const { name, isDirectory } of Deno.readDirSync(dir)) {
    const path = `${dir}/${name}`;
    total += isDirectory ? sizeOf(path) : Deno.lstatSync(path).size;
  }
  return total;
}

async function main(): Promise<void> {
  const { rounds } = parseArgs(Deno.args, { string: ["rounds"] });
  const client = await ensureClaudeCode(TESTED_VERSIONS.at(-1) as string);
  if (client === undefined) Deno.exit(1);
  const dir = temporaryFolder();
  const homes = ["none", "ours", "trivial"].map((name) => `${dir}/${name}`);
  const [none = "", ours = "", trivial = ""] = homes;
  for (const home of homes) await Deno.mkdir(home);
  const plugin = trivialPlugin(`${dir}/plugin`);
  const places: Place[] = [
    { client, name: "no plugin", home: none, args: [], waitsMs: [] },
    {
      client,
      name: "Memory Keeper (async)",
      home: ours,
      args: [],
      waitsMs: [],
    },
    {
      client,
      name: "/bin/true as a synchronous hook",
      home: trivial,
      args: ["--plugin-dir", plugin],
      waitsMs: [],
    },
  ];
  try {
    await installInto(ours, client);
    const disk = {
      folder: sizeOf(installedIn(ours)),
      cache: sizeOf(`${ours}/.claude/plugins/cache`),
    };
    for (const place of places) await measure(place);
    for (let round = 0; round < Number(rounds || ROUNDS); round++) {
      for (const place of places) place.waitsMs.push(...await measure(place));
    }
    const rows = places.map(({ name, waitsMs }) => ({
      name,
      calls: waitsMs.length,
      p10: quantile(waitsMs, 0.1),
      median: quantile(waitsMs, 0.5),
      p90: quantile(waitsMs, 0.9),
    }));
    console.log(renderTable([
      ["case", "calls", "p10", "median", "p90"],
      ...rows.map(({ name, calls, p10, median, p90 }) => [
        name,
        String(calls),
        ...[p10, median, p90].map((ms) => ms.toFixed(1)),
      ]),
    ]));
    const { folder, cache } = disk;
    console.log(
      `disk: ${formatBytes(folder)} in the folder of the installation, ` +
        `${formatBytes(cache)} in Claude Code's copy of it`,
    );
    const report = `${DIST}/bench_client.json`;
    await Deno.writeTextFile(report, JSON.stringify({ rows, disk }, null, 2));
    console.error(`milliseconds; JSON in ${report}`);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

if (import.meta.main) await main();

/**
 * How long a turn goes on after the user has been answered, at a terminal of
 * the real Claude Code without our hooks module: where the answer is followed
 * by the agent that was asked for, and where it is the end. The model answers
 * after fixed delays, so what is above them is the client's and ours.
 *
 *     deno task measure:wait [--rounds N]
 */

import { parseArgs } from "@std/cli/parse-args";
import { renderTable } from "../src/output/table.ts";
import {
  type Client,
  ensureClaudeCode,
} from "../tests/client/support/claude_code.ts";
import { ClientWorld } from "../tests/client/support/client_world.ts";
import { installedHome } from "../tests/client/support/installed_home.ts";
import type { Terminal } from "../tests/client/support/interactive.ts";
import { until } from "../tests/client/support/limits.ts";
import {
  type PermissionMode,
  TESTED_VERSIONS,
} from "../tests/client/support/versions.ts";
import {
  agent,
  ASKED,
  SOON,
  steps,
  SUMMARY,
} from "../tests/client/support/work.ts";
import { quantile } from "./interleave.ts";

const ROUNDS = 3;
/** How long the agent and the main model's last request take. */
const AGENT_MS = 3000;
const NOTED_MS = 1000;
/** In the background the agent works while the first of these is made. */
const MODELS_MS = AGENT_MS + NOTED_MS;
const MODES: readonly PermissionMode[] = ["default", "auto"];

const LAST_PROMPT = "And the moon";
const RUNNING = "esc to interrupt";

/** Take the module away from every copy of the plugin in a home. */
function removeModule(dir: string): void {
  for (const { name, isDirectory } of Deno.readDirSync(dir)) {
    const path = `${dir}/${name}`;
    if (isDirectory) removeModule(path);
    else if (path.endsWith("/hooks/hooks.json")) {
      const { modules: _, ...rest } = JSON.parse(Deno.readTextFileSync(path));
      Deno.writeTextFileSync(path, JSON.stringify(rest));
    }
  }
}

/** Until the turn is over, once the model has answered `requests` times. */
async function settled(
  { model }: ClientWorld,
  terminal: Terminal,
  requests: number,
): Promise<void> {
  await model.arrived("main", requests);
  const last = model.requests.findLastIndex(({ lane }) => lane === "main");
  await until("its answer", () => model.answeredAt.length > last);
  await until(
    "the end of the turn",
    async () => !(await terminal.screen()).includes(RUNNING),
    () => terminal.screen(),
  );
}

/** Waits in milliseconds, and how often the main model was asked for nothing. */
async function playSession(
  client: Client,
  mode: PermissionMode,
): Promise<{ asked: number; plain: number; further: number }> {
  await using world = await ClientWorld.create(client, mode);
  const { model } = world;
  world.configure(SOON);
  const work = [...steps(4), { text: "It is fixed." }];
  const recording = {
    text: "It is dated.",
    tools: [agent("delta-summarizer", { run_in_background: false })],
  };
  world.script = {
    main: ({ index, text }) => {
      if (text.includes(LAST_PROMPT)) return { text: "The moon is there." };
      if (index === work.length) return recording;
      return work[index] ?? { text: "Noted.", delayMs: NOTED_MS };
    },
    "delta-summarizer": [{ text: SUMMARY, delayMs: AGENT_MS }],
  };
  const terminal = await world.terminal();
  await terminal.submit("Fix the tide table");
  await settled(world, terminal, work.length);
  await terminal.submit("Date it");
  const answer = await model.arrived("main", work.length + 1);
  const followed = await model.arrived("main", work.length + 2);
  // In the background the agent's end comes as a message of its own.
  const further = followed.text.includes("Async agent launched") ? 2 : 1;
  await settled(world, terminal, work.length + 1 + further);
  const asked = performance.now() - answer.at;
  await terminal.submit(LAST_PROMPT);
  const plainAnswer = await model.arrived("main", work.length + 2 + further);
  await settled(world, terminal, work.length + 2 + further);
  const plain = performance.now() - plainAnswer.at;
  await terminal.exit();
  const lanes = model.requests.map(({ lane }) => lane);
  const wasAsked = answer.text.includes(ASKED);
  if (!wasAsked || lanes.includes("scribe")) {
    throw new Error(
      `${client.version} ${mode}: asked ${wasAsked}, requests ${lanes}`,
    );
  }
  return { asked, plain, further };
}

async function main(): Promise<void> {
  const { rounds } = parseArgs(Deno.args, { string: ["rounds"] });
  const rows: string[][] = [];
  for (const version of TESTED_VERSIONS) {
    const client = await ensureClaudeCode(version);
    if (client === undefined) continue;
    removeModule(await installedHome(client));
    for (const mode of MODES) {
      const played = [];
      for (let i = 0; i < Number(rounds || ROUNDS); i++) {
        played.push(await playSession(client, mode));
      }
      const asked = quantile(played.map((one) => one.asked), 0.5);
      const plain = quantile(played.map((one) => one.plain), 0.5);
      const further = Math.max(...played.map((one) => one.further));
      rows.push([
        `${version} ${mode}`,
        String(further),
        ...[plain, asked, asked - plain - MODELS_MS].map((ms) => ms.toFixed(0)),
        ((asked - plain) / MODELS_MS).toFixed(2),
      ]);
    }
  }
  console.log(renderTable([
    [
      "client",
      "further requests",
      "plain, ms",
      "with the agent, ms",
      "besides models, ms",
      "ratio",
    ],
    ...rows,
  ]));
  console.log(
    `The agent answers after ${AGENT_MS} ms, each further request of the ` +
      `main model after ${NOTED_MS} ms; the ratio is the wait over their sum`,
  );
}

if (import.meta.main) await main();

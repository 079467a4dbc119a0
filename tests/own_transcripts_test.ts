/**
 * Three transcripts of our own making, with every type of entry that clients
 * 2.1.197 and 2.1.326 write: what L1 holds of them, word for word, and that
 * reading them in increments changes nothing.
 */

import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import type { L1Entry } from "../src/session/log_entry.ts";
import { unknownTypes } from "../src/capture/refine/entry_types.ts";
import { assertGolden } from "./support/world/golden.ts";
import { TemporaryStore } from "./support/world/in_process.ts";
import { parseSlowly } from "./support/oracle/slow_lines.ts";

const DIR = fromFileUrl(new URL("./transcripts", import.meta.url));
const AUTO = "auto-mode-2.1.326";
const HEADLESS = "headless-2.1.326";
const INTERACTIVE = "interactive-2.1.197";
const NAMES = [AUTO, HEADLESS, INTERACTIVE];

function transcriptOf(name: string): string {
  const file = [...Deno.readDirSync(`${DIR}/${name}`)]
    .find((one) => one.isFile);
  return `${DIR}/${name}/${file?.name}`;
}

/** The types of entries in a session's files, as `type/subtype`. */
function typesIn(name: string): string[] {
  const main = transcriptOf(name);
  const agents = `${main.replace(/\.jsonl$/, "")}/subagents`;
  const files = [
    main,
    ...[...Deno.readDirSync(agents)].map((one) => `${agents}/${one.name}`)
      .filter((path) => path.endsWith(".jsonl")),
  ];
  return files.flatMap((path) =>
    parseSlowly(Deno.readTextFileSync(path)).entries.map(({ entry }) => {
      const detail = entry.subtype ?? entry.attachment?.type ?? entry.operation;
      return detail === undefined ? entry.type : `${entry.type}/${detail}`;
    })
  );
}

/** What is missing of these, each `type` with its subtypes. */
function missing(
  names: readonly string[],
  wanted: Readonly<Record<string, readonly string[]>>,
): string[] {
  const there = new Set(names.flatMap(typesIn));
  return Object.entries(wanted).flatMap(([type, details]) =>
    details.length === 0 ? [type] : details.map((one) => `${type}/${one}`)
  ).filter((type) => !there.has(type));
}

const HOOKS = [
  "hook_success",
  "hook_system_message",
  "hook_additional_context",
];
const LISTINGS = ["agent_listing_delta", "skill_listing", "queued_command"];
const LOOSE = {
  user: [],
  assistant: [],
  "last-prompt": [],
  mode: [],
  "permission-mode": [],
  "file-history-snapshot": [],
};

Deno.test("the transcripts hold every type of entry of 2.1.326", () => {
  assertEquals(
    missing([AUTO, HEADLESS], {
      ...LOOSE,
      "queue-operation": ["enqueue", "dequeue", "remove"],
      system: ["compact_boundary", "stop_hook_summary", "turn_duration"],
      attachment: [
        ...HOOKS,
        ...LISTINGS,
        "async_hook_response",
        "environment",
        "model",
        "deferred_tools_delta",
        "session_context",
        "date",
        "instructions",
        "auto_mode",
        "remote_session_change",
        "prompt_snapshot",
        "file",
      ],
      "api-request": [],
      "api-request-shape": [],
      "api-request-blob": [],
      "tools-used": [],
      "cost-state": [],
      "atis-latch": [],
    }),
    [],
  );
});

Deno.test("the transcripts hold every type of entry of 2.1.197", () => {
  assertEquals(
    missing([INTERACTIVE], {
      ...LOOSE,
      "queue-operation": ["enqueue", "dequeue", "remove", "popAll"],
      system: [
        "compact_boundary",
        "stop_hook_summary",
        "turn_duration",
        "local_command",
        "informational",
      ],
      attachment: [
        ...HOOKS,
        ...LISTINGS,
        "hook_blocking_error",
        "hook_non_blocking_error",
        "hook_cancelled",
        "hook_stopped_continuation",
        "task_reminder",
        "command_permissions",
      ],
      "custom-title": [],
      "agent-name": [],
      summary: [],
    }),
    [],
  );
});

for (const name of NAMES) {
  Deno.test(`L1 of ${name} is what was said and done`, async () => {
    await using store = await TemporaryStore.create();
    const refined = await store.refine(transcriptOf(name));
    const lines = store.entries().map((entry) => `${describe(entry)}\n`);
    assertGolden(`l1-${name}`, lines.join(""));
    assertEquals(unknownTypes(refined?.skipped ?? new Map()), {});
  });

  Deno.test(`L1 of ${name} is the same in increments`, async () => {
    const transcript = transcriptOf(name);
    await using whole = await TemporaryStore.create();
    await whole.refine(transcript);
    await using grown = await TemporaryStore.create();
    const copy = copyOf(transcript, `${grown.dir}/t`);
    const lines = Deno.readTextFileSync(transcript).split(/(?<=\n)/);
    for (const [at] of lines.entries()) {
      Deno.writeTextFileSync(copy, lines.slice(0, at + 1).join(""));
      await grown.refine(copy, { close: at === lines.length - 1 });
    }
    assertEquals(grown.l1Texts(), whole.l1Texts());
  });
}

function describe(entry: L1Entry): string {
  const by = entry.agent ? ` (${entry.agent})` : "";
  if (entry.role !== "tool") {
    return `${entry.role}${by}: ${entry.text.replaceAll("\n", "\n    ")}`;
  }
  const { ts: _, role, id: __, name, agent: ___, ...deed } = entry;
  return `${role}${by}: ${name} ${JSON.stringify(deed)}`;
}

/** The session's folder elsewhere, its agents with it. */
function copyOf(transcript: string, dir: string): string {
  const session = transcript.replace(/^.*[\\/]|\.jsonl$/g, "");
  const [from, to] = [transcript.replace(/\.jsonl$/, ""), `${dir}/${session}`];
  Deno.mkdirSync(`${to}/subagents`, { recursive: true });
  for (const { name } of Deno.readDirSync(`${from}/subagents`)) {
    Deno.copyFileSync(`${from}/subagents/${name}`, `${to}/subagents/${name}`);
  }
  return `${to}.jsonl`;
}

/** The files people write for every session: set, get, list, init. */

import { dim } from "@std/fmt/colors";
import { UserError } from "../../base/errors.ts";
import { absolutePath } from "../../base/path_text.ts";
import { readRules } from "../../context/prompt_rules.ts";
import { DEFAULT_RULES, RULES_MAX_UNITS } from "../../context/rules_text.ts";
import { saveTripwires } from "../../knowledge/tripwire_table.ts";
import {
  layDownTemplates,
  listByHand,
  writeByHand,
} from "../../memory/write_notes.ts";
import { formatBytes, localTime } from "../../output/words.ts";
import { renderTable } from "../../output/table.ts";
import { readExactText, statFile } from "../../store/read_file.ts";
import { claimOf, type CommandCall } from "../command.ts";
import { readWords } from "../read_stdin.ts";
import { hereOf } from "../../base/local_stamp.ts";
import { readWritten, type WrittenName } from "../../memory/written_files.ts";

export async function set(call: CommandCall) {
  const { args, openStore, output } = call;
  const [name, ...words] = args.positionals as [WrittenName, ...string[]];
  const text = await readTextFor(call, words.join(" "));
  const append = args.switches.has("append");
  const claim = claimOf("set");
  const store = await openStore();
  const done = await writeByHand(store, { name, text, append }, claim);
  if (name === "rules") saveTripwires(store);
  if (name === "rules" && text.length > RULES_MAX_UNITS) {
    output.note(
      `A prompt gets the first ${RULES_MAX_UNITS} characters of rules.md`,
    );
  }
  output.result(
    { name, ...done },
    () => done.changed ? `Wrote ${done.file}` : `${done.file} says so already`,
  );
}

/** From the command line, a file or stdin, in this order. */
async function readTextFor({ args, world }: CommandCall, words: string) {
  const named = args.values.get("file");
  if (named === undefined) return await readWords(words);
  if (words !== "") {
    throw new UserError("misuse", "A text and --file together", [
      "Give one of them",
    ]);
  }
  const path = absolutePath(named, world.cwd());
  const info = statFile(path);
  if (!info?.isFile) {
    const problem = info
      ? `"${named}" is not a file`
      : `The file "${named}" does not exist`;
    throw new UserError("misuse", problem, [
      "Check the name; nothing was written",
    ]);
  }
  return readGiven(path, named);
}

/** The user's own file: it is never changed, whatever is wrong with it. */
function readGiven(path: string, named: string): string {
  try {
    return readExactText(path) ?? "";
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const problem = error.message.endsWith("not UTF-8 text")
      ? `The file "${named}" must be UTF-8 text`
      : error.message;
    throw new UserError("misuse", problem, ["Nothing was written"], {
      cause: error,
    });
  }
}

export async function get({ args, openStore, output }: CommandCall) {
  const [name] = args.positionals as [WrittenName];
  const store = await openStore();
  const text = readWritten(store.layout, name);
  if (text === undefined) {
    throw new UserError("refused", `${name}.md was not written yet`, [
      `Write it with "memory-keeper notes set ${name}"`,
    ]);
  }
  output.result({ name, file: store.layout.written(name), text }, () => text);
}

export async function list({ openStore, output, world }: CommandCall) {
  const files = listByHand(await openStore());
  output.result(
    { files },
    () =>
      renderTable(
        files.map(({ name, bytes, modified }) =>
          modified === null
            ? [name, dim("not written yet")]
            : [name, formatBytes(bytes), localTime(modified, hereOf(world))]
        ),
      ),
  );
}

export async function init({ openStore, output }: CommandCall) {
  const store = await openStore();
  const claim = claimOf("init");
  const made = await layDownTemplates(store, claim);
  const rules = readRules(store);
  output.result(
    { store: store.layout.dir, made, rules: rules?.whose ?? "none" },
    () => [
      ...(made.length === 0
        ? [`Everything is there already in ${store.layout.dir}`]
        : [
          ...made.map((file) => `Made ${file}`),
          "Fill in what is worth telling a new session; the rest costs nothing",
        ]),
      rules?.whose === "default" && ["", ...describeDefault()],
    ],
  );
}

/** Shown word for word: the user must have seen all that a prompt gets. */
function describeDefault(): string[] {
  return [
    "Until you have rules of your own (memory-keeper notes set rules, or",
    "memory-keeper remember), these go with each prompt:",
    "",
    ...DEFAULT_RULES.split("\n").map((line) => `  ${line}`),
  ];
}

/** How the demo looks: numbered acts on 80 columns, colour where there is some. */

import { bold, cyan, dim, green, yellow } from "@std/fmt/colors";
import { plural } from "../src/output/words.ts";
import { displayWidth, wrapText } from "../src/output/table.ts";
import type {
  Fields,
  HookAnswer,
} from "../tests/support/world/recorded_day.ts";

const WIDTH = 80;
const INDENT = "   ";
const EVENT_COLUMNS = 18;
const NAME_COLUMNS = 11;

export class Stage {
  #acts = 0;
  #isQuiet = false;

  constructor(
    /** The temporary folders; removed from what is shown. */
    readonly folders: readonly string[],
    readonly print: (line: string) => void = console.log,
  ) {}

  title(title: string, text: string): void {
    this.print(bold(title));
    this.print(wrapText(text, WIDTH));
  }

  /** One act, one point: the heading says it. */
  act(when: string, point: string): void {
    this.print(`\n${bold(cyan(String(++this.#acts)))}  ${bold(point)}`);
    this.print(dim(`${INDENT}${when}`));
  }

  /** What happened meanwhile; the events themselves are not shown. */
  async meanwhile(text: string, play: () => Promise<void>): Promise<void> {
    this.#isQuiet = true;
    await play();
    this.#isQuiet = false;
    this.line(dim(`… ${text}`));
  }

  /** An event on its way to the program, and what came back. */
  event(event: string, fields: Fields, answer: HookAnswer): void {
    if (this.#isQuiet) return;
    const name = event.padEnd(EVENT_COLUMNS);
    const room = WIDTH - INDENT.length - 2 - EVENT_COLUMNS - 1;
    const detail = clipColumns(this.plain(detailOf(event, fields)), room);
    this.line(`${cyan("→")} ${name} ${dim(detail)}`);
    const { systemMessage, hookSpecificOutput } = answer;
    const told = hookSpecificOutput?.additionalContext ?? "";
    if (systemMessage) this.answer("you see", systemMessage, 1);
    if (event === "SubagentStart") {
      this.answer("it is given", told.replace(/^part [^]*?(?=[◆#])/, ""), 1);
    }
    const request = /\[MEMORY_KEEPER_\w+\][^\n]*\n(.*)/.exec(told)?.[1];
    if (request) this.answer("Claude is told", request, 2);
  }

  answer(who: string, text: string, mostLines: number): void {
    const label = `${who}: `;
    const room = WIDTH - INDENT.length - 2;
    const words = this.plain(text).replace(/\s+/g, " ");
    const lines = wrapText(label + words, room).split("\n");
    const shown = lines.slice(0, mostLines);
    if (lines.length > mostLines) {
      shown.push(`${clipColumns(shown.pop() ?? "", room - 2)} …`);
    }
    shown.forEach((line, i) =>
      this.line(`${i === 0 ? green("←") : " "} ${green(line)}`)
    );
  }

  /** A part of a file or an output, with its name above. */
  shown(name: string, lines: readonly string[]): void {
    this.line("");
    this.line(bold(name));
    for (const line of lines) this.line(`  ${line}`.trimEnd());
  }

  /** Text of a file, wrapped and limited to some lines. */
  text(name: string, text: string, mostLines: number): void {
    const lines = this.plain(text).split("\n").flatMap(fold);
    const shown = lines.slice(0, mostLines);
    while (shown.at(-1) === "") shown.pop();
    const more = lines.length - shown.length;
    this.shown(name, [
      ...shown,
      ...(more > 0 ? [dim(`… ${plural(more, "more line")}`)] : []),
    ]);
  }

  note(text: string): void {
    for (const line of wrapText(text, WIDTH - INDENT.length).split("\n")) {
      this.line(dim(line));
    }
  }

  alarm(text: string): void {
    this.line(yellow(`✗ ${text}`));
  }

  line(text: string): void {
    this.print(text === "" ? "" : INDENT + text);
  }

  plain(text: string): string {
    return this.folders.reduce(
      (rest, folder) => rest.replaceAll(`${folder}/`, ""),
      text,
    );
  }
}

function fold(line: string): string[] {
  const [space = ""] = /^\s*(?:- )?/.exec(line) ?? [];
  const room = WIDTH - INDENT.length - 2 - space.length;
  return wrapText(line.slice(space.length), room).split("\n")
    .map((part, i) => (i === 0 ? space : " ".repeat(space.length)) + part);
}

function detailOf(event: string, fields: Fields): string {
  const text = (key: string) => String(fields[key] ?? "");
  switch (event) {
    case "UserPromptSubmit":
      return text("prompt").replace(/\s+/g, " ");
    case "PostToolUse": {
      const input = fields["tool_input"] as Fields;
      return `${text("tool_name")} ${input["file_path"] ?? input["command"]}`;
    }
    case "Stop":
      return text("last_assistant_message");
    case "SubagentStart":
      return text("agent_type");
    case "SubagentStop":
      return text("last_assistant_message").replace(/\s+/g, " ");
    default:
      return text("source") || text("trigger") || text("reason");
  }
}

/** A name and what belongs to it, on two lines at most. */
export function nameAndWords(name: string, words: string): string[] {
  const room = WIDTH - INDENT.length - 2 - NAME_COLUMNS;
  const [first = "", ...rest] = wrapText(words, room).split("\n");
  const second = rest.length === 0 ? [] : [clipColumns(rest.join(" "), room)];
  return [
    `${dim(name.padEnd(NAME_COLUMNS))}${clipColumns(first, room)}`,
    ...second.map((line) => " ".repeat(NAME_COLUMNS) + line),
  ];
}

export function clipColumns(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let clipped = text;
  while (displayWidth(clipped) >= columns) clipped = clipped.slice(0, -1);
  return `${clipped}…`;
}

/**
 * Command output: results on stdout, messages on stderr. A command gives both a
 * value and a text; the text or the JSON implementation prints one of them.
 */

import { WINDOWS } from "../base/path_text.ts";
import { setColorEnabled, yellow } from "@std/fmt/colors";
import type { World } from "../base/world.ts";
import { escapeControls, forTerminal } from "./plain_terminal.ts";
import { fitLines } from "./table.ts";
import { joinText, type TextParts } from "./words.ts";

export interface Output {
  /** How many columns a line may have; infinite where it is not a terminal. */
  readonly width: number;
  /** The result: a value for programs, text or its lines for people. */
  result(value: unknown, text: () => string | TextParts): void;
  /** Lines that are the same for people and programs. */
  raw(lines: string): void;
  /** A message that is not part of the result. */
  note(text: string): void;
  /** Progress of long work; a bar on a terminal, nothing in a pipe. */
  progress(label: string, done: number, total: number): void;
  /** A failure the user can act on, with what to do next. */
  failure(message: string, hints: readonly string[]): void;
}

/** The reader of our stdout is gone, as in `… | head`: stop without an error. */
export class ClosedPipe extends Error {
  override readonly name = "ClosedPipe";
}

export function createOutput(world: World, json: boolean): Output {
  const noColor = world.env("NO_COLOR") !== undefined;
  const hasColor = !json && !noColor && Deno.stdout.isTerminal();
  setColorEnabled(hasColor);
  return json ? new JsonOutput() : new TextOutput(hasColor, widthOf(world));
}

/** A pipe gets lines whole, for tools that read line by line. */
function widthOf(world: World): number {
  const given = Number(world.env("COLUMNS"));
  if (Number.isInteger(given) && given > 0) return given;
  if (!Deno.stdout.isTerminal()) return Infinity;
  try {
    return Deno.consoleSize().columns || Infinity;
  } catch {
    return Infinity; // A terminal that does not say.
  }
}

class TextOutput implements Output {
  constructor(readonly hasColor: boolean, readonly width: number) {}

  result(_value: unknown, text: () => string | TextParts): void {
    const shown = joinText(text());
    write(Deno.stdout, this.#readable(ensureNewline(shown)));
  }

  #readable(text: string): string {
    const plain = forTerminal(nativePaths(text), this.hasColor);
    return fitLines(plain, this.width);
  }

  raw(lines: string): void {
    write(Deno.stdout, forTerminal(lines, this.hasColor));
  }

  note(text: string): void {
    write(Deno.stderr, this.#readable(ensureNewline(text)));
  }

  progress(label: string, done: number, total: number): void {
    if (!Deno.stderr.isTerminal()) return;
    write(
      Deno.stderr,
      done >= total ? CLEAR_LINE : `\r${renderBar(label, done, total)}`,
    );
  }

  failure(message: string, hints: readonly string[]): void {
    const lines = [
      `error: ${message}`,
      ...hints.map((hint) => `hint: ${hint}`),
    ];
    write(Deno.stderr, this.#readable(`${lines.join("\n")}\n`));
  }
}

class JsonOutput implements Output {
  readonly width = Infinity;

  result(value: unknown): void {
    const json = JSON.stringify(value, withNativePaths, 2);
    write(Deno.stdout, `${escapeControls(json)}\n`);
  }

  raw(lines: string): void {
    write(Deno.stdout, forTerminal(lines, false));
  }

  note(_text: string): void {}

  progress(_label: string, _done: number, _total: number): void {}

  failure(message: string, hints: readonly string[]): void {
    const json = JSON.stringify({ error: nativePaths(message), hints });
    write(Deno.stderr, `${escapeControls(json)}\n`);
  }
}

const CLEAR_LINE = "\r\x1b[K";
const BAR_COLUMNS = 30;

function renderBar(label: string, done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  return `${label} ${drawBar(share)} ${Math.floor(share * 100)} %`;
}

/** A bar that is full at 1. */
export function drawBar(share: number): string {
  const full = Math.round(Math.max(0, Math.min(1, share)) * BAR_COLUMNS);
  return "█".repeat(full) + "░".repeat(BAR_COLUMNS - full);
}

/** A mark before a line that asks for attention. */
export const attention = (text: string) => yellow(text);

const ensureNewline = (text: string) =>
  text.endsWith("\n") ? text : `${text}\n`;

function write(stream: typeof Deno.stdout, text: string): void {
  const bytes = new TextEncoder().encode(text);
  try {
    for (let written = 0; written < bytes.length;) {
      written += stream.writeSync(bytes.subarray(written));
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
    // A message to a closed stderr is dropped; the exit code still counts.
    if (stream === Deno.stdout) throw new ClosedPipe();
  }
}

/** A blank is a part of it if a name that goes on follows. */
const WINDOWS_PATH =
  /(?:\b[A-Za-z]:|(?<![^\s"'`(])~)\\(?:[^\s"'`<>|*?:]| (?=[^\s"'`<>|*?:]*[\\/]))*/g;

/**
 * A text in which a path of Windows has one kind of separator: the program
 * joins with `/`.
 */
export function nativePaths(
  text: string,
  windows = WINDOWS,
): string {
  if (!windows || !/[:~]\\/.test(text)) return text;
  return text.replace(WINDOWS_PATH, (path) => path.replaceAll("/", "\\"));
}

/** The same for a value that is to become JSON. */
export function withNativePaths(
  _key: string,
  value: unknown,
  windows = WINDOWS,
): unknown {
  return windows && typeof value === "string" && /^[A-Za-z]:\\/.test(value)
    ? nativePaths(value, true)
    : value;
}

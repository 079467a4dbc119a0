/**
 * How a command speaks: results on stdout, talk on stderr. There is a half for
 * people and a half for programs; a command fills both and knows neither.
 */

import { setColorEnabled, yellow } from "@std/fmt/colors";
import type { World } from "../base/world.ts";
import { nativePaths, withNativePaths } from "./native_paths.ts";

export interface Output {
  /** The result: a value for programs, text for people. */
  result(value: unknown, text: () => string): void;
  /** Lines that are the same for people and programs. */
  raw(lines: string): void;
  /** Something worth saying that is not the result. */
  note(text: string): void;
  /** How far long work has come; a bar on a terminal, nothing in a pipe. */
  progress(label: string, done: number, total: number): void;
  /** A failure the user can act on, with what to do next. */
  failure(message: string, hints: readonly string[]): void;
}

/** Nobody reads our stdout any more, as in `… | head`: time to stop, not to fail. */
export class ClosedPipe extends Error {
  override readonly name = "ClosedPipe";
}

export function createOutput(world: World, json: boolean): Output {
  const noColor = world.env("NO_COLOR") !== undefined;
  setColorEnabled(!json && !noColor && Deno.stdout.isTerminal());
  return json ? new JsonOutput() : new TextOutput();
}

class TextOutput implements Output {
  result(_value: unknown, text: () => string): void {
    write(Deno.stdout, nativePaths(ensureNewline(text())));
  }

  raw(lines: string): void {
    write(Deno.stdout, lines);
  }

  note(text: string): void {
    write(Deno.stderr, nativePaths(ensureNewline(text)));
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
    write(Deno.stderr, nativePaths(`${lines.join("\n")}\n`));
  }
}

class JsonOutput implements Output {
  result(value: unknown, _text: () => string): void {
    write(Deno.stdout, `${JSON.stringify(value, withNativePaths, 2)}\n`);
  }

  raw(lines: string): void {
    write(Deno.stdout, lines);
  }

  note(_text: string): void {}

  progress(_label: string, _done: number, _total: number): void {}

  failure(message: string, hints: readonly string[]): void {
    write(
      Deno.stderr,
      `${JSON.stringify({ error: nativePaths(message), hints })}\n`,
    );
  }
}

const CLEAR_LINE = "\r\x1b[K";
const BAR_COLUMNS = 30;

export function renderBar(label: string, done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  return `${label} ${drawBar(share, BAR_COLUMNS)} ${Math.floor(share * 100)} %`;
}

/** A bar that is full at 1. */
export function drawBar(share: number, columns: number): string {
  const full = Math.round(Math.max(0, Math.min(1, share)) * columns);
  return "█".repeat(full) + "░".repeat(columns - full);
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
    // Talk that nobody hears is dropped; the exit code still says it.
    if (stream === Deno.stdout) throw new ClosedPipe();
  }
}

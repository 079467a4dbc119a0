/**
 * How a command speaks: results on stdout, talk on stderr. There is a half for
 * people and a half for programs; a command fills both and knows neither.
 */

import { setColorEnabled, yellow } from "@std/fmt/colors";
import type { World } from "../world.ts";

export interface Output {
  /** The result: a value for programs, text for people. */
  result(value: unknown, text: () => string): void;
  /** Something worth saying that is not the result. */
  note(text: string): void;
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
    write(Deno.stdout, ensureNewline(text()));
  }

  note(text: string): void {
    write(Deno.stderr, ensureNewline(text));
  }

  failure(message: string, hints: readonly string[]): void {
    const lines = [
      `error: ${message}`,
      ...hints.map((hint) => `hint: ${hint}`),
    ];
    write(Deno.stderr, `${lines.join("\n")}\n`);
  }
}

class JsonOutput implements Output {
  result(value: unknown, _text: () => string): void {
    write(Deno.stdout, `${JSON.stringify(value, null, 2)}\n`);
  }

  note(_text: string): void {}

  failure(message: string, hints: readonly string[]): void {
    write(Deno.stderr, `${JSON.stringify({ error: message, hints })}\n`);
  }
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
    if (error instanceof Deno.errors.BrokenPipe) throw new ClosedPipe();
    throw error;
  }
}

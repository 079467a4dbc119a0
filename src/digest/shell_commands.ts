/** A line of shell as the simple commands it consists of, as far as it can be read. */

import { COMMAND_CHARS } from "../session/log_entry.ts";

export interface SimpleCommand {
  readonly words: string[];
  /** What `>` and `>>` point at. */
  readonly written: string[];
  /** It ran if the line went through, and was read to its end. */
  readonly isSure: boolean;
}

/** An operator, a redirection, a word; anything else cannot be read. */
const TOKENS =
  /[^\S\n]+|(\n|&&|\|\|?|;|&(?!>))|(<<<|<<-?|[0-9&]?>>?&?|<)|((?:'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^]|[^\s'"\\;&|<>])+)|([^])/g;

export function commandsOf(cmd: string): SimpleCommand[] {
  const commands: SimpleCommand[] = [];
  let words: string[] = [];
  let written: string[] = [];
  let redirection = "";
  let isHeredoc = false;
  let isReached = true;
  const endCommand = (isWhole = true) => {
    commands.push({ words, written, isSure: isReached && isWhole });
    [words, written] = [[], []];
  };
  // L1 holds no longer ones.
  const text = cmd.slice(0, COMMAND_CHARS);
  for (const [, operator, arrow, word, unreadable] of text.matchAll(TOKENS)) {
    if (unreadable !== undefined) {
      endCommand(false);
      return commands;
    }
    if (operator !== undefined) {
      endCommand();
      isReached = operator !== "||";
      // What follows is the text to write.
      if (operator === "\n" && isHeredoc) return commands;
    } else if (arrow !== undefined) {
      redirection = arrow;
      isHeredoc ||= arrow.startsWith("<<") && arrow !== "<<<";
    } else if (word !== undefined) {
      const plain = word.replace(/\\([^])|["']/g, "$1");
      if (redirection === "") words.push(plain);
      else if (/^1?>>?$/.test(redirection)) written.push(plain);
      redirection = "";
    }
  }
  // The last word of a cut command may be half of one.
  endCommand(cmd.length < COMMAND_CHARS - 1);
  return commands;
}

/**
 * A line of shell as the commands it runs, each as its words: quotes, escapes,
 * operators, redirections, heredocs, comments, subshells, `case`, `[[ ]]`,
 * `(( ))` and `$(…)` are read as a shell reads them. Nothing is expanded. The
 * plugin's hooks module has the same code, because it cannot load this; a test
 * compares the two.
 */

export interface ShellWord {
  readonly text: string;
  /** A part of it is quoted, or will be expanded. */
  readonly isQuoted: boolean;
}

export interface ShellCommand {
  readonly words: readonly ShellWord[];
  /** Where its output goes. */
  readonly writes: readonly string[];
  /** In a shell of its own: its `cd` changes nothing outside. */
  readonly isInner: boolean;
}

/** Commands inside others come first. What is left open is not read. */
export function shellCommands(line: string): ShellCommand[] {
  const reader = new ShellReader(line.slice(0, MOST_CHARS));
  reader.readList("");
  return reader.commands;
}

const MOST_CHARS = 100_000;
const MOST_NESTED = 50;

const BLANK = /(?:[^\S\n]|\\\n)+|#[^\n]*/y;
const OPERATOR = /\n|\|\||&&|[|&;(]/y;
const REDIRECTION = /\d*(?:<<<|<<-?|&?>[>&|]?|<[>&]?)(?!\()[ \t]*/y;
/** Of the sign and what follows it: `2>&1` is no file. */
const INTO_FILE = /^(?:\d*|&)>(?:[>|]?|&(?! [\d-])) /;
const ARITHMETIC = /\(\([^]{0,500}?\)\)/y;
/** What is between the words of `[[ … ]]`. */
const IN_TEST = /[\s|&;()<>]+/y;
/** A command may begin after it. */
export const LEADS = /^(?:if|elif|then|else|do|while|until|!|\{)$/;
const LINE = /\t*([^\n]*?)\r?(?:\n|$)/y;
const PLAIN = /(?:[^\s;&|<>()'"`$\\]|\$(?![({'])|\\\n)+/y;
/** After letters: a function, an array, a pattern. Nothing of it runs. */
const GROUP = /\([^)]*\)/y;
const OPAQUE =
  /'([^']*)'|\$'((?:[^'\\]|\\[^])*)'|\\([^])|\$\{[^}]*\}|\$\(\([^]*?\)\)/y;
const IN_DOUBLE =
  /(?:[^"\\`$]|\$(?![({]))+|\\([^])|\$\{[^}]*\}|\$\(\([^]*?\)\)/y;
const BACKTICKS = /`((?:[^`\\]|\\[^])*)`/y;
const SUBSTITUTION = /[$<>]\(/y;

class ShellReader {
  readonly commands: ShellCommand[] = [];
  readonly #line: string;
  /** The words that end the texts below the line. */
  readonly #heredocs: string[] = [];
  /** Behind it no group is closed. */
  readonly #lastClose: number;
  #writes: string[] = [];
  #at = 0;
  #depth = 0;

  constructor(line: string) {
    this.#line = line;
    this.#lastClose = line.lastIndexOf(")");
  }

  /** Commands up to the closing letter, or to the end. */
  readList(close: "" | ")"): void {
    if (++this.#depth > MOST_NESTED) this.#at = this.#line.length;
    const open: string[] = [];
    const outside = this.#writes;
    this.#writes = [];
    let pipeline = this.commands.length;
    let words: ShellWord[] = [];
    let isPattern = false;
    const endCommand = () => {
      const writes = this.#writes;
      const isInner = this.#depth > 1 || open.includes("(");
      if (words.length + writes.length > 0) {
        this.commands.push({ words, writes, isInner });
      }
      [words, this.#writes] = [[], []];
    };
    while (this.#at < this.#line.length) {
      if (this.#match(BLANK) || this.#readRedirection()) continue;
      const own = words.findIndex(({ text }) => !LEADS.test(text));
      if (own < 0 && !isPattern && this.#match(ARITHMETIC)) continue;
      const operator = this.#match(OPERATOR)?.[0];
      if (operator !== undefined) {
        if (operator === "(" && isPattern) continue;
        endCommand();
        if (operator === "(") open.push(operator);
        if (operator === "\n") this.#skipHeredocs();
        if (operator !== "|") pipeline = this.commands.length;
        const isArmEnd = operator === ";" && this.#line[this.#at - 2] === ";";
        if (isArmEnd && open.at(-1) === "case") isPattern = true;
      } else if (this.#line[this.#at] === ")") {
        this.#at++;
        if (open.length === 0 && close === ")") break;
        const isGroup = open.at(-1) === "(";
        if (isGroup) endCommand();
        if (isGroup) open.pop();
        // Else it was a pattern of `case`.
        else [this.commands.length, words, this.#writes] = [pipeline, [], []];
        isPattern = false;
      } else {
        const word = this.#readWord();
        if (word === undefined) break;
        words.push(word);
        if (word.text === "[[" && !word.isQuoted) this.#skipTest();
        if (words[own]?.text === "case" && word.text === "in") isPattern = true;
        if (own >= 0) continue;
        if (word.text === "case") open.push(word.text);
        if (word.text !== "esac" || open.at(-1) !== "case") continue;
        open.pop();
        isPattern = false;
      }
    }
    endCommand();
    this.#writes = outside;
    this.#depth--;
  }

  /** Patterns and comparisons: nothing of it runs. */
  #skipTest(): void {
    while (this.#at < this.#line.length) {
      if (this.#match(IN_TEST)) continue;
      const word = this.#readWord();
      if (word === undefined || word.text === "]]") return;
    }
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#line);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  /** Its target is no word of the command. */
  #readRedirection(): boolean {
    const sign = this.#match(REDIRECTION)?.[0].trim();
    if (sign === undefined) return false;
    const target = this.#readWord();
    if (target && /^\d*<<-?$/.test(sign)) this.#heredocs.push(target.text);
    if (target && INTO_FILE.test(`${sign} ${target.text}`)) {
      this.#writes.push(target.text);
    }
    return true;
  }

  #skipHeredocs(): void {
    for (const last of this.#heredocs.splice(0)) {
      while (this.#at < this.#line.length) {
        if (this.#match(LINE)?.[1] === last) break;
      }
    }
  }

  /** Undefined if it is left open: what follows cannot be read. */
  #readWord(): ShellWord | undefined {
    let [text, isQuoted] = ["", false];
    for (;;) {
      const mayGroup = text !== "" && this.#at < this.#lastClose;
      const plain = this.#match(PLAIN) ?? (mayGroup && this.#match(GROUP));
      if (plain) {
        text += plain[0].replaceAll("\\\n", "");
        continue;
      }
      const next = this.#line.slice(this.#at, this.#at + 2);
      if (/^(?:[\s;&|()]|[<>](?!\()|$)/.test(next)) return { text, isQuoted };
      const quoted = next[0] === '"' ? this.#readDouble() : this.#readOpaque();
      if (quoted === undefined) {
        this.#at = this.#line.length;
        return undefined;
      }
      [text, isQuoted] = [text + quoted, true];
    }
  }

  #readOpaque(): string | undefined {
    const [whole, single, ansi, escaped] = this.#match(OPAQUE) ?? [];
    return single ?? ansi ?? escaped ?? whole ?? this.#readNested();
  }

  #readDouble(): string | undefined {
    this.#at++;
    let text = "";
    while (this.#line[this.#at] !== '"') {
      const [whole, escaped] = this.#match(IN_DOUBLE) ?? [];
      const part = escaped ?? whole ?? this.#readNested();
      if (part === undefined) return undefined;
      text += part;
    }
    this.#at++;
    return text;
  }

  /** The commands whose output is used: as text they are what was said. */
  #readNested(): string | undefined {
    const from = this.#at;
    const ticks = this.#match(BACKTICKS)?.[1];
    if (ticks !== undefined) {
      this.commands.push(
        ...shellCommands(ticks.replace(/\\([^])/g, "$1"))
          .map((command) => ({ ...command, isInner: true })),
      );
    } else if (this.#match(SUBSTITUTION)) this.readList(")");
    else return undefined;
    return this.#line.slice(from, this.#at);
  }
}

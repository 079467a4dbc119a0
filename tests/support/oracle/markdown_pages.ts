/** What a page of the documentation shows: command lines, links, headings. */

export interface Page {
  /** Relative to the repository. */
  readonly path: string;
  readonly text: string;
}

/** A command line of ours as it is shown, and its words after the program. */
export interface ShownCommand {
  readonly line: string;
  readonly words: readonly string[];
}

/** Each code block as its lines, without fences and indentation. */
export function codeBlocks({ text }: Page): string[][] {
  const blocks: string[][] = [];
  let fence: string | undefined;
  let block: string[] | undefined;
  let before = "";
  for (const line of text.split("\n")) {
    const mark = /^ *(```+)/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark === fence) fence = block = undefined;
      else block?.push(line);
    } else if (mark !== undefined) {
      fence = mark;
      blocks.push(block = []);
    } else if (
      /^ {4,}\S/.test(line) && (block !== undefined || before === "")
    ) {
      if (block === undefined) blocks.push(block = []);
      block.push(line.trim());
    } else if (line.trim() !== "") block = undefined;
    before = line.trim();
  }
  return blocks;
}

/** Every line of a code block that starts `memory-keeper`. */
export function shownCommands(page: Page): ShownCommand[] {
  return codeBlocks(page).flat().flatMap((line) => {
    const [, rest] = PLAIN.exec(line.trim()) ?? SOURCED.exec(line.trim()) ?? [];
    return rest === undefined ? [] : [{ line, words: shellWords(rest) }];
  });
}

const PLAIN = /^(?:\$ )?(?:[\w.~/-]+\/)?memory-keeper (.*)$/;
const SOURCED = /^source <\(memory-keeper ([^)]*)\)/;

/** The words of a shell line up to a comment, a pipe or a redirection. */
export function shellWords(line: string): string[] {
  const words: string[] = [];
  for (const [word] of line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)) {
    if (/^[#|<>&]/.test(word)) break;
    words.push(word.replace(/'([^']*)'|"([^"]*)"/g, "$1$2"));
  }
  return words;
}

/** The targets of links and pictures, without those on the web. */
export function linksOf(page: Page): string[] {
  const prose = withoutCode(page.text);
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to as string)
    .filter((to) => !/^[a-z]+:/.test(to));
}

export const withoutCode = (text: string) =>
  text.replace(/^ *```[^]*?^ *```$/gm, "").replace(/^ {4,}.*$/gm, "")
    .replace(/`[^`\n]*`/g, "");

/** The names by which the headings of a page can be linked to. */
export function anchorsOf({ text }: Page): string[] {
  const headings = text.replace(/^ *```[^]*?^ *```$/gm, "")
    .matchAll(/^#+ (.+)$/gm);
  return Array.from(
    headings,
    ([, title = ""]) =>
      title.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim()
        .replace(/\s/g, "-"),
  );
}

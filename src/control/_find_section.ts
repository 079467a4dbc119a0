/** The section of memory.md or an archive that a person means. */

import { UserError } from "../base/errors.ts";
import { normalText } from "../base/normal_text.ts";
import { baseName } from "../base/path_text.ts";
import { parseMemory, type Section } from "../memory/memory_text.ts";
import { listArchives } from "../session/memory_index.ts";
import { readText } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";

export interface FoundSection {
  readonly section: Section;
  readonly id: string;
}

/** memory.md first, then archives from the newest. */
export function sectionsOf({ layout }: Store): FoundSection[] {
  const names = [baseName(layout.memory), ...listArchives(layout).toReversed()];
  return names.flatMap((name) =>
    parseMemory(readText(`${layout.dir}/${name}`) ?? "").sections
      .map((section, i) => ({ section, id: `${name}#${i + 1}` })).toReversed()
  );
}

export function findSection(
  { layout }: Store,
  sections: readonly FoundSection[],
  words: string,
): FoundSection | undefined {
  const byId = sections.find(({ id }) => id === words);
  if (byId) return byId;
  const [, file, number] = /^(memory\.md:)?(\d+)$/.exec(words) ?? [];
  if (number !== undefined) {
    const text = readText(layout.memory) ?? "";
    const found = sectionAtLine(text, sections, Number(number));
    // A number alone may be what is looked for.
    if (found || file === undefined) return found;
    throw noSuchLine(text, words);
  }
  const phrase = normalText(words);
  return phrase === ""
    ? undefined
    : sections.find(({ section }) => normalText(section.body).includes(phrase));
}

function sectionAtLine(
  text: string,
  sections: readonly FoundSection[],
  line: number,
): FoundSection | undefined {
  if (line < 1 || line > linesOf(text)) return undefined;
  const at = text.split("\n").slice(0, line).join("\n").length;
  let start = text.length;
  // From the last section back to the one that begins before that line.
  for (const one of sections) {
    if (!one.id.startsWith("memory.md#")) break;
    start -= one.section.raw.length;
    if (at > start) return one;
  }
  return undefined;
}

const linesOf = (text: string) => text.replace(/\n$/, "").split("\n").length;

function noSuchLine(text: string, words: string): UserError {
  return new UserError("refused", `No section has the line ${words}`, [
    text === ""
      ? "There is no memory.md yet"
      : `memory.md has ${linesOf(text)} lines; those above its first section ` +
        "are its title",
  ]);
}

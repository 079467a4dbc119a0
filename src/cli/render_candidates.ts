/** Reflection's findings as text: what may become permanent, what may be removed. */

import type { Reflection } from "../knowledge/reflect.ts";
import type { SharedRule } from "../knowledge/shared_rules.ts";
import { oneLine } from "../base/safe_text.ts";
import { joinText, plural } from "../output/words.ts";
import { clip } from "../base/cut_text.ts";

const MOST_PROOFS = 3;
const QUOTE_CHARS = 80;

export function renderCandidates(
  { candidates, removals, everywhere = [] }: Reflection & {
    readonly everywhere?: readonly SharedRule[];
  },
): string {
  const lines = candidates.flatMap((candidate) => {
    const { id, content, kind, sessions, people = [], facts } = candidate;
    const counts = joinText([
      sessions.length > 0 && plural(sessions.length, "session"),
      people.length > 0 &&
      `held by ${people.length} people: ${oneLine(people.join(", "))}`,
    ], "; ");
    const what = kind === "fact" ? `${id} ${oneLine(content)}` : oneLine(id);
    return [
      `${what} (${counts})`,
      ...facts.flatMap((fact) => {
        const said = kind === "fact" ? "" : `${fact.id} `;
        const quotes = [fact.evidence, ...fact.more ?? []]
          .filter((quote) => quote !== "")
          .map((quote) => `"${clip(oneLine(quote), QUOTE_CHARS)}"`);
        return (quotes.length > 0
          ? quotes
          : [clip(oneLine(fact.content), QUOTE_CHARS)])
          .map((quote) => `  ${said}${quote}`);
      }).slice(0, MOST_PROOFS),
    ];
  });
  const doubtful = removals.map(({ rule, why }) =>
    `${rule.id} ${oneLine(rule.content)} (${why})`
  );
  return joinText([
    lines.length > 0 && [
      "May be rules (memory-keeper reflect --apply <id>):",
      ...lines,
    ],
    doubtful.length > 0 && [
      "May be removed (memory-keeper rules remove <id>, or validate):",
      ...doubtful,
    ],
    everywhere.length > 0 && [
      "Held in several projects, and may be a rule for every one:",
      ...everywhere.flatMap(({ content, projects }) => [
        `${oneLine(content)} (${plural(projects.length, "project")})`,
        `  memory-keeper remember --global ${quoted(content)}`,
      ]),
    ],
  ]);
}

/** For a shell, where a double quotation mark, `$` and the like are special. */
const quoted = (text: string) =>
  /["$`\\!]/.test(text)
    ? `'${oneLine(text).replaceAll("'", "'\\''")}'`
    : `"${oneLine(text)}"`;

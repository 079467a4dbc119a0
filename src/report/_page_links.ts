/** Links within the page: from sessions to their facts and back. */

import { allFacts, type TypedFact } from "../knowledge/knowledge.ts";
import { type Content, listed, type Markup, markup } from "./_markup.ts";
import type { ReportData, ReportSession } from "./_report_data.ts";

const USUAL_NAME_CHARS = 8;

export class PageLinks {
  readonly #facts = new Map<string, TypedFact[]>();
  readonly #sessions = new Map<string, ReportSession>();
  readonly #names: ReadonlyMap<string, string>;

  constructor({ sessions, facts, sessionNames }: ReportData) {
    this.#names = sessionNames;
    for (const session of sessions) {
      const { id } = session;
      // Two logs of one session: links lead to the first one.
      if (id !== null && !this.#sessions.has(id)) {
        this.#sessions.set(id, session);
      }
    }
    for (const one of allFacts(facts)) {
      for (const name of this.#namesOf(one.fact.sessions)) {
        const known = this.#facts.get(name);
        if (known) known.push(one);
        else this.#facts.set(name, [one]);
      }
    }
  }

  factsOf(id: string | null): readonly TypedFact[] {
    return (id !== null && this.#facts.get(id)) || [];
  }

  sessionAnchor(session: ReportSession): string | undefined {
    const { id } = session;
    return id !== null && this.#sessions.get(id) === session
      ? `session-${id}`
      : undefined;
  }

  /** The sessions of a fact, as links where they are on the page. */
  sessionLinks(ids: readonly string[]): Content {
    return listed(
      [...this.#namesOf(ids)],
      (name) =>
        this.#sessions.has(name)
          ? markup`<a class="mono" href="#session-${name}">${name}</a>`
          : markup`<span class="mono">${name}</span>`,
    );
  }

  /** The page's names of sessions, which facts name by their full ids. */
  #namesOf(ids: readonly string[]): Set<string> {
    const names = ids.filter((id) => id !== "").map((id) =>
      this.#names.get(id) ?? id.slice(0, USUAL_NAME_CHARS)
    );
    return new Set(names);
  }
}

export const factAnchor = (id: string) => `fact-${id}`;

export function factLink(id: string): Markup {
  return markup`<a class="mono" href="#${factAnchor(id)}">${id}</a>`;
}

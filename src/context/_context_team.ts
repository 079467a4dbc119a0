/**
 * The team's items in a session's context: told with one's own by the work's
 * time, each with its author, in a frame that no text inside can close.
 */

import { clipSentence } from "../base/cut_text.ts";
import { disarmForModel, oneLine } from "../base/safe_text.ts";
import { readAuthor } from "../team/git_author.ts";
import { newestItems, type NewestRequest } from "../team/newest_items.ts";
import { readGone, readItems } from "../team/read_team.ts";
import { readOwnStems } from "../team/share_state.ts";
import {
  isSection,
  type Said,
  saidBy,
  type TeamFact,
  type TeamSection,
} from "../team/team_item.ts";
import {
  describeAuthors,
  type NamedItem,
  type TeamEntry,
  teamSet,
} from "../team/team_set.ts";
import { idOfStem } from "../team/team_names.ts";
import type { Section } from "../memory/memory_text.ts";
import { type Layout, LOCAL_NAMES, nameIn } from "../store/layout.ts";
import type { Store } from "../store/store.ts";
import type { ContextSources } from "./_context_sources.ts";
import { framed, TEAM_NOTE } from "./frame.ts";

/** More are hardly ever shown, and each is a file to read. */
const MOST_TEAM = 30;
/** Of one item, so that one person's words do not take the place of all others. */
const SECTION_CHARS = 1200;
const FACT_CHARS = 400;

/** The newest of the team, as much as could ever be shown. */
interface NewestTeam {
  readonly sections: readonly TeamEntry<TeamSection>[];
  readonly facts: readonly TeamEntry<TeamFact>[];
  /** How many more sections the same months have, by their names. */
  readonly olderSections: number;
}

/** `tracked` is what people with version 0.1 still write: told the same way. */
function readNewestTeam(
  store: Store,
  tracked: readonly NamedItem[],
  request: NewestRequest,
): NewestTeam {
  const { layout } = store;
  const { sections, facts, olderSections } = newestItems(store, request);
  const isLeft = tracked.length === 0 ? () => true : othersIn(layout);
  const [told, said] = [sections, facts].map((files) =>
    teamSet([...readItems(layout, files), ...tracked.filter(isLeft)], NONE_GONE)
  ) as [TeamEntry[], TeamEntry[]];
  return {
    sections: told.filter((one): one is TeamEntry<TeamSection> =>
      isSection(one.item)
    ),
    facts: said.filter((one): one is TeamEntry<TeamFact> =>
      !isSection(one.item)
    ),
    olderSections,
  };
}

/** What is gone is not among what was found. */
const NONE_GONE: ReadonlySet<string> = new Set();

function othersIn(
  layout: Layout,
): (item: { readonly stem: string }) => boolean {
  const [gone, own] = [readGone(layout), readOwnStems(layout)];
  return ({ stem }) => !gone.has(stem) && !own.has(stem);
}

export interface ToldSection {
  readonly at: Date;
  /** Nothing if a session sees all of it anyway. */
  readonly render: () => string[];
}

export interface ToldFact {
  readonly date: string;
  readonly line: string;
}

export class TeamTold {
  /** Below the title of a section that has any of it. */
  readonly note = TEAM_NOTE;
  readonly #sources: ContextSources;
  readonly #tracked: readonly NamedItem[];
  #read: NewestTeam | undefined;
  #authors: Map<string, readonly string[]> | undefined;

  private constructor(
    sources: ContextSources,
    tracked: readonly NamedItem[],
  ) {
    this.#sources = sources;
    this.#tracked = tracked;
  }

  static async load(sources: ContextSources): Promise<TeamTold> {
    const { layout } = sources.store;
    if (!LOCAL_NAMES.some((name) => nameIn(layout, name) !== name)) {
      return new TeamTold(sources, []);
    }
    const { readTrackedItems } = await import("../team/tracked_items.ts");
    const { items, torn } = readTrackedItems(layout);
    for (const name of torn) sources.torn.add(name);
    return new TeamTold(sources, items);
  }

  get #newest(): NewestTeam {
    const { store, reader } = this.#sources;
    return this.#read ??= readNewestTeam(store, this.#tracked, {
      most: this.#sources.most(MOST_TEAM),
      now: this.#now,
      keep: reader.sessionId !== undefined,
    });
  }

  get #now(): Date {
    return this.#sources.world.now();
  }

  /** Whether there is anything at all. */
  get isTold(): boolean {
    return this.#newest.sections.length + this.#newest.facts.length > 0;
  }

  get olderSections(): number {
    return this.#newest.olderSections;
  }

  /** Who else says what one's own item does, as a line; none if no one. */
  alsoBy(own: Said): string[] {
    this.#authors ??= new Map(
      [...this.#newest.sections, ...this.#newest.facts]
        .map(({ item, authors }) => [saidBy(item), authors]),
    );
    const said = this.#authors.get(saidBy(own)) ?? [];
    if (said.length === 0) return [];
    const { store, world } = this.#sources;
    const author = readAuthor(store, world);
    const others = said.filter((name) => name !== author);
    if (others.length === 0) return [];
    // Names are others' words as well.
    const line = oneLine(disarmForModel(`(also ${describeAuthors(others)})`));
    return [framed(line)];
  }

  /** Work that is still to come counts as done now. */
  #timeOf({ work }: TeamSection): Date {
    return work.to > this.#now ? this.#now : work.to;
  }

  /** Sections but those that say what one's own do. */
  sections(own: readonly Section[]): ToldSection[] {
    const known = new Set(
      own.map(({ body }) => saidBy({ kind: "section", body })),
    );
    return this.#newest.sections
      .filter(({ item }) => !known.has(saidBy(item)))
      .map((one) => ({
        at: this.#timeOf(one.item),
        render: () => this.#render(one),
      }));
  }

  #render({ stem, item, authors }: TeamEntry<TeamSection>): string[] {
    const whole = this.#sources.lines(item.body).join("\n");
    if (whole === "") return [];
    const most = this.#sources.most(SECTION_CHARS);
    const shown = clipSentence(whole, most);
    const more = shown === whole
      ? []
      : [`(shortened; memory-keeper show ${idOfStem(stem)} has all of it)`];
    const when = this.#sources.when(this.#timeOf(item));
    const branch = item.branch ? `, branch ${item.branch}` : "";
    const header = oneLine(
      disarmForModel(`### ${when}, ${describeAuthors(authors)}${branch}`),
    );
    return [framed([header, shown, ...more].join("\n"))];
  }

  /** Facts of a kind as lines, newest first, but those that are known. */
  facts(kind: TeamFact["kind"], known: readonly string[]): ToldFact[] {
    const said = new Set(known.map((content) => saidBy({ kind, content })));
    return this.#newest.facts.flatMap(({ item, authors }) => {
      if (item.kind !== kind || said.has(saidBy(item))) return [];
      if (item.status === "resolved") return [];
      const { content, reason } = item;
      const today = this.#now.toISOString().slice(0, 10);
      const date = item.date.slice(0, 10) > today ? today : item.date;
      const day = date.slice(0, 10);
      const most = this.#sources.most(FACT_CHARS);
      const when = day.startsWith("1970") ? "" : day;
      const line = this.#sources.line(clipSentence(content, most), [
        clipSentence(reason, most),
        describeAuthors(authors),
        when,
      ]);
      return line === undefined ? [] : [{ date, line: framed(line) }];
    });
  }
}

/**
 * Every section of a session's context, in the order in which it is shown: the
 * most important first. A new one is a row here.
 */

import type { ContextSection } from "./context_plan.ts";
import type { WrittenName } from "../memory/written_files.ts";
import {
  conceptIndex,
  coreLogic,
  newestDecisions,
  openIssues,
  rules,
  solutions,
} from "./_context_knowledge.ts";
import {
  lastDigest,
  newestSummary,
  olderArchives,
  ownSession,
  pendingWork,
  recentMemory,
  type SectionItems,
} from "./_context_memory.ts";
import { FOREIGN, FOREIGN_TITLE, foreignMemory } from "./foreign_memory.ts";
import type { ContextSources } from "./_context_sources.ts";

export interface SectionRow
  extends Omit<ContextSection, "items" | "more" | "known"> {
  /** The file it is made from, where that is one that a team may share. */
  readonly file?: string;
  readonly read: (
    sources: ContextSources,
  ) => SectionItems | Promise<SectionItems>;
}

/** The section that takes the room others leave. */
export const FILLER = "memory";

export const CONTEXT_SECTIONS: readonly SectionRow[] = [
  written("project", "Project", 1200, "what the project is"),
  {
    name: "rules",
    title: "## Rules that held across sessions",
    why: "said by the user, or confirmed in several sessions",
    noun: "rules",
    share: 2000,
    file: "facts.json",
    read: rules,
  },
  {
    name: "core-logic",
    title: "## Core logic",
    why: "how the important parts work",
    noun: "entries",
    share: 400,
    file: "facts.json",
    read: coreLogic,
  },
  {
    name: "solutions",
    title: "## Solutions that worked",
    why: "problems that came up and what helped",
    noun: "solutions",
    share: 400,
    file: "facts.json",
    read: solutions,
  },
  {
    name: "session",
    title: "## This session before it was compacted",
    why: "what this session itself has recorded so far",
    noun: "parts",
    share: 1500,
    read: ownSession,
  },
  {
    name: "issues",
    title: "## Open issues",
    why: "not resolved as far as is known",
    noun: "issues",
    share: 500,
    file: "facts.json",
    read: openIssues,
  },
  {
    name: "decisions",
    title: "## Newest decisions",
    why: "the five newest, with their reasons",
    noun: "decisions",
    share: 600,
    file: "facts.json",
    read: newestDecisions,
  },
  {
    name: "summary",
    title: "## Summary of the time before",
    why: "the newest archive of memory.md in short",
    noun: "sentences",
    share: 700,
    read: newestSummary,
  },
  {
    name: "archives",
    title: "## Older archives",
    why: "where to look for what is older still",
    noun: "archives",
    share: 200,
    read: olderArchives,
  },
  written("architecture", "Architecture", 600, "how it is built"),
  written("conventions", "Conventions", 600, "how things are done here"),
  written("workflow", "Workflow", 600, "how work proceeds"),
  written("lessons", "Lessons", 600, "what was learned"),
  {
    name: "concepts",
    title: "## Concepts",
    why: "what the facts of this project are about",
    noun: "concepts",
    share: 300,
    file: "concepts.json",
    read: conceptIndex,
  },
  {
    name: "digest",
    title: "## Last session (automatic digest)",
    why: "it is not summarised yet",
    noun: "lines",
    share: 600,
    read: lastDigest,
  },
  {
    name: FILLER,
    title: "## Memory, newest first",
    why: "memory.md from its newest section back",
    noun: "sections",
    share: 1500,
    file: "memory.md",
    read: recentMemory,
  },
  {
    name: "pending",
    title: "## Waiting",
    why: "work without a summary",
    noun: "lines",
    share: 300,
    read: pendingWork,
  },
  {
    name: FOREIGN,
    title: FOREIGN_TITLE,
    why: "it came with the folder; memory-keeper trust makes it yours",
    noun: "sections",
    share: 2000,
    read: foreignMemory,
  },
];

/** A file that was written on purpose. */
function written(
  name: WrittenName,
  heading: string,
  share: number,
  why: string,
): SectionRow {
  return {
    name,
    title: `## ${heading} (${name}.md)`,
    why: `${why}, written on purpose`,
    noun: "lines",
    share,
    file: `${name}.md`,
    read(sources) {
      const path = sources.store.layout.written(name);
      const text = sources.text(`${name}.md`, path) ?? "";
      // What a template only asks for is in comments, under bare headings.
      const words = text.replace(/<!--.*?(?:-->|$)/gs, "");
      const lines = sources.lines(words);
      const isTold = lines.some((line) => !/^(?:#|$)/.test(line));
      return { items: isTold ? lines : [], known: sources.countKnown(words) };
    },
  };
}

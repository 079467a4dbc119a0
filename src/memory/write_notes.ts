/**
 * The files people and agents write on purpose: read, replace, append, lay
 * down as templates. What a text was before stays once, as `<name>.md.bak`.
 */

import { WRITTEN_NAMES } from "../store/layout.ts";
import { UserError } from "../base/errors.ts";
import { readExactText, statFile } from "../store/read_file.ts";
import {
  type Claim,
  ensureStore,
  type Store,
  withJournal,
} from "../store/store.ts";
import type { WrittenName } from "./written_files.ts";
import { createRedactor } from "../redact/create_redactor.ts";

const MOST_CHARS = 200_000;

/** `append` writes behind what is there instead of in its place. */
export async function writeByHand(
  store: Store,
  { name, text, append }: {
    readonly name: WrittenName;
    readonly text: string;
    readonly append: boolean;
  },
  claim: Claim,
) {
  const { layout, files } = store;
  if (text.trim() === "") {
    throw new UserError("misuse", "There is nothing to write", [
      `Write memory-keeper notes set ${name} "the text", use --file, or give it on stdin`,
    ]);
  }
  ensureStore(store);
  const file = layout.written(name);
  const clean = ensureLineEnd(createRedactor(store).text(text));
  return await withJournal(store, claim, () => {
    const old = readExactText(file);
    const next = append ? ensureLineEnd(old ?? "") + clean : clean;
    if (next.length > MOST_CHARS) {
      throw new UserError(
        "refused",
        `The text has ${next.length} characters, at most ${MOST_CHARS} fit`,
        ["Keep what matters; a session sees the beginning only"],
      );
    }
    if (next === old) return { file, changed: false };
    if (old !== undefined) files.replace(`${file}.bak`, old);
    files.replace(file, next);
    return { file, changed: true };
  });
}

/** `modified` is null if one was never written. */
export function listByHand({ layout }: Store) {
  return WRITTEN_NAMES.map((name) => {
    const file = layout.written(name);
    const { size: bytes = 0, mtime } = statFile(file) ?? {};
    return { name, file, bytes, modified: mtime?.toISOString() ?? null };
  });
}

/** Lay down the templates that are missing; returns their paths. */
export async function layDownTemplates(store: Store, claim: Claim) {
  const { layout, files } = store;
  ensureStore(store);
  return await withJournal(store, claim, () => {
    const missing = Object.entries(TEMPLATES)
      .map(([name, text]) => ({ file: layout.written(name), text }))
      .filter(({ file }) => statFile(file) === undefined);
    for (const { file, text } of missing) files.replace(file, text);
    return missing.map(({ file }) => file);
  });
}

const ensureLineEnd = (text: string) =>
  text === "" || text.endsWith("\n") ? text : `${text}\n`;

/**
 * What `init` lays down: headings, and in comments what is worth saying under
 * them. Comments are not given to a session, so an empty form costs nothing.
 */
const TEMPLATES = {
  project: `# Project

<!-- What it is and for whom, in two or three sentences. -->

## Where things are

<!-- The folders and files one looks for first. -->

## How to run and test it

<!-- The exact commands. -->
`,
  architecture: `# Architecture

<!-- The parts, what each is responsible for, and which way data flows. -->

## Why it is so

<!-- Decisions that look odd without their reason. -->
`,
  conventions: `# Conventions

<!-- Naming, errors, tests, formatting: what a reviewer here would ask for. -->
`,
  workflow: `# Workflow

<!-- Branches, reviews, releases, and what must pass before a commit. -->
`,
  lessons: `# Lessons

<!-- One line each: what went wrong, and what to do instead. -->
`,
} as const;

/**
 * The notes of a release: its section of CHANGELOG.md.
 *
 *     deno run --allow-read scripts/release_notes.ts VERSION
 */

import { fromFileUrl } from "@std/path";

export const CHANGELOG = fromFileUrl(
  new URL("../CHANGELOG.md", import.meta.url),
);

export interface Notes {
  /** What follows the version in its header: a date, or "unreleased". */
  readonly mark: string;
  readonly text: string;
}

/** The section under `## VERSION (mark)`, or undefined if there is none. */
export function notesOf(changelog: string, version: string): Notes | undefined {
  for (const section of changelog.split(/^## /m).slice(1)) {
    const [, name, mark = ""] = /^(\S+)(?: \((.*)\))?$/m.exec(section) ?? [];
    if (name !== version) continue;
    return { mark, text: section.slice(section.indexOf("\n") + 1).trim() };
  }
  return undefined;
}

if (import.meta.main) {
  const [version = ""] = Deno.args;
  const notes = notesOf(Deno.readTextFileSync(CHANGELOG), version);
  if (notes === undefined) {
    console.error(`error: CHANGELOG.md has no section "${version}"`);
    Deno.exit(1);
  }
  console.log(notes.text);
}

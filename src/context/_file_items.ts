/**
 * What memory says about single files: facts that have them as theirs or quote
 * them, rules and solutions that name them, and sentences of memory.md. Pure.
 */

import { unitsOf } from "../digest/wording.ts";
import type { Facts } from "../knowledge/facts.ts";
import { compileRule } from "../knowledge/tripwire.ts";
import type { Section } from "../memory/memory_text.ts";

export interface FileItem {
  /** By which it is shown and silenced. */
  readonly id: string;
  /** From the project's folder, with `/`. */
  readonly files: readonly string[];
  readonly text: string;
}

/** Rules first, then what failed, facts and sentences; the newest first. */
export function fileItems(
  facts: Facts,
  sections: readonly Section[],
  root: string,
): FileItem[] {
  const said = sections.flatMap(sectionItems).toReversed();
  const isFailure = ({ text }: FileItem) => text.startsWith("failed: ");
  return [
    ...ruleItems(facts).toReversed(),
    ...said.filter(isFailure),
    ...factItems(facts, root).toReversed(),
    ...said.filter((item) => !isFailure(item)),
  ].filter(({ files }) => files.length > 0);
}

/** A rule about changing a file is told at the change. */
function ruleItems({ permanent }: Facts): FileItem[] {
  return permanent.rules
    .filter((rule) => compileRule(rule, false).every(({ paths }) => !paths))
    .map(({ id, content }) => ({
      id,
      files: pathsIn(content),
      text: `rule: ${content}`,
    }));
}

function factItems(
  { decisions, patterns, issues, permanent }: Facts,
  root: string,
): FileItem[] {
  const of = (files: readonly string[], evidence = "", content = "") => [
    ...new Set([
      ...files.flatMap((file) => ownFile(file, root) ?? []),
      // With files of its own, another may be named for comparison.
      ...files.length === 0 ? pathsIn(content) : [],
      ...pathsIn(evidence),
    ]),
  ];
  return [
    ...permanent.solutions.map(({ id, problem, solution }) => ({
      id,
      files: pathsIn(`${problem}\n${solution}`),
      text: `${problem}: ${solution}`,
    })),
    ...[...decisions, ...patterns].map((fact) => ({
      id: fact.id,
      files: of(fact.files, fact.evidence, fact.content),
      text: fact.reason
        ? `${fact.content}, because ${fact.reason}`
        : fact.content,
    })),
    ...issues.filter(({ status }) => status === "open").map((issue) => ({
      id: issue.id,
      files: of(issue.files, issue.evidence, issue.content),
      text: `open: ${issue.content}`,
    })),
    ...permanent.core_logic.map(({ id, feature, description, files }) => ({
      id,
      files: of(files),
      text: `${feature}: ${description}`,
    })),
  ];
}

/** The program's own lines below the prose. */
const LISTS = /^(?:Files|Commits): .*$/gm;
const STATES = /^(Failed|Open): (.*)$/gm;

/** Sentences that name a file, in full or by its name if `Files:` has it. */
function sectionItems(section: Section, n: number): FileItem[] {
  const { body, session, from } = section;
  const listed = [...body.matchAll(LISTS)].flatMap(([line]) => pathsIn(line));
  const states = Array.from(
    body.matchAll(STATES),
    ([, state = "", text]) => `${state.toLowerCase()}: ${text}`,
  );
  const prose = body.replace(LISTS, "").replace(STATES, "");
  const id = session !== undefined && from !== undefined
    ? `${session}#${from}`
    : `memory.md#${n + 1}`;
  return [...states, ...unitsOf(prose).map(({ text }) => text)].map((text) => ({
    id,
    files: [...new Set([...pathsIn(text), ...namedIn(text, listed)])],
    text,
  }));
}

const NAME = String.raw`[\p{L}\p{N}_.@+-]`;
/** With a folder: a name alone may be any file's. */
const PATH = new RegExp(
  String
    .raw`(?<![\p{L}\p{N}_/.@:\\-])(?:\./)?((?:${NAME}+/)+${NAME}*\.[A-Za-z]\w{0,7})(?![\w/])`,
  "gu",
);
const PATH_CHARS = 300;

/** From the project's folder; undefined for what is elsewhere or no file. */
function ownFile(file: string, root: string): string | undefined {
  const folder = `${normalised(root).replace(/\/$/, "")}/`;
  const path = normalised(file.trim());
  const own = path.startsWith(folder) ? path.slice(folder.length) : path;
  const isElsewhere = /^(?:\/|~|[A-Za-z]:)|:\/\//.test(own) ||
    own.split("/").some((part) => part === ".." || part === "");
  return isElsewhere || own.length > PATH_CHARS || /[\p{Cc}*?]/u.test(own)
    ? undefined
    : own;
}

const pathsIn = (text: string) =>
  Array.from(text.matchAll(PATH), ([, path = ""]) => normalised(path));

const namedIn = (text: string, paths: readonly string[]) =>
  paths.filter((path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const at = text.indexOf(name);
    return at >= 0 && !/[\w.-]/.test(text[at - 1] ?? "") &&
      !/[\w-]/.test(text[at + name.length] ?? "");
  });

const normalised = (file: string) =>
  file.replaceAll("\\", "/").replace(/^\.\//, "").replace(/:\d.*$/, "")
    .normalize();

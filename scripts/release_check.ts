/**
 * Checks a release before it is made, without GitHub: versions and notes agree,
 * workflows parse and name tasks and files that exist, and the install scripts
 * ask for the archives a release has.
 *
 *     deno task release:check [--tag vX.Y.Z]
 */

import { parseArgs } from "@std/cli/parse-args";
import { parse as parseYaml } from "@std/yaml";
import config from "../deno.json" with { type: "json" };
import { ROOT, TARGETS } from "./build.ts";
import { archiveName, INSTALL_SCRIPTS } from "./package_release.ts";
import { notesOf } from "./release_notes.ts";

const WORKFLOWS = `${ROOT}.github/workflows`;

export type Problems = string[];

const read = (path: string) => Deno.readTextFileSync(`${ROOT}${path}`);

export function checkVersions(tag: string | undefined): Problems {
  const { version } = config;
  const plugin = JSON.parse(read("plugin/.claude-plugin/plugin.json"));
  const [entry] = JSON.parse(read(".claude-plugin/marketplace.json")).plugins;
  const problems: Problems = [];
  if (plugin.version !== version) {
    problems.push(`plugin.json says ${plugin.version}, deno.json ${version}`);
  }
  if (entry.version !== version) {
    problems.push(
      `marketplace.json says ${entry.version}, deno.json ${version}`,
    );
  }
  if (tag !== undefined && tag !== `v${version}`) {
    problems.push(`The tag is ${tag}, but the version is ${version}`);
  }
  return problems;
}

/** A release has notes, and they are no longer marked as unreleased. */
export function checkNotes(
  changelog: string,
  version: string,
  isReleased: boolean,
): Problems {
  const notes = notesOf(changelog, version);
  if (notes === undefined || notes.text === "") {
    return [`CHANGELOG.md has no notes for ${version}`];
  }
  return isReleased && !/^\d{4}-\d\d-\d\d$/.test(notes.mark)
    ? [`CHANGELOG.md does not say when ${version} was released`]
    : [];
}

interface Workflow {
  readonly jobs: Record<string, {
    readonly needs?: string;
    readonly strategy?: {
      readonly matrix?: { readonly include?: { readonly target?: string }[] };
    };
    readonly steps: {
      readonly run?: string;
      readonly uses?: string;
      readonly with?: Readonly<Record<string, unknown>>;
    }[];
  }>;
}

export function readWorkflow(name: string): Workflow {
  return parseYaml(Deno.readTextFileSync(`${WORKFLOWS}/${name}`)) as Workflow;
}

/** A commit says nothing to people: each has its version in a comment. */
export function checkPins(name: string, text: string): Problems {
  return text.split("\n")
    .filter((line) => /\buses: /.test(line) && !/ # v\d+\.\d+\.\d+$/.test(line))
    .map((line) => `${name}: "${line.trim()}" does not name its version`);
}

export function checkWorkflow(name: string, workflow: Workflow): Problems {
  const problems: Problems = [];
  const tasks = Object.keys(config.tasks);
  for (const [job, { needs, steps }] of Object.entries(workflow.jobs)) {
    if (needs !== undefined && !(needs in workflow.jobs)) {
      problems.push(`${name}: ${job} needs ${needs}, which does not exist`);
    }
    for (const { run = "", uses, with: withs = {} } of steps) {
      if (uses !== undefined && !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(uses)) {
        problems.push(`${name}: ${uses} is not pinned by its commit`);
      }
      const keeps = withs["persist-credentials"] !== false;
      if (uses?.startsWith("actions/checkout@") && keeps) {
        problems.push(`${name}: ${job} keeps its token in the checkout`);
      }
      for (const [, task = ""] of run.matchAll(/\btask ([\w:]+)/g)) {
        if (!tasks.includes(task)) problems.push(`${name}: no task "${task}"`);
      }
      for (const [path] of run.matchAll(/\bscripts\/[\w.]+/g)) {
        if (!isFile(path)) problems.push(`${name}: there is no ${path}`);
      }
    }
  }
  return problems;
}

export function checkTargets(workflow: Workflow): Problems {
  const built = (workflow.jobs["build"]?.strategy?.matrix?.include ?? [])
    .map(({ target }) => target ?? "").sort();
  const wanted = [...TARGETS].sort();
  return built.join() === wanted.join() ? [] : [
    `release.yml builds ${built.join(", ")} instead of ${wanted.join(", ")}`,
  ];
}

/** Each archive is asked for by one of the scripts, and nothing else is. */
export function checkInstallScripts(): Problems {
  const problems: Problems = [];
  const asked = new Set<string>();
  for (const name of INSTALL_SCRIPTS) {
    const text = read(`scripts/${name}`);
    if (!text.includes('"@RELEASE@"')) {
      problems.push(`${name} cannot be stamped with the release's address`);
    }
    const ending = /memory-keeper-\$\S*?\.(tar\.gz|zip)"/.exec(text)?.[1];
    for (const [target] of text.matchAll(/\b(?:x86_64|aarch64)-[\w-]+/g)) {
      asked.add(`memory-keeper-${target}.${ending}`);
    }
  }
  const released = TARGETS.map(archiveName);
  for (const name of released) {
    if (!asked.has(name)) problems.push(`No install script asks for ${name}`);
  }
  for (const name of asked) {
    if (!released.includes(name)) problems.push(`No release has ${name}`);
  }
  return problems;
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(`${ROOT}${path}`).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

export function checkRelease(tag?: string): Map<string, Problems> {
  const workflows = Array.from(Deno.readDirSync(WORKFLOWS), (e) => e.name);
  return new Map([
    ["versions", checkVersions(tag)],
    ["notes", checkNotes(read("CHANGELOG.md"), config.version, !!tag)],
    ...workflows.sort().map((name): [string, Problems] => [
      name,
      [
        ...checkWorkflow(name, readWorkflow(name)),
        ...checkPins(name, read(`.github/workflows/${name}`)),
      ],
    ]),
    ["targets", checkTargets(readWorkflow("release.yml"))],
    ["install scripts", checkInstallScripts()],
  ]);
}

if (import.meta.main) {
  const { tag } = parseArgs(Deno.args, { string: ["tag"] });
  const found = checkRelease(tag as string | undefined);
  for (const [what, problems] of found) {
    console.log(`${problems.length === 0 ? "✓" : "✗"} ${what}`);
    for (const problem of problems) console.error(`  ${problem}`);
  }
  if ([...found.values()].some(({ length }) => length > 0)) Deno.exit(1);
}

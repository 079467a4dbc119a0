/**
 * Does Claude Code still do what we rely on? Each probe checks one fact in real
 * sessions with a scripted model on loopback, so that a new version is tested in
 * minutes. Exits 1 if a fact is not as expected.
 *
 *     deno task contract [--claude PATH] [--version X.Y.Z ...] [--only NAME ...] [--json]
 *
 * Without --claude and --version it checks the newest version of the table.
 */

import { parseArgs } from "@std/cli/parse-args";
import { NEWEST_PROBED_CLIENT } from "../src/claude/versions.ts";
import {
  type Client,
  ensureClaudeCode,
} from "../tests/client/support/claude_code.ts";
import {
  isAsExpected,
  type Probe,
  type ProbeVerdict,
  renderClosing,
  renderProbe,
  runProbe,
} from "./contract/probe.ts";
import { PROBES } from "./contract/probes.ts";
import { Scenarios } from "./contract/scenarios.ts";
import { runProgram } from "./run_program.ts";
import { TemporaryFolder } from "./temporary_folder.ts";

interface Wanted {
  readonly claude: string | undefined;
  readonly versions: readonly string[];
  readonly only: readonly string[];
  readonly isJson: boolean;
}

function giveUp(error: string, hint: string): never {
  console.error(`error: ${error}\nhint: ${hint}`);
  Deno.exit(2);
}

function readWanted(argv: readonly string[]): Wanted {
  const { claude, version, only, json } = parseArgs([...argv], {
    string: ["claude", "version", "only"],
    boolean: ["json"],
    collect: ["version", "only"],
    unknown: (word: string) =>
      giveUp(
        `Unknown argument "${word}"`,
        "Use --claude PATH, --version X.Y.Z, --only NAME, --json",
      ),
  });
  return {
    claude: claude === undefined ? undefined : String(claude),
    versions: [version ?? []].flat().map(String),
    only: [only ?? []].flat().map(String),
    isJson: json === true,
  };
}

async function findClients(wanted: Wanted): Promise<Client[]> {
  const { claude, versions } = wanted;
  if (claude !== undefined) {
    return [{ program: claude, version: await versionOf(claude) }];
  }
  const clients: Client[] = [];
  for (const version of versions.length > 0 ? versions : defaultVersions) {
    const client = await ensureClaudeCode(version);
    if (client) clients.push(client);
  }
  return clients;
}

const defaultVersions = [NEWEST_PROBED_CLIENT];

async function versionOf(program: string): Promise<string> {
  using folder = new TemporaryFolder("contract");
  const home = folder.dir;
  const printed = await runProgram(program, ["--version"], {
    env: { HOME: home, CLAUDE_CONFIG_DIR: `${home}/.claude` },
  });
  const version = /^\d+\.\d+\.\d+/.exec(printed)?.[0];
  if (version === undefined) {
    throw new Error(`"${program}" does not say its version`);
  }
  return version;
}

function chooseProbes(only: readonly string[]): readonly Probe[] {
  const names = PROBES.map(({ name }) => name);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    giveUp(`There is no probe "${unknown}"`, `Use ${names.join(", ")}`);
  }
  return only.length === 0
    ? PROBES
    : PROBES.filter(({ name }) => only.includes(name));
}

async function judge(
  client: Client,
  probes: readonly Probe[],
  isJson: boolean,
): Promise<ProbeVerdict[]> {
  await using scenarios = new Scenarios(client);
  const verdicts: ProbeVerdict[] = [];
  for (const probe of probes) {
    const verdict = await runProbe(probe, scenarios);
    verdicts.push(verdict);
    if (!isJson) console.log(renderProbe(verdict));
  }
  if (!isJson) console.log(renderClosing(client.version, verdicts));
  return verdicts;
}

if (import.meta.main) {
  const wanted = readWanted(Deno.args);
  const probes = chooseProbes(wanted.only);
  const outcomes = [];
  for (const client of await findClients(wanted)) {
    const verdicts = await judge(client, probes, wanted.isJson);
    outcomes.push({ version: client.version, verdicts });
  }
  if (wanted.isJson) console.log(JSON.stringify(outcomes, undefined, 2));
  const isAll = outcomes.every(({ verdicts }) => verdicts.every(isAsExpected));
  Deno.exitCode = outcomes.length > 0 && isAll ? 0 : 1;
}

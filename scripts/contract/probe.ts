/** A fact about Claude Code that our design relies on, and how to check it. */

import { isBefore } from "../../src/claude/versions.ts";
import type { Evidence } from "./evidence.ts";
import type { ScenarioName, Scenarios } from "./scenarios.ts";

export interface Probe {
  readonly name: string;
  /** Where the notes on Claude Code's behaviour (CONTRACT.md) state it. */
  readonly fact: string;
  readonly says: string;
  /** The first probed version in which it was seen, if not in all we support. */
  readonly since?: string;
  readonly look: (scenarios: Scenarios) => Promise<boolean>;
}

/** A look at what one session left. */
export const inSession = (
  name: ScenarioName,
  look: (left: Evidence, all: Scenarios) => boolean | Promise<boolean>,
): Probe["look"] =>
async (all) => await look(await all.of(name), all);

export interface ProbeVerdict {
  readonly name: string;
  readonly fact: string;
  readonly says: string;
  readonly isExpected: boolean;
  /** Undefined if it could not be checked. */
  readonly isSeen: boolean | undefined;
  readonly error?: string;
}

export const isExpectedIn = ({ since }: Probe, version: string): boolean =>
  since === undefined || !isBefore(version, since);

export const isAsExpected = ({ isSeen, isExpected }: ProbeVerdict): boolean =>
  isSeen === isExpected;

export async function runProbe(
  probe: Probe,
  scenarios: Scenarios,
): Promise<ProbeVerdict> {
  const { name, fact, says } = probe;
  const isExpected = isExpectedIn(probe, scenarios.client.version);
  const known = { name, fact, says, isExpected };
  try {
    return { ...known, isSeen: await probe.look(scenarios) };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return { ...known, isSeen: undefined, error: words };
  }
}

export function renderProbe(verdict: ProbeVerdict): string {
  const { name, fact, says, isExpected, isSeen, error } = verdict;
  const mark = isAsExpected(verdict) ? "ok" : "NO";
  const head = `${mark}  ${fact.padEnd(4)}  ${name.padEnd(18)}  ${says}`;
  if (error !== undefined) return `${head} (${error.split("\n")[0]})`;
  if (isSeen === isExpected) {
    return isSeen ? head : `${head} (not yet in this version)`;
  }
  return isSeen ? `${head} (holds here, though it was not expected)` : head;
}

export function renderClosing(
  version: string,
  verdicts: readonly ProbeVerdict[],
): string {
  const wrong = verdicts.filter((one) => !isAsExpected(one));
  const held = verdicts.filter(({ isSeen }) => isSeen === true).length;
  const names = wrong.map(({ name }) => name).join(", ");
  const end = wrong.length === 0
    ? "all as expected"
    : `${wrong.length} not as expected: ${names}`;
  return `Claude Code ${version}: ${held} of ${verdicts.length} facts hold, ${end}`;
}

/**
 * The program for an emulated system, with budgets and deadlines that last
 * longer: what a hook leaves for later must not depend on how busy a machine is.
 */

import { build, DIST, ROOT } from "../build.ts";
import { CACHE } from "./debian_root.ts";
import { newerToolchain, type RuntimeTarget } from "./newer_runtime.ts";

/** Compile for a target; returns the name of the file in dist. */
export async function buildPatient(target: RuntimeTarget): Promise<string> {
  const end = target.includes("windows") ? ".exe" : "";
  const name = `memory-keeper-patient${end}`;
  await build(await newerToolchain(target, `${CACHE}/npm`), {
    entry: `${ROOT}tests/support/world/patient_main.ts`,
    out: `${DIST}/${name}`,
    target,
  });
  return name;
}

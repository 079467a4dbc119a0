/** What every step of a migration works with. */

import { UserError } from "../base/errors.ts";
import type { MigrationBackup } from "./_migration_backup.ts";
import { statFile } from "../store/read_file.ts";
import type { Claim, Store } from "../store/store.ts";
import type { StoreFiles } from "../store/store_files.ts";
import type { World } from "../base/world.ts";

export interface Migration {
  readonly store: Store;
  readonly world: World;
  readonly claim: Claim;
  /** The home store to bring in, where the project's name is not enough. */
  readonly name?: string | undefined;
  /** Leave what the earlier tool wrote into CLAUDE.md and MEMORY.md. */
  readonly keepTraces?: boolean;
}

export type StepKind =
  | "home"
  | "move"
  | "raw"
  | "join"
  | "delta"
  | "split"
  | "facts"
  | "index"
  | "markers"
  | "traces";

/**
 * One thing to do. It is planned from the disk right before it is done, so a
 * step that was killed half-way is planned again from what it left.
 */
export interface MigrationStep {
  readonly what: StepKind;
  readonly names: readonly string[];
  readonly bytes: number;
  /** Counts of anything else it changes. */
  readonly counts?: Readonly<Record<string, number>>;
  /** Lines to be removed from a file that is not ours. */
  readonly diff?: string;
  run(backup: MigrationBackup): void | Promise<void>;
}

export interface PlanNotes {
  /** What stays as it is, and why. */
  readonly left: string[];
  /** A home store that may belong to another project: the user decides. */
  ask?: { readonly name: string; readonly others: readonly string[] };
}

export type PlanSteps = (
  migration: Migration,
  findings: PlanNotes,
) => MigrationStep[] | Promise<MigrationStep[]>;

/** The result of `read`; a file that cannot be read is reported and skipped. */
export function orLeft<T>(
  left: string[],
  name: string,
  read: () => T,
): T | undefined {
  try {
    return read();
  } catch (error) {
    left.push(`${name}: ${reasonOf(error)}`);
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof UserError) {
    return error.message.replace(/^Cannot \w+ "[^"]*": /, "");
  }
  if (error instanceof Deno.errors.PermissionDenied) return "may not be read";
  return error instanceof Error ? error.message : String(error);
}

/** Change a text that people may edit meanwhile; undefined leaves it as it is. */
export function changeText(
  files: StoreFiles,
  path: string,
  change: (text: string) => string | undefined,
): void {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  files.changeWhole(path, (bytes) => {
    const text = change(decoder.decode(bytes));
    return text === undefined ? undefined : new TextEncoder().encode(text);
  });
}

export function bytesOf(dir: string, names: readonly string[]): number {
  const sizes = names.map((name) => statFile(`${dir}/${name}`)?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** What the checks read; what several of them need is read once. */

import { tryParseJson } from "../../base/json.ts";
import { claudeFolder } from "../../claude/folders.ts";
import {
  parseMarketplace,
  parsePluginRecords,
  type PluginRecord,
} from "../../claude/plugin_records.ts";
import { readClaudeSettings, tryRead } from "../../store/claude_settings.ts";
import { readIndex } from "../../session/memory_index.ts";
import { isInside } from "../../base/path_text.ts";
import { listNames, resolveExisting } from "../../store/read_file.ts";
import { type Store, storeExists } from "../../store/store.ts";
import { surveyFolder } from "../../store/survey_folder.ts";
import type { World } from "../../base/world.ts";
import { findWriteProblem } from "../../store/write_problem.ts";
import { traceSessions } from "./traced_sessions.ts";

export const CLAIM = { who: "doctor", waitMs: 2000 };

export class CheckContext {
  readonly claude: string | undefined;

  constructor(readonly store: Store, readonly world: World) {
    this.claude = claudeFolder(world);
  }

  readonly hasStore = once(() =>
    storeExists(this.store) && canList(this.store.layout.dir)
  );

  /** Why the store cannot be written, if so. */
  readonly problem = once(() => findWriteProblem(this.store));

  /** Undefined if it cannot be read; the index check says why. */
  readonly index = once(() => {
    try {
      return readIndex(this.store.layout);
    } catch {
      return undefined;
    }
  });

  readonly settings = once(() =>
    this.claude === undefined
      ? []
      : readClaudeSettings(this.store.project.root, this.claude)
  );

  readonly notes = once(() =>
    this.claude === undefined
      ? { records: [], marketplace: undefined }
      : readPluginNotes(this.claude)
  );

  /** Claude Code's record of the plugin for this project. */
  readonly record = once(() =>
    this.notes().records.find((one) => isFor(one, this.store.project.root))
  );

  /** The newest sessions that should have had the plugin, newest first. */
  readonly sessions = once(() =>
    traceSessions(this.store, this.world, this.record()?.installedAt)
  );

  /** The version that ran the newest of them. */
  readonly clientVersion = once(() =>
    this.sessions().find(({ trace }) => trace.version)?.trace.version
  );

  readonly survey = once(() => [...surveyFolder(this.store.layout.dir)]);
}

/** A plugin may be installed for one project only. */
function isFor({ projectPath }: PluginRecord, root: string): boolean {
  return projectPath === undefined ||
    isInside(resolveExisting(root), resolveExisting(projectPath));
}

function canList(dir: string): boolean {
  try {
    listNames(dir);
    return true;
  } catch {
    return false;
  }
}

function once<T>(read: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => (known ??= { value: read() }).value;
}

/** `folder` is Claude Code's own. */
function readPluginNotes(folder: string) {
  // One that is half-written is written again by Claude Code.
  const read = (name: string) =>
    tryParseJson(tryRead(`${folder}/plugins/${name}`));
  return {
    records: parsePluginRecords(read("installed_plugins.json")),
    marketplace: parseMarketplace(read("known_marketplaces.json")),
  };
}

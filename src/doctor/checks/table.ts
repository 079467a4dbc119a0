/** Every check of the doctor, in the order they are shown. */

import {
  checkBuiltinMemory,
  checkClaudeMd,
  checkClientVersion,
  checkHooksFile,
  checkPlugin,
  checkSettings,
} from "./check_client.ts";
import type { CheckContext } from "./check_context.ts";
import { checkHooks } from "./check_hooks.ts";
import {
  checkExecutable,
  checkInstallation,
  checkPowers,
} from "./check_installation.ts";
import {
  checkArchives,
  checkDates,
  checkIndex,
  checkKnowledge,
  checkMemoryFile,
  checkSearchIndex,
  checkTripwires,
} from "./check_memory.ts";
import { checkBackup, checkDisk, checkModes } from "./check_modes.ts";
import { checkOlderPlugin, checkOlderStore } from "./check_older.ts";
import {
  checkConfig,
  checkGitignore,
  checkLinks,
  checkMovedAway,
  checkOwner,
  checkPlace,
  checkWriting,
} from "./check_place.ts";
import { checkSessions, checkTranscripts } from "./check_sessions.ts";
import { checkTeam } from "./check_team.ts";
import {
  checkLeftovers,
  checkLocks,
  checkLog,
  checkOff,
  checkSummaries,
  checkWaiting,
} from "./check_work.ts";
import type { Findings } from "./finding.ts";

export interface Check {
  readonly group: "Program" | "Claude Code" | "Hooks" | "Store" | "Memory";
  /** The name of its findings, unless they have their own. */
  readonly name: string;
  readonly look: (context: CheckContext) => Findings | Promise<Findings>;
}

/** A check of files that are there only with a store. */
const inStore = (look: Check["look"]): Check["look"] => (context) =>
  context.hasStore() ? look(context) : [];

export const CHECKS: readonly Check[] = [
  { group: "Program", name: "executable", look: checkExecutable },
  { group: "Program", name: "powers", look: checkPowers },
  { group: "Program", name: "installation", look: checkInstallation },
  { group: "Claude Code", name: "version", look: checkClientVersion },
  { group: "Claude Code", name: "plugin", look: checkPlugin },
  { group: "Claude Code", name: "hooks.json", look: checkHooksFile },
  { group: "Claude Code", name: "settings", look: checkSettings },
  { group: "Claude Code", name: "earlier tool", look: checkOlderPlugin },
  { group: "Claude Code", name: "transcripts", look: checkTranscripts },
  { group: "Claude Code", name: "built-in memory", look: checkBuiltinMemory },
  { group: "Claude Code", name: "CLAUDE.md", look: checkClaudeMd },
  { group: "Hooks", name: "sessions", look: checkHooks },
  { group: "Store", name: "place", look: checkPlace },
  { group: "Store", name: "owner", look: checkOwner },
  { group: "Store", name: "writing", look: checkWriting },
  { group: "Store", name: "links", look: inStore(checkLinks) },
  { group: "Store", name: "disk", look: inStore(checkDisk) },
  { group: "Store", name: "backup", look: checkBackup },
  { group: "Store", name: "permissions", look: inStore(checkModes) },
  { group: "Store", name: "git", look: inStore(checkGitignore) },
  { group: "Store", name: "moved away", look: checkMovedAway },
  { group: "Store", name: "locks", look: inStore(checkLocks) },
  { group: "Store", name: "configuration", look: checkConfig },
  { group: "Memory", name: "off", look: checkOff },
  { group: "Memory", name: "earlier tool", look: checkOlderStore },
  { group: "Memory", name: "index", look: inStore(checkIndex) },
  { group: "Memory", name: "sessions", look: inStore(checkSessions) },
  { group: "Memory", name: "memory.md", look: inStore(checkMemoryFile) },
  { group: "Memory", name: "dates", look: inStore(checkDates) },
  { group: "Memory", name: "archives", look: inStore(checkArchives) },
  { group: "Memory", name: "knowledge", look: inStore(checkKnowledge) },
  { group: "Memory", name: "team", look: inStore(checkTeam) },
  { group: "Memory", name: "rules", look: inStore(checkTripwires) },
  { group: "Memory", name: "waiting", look: inStore(checkWaiting) },
  { group: "Memory", name: "summaries", look: inStore(checkSummaries) },
  { group: "Memory", name: "search index", look: inStore(checkSearchIndex) },
  { group: "Memory", name: "leftovers", look: inStore(checkLeftovers) },
  { group: "Memory", name: "log", look: inStore(checkLog) },
];

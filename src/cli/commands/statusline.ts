import {
  readStatusLine,
  type StatusLine,
} from "../../doctor/read_status_line.ts";
import { joinText, plural, shortAge } from "../../output/words.ts";
import { openProject, shellProjectRoot } from "../../store/project.ts";
import { openStore } from "../../store/store.ts";
import { TIMED_OUT, within } from "../../base/timeout.ts";
import type { CommandCall } from "../command.ts";
import { readStdin } from "../read_stdin.ts";
import { parseStatusLineInput } from "../../claude/payload.ts";

/** Claude Code has written all of it by the time we run. */
const STDIN_WAIT_MS = 500;

/** It never fails, because it is shown while the user works: it says less. */
export async function run({ args, output, world }: CommandCall) {
  const text = await within(STDIN_WAIT_MS, readStdin());
  const { sessionId, projectDir } = parseStatusLineInput(
    text === TIMED_OUT ? "" : text,
  );
  try {
    const named = args.values.get("project-dir") ?? projectDir;
    const root = shellProjectRoot(world, named);
    const store = openStore(await openProject(world, root));
    const line = readStatusLine(store, sessionId, world.now());
    output.result(line, () => renderStatusLine(line, world.now()));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    output.result({ error: reason }, () => "memory: cannot be read here");
  }
}

function renderStatusLine(line: StatusLine, now: Date): string {
  if (line.isOff) return "memory: off";
  if (!line.exists) return "memory: none yet";
  const saved = line.lastSave && shortAge(new Date(line.lastSave), now);
  return `memory: ${
    joinText([
      `${line.fullPercent} % full`,
      plural(line.sessions, "session"),
      line.waiting > 0 && `${line.waiting} waiting`,
      ...(line.isHeard === false
        ? ["! no event of this session"]
        : saved
        ? [saved === "now" ? "saved now" : `saved ${saved} ago`]
        : []),
    ], " · ")
  }`;
}

/** The two files of others that may hold a block of ours. */

import { changeBlock, hasMark } from "../../context/marked_block.ts";
import { builtinMemoryPath, claudeMdPath } from "../../store/claude_files.ts";
import { BUILTIN_LINES } from "../../claude/memory_folder.ts";
import { tryRead } from "../../store/claude_settings.ts";
import { statFile } from "../../store/read_file.ts";
import { type Finding, type Findings, good, warning } from "./finding.ts";
import type { CheckContext } from "./check_context.ts";

export function checkBuiltinMemory(
  { claude, store, world }: CheckContext,
): Findings {
  if (claude === undefined) return [];
  const path = builtinMemoryPath(world, store.project);
  if (path === undefined) return good("switched off in Claude Code");
  const text = tryRead(path);
  if (text === undefined) {
    return good("on; it has written nothing here yet");
  }
  const unclear = judgeMarks(path, text);
  if (unclear) return unclear;
  const lines = text.trimEnd().split("\n").length;
  if (lines > BUILTIN_LINES) {
    return warning(
      `${path} has ${lines} lines; a session sees ${BUILTIN_LINES}`,
      "Shorten it; what memory-keeper has is not needed there",
    );
  }
  const notice = hasMark(text) ? "with our notice" : "without our notice";
  return good(`on, ${lines} lines, ${notice}`);
}

/** Reported only if our block is wanted or present. */
export function checkClaudeMd({ store }: CheckContext): Findings {
  const path = claudeMdPath(store.project);
  const text = tryRead(path) ?? "";
  const wanted = store.config.claudeMd;
  if (!wanted && !hasMark(text)) return [];
  const unclear = judgeMarks(path, text);
  if (unclear) return unclear;
  if (wanted && statFile(path)?.isFile === false) {
    return warning(`${path} is not a file`, "Move it away for the rules");
  }
  if (wanted === hasMark(text)) return good("holds the rules");
  return wanted
    ? good("gets the rules with the next prompt")
    : good("loses the rules with the next session");
}

function judgeMarks(path: string, text: string): Finding | undefined {
  return changeBlock(text, "").kind === "unclear"
    ? warning(
      `the marks of our block in ${path} are not a pair`,
      "Remove every line with memory-keeper:begin and memory-keeper:end",
    )
    : undefined;
}

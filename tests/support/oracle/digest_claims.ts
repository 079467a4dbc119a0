// Judges what a digest, or the program's lines below a summary, claims of a
// session, line by line, by an independent reading of the raw transcript.

import { flatten, type RawCall, type RawFacts } from "./raw_facts.ts";

export interface Claim {
  readonly label: string;
  readonly text: string;
  /** Why it is not so; "" if it is. */
  readonly fault: string;
}

/** A line below its `**Label**`, or `Label: text` of the program's own lines. */
export function judgeClaims(text: string, facts: RawFacts): Claim[] {
  const claims: Claim[] = [];
  let label = "";
  for (const line of text.split("\n").filter((one) => one.trim() !== "")) {
    const heading = /^\*\*(.+)\*\*(?: \((\d+) of (\d+)\))?$/.exec(line);
    const deed = /^(Files|Commits|Failed|Open): (.*)$/.exec(line);
    if (heading) {
      label = heading[1] ?? "";
      const fault = judgeLabel(label, facts);
      if (fault !== "") claims.push({ label, text: "(label)", fault });
      continue;
    }
    const [name, words] = deed
      ? [deed[1] ?? "", deed[2] ?? ""]
      : [label, line.replace(/^- /, "")];
    claims.push({ label: name, text: words, fault: judge(name, words, facts) });
  }
  return claims;
}

const commits = ({ calls }: RawFacts) =>
  calls.filter(({ command, result }) =>
    result === "ok" && /\bgit\b[^;&|]*\bcommit\b/.test(command)
  );
const pushes = ({ calls }: RawFacts) =>
  calls.filter(({ command, result }) =>
    result === "ok" && /\bgit\b[^;&|]*\bpush\b/.test(command)
  );

function judgeLabel(label: string, facts: RawFacts): string {
  const made = commits(facts).at(-1)?.at ?? -1;
  const pushed = pushes(facts).at(-1)?.at ?? -1;
  if (label.startsWith("Files changed, no commit") && made >= 0) {
    return "there was a commit";
  }
  if (label === "Committed and pushed" && (made < 0 || pushed < made)) {
    return "not pushed after the last commit";
  }
  if (label.startsWith("Committed, not pushed") && pushed > made) {
    return "pushed after the last commit";
  }
  return "";
}

function judge(label: string, text: string, facts: RawFacts): string {
  if (label === "Asked") return judgeAsked(text, facts);
  if (label === "Before") return quoted(text, facts.summaries);
  if (label === "Concluded") {
    const words = text.replace(/^(?:Proposed|Found on the way): /, "")
      .replace(/^Answered with a text: /, "");
    return quoted(words, facts.said);
  }
  if (label === "Declined by the user") return judgeDeclined(text, facts);
  if (/^(?:Commit|Published)/.test(label)) return judgeCommits(text, facts);
  if (label.startsWith("Files")) return judgeFiles(text, facts);
  if (label === "Failed") {
    return firstFault(text.split(/; (?=`)/), (one) => judgeFailed(one, facts));
  }
  if (label === "Checked last") return judgeChecked(text, facts);
  if (label.startsWith("Open")) return judgeOpen(text, facts);
  return `no such part: ${label}`;
}

function firstFault<T>(parts: readonly T[], of: (part: T) => string): string {
  return parts.map(of).find((fault) => fault !== "") ?? "";
}

/** Every piece between cuts and joints is in one of these texts. */
function quoted(text: string, sources: readonly string[]): string {
  const pieces = text
    .split(/…|→| \/ |” and “|;|\[[^\]]*\]|[.!?。:](?:\s|$)/)
    .map((piece) => flatten(piece).replace(/^[\s/]+/, ""))
    .filter((piece) => piece.length >= 4);
  return firstFault(
    pieces,
    (piece) =>
      sources.some((source) => source.includes(piece))
        ? ""
        : `said nowhere: ${piece}`,
  );
}

function judgeAsked(text: string, facts: RawFacts): string {
  if (
    /^\/[\w:-]+(?: -\S+| \/\S+)*$/.test(text.trim()) ||
    /memory-keeper:/.test(text)
  ) {
    return "a command is no request";
  }
  if (/Request interrupted|doesn't want to/.test(text)) return "not a request";
  return quoted(text, [...facts.typed, ...facts.said]);
}

const REJECTED = /doesn't want to proceed with this tool use/;
/** Without words, only a plan has surely been refused: Esc has the same text. */
const isDeclined = ({ name, output }: RawFacts["calls"][number]) =>
  REJECTED.test(output) &&
  (/the user said:/.test(output) || name === "ExitPlanMode");

function judgeDeclined(text: string, facts: RawFacts): string {
  const [deed = "", wish = ""] = text.split("; then said: ");
  const declined = facts.calls.filter(isDeclined);
  const fault = firstFault(deed.split(/, (?=[A-Z]\w+ )/), (one) => {
    const [name = ""] = one.split(" ");
    const isPlan = one.startsWith("the plan") || one === "a plan";
    return declined.some((call) =>
        call.name === (isPlan ? "ExitPlanMode" : name)
      )
      ? ""
      : `not declined: ${one}`;
  });
  return fault || quoted(wish, facts.typed);
}

function judgeCommits(text: string, facts: RawFacts): string {
  const told = commits(facts).concat(
    facts.calls.filter(({ command }) => /gh pr create/.test(command)),
  ).map(({ command, output }) => flatten(`${command}\n${output}`));
  const subjects = text.replace(/; \d+ more$/, "").split("; ");
  return firstFault(
    subjects,
    (one) => quoted(one.replace(/^Pull request opened: /, ""), told),
  );
}

const EDITS = /^(?:Edit|MultiEdit|Write|NotebookEdit)$/;

function judgeFiles(text: string, facts: RawFacts): string {
  const names = [...text.matchAll(/`([^`]+)`(?: ×(\d+)| (\(removed\)))?/g)];
  return firstFault(names, ([, shown = "", times, removed]) => {
    const end = shown.replace(/^…\//, "").replace(/ …$/, "");
    const base = end.replace(/^.*\//, "");
    const edits = facts.calls.filter(({ name, file, result }) =>
      EDITS.test(name) && result === "ok" &&
      file.replaceAll("\\", "/").endsWith(end)
    );
    const shells = facts.calls.filter(({ command, result }) =>
      result === "ok" && command.includes(base)
    );
    if (removed) {
      const isRemoved = shells.some(({ command }) =>
        /\b(?:rm|mv)\b/.test(command)
      );
      return isRemoved ? "" : `not removed: ${end}`;
    }
    if (edits.length + shells.length === 0) return `not changed: ${end}`;
    const most = edits.length + shells.length;
    return Number(times ?? 1) > most ? `changed ${most} times: ${end}` : "";
  });
}

const plain = (command: string) =>
  command.replace(/\s+/g, " ").replaceAll("`", "'");

/** Calls of a command as it is shown: cut, without its folder and filters. */
function callsOf(shown: string, facts: RawFacts): RawCall[] {
  const pieces = shown.replace(/ …$/, "").split(/ (?=&&|\|\||;)/);
  return facts.calls.filter(({ name, command }) =>
    /^(?:Bash|PowerShell)$/.test(name) &&
    pieces.every((piece) => plain(command).includes(piece.trim()))
  );
}

const SHOWS_FAILURE =
  /\bFAIL(?:ED|URE)?\b|\b[1-9]\d* (?:tests? )?(?:failed|failing|errors?)\b|error TS\d|^error\b|npm ERR!|Traceback|panic:/mi;

const hasFailed = ({ result, output }: RawCall) =>
  result === "error" || SHOWS_FAILURE.test(output);

const hasPassed = (call: RawCall) => call.result === "ok" && !hasFailed(call);

function judgeFailed(text: string, facts: RawFacts): string {
  if (/^\d+ more$/.test(text)) return "";
  const [, shown = "", times = "1"] = /^`([^`]+)`(?: ×(\d+))?/.exec(text) ?? [];
  const calls = callsOf(shown, facts);
  const failed = calls.filter(hasFailed);
  if (failed.length < Number(times)) {
    return `failed ${failed.length} times: ${shown}`;
  }
  const last = failed.at(-1)?.at ?? 0;
  const later = calls.filter((call) => call.at > last && hasPassed(call));
  const isCut = shown.endsWith("…");
  if (/→ passed later$/.test(text)) {
    const first = failed[0]?.at ?? 0;
    const passed = calls.some((call) => call.at > first && hasPassed(call));
    return passed ? "" : `never passed: ${shown}`;
  }
  if (/→ run again later$/.test(text)) {
    return calls.some(({ at }) => at > (failed[0]?.at ?? 0))
      ? ""
      : `not run again: ${shown}`;
  }
  if (/→ (?:never passed|not run again)$/.test(text)) {
    return later.length === 0 || isCut ? "" : `passed later: ${shown}`;
  }
  return "";
}

function judgeChecked(text: string, facts: RawFacts): string {
  const [, shown = "", how] = /^`([^`]+)` (\w+)/.exec(text) ?? [];
  const last = callsOf(shown, facts).findLast(({ result }) =>
    result !== "none"
  );
  if (last === undefined) return `not run: ${shown}`;
  if (how === "passed" && hasFailed(last)) return `it failed: ${shown}`;
  if (how === "failed" && !hasFailed(last)) return `it passed: ${shown}`;
  return "";
}

function judgeOpen(text: string, facts: RawFacts): string {
  const { calls, typed, said, isAnswered } = facts;
  const made = commits(facts).at(-1)?.at ?? -1;
  if (/^the last request has no final answer/i.test(text)) {
    if (isAnswered && !/[:：]$/.test(facts.lastWords)) {
      return isAnnounced(facts.lastWords) ? "" : "it was answered";
    }
    return quoted(text.replace(/^[^“]*/, ""), [...typed, ...said]);
  }
  if (/^None of the changed files was committed/.test(text)) {
    return made < 0 ? "" : "there was a commit";
  }
  const refused = /^(“.*”); the user declined (.*)$/.exec(text);
  if (refused) {
    return quoted(refused[1] ?? "", [...typed, ...said]) ||
      judgeEnd("The user declined", refused[2] ?? "", facts);
  }
  const broken = /^the user interrupted (“.*”)$/.exec(text)?.[1];
  if (broken !== undefined) return quoted(broken, [...typed, ...said]);
  const changed =
    /^(?:Changed after the last commit|Changed for it|not committed here): (.*?)(?:, for “(.*)”)?$/
      .exec(text);
  if (changed) {
    const since = text.startsWith("Changed for it") ? -1 : made;
    const late = { ...facts, calls: calls.filter(({ at }) => at > since) };
    return judgeFiles(changed[1] ?? "", late) ||
      quoted(changed[2] ?? "", typed);
  }
  const failing = /^Failed and did not pass since: (.*)$/.exec(text)?.[1];
  if (failing !== undefined) {
    return firstFault(
      failing.split(/, (?=`)/).filter((one) => one.startsWith("`")),
      (one) => judgeFailed(`${one} → not run again`, facts),
    );
  }
  const todo = /^To do: (.*)$/.exec(text)?.[1];
  if (todo !== undefined) {
    const list = calls.findLast(({ name }) => name === "TodoWrite");
    return quoted(todo, [flatten(list?.input ?? "")]);
  }
  const ended =
    /^(Its result is not known|Did not succeed|Was not permitted|The user interrupted|The user declined|Not approved by the user[^:]*): (.*)$/
      .exec(text);
  if (ended) return judgeEnd(ended[1] ?? "", ended[2] ?? "", facts);
  const words = text.replace(
    /^(?:Asked the user|Said on the way|Left to the user before|Put off before|Asked for and not mentioned since): /,
    "",
  );
  if (DONE.test(words) && !LEFT.test(words)) return "told as done";
  return quoted(words.replace(/; \d+ more$/, ""), [...said, ...typed]);
}

const DONE = /\b(?:successfully|is now ready|now works|all done|completed)\b/i;
const LEFT =
  /\b(?:still|yet|open|remain\w*|next|need\w*|should|if|can't|cannot|unable|left|pending|manual\w*|todo:)\b|n't\b|\?/i;

const isAnnounced = (words: string) => /\blet me\b[^.!?]*$/.test(words);

function judgeEnd(how: string, deed: string, facts: RawFacts): string {
  const [name = ""] = deed.split(" ");
  const calls = facts.calls.filter((call) =>
    call.name === name || /^(?:the|a) plan/.test(deed)
  );
  const isSo = calls.some((call) => {
    const { result, output } = call;
    if (how.startsWith("Its result")) return result === "none";
    if (how.startsWith("Did not")) return result === "error";
    if (how.startsWith("The user interrupted")) {
      return !isDeclined(call) &&
        (REJECTED.test(output) ||
          /interrupted by user|take this action/.test(output));
    }
    if (how.startsWith("Was not")) return /^Permission/.test(output);
    return isDeclined(call);
  });
  return isSo ? "" : `not so: ${how}`;
}

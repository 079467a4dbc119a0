/**
 * Picking the words of a session that tell what it was about. Position decides
 * first, in any language; cue words of a few languages only refine it.
 */

import { clip } from "./clip.ts";

/** A message says what matters at its beginning and its end. */
const READ_FIRST_CHARS = 6000;
const READ_LAST_CHARS = 3000;
const UNIT_CHARS = 260;

/** A sentence or a list item of a message. */
export interface Unit {
  readonly text: string;
  readonly item: boolean;
  /** Stands below a heading that promises a conclusion. */
  readonly promised: boolean;
}

const CONCLUDES =
  /\b(?:done|fix(?:ed|es)?|resolved|completed?|implemented|added|removed|updated|created|renamed|moved|committed|pushed|merged|(?:root )?cause|because|turn(?:s|ed) out|decided|chose|chosen|recommend(?:ed|ation)?|now (?:uses|works|shows|returns|creates?)|pass(?:es|ed)?|verified|behoben|erledigt|Ursache|corrigé|terminé|corregido|causa)\b|완료|수정|해결|고쳤|추가|원인|결정|때문|변경|통과|삭제|구현|完了|修正|解決|原因|追加|更新|変更|決定|実装|作成|削除|已|完成|修复|修復|解决/i;

const CAUSE =
  /\b(?:root cause|the (?:cause|culprit|reason|bug|problem|issue) (?:is|was)|turn(?:s|ed) out|Ursache|la causa?)\b|원인|때문|原因/i;

const LEAVES_OPEN =
  /\b(?:next steps?|next up|next,|remains|remaining (?:work|items?|tasks?|steps?|issues?)|to-dos?|TODO:|follow[- ]?ups?|not yet|(?:have|has|did|do|does)n't|still (?:need|fail|open|missing|to do)|left to|(?:you'll|you will|you may|you might|you can) (?:need|want|delete|re-?test)|(?:we|you|i)(?:'ll| will)? (?:still )?need to|manually|known (?:issue|limitation)s?|blocked|ready (?:to|for)|when you're ready|pending|untested|unable|can't|cannot|couldn't|could not|noch (?:nicht|offen)|reste à|falta)\b|다음|남은|남아|아직|추후|미완|필요합니다|하지 못|보류|확인해 주|次の|次は|残り|残って|まだ|未対応|未実装|未確認|今後|必要があ|要確認|できません|还没|尚未|剩余|下一步/i;

const PROMISING_HEADING =
  /cause|result|conclusion|recommend|verdict|summary|fix|behaviou?r|status|answer|결과|결론|원인|요약|結果|結論|原因|まとめ/i;

/** Praise and agreement with which an answer begins. */
const PRAISE =
  /^(?:perfect|great|excellent|awesome|nice|good|success|done|complete|committed|updated|pushed|fixed|stopped|found it|no worries|완료(?:했습니다)?|완료되었습니다|좋습니다|完了(?:しました)?|好的)[\s\p{P}\p{S}]*$/iu;
const AGREES =
  /^(?:sure|got it|yes|yeah|right|ok(?:ay)?|understood|exactly|absolutely|of course|(?:great|good|excellent) (?:catch|question|point|idea|news|feedback)|you(?:'re|’re| are) (?:absolutely )?right|you raise|네|예|알겠습니다|はい|承知|了解|わかりました)(?![\p{L}\p{N}])/iu;
const AGREES_CHARS = 70;

const ANNOUNCES =
  /^(?:now |first |next |ok,? )?(?:let me|let's|i'll|i will|here(?:'s| is| are))\b/i;
const ANNOUNCES_CHARS = 35;

const TRIVIAL =
  /^(?:(?:y|yes|yep|yeah|yup|no|nope|ok|okay|k|sure|please|pls|thanks?|thank you|thx|ty|go|do|it|that|this|ahead|continue|proceed|next|good|great|nice|cool|perfect|right|correct|exactly|fine|stop|wait|hi|hello|hey|lgtm|resume|try again|again|now|and|keep going|looks|sounds|how'?s it going|네|예|응|ㅇㅇ|ㅇㅋ|그래|좋아요?|좋습니다|계속|계속해|진행|진행해|해줘|해주세요|주세요|감사합니다|고마워|아니요?|멈춰|はい|うん|いいえ|ええ|続けて|続けてください|ください|お願いします|お願い|進めて|ありがとう|ありがとうございます|了解|オーケー|大丈夫|です|好|好的|是|继续|可以|谢谢|ja|nein|weiter|danke|oui|non|merci|sí|si|gracias)[\s\p{P}\p{S}]*)+$/iu;
const TRIVIAL_CHARS = 60;

/** Commands that steer the client and ask nothing of the assistant. */
const HOUSEKEEPING =
  /^\/(?:add-dir|agents|bashes|clear|compact|config|context|cost|doctor|effort|exit|export|fast|help|hooks|ide|login|logout|mcp|memory|model|permissions|plugin|plugins|quit|release-notes|reload-plugins|rename|resume|rewind|sandbox|skills|stats|status|statusline|tasks|terminal-setup|theme|todos|upgrade|usage|vim)(?:\s|$)/i;

export function isHousekeeping(request: string): boolean {
  return HOUSEKEEPING.test(request.trim());
}

/** "yes", "계속", "2", "[image]": says nothing without what stands before it. */
export function isTrivial(request: string): boolean {
  if (request.length > TRIVIAL_CHARS) return false;
  const words = request.replaceAll("[image]", "").trim();
  if (words.startsWith("/")) return false;
  return widthOf(words) < 4 || TRIVIAL.test(words);
}

export const statesCause = (text: string) => CAUSE.test(text);
export const leavesOpen = (text: string) => LEAVES_OPEN.test(text);
export const isQuestion = (text: string) =>
  /[?？]["'”’)\]*_]*$/.test(text) ||
  /(?:까요|나요|ですか|ますか)[.。]?$/.test(text);

/** The question a message ends with, or "". */
export function lastQuestion(words: string): string {
  const question = unitsOf(words).at(-1)?.text ?? "";
  return isQuestion(question) ? question : "";
}

/** A wide character says about as much as two narrow ones. */
function widthOf(text: string): number {
  return text.length + (text.match(/[\u1100-\uffdc]/g)?.length ?? 0);
}

/** The sentences and list items of a message: no code, no table, no heading. */
export function unitsOf(message: string): Unit[] {
  const text = proseOf(readable(message));
  const units: Unit[] = [];
  let promised = false;
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    if (line === "" || isNoise(line)) continue;
    const heading = /^(?:#{1,6}\s+(.*)|\*\*([^*]+)\*\*:?)$/.exec(line);
    const numbered = heading !== null &&
      /^\S*\s?\d+[.):]/.test(heading[1] ?? "");
    if (heading !== null && !numbered) {
      promised = PROMISING_HEADING.test(line);
      continue;
    }
    const item = numbered || /^(?:[-*+•]|\d+[.)])\s/.test(line);
    const words = bare(line);
    if (words === "") continue;
    const parts = item ? [words] : sentencesOf(words);
    units.push(...parts.map((part) => ({ text: part, item, promised })));
  }
  return units;
}

/** The first words of a request that fit, with all its points where it lists some. */
export function shorten(request: string, max: number): string {
  const answers = answersOf(readable(request));
  if (answers.length > 0) {
    const each = Math.max(60, Math.floor(max / answers.length) - 3);
    return fit(answers.map((line) => answerOf(line, each)), " / ", max);
  }
  const units = unitsOf(request);
  if (units.length === 0) return cut(bare(readable(request)), max);
  const items = units.filter(({ item }) => item).map(({ text }) => text);
  if (items.length < 2) return fit(units.map(({ text }) => text), " ", max);
  const first = units.findIndex(({ item }) => item);
  const intro = fit(
    units.slice(0, first).map(({ text }) => text),
    " ",
    Math.floor(max * 0.6),
  );
  const each = Math.max(
    40,
    Math.floor((max - intro.length) / items.length) - 3,
  );
  const points = items.map((text) => cut(text, each));
  return fit(intro === "" ? points : [intro, ...points], " / ", max);
}

/** What a message concludes, in at most so many characters; "" if nothing. */
export function gistOf(message: string, max: number): string {
  const all = unitsOf(message);
  const telling = all.filter(({ text, item }) =>
    !isQuestion(text) && !isAnnouncement(text) &&
    !PRAISE.test(text) &&
    (item || text.length > AGREES_CHARS || !AGREES.test(text))
  );
  if (telling.length === 0) return announced(message, all, max);
  const scored = telling.map((unit, at) => ({
    at,
    text: cut(unit.text.replace(/[:：]$/, ""), Math.min(max, UNIT_CHARS)),
    score: placeScore(unit, at, telling.length) +
      (CONCLUDES.test(unit.text) ? 2 : 0) +
      (statesCause(unit.text) ? 2 : 0) + (unit.promised ? 1.5 : 0) +
      (leavesOpen(unit.text) ? 1.5 : 0),
  }));
  scored.sort((a, b) => b.score - a.score || a.at - b.at);
  const chosen: typeof scored = [];
  let room = max;
  for (const unit of scored) {
    if (unit.text.length + 2 > room && chosen.length > 0) continue;
    chosen.push(unit);
    room -= unit.text.length + 2;
    if (room < 30) break;
  }
  return chosen.sort((a, b) => a.at - b.at).map(({ text }, index) =>
    index === chosen.length - 1 || /[.!?。！？…]$/.test(text)
      ? text
      : `${text};`
  ).join(" ");
}

/** Cut at the end of a word, with a mark. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const kept = clip(text, Math.max(0, max - 2));
  const space = kept.lastIndexOf(" ");
  return `${space > max * 0.6 ? kept.slice(0, space) : kept} …`;
}

/** The points of a list count less than what is said about them. */
function placeScore({ item }: Unit, at: number, count: number): number {
  if (item) return (at === 0 ? 0.5 : 0) - 1 - at / count;
  if (at === 0) return 3;
  return at === 1 || at === count - 1 ? 1.5 : -at / count;
}

/** "Here is what I did:" says nothing; "Fixed the timeout by setting:" does. */
function isAnnouncement(text: string): boolean {
  if (ANNOUNCES.test(text)) return true;
  return /[:：]$/.test(text) &&
    !(text.length > ANNOUNCES_CHARS && CONCLUDES.test(text));
}

/** The lines of a request that answers questions: `question? → answer`. */
function answersOf(request: string): string[] {
  const lines = request.split("\n");
  return isQuestion(lines[0]?.split(" → ", 1)[0] ?? "")
    ? lines.filter((line) => line.includes(" → "))
    : [];
}

/** `question → answer`: what was answered matters more. */
function answerOf(line: string, max: number): string {
  const arrow = line.lastIndexOf(" → ");
  const answer = cut(bare(line.slice(arrow + 3)), Math.floor(max * 0.7));
  return `${
    cut(bare(line.slice(0, arrow)), max - answer.length - 3)
  } → ${answer}`;
}

/** Parts from the first on, while they fit; a mark if some are missing. */
function fit(parts: readonly string[], joint: string, max: number): string {
  let text = "";
  for (const part of parts) {
    const longer = text === "" ? part : text + joint + part;
    if (longer.length > max - 2) {
      return text === "" ? cut(part, max) : cut(longer, max);
    }
    text = longer;
  }
  return text;
}

function readable(message: string): string {
  if (message.length <= READ_FIRST_CHARS + READ_LAST_CHARS) return message;
  const tail = message.slice(-READ_LAST_CHARS);
  return `${clip(message, READ_FIRST_CHARS)}\n${
    tail.slice(tail.search(/\n/) + 1)
  }`;
}

/** Without fenced code; a fence that never ends hides nothing. */
function proseOf(text: string): string {
  return text.replace(/^[ \t]*```[^\n]*\n[^]*?^[ \t]*```[ \t]*$/gm, "\n")
    .replace(/^[ \t]*```.*$/gm, "")
    .replace(/<thinking>[^]*?(?:<\/thinking>|$)/g, "\n");
}

/** What an answer of nothing but code or a table was, and how it begins. */
function announced(
  message: string,
  units: readonly Unit[],
  max: number,
): string {
  const title = units.find(({ text }) => isAnnouncement(text))?.text ?? "";
  const code = !message.includes("```")
    ? null
    : /^[ \t]*```[^\n]*\n([^]*?\S[^\n]*)/m.exec(readable(message));
  if (code === null || (title === "" && units.length > 0)) return "";
  return cut(`${title} ${bare(code[1] ?? "")}`.trim(), max);
}

/** Tables, rules, pasted logs and stack traces. */
function isNoise(line: string): boolean {
  return /^(?:\||[-=_*─━]{3,}|[{}[\]]|(?:Author|Date): |>\s|at \S+[:(]|\d{4}-\d\d-\d\d[T ]\d\d:|[*|\s]*commit [0-9a-f]{12}|\d+s?$)|(?:"\w+":.*){2}/
    .test(line) || !/[\p{L}\p{N}]/u.test(line);
}

/** Without the marks of Markdown. */
function bare(line: string): string {
  return line.replace(/\*\*|`{3,}/g, "")
    .replace(/^(?:#{1,6}\s+|(?:[-*+•]|\d+[.)])\s+)+/, "")
    .replace(/^(?:(?![\d#*])\p{Emoji}|\ufe0f|\s)+/u, "")
    .replace(/\s+/g, " ").trim();
}

function sentencesOf(line: string): string[] {
  return line.split(/(?<=[.!?…])\s+(?=[^a-z\s])|(?<=[。！？])\s*/u)
    .map((part) => part.trim()).filter((part) => /[\p{L}\p{N}]/u.test(part));
}

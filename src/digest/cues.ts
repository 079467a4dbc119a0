/**
 * The words that show what a sentence is for, in a few languages: a result, a
 * cause, something left open, an announcement, mere agreement.
 */

import { REMEMBER } from "../base/remember_prompt.ts";

const CONCLUDES =
  /\b(?:done|fix(?:ed|es)?|resolved|completed?|implemented|added|removed|updated|created|renamed|moved|committed|pushed|merged|(?:root )?cause|because|turn(?:s|ed) out|decided|chose|chosen|recommend(?:ed|ation)?|changed|replaced|switched|now (?:also |only |all )?[a-z]{2,}(?:s|ed)|pass(?:es|ed)?|verified|behoben|erledigt|Ursache|corrigé|terminé|corregido|causa)\b|완료|수정|해결|고쳤|추가|원인|결정|때문|변경|통과|삭제|구현|完了|修正|解決|原因|追加|更新|変更|決定|実装|作成|削除|已|完成|修复|修復|解决/i;

const CAUSE =
  /\b(?:root cause|the (?:cause|culprit|reason|bug|problem|issue) (?:is|was)|turn(?:s|ed) out|found the (?:cause|culprit|reason|bug|problem|issue)|Ursache|la causa?)\b|원인|때문|原因/i;

const LEAVES_OPEN =
  /\b(?:next steps?|next up|next,|remains|remaining (?:work|items?|tasks?|steps?|issues?)|to-dos?|TODO:|follow[- ]?ups?|not yet|(?:have|has|did|does)n't|still (?:need|fail|open|missing|to do)|left to|(?:you'll|you will|you may|you might|you can) (?:need|want|delete|re-?test)|(?:we|you|i)(?:'ll| will)? (?:still )?need to|manually|known (?:issue|limitation)s?|if (?:this|that|it) still|should (?:now |all )?(?:work|fix|be (?:fixed|green))|try (?:again|it|running)|blocked|pending|untested|unable|can't|cannot|couldn't|could not|noch (?:nicht|offen)|reste à|falta)\b|다음|남은|남아|아직|추후|미완|필요합니다|하지 못|보류|확인해 주|次の|次は|残り|残って|まだ|未対応|未実装|未確認|今後|必要があ|要確認|できません|还没|尚未|剩余|下一步/i;

/** Says in so many words that something is not done. */
const STATES_OPEN =
  /\bto-?dos?:|\b(?:(?:is|are|remains?|still|left) open|open (?:point|question|item|issue|task)s?|still (?:needs?|fail\w*|missing|to do|broken|pending|unresolved|has to|have to)|not (?:yet )?(?:done|implemented|finished|fixed|tested|handled) yet|not yet|left to do|remains? to be|noch (?:nicht|offen)|reste à|pendiente)\b|아직|남은 (?:작업|일|문제)|미완|미해결|보류|まだ|未対応|未実装|未解決|残(?:り|って|タスク)|还没|尚未|待办|未完成/i;

/** Asks the user to do something that the assistant cannot. */
const HANDS_OVER =
  /\byou(?:'ll|'d| will| may| might| would)? (?:still )?(?:need|want|have) to\b.*\b(?:manually|yourself|by hand)\b|직접 .*(?:해 주세요|하셔야)|手動で.*(?:ください|必要)/i;

const LISTS_OPEN =
  /\b(?:next steps?|what's next|remain(?:s|ing)|to-?dos?|left to do|not yet|follow[- ]?ups?|open (?:points?|questions?|items?|issues?)|known (?:issue|limitation)s?|nächste Schritte|offen|prochaines étapes|próximos pasos)\b|다음 단계|남은|次のステップ|残り|残タスク|今後|下一步|剩余|待办/i;

const PROMISING_HEADING =
  /cause|result|conclusion|recommend|verdict|summary|fix|behaviou?r|status|answer|결과|결론|원인|요약|結果|結論|原因|まとめ/i;

/** Of all headings, this kind says something itself. */
const SAYS_READY = /\bready (?:to|for) \w/i;

/** Says how it was before. */
const WAS = /^(?:before|vorher|이전|기존|変更前|之前)\s*[:：]/i;

/** Praise and agreement with which an answer begins. */
const PRAISE =
  /^(?:perfect|great|excellent|awesome|nice|good|success|done|complete|committed|updated|pushed|fixed|stopped|found it|no worries|완료(?:했습니다)?|완료되었습니다|좋습니다|完了(?:しました)?|好的)[\s\p{P}\p{S}]*$/iu;
const AGREES =
  /^(?:sure|got it|yes|yeah|right|ok(?:ay)?|understood|exactly|absolutely|of course|(?:great|good|excellent) (?:catch|question|point|idea|news|feedback)|you(?:'re|’re| are) (?:absolutely )?right|you raise|네|예|알겠습니다|はい|承知|了解|わかりました)(?![\p{L}\p{N}])/iu;
const AGREES_CHARS = 70;

/** "All tests pass." says nothing about what was done. */
const GREEN =
  /^(?:all |both |unit |lint |the )*(?:tests?|checks?|lint(?:ing)?|build)\b.{0,50}\b(?:pass(?:es|ed)?|clean|green)\b.{0,40}$|^모든 테스트.{0,20}통과|^(?:すべての|全ての?)?テスト.{0,20}(?:成功|通過|パス)/i;

const ANNOUNCES =
  /^(?:now |first |next |ok,? )?(?:let me|let's|i'll|i will|here(?:'s| is| are))\b/i;
const ANNOUNCES_CHARS = 35;
/** Words that stop before what they announce: the user broke in. */
const END_CHARS = 500;
const GOES_ON =
  /[:：]$|(?:^|[.!?]\s+|\n)(?:(?:now|next|first),? )?let me (?!know\b)[^\n.!?]*[.…]*$/i;

/** The user tells what they tried, saw or did: only a user's words have it. */
const REPORTS =
  /\b(?:(?:it|that|this|tests?|testing|build|deploy(?:ment)?|ci|everything) (?:now |still |all |has |have |is |are |was |were |just )*(?:pass(?:es|ed|ing)?|works?|worked|working|fails?|failed|failing|broken|fixed|green|red)|i(?:'ve| have)? (?:just |now |already )?(?:tested|verified|confirmed|merged|deployed|released)|(?:doesn't|does not|didn't|did not) work|still (?:fails|broken|the same)|funktioniert|marche)\b|통과(?:했|됐|됩)|확인했|잘 (?:돼|됩|동작)|여전히|안 (?:돼|됩)|動きました|動かない|動きません|確認しました|通りました|まだ(?:同じ|だめ|失敗)|通过了|可以用了|不行/i;
const REPORT_CHARS = 160;

const TRIVIAL =
  /^(?:(?:y|yes|yep|yeah|yup|no|nope|ok|okay|k|sure|please|pls|thanks?|thank you|thx|ty|go|do|it|that|this|ahead|continue|proceed|next|good|great|nice|cool|perfect|right|correct|exactly|fine|stop|wait|hi|hello|hey|lgtm|resume|try again|again|now|and|keep going|looks|sounds|how'?s it going|네|예|응|ㅇㅇ|ㅇㅋ|그래|좋아요?|좋습니다|계속|계속해|진행|진행해|해줘|해주세요|주세요|감사합니다|고마워|아니요?|멈춰|はい|うん|いいえ|ええ|続けて|続けてください|ください|お願いします|お願い|進めて|ありがとう|ありがとうございます|了解|オーケー|大丈夫|です|好|好的|是|继续|可以|谢谢|ja|nein|weiter|danke|oui|non|merci|sí|si|gracias)[\s\p{P}\p{S}]*)+$/iu;
const TRIVIAL_CHARS = 60;

/** Says what is to be done, wherever in a request it is. */
const WISHES =
  /\b(?:(?:can|could|should|would) (?:you|we|i)|please|i wonder (?:if|whether)|i(?:'d| would) (?:like|love|prefer)|i (?:want|need|think we should)|let's|we (?:should|need to|must)|make sure|bitte|könnt?est du|pourrais-tu|s'il te plaît|por favor|puedes)\b|해 ?줘|해 ?주세요|해 ?주실|하자|ください|してほしい|お願い|たい(?:です|んだ)|请|帮我|能不能/i;

/** Commands that steer the client and ask nothing of the assistant. */
const HOUSEKEEPING =
  /^\/(?:add-dir|agents|bashes|clear|compact|config|context|cost|doctor|effort|exit|export|fast|help|hooks|ide|login|logout|mcp|memory|model|permissions|plugin|plugins|quit|release-notes|reload-plugins|rename|resume|rewind|sandbox|skills|stats|status|statusline|tasks|terminal-setup|theme|todos|upgrade|usage|vim)(?:\s|$)/i;

/** Our own skills: memory is not what a session is about. */
const OWN_COMMAND =
  /^\/(?:memory-keeper:[\w-]+|(?:memory-(?:delta|rotate|status)|(?:search|save|load|clear)-memory))(?:\s|$)/i;

/** A shell command that the user ran: the log has it as "! ls". */
const OWN_SHELL = /^!\s/;

export function isHousekeeping(request: string): boolean {
  return [HOUSEKEEPING, OWN_COMMAND, OWN_SHELL]
    .some((kind) => kind.test(request.trim()));
}

/** What a slash command does is its author's wish; the user's are its words. */
const COMMAND_WORD = /^\/[\w:.-]+(?=\s|$)/;

/** A rule, which is kept as such; an ordinary prompt may follow it. */
const STATED_RULE = new RegExp(
  String.raw`${REMEMBER.source}.*?(?:\n\s*\n|$)`,
  "is",
);

/** What the user asked for; "" for a command without words of the user's. */
export function requestIn(prompt: string): string {
  const text = prompt.replace(STATED_RULE, "");
  const [command = ""] = COMMAND_WORD.exec(text.trim()) ?? [];
  if (command === "") return text;
  const rest = text.trim().slice(command.length);
  const words = rest.match(/(?<=\s)\p{L}[\p{L}'’]+(?=[\s.,;:!?]|$)/gu) ?? [];
  return words.length > 1 || /[\u1100-\uffdc]{4}/.test(rest) ? text : "";
}

/** "yes", "계속", "2", "[image]": says nothing without what precedes it. */
export function isTrivial(request: string): boolean {
  if (request.length > TRIVIAL_CHARS) return false;
  const words = request.replaceAll("[image]", "").trim();
  if (words.startsWith("/")) return false;
  return widthOf(words) < 4 || TRIVIAL.test(words);
}

export const wishes = (text: string) => WISHES.test(text);

/** Judged by how it begins: what follows may be pasted. */
export const reportsResult = (request: string) =>
  REPORTS.test(request.slice(0, REPORT_CHARS));

export const statesCause = (text: string) => CAUSE.test(text);
export const leavesOpen = (text: string) => LEAVES_OPEN.test(text);
export const statesOpen = (text: string) => STATES_OPEN.test(text);
export const handsOver = (text: string) => HANDS_OVER.test(text);
export const isQuestion = (text: string) =>
  /[?？]["'”’)\]*_]*$/.test(text) ||
  /(?:까요|나요|ですか|ますか)[.。]?$/.test(text);

/** Ends with what was to be done next, not with what was reached. */
export const goesOn = (message: string) =>
  GOES_ON.test(message.slice(-END_CHARS).trimEnd());

/** Begins a list of what is left to do. */
export const listsOpen = (line: string) => LISTS_OPEN.test(line);
export const promisesResult = (heading: string) =>
  PROMISING_HEADING.test(heading);
export const saysReady = (heading: string) => SAYS_READY.test(heading);

/** How much a sentence says about the result of a message, by its words. */
export function cueScore(text: string): number {
  return (CONCLUDES.test(text) ? 2 : 0) + (statesCause(text) ? 2 : 0) +
    (leavesOpen(text) ? 1.5 : 0);
}

/** Says little of what was done, wherever it is. */
export const isWeak = (text: string) => GREEN.test(text) || WAS.test(text);

/** Nothing but agreement, praise or what comes next. */
export function isFiller({ text, item }: { text: string; item: boolean }) {
  return isQuestion(text) || isAnnouncement(text) || PRAISE.test(text) ||
    (!item && text.length <= AGREES_CHARS && AGREES.test(text));
}

/** "Here is what I did:" says nothing; "Fixed the timeout by setting:" does. */
export function isAnnouncement(text: string): boolean {
  if (ANNOUNCES.test(text)) return true;
  return /[:：]$/.test(text) &&
    !(text.length > ANNOUNCES_CHARS && CONCLUDES.test(text));
}

/** A wide character says about as much as two narrow ones. */
function widthOf(text: string): number {
  return text.length + (text.match(/[\u1100-\uffdc]/g)?.length ?? 0);
}

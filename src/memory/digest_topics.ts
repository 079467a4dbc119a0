/**
 * A session digest read back: a `**Label**` line begins a topic, the lines
 * below belong to it. Digests of other shapes are one topic without a label.
 */

import { clipSentence, shareOf } from "../base/cut_text.ts";
import { disarmMarks, oneLine } from "../base/safe_text.ts";

export interface Digest {
  /** `Asked: one; two` */
  readonly topics: readonly string[];
  readonly decisions: readonly string[];
}

const TITLE_OR_FENCE = /^\s{0,3}(?:#\s|`{3,}|~{3,})/;
const LABEL =
  /^(?:\*\*|#{2,6}\s+)([^*]{1,80}?)(?:\*\*)?(?:\s*\(\d+ of \d+\))?:?$/;
const DECISION = /^(?:\*\*)?(?:decided|decisions?)(?:\*\*)?:(?:\*\*)?\s*(.+)$/i;

export function readDigest(text: string): Digest {
  const topics: { label: string; words: string[] }[] = [];
  const decisions: string[] = [];
  let topic: { label: string; words: string[] } | undefined;
  for (const line of disarmMarks(withoutComments(text)).split(/\r?\n/)) {
    const label = LABEL.exec(line.trim())?.[1];
    if (label === undefined && TITLE_OR_FENCE.test(line)) continue;
    const words = oneLine(line.replace(/^\s*(?:[-*+>]\s+)*/, ""));
    const decision = DECISION.exec(words)?.[1];
    if (label !== undefined) topics.push(topic = { label, words: [] });
    else if (decision !== undefined) decisions.push(decision);
    else if (words !== "") {
      if (topic === undefined) topics.push(topic = { label: "", words: [] });
      topic.words.push(words);
    }
  }
  const isDecision = (label: string) => /^(?:decided|decisions?)$/i.test(label);
  return {
    topics: topics.filter(({ label, words }) =>
      words.length > 0 && !isDecision(label)
    ).map(({ label, words }) =>
      label === "" ? words.join(" ") : `${oneLine(label)}: ${words.join("; ")}`
    ),
    decisions: [
      ...decisions,
      ...topics.flatMap(({ label, words }) => isDecision(label) ? words : []),
    ],
  };
}

/** The topics in a row; none takes the room of the others. */
export function joinTopics(topics: readonly string[], max: number): string {
  const ended = topics.map((topic) =>
    /[.!?…。]$/.test(topic) ? topic : `${topic}.`
  );
  const share = shareOf(
    ended.map(({ length }) => length),
    max - Math.max(0, ended.length - 1),
  );
  return ended.map((topic) => clipSentence(topic, share)).join(" ");
}

function withoutComments(text: string): string {
  return text.replace(/<!--.*?-->/gs, "");
}

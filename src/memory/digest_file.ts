/** A session's digest as a file: when its work was done, then the text. */

import {
  readWorkComment,
  renderWorkComment,
  type WorkTime,
} from "./work_time.ts";

export function renderDigestFile(body: string, work: WorkTime | undefined) {
  return (work ? `${renderWorkComment(work)}\n` : "") + `${body}\n`;
}

/** `work` is undefined in version 0.1, and where no entry had a time. */
export function readDigestFile(text: string) {
  const end = text.indexOf("\n") + 1;
  const work = readWorkComment(text.slice(0, end))?.work;
  return { work, body: work ? text.slice(end) : text };
}

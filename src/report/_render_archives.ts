/** The archives of memory.md, and the files the user wrote. */

import { formatCount, plural } from "../base/format_count.ts";
import { type LocalTime, plainDay } from "./_local_time.ts";
import { renderMarkdown, renderWords } from "./_markdown.ts";
import { type Content, type Markup, markup } from "./_markup.ts";
import type { ReportArchive, WrittenFile } from "./_report_data.ts";

export function renderArchives(
  archives: readonly ReportArchive[],
  local: LocalTime,
): Content {
  return archives.length > 0 && markup`<section id="archives" data-group>
<h2>Archives</h2>
<p class="lead">When memory.md is full it becomes an archive, and its newest sections begin the next one.</p>
${archives.map((archive) => renderArchive(archive, local))}</section>`;
}

function renderArchive(archive: ReportArchive, local: LocalTime): Markup {
  const { file, rotatedAt, tokens, sections } = archive;
  const [overall, ...points] = archive.summary;
  const day = local.day(rotatedAt);
  return markup`<article class="archive" data-item><h3>${
    day === "" ? file : plainDay(day)
  }</h3><p class="meta"><code>${file}</code> · ${plural(sections, "section")}${
    tokens !== null && ` · ${formatCount(tokens)} tokens`
  }</p>${
    overall === undefined
      ? markup`<p class="none">It has no summary yet.</p>`
      : markup`<p>${renderWords(overall)}</p>`
  }${
    points.length > 0 && markup`<ul>${
      points.map((point) => markup`<li>${renderWords(point)}</li>`)
    }</ul>`
  }</article>
`;
}

export function renderWritten(written: readonly WrittenFile[]): Content {
  return written.length > 0 && markup`<section id="files" data-group>
<h2>Written on purpose</h2>
${
    written.map(({ file, text }) =>
      markup`<details class="file" data-item open><summary><h3 class="mono">${file}</h3></summary><article>${
        renderMarkdown(text)
      }</article></details>
`
    )
  }</section>`;
}

/** The page's style: one column, quiet colours, light or dark like the system. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --page: #fbfaf8; --raised: #ffffff; --ink: #1f1d1a; --soft: #66615a;
  --line: #e5e1da; --accent: #17636d; --tint: #e2eef0; --area: #d4e6e8;
  --warm: #8a5000; --warm-tint: #f8ecd7; --mark: #ffe28a; --on-mark: #1f1d1a;
  --sans: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto,
    "Noto Sans", "Noto Sans CJK KR", "Apple SD Gothic Neo", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas,
    "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #131617; --raised: #1a1e20; --ink: #e5e3de; --soft: #a19c94;
    --line: #2c3134; --accent: #78c4ce; --tint: #1b3236; --area: #1d3a3f;
    --warm: #e3b069; --warm-tint: #35270f; --mark: #7a6114; --on-mark: #fffbe8;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; max-width: 62rem; padding: 0 clamp(1rem, 4vw, 2.5rem) 4rem;
  background: var(--page); color: var(--ink);
  font: 1rem/1.6 var(--sans); overflow-wrap: anywhere;
}
[hidden] { display: none !important; }
a { color: var(--accent); text-underline-offset: .18em; text-decoration-thickness: 1px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
::highlight(found) { background-color: var(--mark); color: var(--on-mark); }
h1, h2, h3, h4 { line-height: 1.25; margin: 0; text-wrap: balance; }
h1 { font-size: clamp(1.9rem, 5vw, 2.6rem); font-weight: 650; letter-spacing: -.02em; }
h2 { font-size: 1.4rem; font-weight: 650; letter-spacing: -.01em; margin: 3.5rem 0 1rem; }
h3 { font-size: 1.02rem; font-weight: 650; }
/* Each paragraph is read in the direction of its own first letter. */
p, li, pre, blockquote { unicode-bidi: plaintext; }
p { margin: 0 0 .6em; }
code, pre, .mono { font-family: var(--mono); font-size: .86em; }
code { background: var(--tint); padding: .08em .32em; border-radius: 3px; }
pre {
  margin: .4em 0 .8em; padding: .7em .9em; overflow-x: auto; overflow-wrap: normal;
  background: var(--raised); border: 1px solid var(--line); border-radius: 6px;
  line-height: 1.45;
}
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: .5rem; z-index: 3; background: var(--raised); padding: .4em .8em; }

.top { padding: 3rem 0 1rem; }
.kicker { color: var(--soft); font-size: .88rem; margin: 0 0 .5rem; }
.lead { color: var(--soft); max-width: 44rem; }
section > .lead { margin-bottom: 1.4rem; }
.top .lead { font-size: 1.06rem; margin: .7rem 0 0; }
.figures { display: flex; flex-wrap: wrap; gap: 1rem 2.4rem; margin: 1.8rem 0 0; }
.figures div { display: flex; flex-direction: column-reverse; }
.figures dt { color: var(--soft); font-size: .84rem; }
.figures dd { margin: 0; font-size: 1.65rem; font-weight: 600; line-height: 1.15;
  font-variant-numeric: tabular-nums; letter-spacing: -.01em; }
.notice { margin: 1.6rem 0 0; padding: .7rem 1rem; background: var(--warm-tint);
  border-radius: 6px; font-size: .92rem; }
.notice p { margin: 0; }
.notice ul { margin: .2rem 0 0; padding-left: 1.2rem; }

.tools {
  position: sticky; top: 0; z-index: 2; display: flex; align-items: center;
  gap: .5rem 1.4rem; flex-wrap: wrap; padding: .6rem 0; margin-top: 1.4rem;
  background: var(--page); border-bottom: 1px solid var(--line);
}
.tools nav { display: flex; gap: 1.2rem; overflow-x: auto;
  scrollbar-width: none; font-size: .92rem; }
.tools nav a { color: var(--soft); text-decoration: none; white-space: nowrap; }
.tools nav a:hover { color: var(--accent); }
.finder { display: flex; align-items: center; gap: .7rem; margin-left: auto; flex: 0 1 24rem; min-width: 0; }
.finder input {
  flex: 1; min-width: 0; font: inherit; font-size: .94rem; padding: .32rem .7rem;
  color: inherit; background: var(--raised); border: 1px solid var(--line); border-radius: 6px;
}
.finder output { color: var(--soft); font-size: .86rem; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
.finder button { font: inherit; font-size: .86rem; color: var(--soft); white-space: nowrap;
  background: none; border: 0; padding: .3rem .2rem; cursor: pointer; }
.finder button:hover { color: var(--accent); }

figure { margin: 0 0 1.6rem; }
figcaption { font-size: .9rem; color: var(--soft); margin: 0 0 .2rem; }
.chart { display: block; width: 100%; overflow: visible; }
.chart .area { fill: var(--area); }
.chart .line { fill: none; stroke: var(--accent); stroke-width: 1.75;
  vector-effect: non-scaling-stroke; stroke-linejoin: round; }
.chart .grid { stroke: var(--line); stroke-width: 1; }
.chart .base { stroke: var(--soft); stroke-opacity: .45; stroke-width: 1; }
.chart .limit { stroke: var(--warm); stroke-width: 1; stroke-dasharray: 4 4; }
.chart .label { fill: var(--soft); font: .74rem var(--sans);
  paint-order: stroke; stroke: var(--page); stroke-width: 3px; }
.chart .turn { fill: var(--page); stroke: var(--warm); stroke-width: 2; }
.chart .bar { fill: var(--accent); }

summary { cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
.month { border-top: 1px solid var(--line); }
.month:last-child { border-bottom: 1px solid var(--line); }
.month > summary { display: flex; align-items: baseline; gap: .7rem; padding: .75rem 0; }
.month > summary::before, .more > summary::before, .file > summary::before {
  content: ""; align-self: center; width: .42rem; height: .42rem; margin: 0 .25rem;
  border: solid var(--soft); border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg);
}
.month[open] > summary::before, .more[open] > summary::before,
.file[open] > summary::before { transform: rotate(45deg); }
.count { color: var(--soft); font-size: .86rem; font-weight: 400; font-variant-numeric: tabular-nums; }
.day { display: grid; grid-template-columns: 8.8rem minmax(0, 1fr); padding: .2rem 0 1rem;
  content-visibility: auto; contain-intrinsic-size: auto 6rem; }
.day h4 { font-size: .94rem; font-weight: 600; padding-top: .5rem; padding-left: .25rem; }
.day h4 span { display: block; color: var(--soft); font-weight: 400; font-size: .84rem; }
.session > summary {
  display: grid; grid-template-columns: 3.4rem minmax(0, 1fr) auto; gap: .2rem .8rem;
  align-items: baseline; padding: .45rem .7rem; margin: 0 -.7rem; border-radius: 6px;
}
.session > summary:hover { background: var(--tint); }
.session > summary time { color: var(--soft); font-size: .88rem; font-variant-numeric: tabular-nums; }
.session .what { overflow: hidden; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
.session[open] > summary .what { font-weight: 600; -webkit-line-clamp: 6; }
.session[open] > summary .came, .session:not([open]) > summary .asked { display: none; }
.tags { display: flex; gap: .35rem; flex-wrap: wrap; justify-content: flex-end; max-width: 18rem; }
.tag { font-size: .75rem; line-height: 1.5; color: var(--soft); padding: 0 .45em;
  border: 1px solid var(--line); border-radius: 999px; white-space: nowrap;
  max-width: 14rem; overflow: hidden; text-overflow: ellipsis; }
.current { box-shadow: -.9rem 0 0 -.7rem var(--accent); }
.tag.warm { color: var(--warm); background: var(--warm-tint); border-color: transparent; }
.kept { margin: .3rem 0 1.2rem 4.2rem; max-width: 44rem; }
.kept > p, .kept article { margin: 0 0 .8rem; }
article p:last-child { margin-bottom: 0; }
article ul, article ol { margin: 0 0 .6em; padding-left: 1.3em; }
article li { margin: .12em 0; }
.deep1 { margin-left: 1.2em; } .deep2 { margin-left: 2.4em; } .deep3 { margin-left: 3.6em; }
.heading { font-weight: 650; margin: .9em 0 .3em; }
blockquote { margin: .4em 0 .8em; padding-left: .9em; border-left: 3px solid var(--line); color: var(--soft); }
.source, .meta { color: var(--soft); font-size: .84rem; }
article .source { margin: 0 0 .2rem; }
.none { color: var(--soft); font-style: italic; }
.brought { list-style: none; margin: 0 0 .8rem; padding: .5rem .9rem; font-size: .94rem;
  background: var(--raised); border: 1px solid var(--line); border-radius: 6px; }

.list { margin-bottom: 2.2rem; max-width: 52rem; }
.list > h3 { padding-bottom: .5rem; border-bottom: 1px solid var(--line); }
.facts { list-style: none; margin: 0; padding: 0; }
.facts > li { display: grid; grid-template-columns: 3.4rem minmax(0, 1fr); gap: .8rem;
  padding: .65rem 0; border-bottom: 1px solid var(--line);
  content-visibility: auto; contain-intrinsic-size: auto 5rem; }
.facts p { margin: 0; }
.facts .id { font-family: var(--mono); font-size: .8rem; color: var(--soft); padding-top: .2rem; }
.facts .why { color: var(--soft); }
.facts .quote { color: var(--soft); font-size: .9rem; font-style: italic; }
.facts .meta { margin-top: .15rem; }
.facts > li:target, .session:target > summary { background: var(--tint); box-shadow: 0 0 0 .5rem var(--tint); border-radius: 2px; }
.more > summary, .file > summary { display: flex; gap: .5rem; padding: .6rem 0; color: var(--soft); }
.file > summary { color: inherit; }
.file article { max-width: 44rem; margin: 0 0 1.6rem 1.4rem; }
.archive { max-width: 44rem; margin: 0 0 2rem; }
.archive .meta { margin: .15rem 0 .5rem; }
footer { margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--line);
  color: var(--soft); font-size: .86rem; }
kbd { font: .86em var(--mono); border: 1px solid var(--line); border-radius: 3px; padding: 0 .35em; }

@media (max-width: 46rem) {
  .top { padding-top: 1.8rem; }
  .figures { gap: .9rem 1.8rem; }
  .figures dd { font-size: 1.35rem; }
  .tools nav { gap: 1rem; font-size: .88rem; }
  .finder { flex: 1 1 100%; margin: 0; }
  .day { grid-template-columns: minmax(0, 1fr); }
  .day h4 { padding: .3rem 0; }
  .day h4 span { display: inline; margin-left: .5em; }
  .session > summary { grid-template-columns: 3rem minmax(0, 1fr); }
  .tags { grid-column: 2; justify-content: flex-start; max-width: none; }
  .kept { margin-left: 0; }
  .facts > li { grid-template-columns: minmax(0, 1fr); gap: 0; }
}
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .9rem .3rem 0; border-bottom: 1px solid var(--line); text-align: right; font-weight: 400; }
th:first-child { text-align: left; }
thead th { color: var(--soft); }
@media print {
  :root { color-scheme: light; --page: #fff; --raised: #fff; --ink: #000; --soft: #444;
    --line: #ccc; --accent: #0d4b53; --tint: #f1f1f1; --area: #e4edee; --warm: #6b3f00; --warm-tint: #f6f0e4; }
  @page { margin: 18mm 16mm; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  .tools, .skip, .month > summary::before, .more > summary, .file > summary::before { display: none; }
  .top { padding-top: 0; }
  h2 { margin-top: 2rem; }
  h2, h3, h4, .month > summary, .session > summary { break-after: avoid; }
  .session > summary, .facts > li, .figures, figure, pre { break-inside: avoid; }
  .day, .facts > li { content-visibility: visible; }
  .session .what { -webkit-line-clamp: none; }
  .day { display: block; padding-bottom: .4rem; }
  .day h4 { padding-left: 0; }
  .day h4 span { display: inline; margin-left: .5em; }
  .kept { margin-bottom: .6rem; }
  .kept, .file article, .archive, .list { max-width: none; }
  a { color: inherit; text-decoration: none; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`;

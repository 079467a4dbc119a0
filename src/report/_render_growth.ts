/**
 * How memory grew, and how much work there was: two charts as inline SVG.
 * Horizontal positions are percentages, so that letters keep their size on a
 * phone; vertical positions are pixels.
 */

import { formatCount, plural } from "../base/format_count.ts";
import { isoDay, type LocalTime, monthName, plainDay } from "./_local_time.ts";
import { type Content, Markup, markup } from "./_markup.ts";
import {
  type Bucket,
  bucketEnd,
  bucketStart,
  countTicks,
  type Growth,
  type GrowthPoint,
  planGrowth,
  planTimeAxis,
  type RotationPoint,
  type TimeAxis,
  type TimeSpan,
  timeTicks,
} from "./_plan_growth.ts";
import type { ReportData } from "./_report_data.ts";

const GROWTH_PX = 190;
const BARS_PX = 84;
/** Room for letters above the highest line and below the lowest. */
const TOP_PX = 18;
const FOOT_PX = 22;
/** Closer than this, two labels would overlap. */
const LABEL_PX = 14;
/** An SVG path has no percentages: it is drawn this wide and stretched. */
const LINE_UNITS = 1000;

export function renderGrowthSection(
  { sessions, generations, tokens, isCounted, rotateAt }: ReportData,
  local: LocalTime,
): Content {
  const growth = planGrowth(generations, (iso) => local.msOf(iso));
  const moments = sessions.filter(({ id }) => id !== null)
    .flatMap(({ started }) => local.msOf(started) ?? []);
  const axis = planTimeAxis([...moments, ...growth.points.map(({ at }) => at)]);
  if (axis === undefined) return null;
  const { points, rotations } = growth;
  const now = `${isCounted ? "" : "about "}${formatCount(tokens)}`;
  const count = rotations.length;
  const times = count > 0 &&
    `, archived ${count === 1 ? "once" : plural(count, "time")} so far`;
  return markup`<section id="growth" data-group>
<h2>Growth</h2>
${
    points.length > 0 &&
    markup`<figure><figcaption>memory.md: ${now} tokens now${times}</figcaption>
${renderGrowth(growth, axis, { now, rotateAt })}</figure>`
  }
${
    // One or two bars alone say less than their numbers do.
    new Set(moments.map((ms) => bucketStart(ms, axis.bucket))).size > 2 &&
    markup`<figure><figcaption>Sessions a ${axis.bucket}</figcaption>
${renderActivity(moments, axis)}</figure>`}
</section>`;
}

/** The sawtooth of memory.md, with the size at which it is archived. */
function renderGrowth(
  { points, rotations }: Growth,
  axis: TimeAxis,
  { now, rotateAt }: { readonly now: string; readonly rotateAt: number },
): Markup {
  const highest = points.reduce((max, { tokens }) => Math.max(max, tokens), 0);
  const top = Math.max(highest, rotateAt, 1) * 1.04;
  const y = (tokens: number) => down(tokens, top, GROWTH_PX);
  const limit = y(rotateAt);
  const about = `memory.md has ${now} tokens and is archived at ${
    formatCount(rotateAt)
  }. It was archived ${plural(rotations.length, "time")}.`;
  return chart(GROWTH_PX, about, [
    countTicks(top).filter((tick) => Math.abs(y(tick) - limit) > LABEL_PX)
      .map((tick) => gridLine(tick, y(tick))),
    sawtooth(points, axis, y),
    levelLine("limit", limit),
    label(`archived at ${formatCount(rotateAt)} tokens`, {
      x: 0,
      y: limit - 5,
    }),
    rotations.map((one) => renderTurn(one, axis, y)),
    timeLabels(axis, GROWTH_PX),
  ]);
}

/** Each height continues to the next point; the last one to the edge. */
function sawtooth(
  points: readonly GrowthPoint[],
  axis: TimeAxis,
  y: (tokens: number) => number,
): Markup {
  const x = (ms: number) => across(ms, axis, LINE_UNITS);
  const steps = points.map(({ at, tokens }, i) =>
    i === 0 ? `M${x(at)} ${y(tokens)}` : `H${x(at)}V${y(tokens)}`
  );
  const line = `${steps.join("")}H${LINE_UNITS}`;
  const area = `${line}V${y(0)}H${x(points[0]?.at ?? 0)}Z`;
  return shape(
    "svg",
    {
      viewBox: `0 0 ${LINE_UNITS} ${GROWTH_PX}`,
      width: "100%",
      height: GROWTH_PX,
      preserveAspectRatio: "none",
    },
    shape("path", { class: "area", d: area }),
    shape("path", { class: "line", d: line }),
  );
}

function renderTurn(
  { at, tokens, file }: RotationPoint,
  axis: TimeAxis,
  y: (tokens: number) => number,
): Markup {
  const day = plainDay(isoDay(at));
  return shape(
    "circle",
    { class: "turn", cx: `${across(at, axis, 100)}%`, cy: y(tokens), r: 4 },
    hint(`${day}: ${file}, ${formatCount(tokens)} tokens`),
  );
}

function renderActivity(moments: readonly number[], axis: TimeAxis): Markup {
  const { bucket } = axis;
  const counts = Map.groupBy(moments, (ms) => bucketStart(ms, bucket));
  const bars = [...counts].sort(([a], [b]) => a - b);
  const most = bars.reduce((max, [, { length }]) => Math.max(max, length), 1);
  const about = `${plural(moments.length, "session")}; at most ${
    formatCount(most)
  } in a ${bucket}.`;
  return chart(BARS_PX, about, [
    gridLine(most, down(most, most, BARS_PX)),
    bars.map(([start, { length }]) => renderBar(start, length, most, axis)),
    timeLabels(axis, BARS_PX),
  ]);
}

function renderBar(
  start: number,
  count: number,
  most: number,
  axis: TimeAxis,
): Markup {
  const left = across(start, axis, 100);
  const width = across(bucketEnd(start, axis.bucket), axis, 100) - left;
  const y = down(count, most, BARS_PX);
  return shape(
    "rect",
    {
      class: "bar",
      x: `${round(left + width * 0.12)}%`,
      width: `${round(width * 0.76)}%`,
      y,
      height: round(BARS_PX - FOOT_PX - y),
      rx: 1.5,
    },
    hint(`${bucketName(start, axis.bucket)}: ${plural(count, "session")}`),
  );
}

function bucketName(start: number, bucket: Bucket): string {
  const day = isoDay(start);
  if (bucket === "month") return monthName(day);
  return bucket === "week" ? `Week of ${plainDay(day)}` : plainDay(day);
}

function chart(height: number, about: string, parts: Content): Markup {
  const attributes = { height, role: "img", "aria-label": about };
  return shape("svg", { class: "chart", ...attributes }, parts);
}

function gridLine(count: number, y: number): Content {
  const place = { x: "100%", y: y - 4 };
  return [levelLine("grid", y), label(formatCount(count), place, "end")];
}

function timeLabels(axis: TimeAxis, height: number): Content {
  const base = height - FOOT_PX;
  return [
    levelLine("base", base),
    timeTicks(axis).map(({ at, label: text }) => {
      const share = across(at, axis, 100);
      const x = `${share}%`;
      const mark = { class: "base", x1: x, x2: x, y1: base, y2: base + 4 };
      // A label near the right edge would be cut off.
      const anchor = share > 90 ? "end" : "start";
      return [shape("line", mark), label(text, { x, y: height - 5 }, anchor)];
    }),
  ];
}

function across(ms: number, { from, to }: TimeSpan, width: number): number {
  return round((ms - from) / (to - from) * width);
}

function down(value: number, top: number, height: number): number {
  const room = height - TOP_PX - FOOT_PX;
  return round(TOP_PX + room * (1 - value / top));
}

const round = (value: number) => Math.round(value * 100) / 100;

type Attributes = Readonly<Record<string, string | number>>;

/** An element; its name and its attributes' names are our own. */
function shape(
  name: string,
  attributes: Attributes,
  ...children: readonly Content[]
): Markup {
  const tag = new Markup(name);
  const list = Object.entries(attributes).map(([key, value]) =>
    markup` ${new Markup(key)}="${value}"`
  );
  return markup`<${tag}${list}>${children}</${tag}>`;
}

function levelLine(kind: string, y: number): Markup {
  return shape("line", { class: kind, x1: 0, x2: "100%", y1: y, y2: y });
}

function label(
  text: string,
  place: { readonly x: string | number; readonly y: number },
  anchor: "start" | "end" = "start",
): Markup {
  return shape(
    "text",
    { class: "label", ...place, "text-anchor": anchor },
    text,
  );
}

function hint(text: string): Markup {
  return shape("title", {}, text);
}

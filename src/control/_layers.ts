/**
 * Every kind of file a store has, and how a record is taken out of it.
 * Forgetting and the check after it both walk this table; a file without a row
 * is a bug (see tests/forget_test.ts).
 */

import {
  delta,
  digest,
  json,
  lines,
  log,
  prose,
  raw,
  type Rewrite,
  sections,
  steps,
  tier,
  whole,
} from "./_rewrite.ts";

interface StoreLayer {
  readonly name: string;
  /** What one of its records is called. */
  readonly unit: string;
  readonly test: RegExp;
  /**
   * "derived": the file is removed if it has any of it or cannot be read.
   * "spared": the user's own settings, and files without words.
   */
  readonly rewrite: Rewrite | "derived" | "spared";
}

const row = (
  name: string,
  unit: string,
  test: RegExp,
  rewrite: StoreLayer["rewrite"],
): StoreLayer => ({ name, unit, test, rewrite });

/** The first that fits. Logs come first: they say which entries go. */
export const STORE_LAYERS: readonly StoreLayer[] = [
  row(
    "session logs",
    "entry",
    /(?:^|\/)[^/]+\.l1\.jsonl(?:\.gz|\.anew)?$/,
    log,
  ),
  row("raw copies", "line", /(?:^|\/)[^/]+\.raw\.jsonl(?:\.gz)?$/, raw),
  row("memory.md", "record", /^memory(?:\.local)?\.md$/, sections),
  row("archives", "record", /^memory_\d{8}_\d{6}\.md$/, sections),
  row("archive summaries", "file", /^memory_[^/]*\.summary\.json$/, whole),
  row("session facts", "fact", /(?:^|\/)[^/]+\.l2\.json$/, json),
  row(
    "weeks and months",
    "record",
    /^sessions\/(?:week-[^/]*|archive\/[^/]*)\.md$/,
    tier,
  ),
  row("digests", "record", /^sessions\/[^/]+\.md$/, digest),
  row("facts and rules", "item", /^facts(?:\.local)?\.json$/, json),
  row("concepts", "item", /^concepts(?:\.local)?\.json$/, json),
  row(
    "written files",
    "paragraph",
    /^(?:project|architecture|conventions|workflow|lessons|rules)\.md(?:\.bak)?$/,
    prose,
  ),
  row("deltas", "record", /^delta\/|^delta_temp\.txt$/, delta),
  row("undo journal", "step", /^journal\//, steps),
  row("team", "file", /^team\//, whole),
  row("event log", "line", /^logs\//, lines),
  row("session states", "item", /^state\/[^/]+\.json$/, json),
  row("index", "item", /^memory-index\.json$/, json),
  row("report", "file", /^report\.html$/, "derived"),
  row("search index", "file", /^\.cache\/search\.db/, "derived"),
  row("caches", "file", /^\.cache\//, "derived"),
  row("leftovers", "file", /\.tmp$/, "derived"),
  row(
    "settings and locks",
    "file",
    /^(?:config\.json|off(?:\.local)*\.json|shared\.json|\.gitignore|timezone\.json|forgotten(?:\.local)*\.json|forgetting\.json|(?:.*\/)?[^/]+\.(?:lock|holder|held)|origin\.json|state\/quiet|state\/locks-refused|state\/owner\/.*)$/,
    "spared",
  ),
];

/** A migration's copy of a file, or one that could not be understood. */
const COPY =
  /^(?:backups\/[^/]+\/(?:outside\/)?|backup\/[^/]+\/[^/]+\/)(.+)$|^(.+)\.damaged-\d+$/;
const BACKUPS = row("backups", "record", /^backups\//, json);
const DAMAGED = row("damaged copies", "record", /\.damaged-\d+$/, lines);
const OTHERS = row("other files", "record", /./, lines);

/** Undefined for a file that no row knows; it is looked through by its lines. */
export function knownLayer(path: string): StoreLayer | undefined {
  const [, kept, damaged] = COPY.exec(path) ?? [];
  const original = kept ?? damaged;
  if (original === undefined) {
    return STORE_LAYERS.find(({ test }) => test.test(path));
  }
  const { name, unit } = kept === undefined ? DAMAGED : BACKUPS;
  const of = knownLayer(original) ??
    (kept && /\.md$/.test(kept) ? { rewrite: prose } : { rewrite: lines });
  // A damaged file cannot be read as what it was.
  const rewrite = damaged === undefined || of.rewrite === log
    ? of.rewrite
    : lines;
  return { name, unit, test: /./, rewrite };
}

/** The folder in which a file's neighbours are of the same time. */
export function copyFolder(path: string): string {
  const [, kept] = COPY.exec(path) ?? [];
  return kept === undefined ? "" : path.slice(0, -kept.length);
}

export const layerOf = (path: string): StoreLayer => knownLayer(path) ?? OTHERS;

/**
 * They hold digests or parts of sentences, so they are removed whenever
 * anything is forgotten.
 */
export const DIGESTS =
  /^\.cache\/(?:given|compaction)\/|^\.cache\/(?:file-notes\.json|said-rules\.json|rules-mark|evidence\.json|work-times\.json)$/;

/** What ranking asks of the database: which units hold a word, and where. */

import type { Collection, Findable, Unit } from "../rank/tally.ts";
import { PER_SOURCE } from "./doc_id.ts";
import type { HeldWords } from "./_held_words.ts";
import type { Statements } from "./_statements.ts";

/** A section knows its session by the short name of its files. */
const NAMED = "coalesce((SELECT n.session FROM source n " +
  "WHERE n.short = d.session), d.session)";
export const OWNER = `coalesce(s.session, ${NAMED})`;
export const OF_DOC =
  `FROM doc d JOIN source s ON s.id = d.id / ${PER_SOURCE} WHERE d.id`;

/** Sessions, and documents that belong to none; see `Findable`. */
export const COUNT_FINDABLE = `
  SELECT json_object('logs', count(*) FILTER (WHERE layer = 'l1'), 'all',
    (SELECT count(*) FROM (SELECT session FROM source WHERE session NOT NULL
      UNION SELECT ${NAMED} FROM doc d WHERE d.session NOT NULL)) +
    max(0, coalesce(sum(docs) FILTER (WHERE session IS NULL), 0) -
      (SELECT count(*) FROM doc WHERE session NOT NULL))) FROM source`;

export function readCollection(sql: Statements, held: HeldWords): Collection {
  return {
    findable: findable(sql),
    unitsOf: (units) => unitsOf(sql, units),
    overview: (words) => held.overview(words),
    closely: (words, units) => held.closely(words, units),
    turnsOf: (logs) =>
      new Map(sql.json(
        "SELECT json_group_array(json_array(id, json(turns))) AS rows " +
          "FROM source WHERE id IN (SELECT value FROM json_each(?))",
        JSON.stringify(logs),
      )),
    pathOf: (source) => {
      const row = sql.prepare("SELECT path FROM source WHERE id = ?")
        .get(source);
      return String(row?.["path"] ?? "");
    },
  };
}

/** Counted after the last change, or else now: a process was killed then. */
function findable(sql: Statements): Findable {
  const row = sql.prepare("SELECT value FROM note WHERE name = 'findable'")
    .get() ?? sql.prepare(`SELECT (${COUNT_FINDABLE}) AS value`).get();
  return JSON.parse(String(row?.["value"]));
}

function unitsOf(sql: Statements, units: readonly number[]): Unit[] {
  return sql.json(
    "WITH asked AS MATERIALIZED (SELECT value FROM json_each(?)) " +
      "SELECT json_group_array(json_array(id, session, length, toolLength)) AS rows " +
      "FROM (SELECT id, session, length, toolLength FROM source WHERE id IN asked " +
      // An item of the team has no session, and there may be thousands.
      `UNION ALL SELECT d.id, ${OWNER}, 0, 0 FROM asked ` +
      `CROSS JOIN source s ON s.id = value / ${PER_SOURCE} ` +
      "CROSS JOIN doc d ON d.id = value WHERE s.layer <> 'team')",
    JSON.stringify(units),
  );
}

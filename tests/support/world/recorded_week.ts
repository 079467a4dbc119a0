/**
 * A week of work on a ferry's timetable, played through the hooks with a fixed
 * clock: sessions that end, die, are resumed and compacted, with the hooks
 * module and without, and a file that goes away.
 */

import { DayPlayer, PlayedSession } from "../../../scripts/day_player.ts";
import type { WorkStep } from "../../../scripts/day_work.ts";
import { type Call, type HookAnswer, RecordedDay } from "./recorded_day.ts";

const CONFIG = { saveInterval: 2, askMinChars: 500, askEveryMinutes: 1 };

/** What a session was given at its start, and what the user saw. */
export interface Start {
  readonly at: string;
  readonly session: string;
  readonly source: string;
  readonly receipt: string;
  readonly context: string;
}

/** What was given with any event, by day: `2026-03-02` */
export type GivenByDay = ReadonlyMap<string, readonly string[]>;

export class RecordedWeek implements Disposable {
  readonly starts: Start[] = [];
  readonly given = new Map<string, string[]>();
  readonly #day = new RecordedDay(CONFIG, "2026-03-02T09:00:00Z");
  readonly #player = new DayPlayer(this.#day, "module", () => 0);

  constructor() {
    this.#day.onEvent = (event, fields, answer) =>
      this.#note(event, fields, answer);
  }

  #note(
    event: string,
    { session_id, source }: Readonly<Record<string, unknown>>,
    { systemMessage = "", hookSpecificOutput }: HookAnswer,
  ): void {
    const context = hookSpecificOutput?.additionalContext ?? "";
    const at = this.#day.now;
    if (event === "SessionStart") {
      this.starts.push({
        at,
        session: String(session_id).slice(0, 8),
        source: String(source),
        receipt: systemMessage,
        context,
      });
    }
    const day = at.slice(0, 10);
    this.given.set(day, [...this.given.get(day) ?? [], context]);
  }

  async play(): Promise<void> {
    const { project } = this.#day.world;
    Deno.mkdirSync(`${project}/src`);
    for (const name of ["tide", "fares", "pdf", "map"]) {
      Deno.writeTextFileSync(`${project}/src/${name}.ts`, "");
    }
    await this.#monday();
    await this.#tuesday();
    await this.#wednesday();
    await this.#thursday(`${project}/src/tide.ts`);
    await this.#friday();
  }

  async #monday(): Promise<void> {
    const first = await this.#start("a", "2026-03-02T09:00Z");
    await first.turn(turn(
      "The tide table is a minute late in spring. Find out why and fix it.",
      [...fix("tide"), commit("Round last in the tide table")],
      "In src/tide.ts the moon's correction was added after the rounding. " +
        "We round last now, because every correction must come before it. " +
        "The tables of spring and autumn were a minute late, those of summer " +
        "were right, since the correction is almost nothing then. The tests " +
        "have a row for each season, and all of them pass with the change.",
    ));
    await first.turn(turn(
      "Is the same wrong for low water?",
      [run("grep -n lowWater src/tide.ts", "31: export function lowWater()")],
      "No: lowWater() never rounded before the correction, so it was right. " +
        "I left it as it is and wrote a test that keeps it so.",
    ));

    await first.end();
    await this.#day.run([
      ...["facts", "add", "decision", "Round last in the tide table"],
      ...["--reason", "corrections come first", "--files", "src/tide.ts"],
    ]);
    const second = await this.#start("b", "2026-03-02T14:00Z");
    await second.turn(turn("How many harbours are there?", [], "There are 4."));
    await second.end();
  }

  /** Killed in the middle; the afternoon begins with what it left. */
  async #tuesday(): Promise<void> {
    const killed = await this.#start("c", "2026-03-03T09:30Z");
    await killed.turn(turn(
      "Write the customer report as a PDF.",
      [edit("pdf"), edit("pdf"), run("npm test -- pdf", "2 failed", true)],
      "The report is a PDF with a cover. Page numbers are still open.",
    ));
    await killed.session.prompt("Then add the page numbers, please.");
    killed.session.call("Bash", { command: "npm test -- pdf" });
    const next = await this.#start("d", "2026-03-03T16:00Z");
    await next.turn(turn("remember: All times are UTC", [], "I keep to that."));
    await next.turn(turn(
      "Add the page numbers to the PDF.",
      [
        edit("pdf"),
        run("npm test -- pdf", "14 passed"),
        commit("Number pages"),
      ],
      "Every page of the report has its number now, and the tests pass.",
    ));
    await next.end();
  }

  /** Without the module; then Monday's session goes on. */
  async #wednesday(): Promise<void> {
    this.#day.at("2026-03-04T10:00Z");
    const plain = this.#day.session(idOf("e"));
    await plain.start();
    const alone = new PlayedSession(this.#player, plain, []);
    await alone.turn(
      turn(
        "Children travel for half the fare. Change the fares.",
        fix("fares"),
        "Children's fares are half of the adults' now, rounded up to ten " +
          "cents, because the ticket machines have no smaller coins. The summer " +
          "fares and the winter fares follow the same rule, and the printed " +
          "table shows both. Dogs are not in the table yet; what they pay is " +
          "not decided, and the office was asked about it on Tuesday.",
      ),
      false,
    );
    await plain.end();
    const resumed = await this.#start("a", "2026-03-04T15:00Z", "resume");
    await resumed.turn(turn(
      "Does the print layout round last as well?",
      [run("grep -rn round src/print", "src/print/table.ts:12: round(x)")],
      "No: src/print/table.ts rounds each row before the correction.",
    ));
    await resumed.end();
  }

  /** A file that facts speak of goes away, and a session is compacted. */
  async #thursday(removed: string): Promise<void> {
    Deno.removeSync(removed);
    const noon = new Date("2026-03-05T08:00Z");
    Deno.utimeSync(removed.replace(/\/[^/]+$/, ""), noon, noon);
    const long = await this.#start("f", "2026-03-05T09:00Z");
    await long.turn(turn(
      "Draw the routes on the map, the north harbour first, in blue.",
      fix("map"),
      "The northern routes are drawn in blue, each as a line from harbour to " +
        "harbour, because curves hid the small islands. A route that runs " +
        "only in summer has a broken line. The southern ones come next; their " +
        "harbours have no coordinates in the table yet, so I take those of " +
        "the old map and mark them as old.",
    ));
    await long.compact(
      "This session is being continued from a previous conversation. " +
        "Summary: the northern routes are drawn in blue.",
    );
    await long.turn(turn(
      "Now the south, in green.",
      [edit("map"), commit("Draw all routes")],
      "All routes are drawn: the north in blue, the south in green.",
    ));
    await long.end();
  }

  async #friday(): Promise<void> {
    const korean = await this.#start("g", "2026-03-06T09:00Z");
    await korean.turn(turn(
      "출항 알림이 두 번 발송됩니다. 원인을 찾아서 고쳐 주세요.",
      fix("notices"),
      "알림 큐가 재시도할 때 다른 식별자를 써서 두 번 발송되었습니다. 이제 출항 번호를 식별자로 씁니다.",
    ));
    await korean.end();
    const last = await this.#start("h", "2026-03-06T16:00Z");
    await last.turn(turn("What is open this week?", [], "Dogs' fares."));
    await last.end();
  }

  async #start(
    letter: string,
    at: string,
    source = "startup",
  ): Promise<PlayedSession> {
    this.#day.at(at);
    const id = idOf(letter);
    const session = this.#day.session(id);
    const context = await session.start(source);
    await this.#player.greet(id);
    return new PlayedSession(this.#player, session, [context]);
  }

  [Symbol.dispose](): void {
    this.#day[Symbol.dispose]();
  }
}

const idOf = (letter: string) =>
  `${letter.repeat(4)}0000-1111-4222-8333-${letter.charCodeAt(0)}4444555566`;

const turn = (prompt: string, calls: readonly Call[], answer: string) => ({
  prompt,
  answer,
  steps: calls.map((call): WorkStep => ({ words: undefined, call })),
});

const edit = (name: string): Call => ({
  name: "Edit",
  input: {
    file_path: `src/${name}.ts`,
    old_string: "before",
    new_string: "after",
  },
  result: "The file has been updated.",
});

const run = (command: string, result: string, failed = false): Call => ({
  name: "Bash",
  input: { command },
  result,
  failed,
});

const commit = (subject: string) =>
  run(`git commit -am "${subject}"`, `[main 1a2b3c4] ${subject}`);

const fix = (name: string) => [
  run(`npm test -- ${name}`, `${name}: expected 07:40 but was 07:41`, true),
  edit(name),
  run(`npm test -- ${name}`, "12 passed"),
];

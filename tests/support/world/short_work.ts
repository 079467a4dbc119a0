/** A little work in a session, for tests of what is done with it. */

import type { RecordedDay, RecordedSession } from "./recorded_day.ts";

export const ID = "3f2a9c11-1111-4222-8333-444455556666";
export const SMALL = { saveInterval: 3, askMinChars: 500 };

/** A session of six entries, of which nothing is cut yet. */
export async function shortWork(
  day: RecordedDay,
  id = ID,
): Promise<RecordedSession> {
  const session = day.session(id);
  await session.start();
  await session.prompt("Count the masts.");
  await session.tool(edit("masts"));
  await session.say("Three masts.");
  await session.prompt("And the sails?");
  await session.tool(edit("sails"));
  await session.say("Nine sails.");
  return session;
}

export const edit = (what: string) => ({
  name: "Edit",
  input: { file_path: "/ship.ts", old_string: "0", new_string: what },
  result: "Updated.",
});

/** Run a command and read its `--json`. */
export async function json(day: RecordedDay, args: string[], stdin = "") {
  const { code, stdout, stderr } = await day.run([...args, "--json"], stdin);
  return { code, ...JSON.parse(stdout || stderr) };
}

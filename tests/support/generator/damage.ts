// Damage and oddities of real files, done to finished lines: a killed client
// cuts lines off, two writers glue them together, resumed sessions repeat them.
// What was whole stays whole, so the expectation does not change.

import type { Session } from "./session.ts";

export function damageLines(
  session: Session,
  lines: readonly string[],
): string[] {
  const { random } = session;
  const end = session.has("crlf") ? "\r" : "";
  const damaged = [...lines];
  const somewhere = () => random.int(damaged.length);

  if (session.has("repeatedEntries")) {
    for (
      const line of lines.filter((line) =>
        line.startsWith('{"parentUuid"') && random.chance(0.1)
      )
    ) {
      damaged.splice(damaged.lastIndexOf(line) + 1, 0, line);
    }
  }
  if (session.has("gluedLine") && damaged.length > 2) {
    const at = random.int(damaged.length - 1);
    const [first = "", second = ""] = damaged.slice(at, at + 2);
    damaged.splice(at, 2, first.trimEnd() + second);
  }
  if (session.has("cutThenGlued")) {
    const at = somewhere();
    damaged[at] = cutEntry(session) + damaged[at];
  }
  if (session.has("brokenLines")) {
    for (
      const line of [
        cutEntry(session),
        "{not json at all",
        "null",
        '"a bare string"',
        "[]",
        "12345",
      ]
    ) {
      damaged.splice(somewhere(), 0, line + end);
    }
  }
  if (session.has("blankLines")) {
    for (const line of ["", "", "  "]) {
      damaged.splice(somewhere(), 0, line + end);
    }
  }
  return damaged;
}

/** The first part of an entry whose rest is lost. */
function cutEntry(session: Session): string {
  const { cwd, sessionId, version, random } = session;
  const content = `half a prompt ${random.hex(30)}`;
  const entry = {
    parentUuid: null,
    isSidechain: false,
    cwd,
    sessionId,
    version,
    type: "user",
    message: { role: "user", content },
  };
  return JSON.stringify(entry).slice(0, -20);
}

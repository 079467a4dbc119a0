import { UserError } from "../../base/errors.ts";
import { importFacts } from "../../summary/import_facts.ts";
import type { KeptFacts } from "../../knowledge/keep_facts.ts";
import { findSession, type KnownSession } from "../../session/session_log.ts";
import { plural } from "../../output/sizes.ts";
import { assertStoreExists } from "../../store/store.ts";
import { wantFacts } from "../../summary/wanted_facts.ts";
import type { CommandCall, ExitCode } from "../command.ts";
import { readStdin } from "../read_stdin.ts";

export async function run(call: CommandCall): Promise<ExitCode> {
  const { invocation, openStore, output, world } = call;
  const [named = ""] = invocation.positionals;
  const store = assertStoreExists(await openStore());
  const session = findSession(store, named);
  if (invocation.switches.has("later")) return await askLater(call, session);
  const message = await readStdin();
  if (message.trim() === "") {
    throw new UserError("misuse", "No facts on stdin", [
      'Give JSON: {"facts": [{"type", "content", "evidence"}]}',
    ]);
  }
  const claim = { who: "facts import", waitMs: 10_000 };
  const outcome = await importFacts(store, world, session, message, claim);
  if (outcome.kind === "refused") {
    throw new UserError("refused", `Not taken over: ${outcome.reason}`, [
      'Give JSON: {"facts": [{"type", "content", "evidence"}]}',
    ]);
  }
  const { kept, refused } = outcome;
  output.result(
    {
      session: session.sessionId,
      kept,
      refused: refused.map(({ content, why }) => ({ content, why })),
    },
    () => describe(outcome),
  );
  return kept.length === 0 && refused.length > 0 ? 1 : 0;
}

async function askLater(
  { openStore, output }: CommandCall,
  { sessionId }: KnownSession,
): Promise<ExitCode> {
  const store = await openStore();
  await wantFacts(store, sessionId, { who: "facts import", waitMs: 10_000 });
  output.result(
    { session: sessionId, later: true },
    () => `The facts of ${sessionId} are extracted at the end of a coming turn`,
  );
  return 0;
}

function describe({ kept, refused }: KeptFacts): string {
  const added = kept.filter(({ isNew }) => isNew).map(({ id }) => id);
  const known = kept.filter(({ isNew }) => !isNew).map(({ id }) => id);
  return [
    added.length > 0
      ? `Added ${plural(added.length, "fact")}: ${added.join(", ")}`
      : "No new facts",
    ...(known.length > 0 ? [`Known already: ${known.join(", ")}`] : []),
    ...refused.map(({ content, why }) => `Refused "${content}": ${why}`),
  ].join("\n");
}

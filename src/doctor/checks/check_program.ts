/** This executable: which it is, and what it must not be able to do. */

import { VERSION } from "../../base/version.ts";
import type { CheckContext } from "./check_context.ts";
import { bad, type Findings, good, warning } from "./finding.ts";

export function checkExecutable({ world }: CheckContext): Findings {
  const from = Deno.build.standalone ? Deno.execPath() : "runs from source";
  const told = `${VERSION}, ${from}`;
  if (world.isCodeUsed === undefined) return good(told);
  return world.isCodeUsed
    ? good(`${told}, starts from compiled code`)
    : warning(
      `${told}, starts slowly: V8 refuses the compiled code next to it`,
      "Install it again; everything works without",
    );
}

/** Really tried: the permissions are compiled into the executable. */
const FORBIDDEN = [
  {
    check: "network",
    attempt: () => Deno.listen({ hostname: "127.0.0.1", port: 0 }).close(),
  },
  {
    check: "other programs",
    attempt: () => void new Deno.Command(Deno.execPath()).outputSync(),
  },
  {
    check: "API keys",
    attempt: () => void Deno.env.get("ANTHROPIC_API_KEY"),
  },
];

export function checkPowers(): Findings {
  return FORBIDDEN.map(({ check, attempt }) => {
    try {
      attempt();
    } catch (error) {
      if (error instanceof Deno.errors.NotCapable) {
        return { ...good("refused by the executable"), check };
      }
    }
    const remedy =
      "Install a released executable; this one was built differently";
    return { ...bad("this executable could reach it", remedy), check };
  });
}

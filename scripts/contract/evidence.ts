/** What a session in the lab left behind, for the probes. */

import type { ModelRequest } from "../../tests/client/support/scripted_model.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** An event as a hook, or our module, received it. */
export interface LoggedEvent {
  readonly name: string;
  readonly payload: Fields;
}

export interface Evidence {
  /** In the order in which they were logged. */
  readonly events: readonly LoggedEvent[];
  /** The environment that matters, by the name of the event. */
  readonly environments: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly requests: readonly ModelRequest[];
  /** What the client printed, line by line, where it is JSON. */
  readonly printed: readonly Fields[];
  readonly project: string;
  readonly code: number;
}

export const eventsOf = ({ events }: Evidence, name: string): Fields[] =>
  events.filter((one) => one.name === name).map(({ payload }) => payload);

export const requestsOf = ({ requests }: Evidence, lane: string) =>
  requests.filter((one) => one.lane === lane);

/** Whether a text reached the model in a lane, in its n-th request or later. */
export const reached = (
  evidence: Evidence,
  lane: string,
  text: string,
  from = 0,
) =>
  requestsOf(evidence, lane).slice(from).some((one) => one.text.includes(text));

export const resultsOf = ({ printed }: Evidence): string[] =>
  printed.filter(({ type }) => type === "result")
    .map(({ result }) => String(result ?? ""));

export function parseEvents(log: string): LoggedEvent[] {
  return log.split("\n").filter((line) => line !== "").map((line) => {
    const [name = "", text = ""] = line.split("\t");
    return { name, payload: parseFields(text) ?? {} };
  });
}

export function parsePrinted(stdout: string): Fields[] {
  return stdout.split("\n").map(parseFields)
    .filter((fields) => fields !== undefined);
}

function parseFields(text: string): Fields | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Not everything that begins with a brace is JSON.
    return undefined;
  }
}

export function parseEnvironment(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split("\n").filter((line) => line.includes("="))
      .map((line) => {
        const at = line.indexOf("=");
        return [line.slice(0, at), line.slice(at + 1)];
      }),
  );
}

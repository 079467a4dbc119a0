/**
 * What a request to the model is about. Its lane is the first that fits:
 * `verdict` (an older client asks whether auto mode may do something), `scribe` (a completion of our hooks module: without tools and not streamed),
 * one of our agents by its instructions, `compact` by the text of the last user
 * message, `agent` (of another kind), `main`, and `side` for what has no tools
 * (a title).
 */

export interface ModelRequest {
  readonly lane: string;
  /** How many requests this lane had before, since the script was given. */
  readonly index: number;
  readonly model: string;
  /** The session that asks. */
  readonly session: string;
  /** The agent that asks, where the client says so. */
  readonly agent: string;
  /** The names of the tools on offer. */
  readonly tools: readonly string[];
  readonly isStreamed: boolean;
  /** Whether each tool call of the answer needs a verdict (auto mode). */
  readonly wantsVerdicts: boolean;
  /** The system prompt alone. */
  readonly instructions: string;
  /** The whole body as it was sent. */
  readonly body: string;
  /** What the model reads: system prompt and messages, unescaped. */
  readonly text: string;
  readonly at: number;
}

/** The tool through which an agent delivers its report in auto mode. */
export const HANDBACK = "SubagentHandback";

const MONITOR = "You are a security monitor";
const COMPACTION =
  /Your task is to create a detailed summary|CRITICAL: Respond with TEXT ONLY/;

interface Message {
  readonly role: string;
  readonly content: unknown;
}

/** Everything of a request but its place among the others. */
export function readRequest(
  body: string,
  headers: Headers,
  agents: ReadonlyMap<string, string>,
): Omit<ModelRequest, "index"> {
  const { system, messages, tools = [], model, stream, safeguards = [] } = JSON
    .parse(body);
  const request = {
    model,
    session: headers.get("x-claude-code-session-id") ?? "",
    agent: headers.get("x-claude-code-agent-id") ?? "",
    tools: tools.map(({ name }: { name: string }) => name),
    isStreamed: stream === true,
    wantsVerdicts: safeguards.some(({ type }: { type: string }) =>
      type === "dangerous_tool_use"
    ),
    instructions: wordsOf(system),
    body,
    text: [
      wordsOf(system),
      ...messages.map(({ content }: Message) => wordsOf(content)),
    ].join("\n"),
    at: performance.now(),
  };
  return { ...request, lane: laneOf(request, messages, agents) };
}

function laneOf(
  request: Omit<ModelRequest, "index" | "lane">,
  messages: readonly Message[],
  agents: ReadonlyMap<string, string>,
): string {
  const { tools, isStreamed, instructions } = request;
  if (instructions.includes(MONITOR)) return "verdict";
  if (!isStreamed && tools.length === 0) return "scribe";
  for (const [opening, name] of agents) {
    if (instructions.includes(opening)) return name;
  }
  const said = messages.filter(({ role }) => role === "user").at(-1);
  if (COMPACTION.test(wordsOf(said?.content))) return "compact";
  if (tools.length === 0) return "side";
  return request.agent === "" ? "main" : "agent";
}

/** All text in a system prompt or a message's content, tool results included. */
function wordsOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((block) =>
    block.text ??
      wordsOf(block.content) + (block.input ? JSON.stringify(block.input) : "")
  ).join("\n");
}

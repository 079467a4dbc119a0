/**
 * What a command is by its name, program and subcommand: a look around, or a
 * check, and which checks answer the same question.
 */

const LOOKS =
  /^(?:ls|cat|grep|rg|find|fd|head|tail|tree|which|wc|sed|awk|jq|echo|pwd|test|stat|file|type|command|env|ps|pgrep|kill|pkill|lsof|sleep|cd|curl|xargs|git (?:log|show|diff|status|grep|branch|ls-files|blame|checkout|switch|fetch|worktree))\b/;

/** Fails often and means little. */
export const isLookName = (head: string) => LOOKS.test(head);

const CHECKS = /test|spec|lint|build|type-?check|tsc|check|fmt|format/i;

/** The question that a command answers: "test". */
function questionOf(head: string): string | undefined {
  if (isLookName(head)) return undefined;
  return CHECKS.exec(head.replace(/^\S*\//, ""))?.[0].toLowerCase();
}

/** A test, a build or the like. */
export const isCheckName = (head: string) => questionOf(head) !== undefined;

/** What belongs together; `make test` may run any of them. */
const TOOLS = [
  /^(?:npm|npx|pnpm|pnpx|yarn|bunx?|node|deno|jest|vitest|mocha|tsc|eslint|biome|prettier)$/,
  /^(?:python[\d.]*|pytest|tox|nox|uvx?|poetry|pipenv|hatch|ruff|mypy)$/,
  /^(?:go|gotestsum|gofmt|golangci-lint)$/,
  /^(?:cargo|rustfmt)$/,
  /^(?:mvnw?|gradlew?|sbt)$/,
  /^(?:bundle|rspec|rake|rails|ruby)$/,
  /^(?:composer|php|phpunit)$/,
  /^(?:dotnet|msbuild)$/,
  /^(?:swift|xcodebuild)$/,
] as const;

const toolsOf = (head: string) => {
  const program = (head.split(" ")[0] ?? "").replace(/^.*\//, "");
  const at = TOOLS.findIndex((tools) => tools.test(program));
  return at < 0 ? "any" : `tools ${at}`;
};

/** `e2e` of `npm run test:e2e`: another part than `test:unit`. */
const PART = /(?:test|spec|lint|build|check)[:_-](?!ci\b|all\b|cov)(\w+)/i;

/** `npx vitest` and `npm run test:ci` answer one question, `go test` another. */
export function answersOf(head: string): string[] {
  return namesOf(head, ["*", toolsOf(head)], ANY_PART);
}

/** Names under which a check passes that says the same as this one. */
export function similarTo(head: string): string[] {
  const tools = toolsOf(head);
  return namesOf(head, tools === "any" ? ["*"] : [tools, "any"], WHOLE);
}

const WHOLE = "whole";
const ANY_PART = "part";

/** A part is answered by itself and the whole, the whole by any part too. */
function namesOf(
  head: string,
  tools: readonly string[],
  more: string,
): string[] {
  const question = questionOf(head);
  if (question === undefined) return [];
  const part = PART.exec(head)?.[1]?.toLowerCase();
  const parts = part === undefined
    ? more === WHOLE ? [WHOLE, ANY_PART] : [WHOLE]
    : [`:${part}`, more];
  return tools.flatMap((one) =>
    parts.map((two) => `${one} ${question} ${two}`)
  );
}

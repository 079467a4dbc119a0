/** What an MCP client may call: commands, with some of their flags. */

import { isText } from "../base/json_values.ts";
import { UserError } from "../base/errors.ts";
import type { CommandSpec, Flag, Positional } from "./command.ts";
import { findCommand } from "./commands.ts";

interface ToolRow {
  readonly name: string;
  readonly command: string;
  readonly description: string;
  /** The flags a model may set. */
  readonly flags: readonly string[];
  /** Always given. */
  readonly fixed?: readonly string[];
  /** Changes what is kept: the user is asked, where the client can. */
  readonly writes?: boolean;
}

const ROWS: readonly ToolRow[] = [
  {
    name: "search",
    command: "search",
    description: "Search the memory of earlier sessions in this project: " +
      "decisions, rules, problems and how they were solved, what was said. " +
      "Ask in the words of the question; if nothing fits, ask again with two " +
      "or three other wordings in `also`. Hits have ids for the tool `show`.",
    flags: ["also", "deep", "since", "until", "session", "layer", "limit"],
  },
  {
    name: "show",
    command: "show",
    description:
      "Open what `search` or `timeline` found, by its id, with what " +
      "comes before and after it.",
    flags: ["context"],
  },
  {
    name: "timeline",
    command: "timeline",
    description: "List earlier sessions of this project, newest first: when, " +
      "on which branch, what they were about.",
    flags: ["since", "until", "limit"],
  },
  {
    name: "facts",
    command: "facts list",
    description: "List verified decisions, patterns and issues of this " +
      "project, with their ids.",
    flags: ["type", "status", "concept", "limit"],
  },
  {
    name: "remember",
    command: "remember",
    description: "Keep a rule that every later session is given. Only for " +
      "what the user said should hold from now on, in the user's words.",
    flags: ["reason"],
    writes: true,
  },
  {
    name: "forget",
    command: "forget",
    description:
      "Show what the command memory-keeper forget would remove for " +
      "a text, an id, a session or a time. It removes nothing: the user runs " +
      "the command in a shell.",
    flags: ["session", "since", "until"],
    fixed: ["--dry-run"],
  },
];

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly writes: boolean;
  readonly inputSchema: InputSchema;
  /** The command line of a call. Throws a UserError on a wrong argument. */
  argv(args: Readonly<Record<string, unknown>>): string[];
}

interface InputSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, Property>>;
  readonly required: string[];
  readonly additionalProperties: false;
}

interface Property {
  readonly type: "string" | "boolean" | "integer" | "array";
  readonly description: string;
  readonly items?: { readonly type: "string" };
}

export const TOOLS: readonly Tool[] = ROWS.map(toolOf);

function toolOf(row: ToolRow): Tool {
  const command = findCommand(row.command) as CommandSpec;
  const positionals = command.positionals ?? [];
  const flags = (command.flags ?? [])
    .filter(({ name }) => row.flags.includes(name));
  const properties: Record<string, Property> = {};
  for (const one of positionals) properties[one.name] = textProperty(one);
  for (const flag of flags) properties[flag.name] = flagProperty(flag);
  return {
    name: row.name,
    description: row.description,
    writes: row.writes ?? false,
    inputSchema: {
      type: "object",
      properties,
      required: positionals.filter(({ optional }) => !optional)
        .map(({ name }) => name),
      additionalProperties: false,
    },
    argv(args) {
      for (const name of Object.keys(args)) {
        if (properties[name] === undefined) {
          throw misuse(`"${name}" is not an argument of ${row.name}`, [
            `It takes: ${Object.keys(properties).join(", ")}`,
          ]);
        }
      }
      return [
        ...command.name.split(" "),
        ...row.fixed ?? [],
        ...flags.flatMap((flag) =>
          flagWords(flag.name, args[flag.name], properties[flag.name])
        ),
        // What a model says is never taken for a flag, nor `-` for stdin.
        "--",
        ...positionals.flatMap(({ name, optional }) => {
          const value = args[name];
          if (value === undefined && optional) return [];
          if (
            typeof value === "string" && value.trim() !== "" &&
            value.trim() !== "-"
          ) return [value];
          throw misuse(`"${name}" must be a text`, []);
        }),
      ];
    },
  };
}

function textProperty({ about }: Positional): Property {
  const description = about.replace(/; - reads it from stdin$/, "");
  return { type: "string", description };
}

function flagProperty({ value, about, repeats }: Flag): Property {
  if (value === undefined) return { type: "boolean", description: about };
  if (repeats === "\n") {
    return { type: "array", items: { type: "string" }, description: about };
  }
  return {
    type: value === "number" || value === "n" ? "integer" : "string",
    description: about,
  };
}

function flagWords(
  name: string,
  value: unknown,
  property: Property | undefined,
): string[] {
  if (value === undefined || value === null) return [];
  switch (property?.type) {
    case "boolean":
      if (typeof value === "boolean") return value ? [`--${name}`] : [];
      break;
    case "array":
      if (
        Array.isArray(value) && value.every(isText)
      ) {
        return value.map((one) => `--${name}=${one}`);
      }
      break;
    default:
      if (typeof value === "string" || typeof value === "number") {
        return [`--${name}=${value}`];
      }
  }
  throw misuse(`"${name}" must be of type ${property?.type}`, []);
}

const misuse = (message: string, hints: readonly string[]) =>
  new UserError("misuse", message, hints);

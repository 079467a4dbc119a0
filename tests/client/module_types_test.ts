/** Our declaration of the module's calls against the client's own types. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { clientTest } from "./support/client_test_cases.ts";
import type { ClientWorld } from "./support/client_world.ts";
import { temporaryFolder } from "./support/installed_home.ts";
import type { ModelRequest, Step } from "./support/scripted_model.ts";
import { bash } from "./support/work.ts";

const HOOKS = new URL("../../plugin/hooks/", import.meta.url);
const ROOT = new URL("../../", import.meta.url);

/** What the client gives us must do for ours, what we give it for its own. */
const CHECK = `/// <reference path="./types/claude-code.d.ts" />
import type {
  EngineInterface,
  EventOf,
  ModelCompleteRequest,
  Register,
} from "claude-code";
import type { Client, CompletionRequest, Events } from "./client.d.ts";
import { register } from "./scribe.ts";

type Certain<T> = 0 extends (1 & T) ? never : T;

export const client = (its: Certain<EngineInterface>): Client => its;
export const request = (ours: CompletionRequest): ModelCompleteRequest => ours;
export const events = (
  its: { [E in keyof Events]: Certain<EventOf[E]> },
): Events => its;
export const module: Register = register;
`;

const BASE = /Base directory for this skill: ([^\n]+)/;

/** The client lays its typings out while one of its skills is in use. */
async function copyTypes(world: ClientWorld, folder: string): Promise<void> {
  const copy = ({ text }: ModelRequest): Step => {
    const from = BASE.exec(text)?.[1]?.trim();
    if (from === undefined) return { text: "There is no such skill." };
    return { tools: [bash(`cp -R '${from}/types' '${folder}/types'`)] };
  };
  world.script = {
    main: (request) => {
      if (request.index === 1) return copy(request);
      if (request.index > 1) return { text: "Copied." };
      const input = { skill: "plugin-authoring" };
      return { tools: [{ name: "Skill", input }] };
    },
  };
  const { result } = await world.session("Copy the types");
  assertEquals(result, "Copied.");
}

/** What `deno check` has to say, "" if nothing. */
async function problems(
  folder: string,
  declaration: string,
): Promise<string> {
  const { compilerOptions } = JSON.parse(
    Deno.readTextFileSync(new URL("deno.json", ROOT)),
  );
  const { types: _, ...strict } = compilerOptions;
  const files = {
    "deno.json": JSON.stringify({
      compilerOptions: { ...strict, lib: ["es2023"] },
    }),
    "client.d.ts": declaration,
    "scribe.ts": Deno.readTextFileSync(new URL("scribe.ts", HOOKS)),
    "check.ts": CHECK,
  };
  for (const [name, text] of Object.entries(files)) {
    Deno.writeTextFileSync(`${folder}/${name}`, text);
  }
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["check", "--quiet", "--no-lock", "check.ts"],
    cwd: folder,
    env: { NO_COLOR: "1" },
    stdout: "null",
    stderr: "piped",
  }).output();
  return success ? "" : new TextDecoder().decode(stderr);
}

clientTest(
  "the client's own types agree with our declaration of them",
  async (world) => {
    const folder = temporaryFolder();
    try {
      await copyTypes(world, folder);
      const ours = Deno.readTextFileSync(new URL("client.d.ts", HOOKS));
      assert(ours.split("\n").length <= 80, "the declaration is a short one");
      assertEquals(await problems(folder, ours), "");
      const wrong = [
        ["session_id: string", "session_id: number", "Events"],
        ['effort: "low"', 'effort: "least"', "ModelCompleteRequest"],
        [
          "status: (text: string | undefined)",
          "status: (text: unknown)",
          "Client",
        ],
      ] as const;
      const changed = wrong.reduce((text, [was, is]) => {
        assertStringIncludes(text, was);
        return text.replace(was, is);
      }, ours);
      const found = await problems(folder, changed);
      for (const [, , type] of wrong) {
        const words = `is not assignable to type '${type}'`;
        assertStringIncludes(found, words, "a wrong declaration is found");
      }
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
  { versions: ["2.1.326"] },
);

/** The MCP server in the real client. */

import { assert, assertStringIncludes } from "@std/assert";
import { clientTest } from "./support/client_test_cases.ts";
import { PROGRAM } from "./support/installed_home.ts";
import { bash, DONE } from "./support/work.ts";

const SEARCH = "mcp__memory-keeper__search";

clientTest(
  "the client finds the MCP server's tools and calls them",
  async (world) => {
    world.script = {
      main: [
        { tools: [bash("memory-keeper save 'Ferries round last'")] },
        DONE,
      ],
    };
    await world.session("Keep how ferries round");
    const { code, stdout } = await world.claude(
      "mcp",
      "add",
      "--scope",
      "user",
      "memory-keeper",
      "--",
      PROGRAM,
      "mcp",
    );
    assert(code === 0, stdout);
    world.script = {
      main: [
        {
          tools: [{ name: "ToolSearch", input: { query: `select:${SEARCH}` } }],
        },
        { tools: [{ name: SEARCH, input: { words: "how do ferries round" } }] },
        DONE,
      ],
    };
    await world.session("How do ferries round?", {
      args: ["--allowedTools", SEARCH],
    });
    const requests = world.model.of("main");
    // A hit's id is in no context that a session is given at its start.
    assertStringIncludes(requests.at(-1)?.text ?? "", "memory.md#1");
  },
);

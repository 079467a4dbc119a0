/** The MCP server as a process, asked by the protocol's own client. */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import {
  ProcessWorld,
  PROGRAM,
  spawnProgram,
} from "./support/world/sealed_world.ts";

interface Answer {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: boolean;
}

/** What the tests ask of a client; the SDK's types are not at hand. */
interface Asker extends AsyncDisposable {
  call(name: string, args?: Record<string, unknown>): Promise<Answer>;
  readonly client: {
    listTools(): Promise<{ tools: { name: string; annotations: unknown }[] }>;
    listResources(): Promise<{ resources: { uri: string; name: string }[] }>;
    readResource(
      of: { uri: string },
    ): Promise<{ contents: { text: string }[] }>;
    setRequestHandler(schema: unknown, handler: () => unknown): void;
  };
}

async function connect(
  world: ProcessWorld,
  capabilities: Record<string, unknown> = {},
  onAsked?: () => unknown,
): Promise<Asker> {
  const [command, ...first] = PROGRAM;
  const transport = new StdioClientTransport({
    command,
    args: [...first, "mcp", "--project-dir", world.project],
    env: world.env({}),
    cwd: world.home,
  });
  const client = new Client({ name: "tide", version: "1" }, { capabilities });
  if (onAsked) client.setRequestHandler(ElicitRequestSchema, onAsked);
  await client.connect(transport);
  return {
    client,
    call: (name, args = {}) => client.callTool({ name, arguments: args }),
    async [Symbol.asyncDispose]() {
      await client.close();
    },
  };
}

const textOf = ({ content }: Answer) => content.map(({ text }) => text).join();

Deno.test("mcp serves memory to the protocol's own client", async (t) => {
  await using world = new ProcessWorld();
  await world.run(["save", "We round tide times last, never in between"]);
  await world.run(["facts", "add", "decision", "Ferries use one tide table"]);
  await using asker = await connect(world);
  const { client, call } = asker;

  await t.step("tools, and which of them write", async () => {
    const { tools } = await client.listTools();
    assertEquals(
      tools.map(({ name, annotations }) => [name, annotations]),
      ["search", "show", "timeline", "facts", "remember", "forget"].map((
        name,
      ) => [
        name,
        { readOnlyHint: name !== "remember", openWorldHint: false },
      ]),
    );
  });

  await t.step("search and show", async () => {
    const found = textOf(
      await call("search", {
        words: "when do we round",
        also: ["rounding of tides"],
        limit: 3,
      }),
    );
    const [id] = /memory\.md#\d+/.exec(found) ?? [];
    assert(id, found);
    assertMatch(textOf(await call("show", { id })), /round tide times last/);
  });

  await t.step("facts and timeline", async () => {
    const facts = textOf(await call("facts", { type: "decision" }));
    assertMatch(facts, /d001 .*Ferries use one tide table/);
    assertMatch(textOf(await call("timeline")), /No session found/);
  });

  await t.step("nothing found is an answer", async () => {
    const answer = await call("search", { words: "zeppelin" });
    assertEquals(answer.isError, undefined);
    assertEquals(textOf(answer), "Nothing found");
  });

  await t.step("wrong arguments are answered, with what is right", async () => {
    for (
      const [args, expected] of [
        [{}, /"words" must be a text/],
        [{ words: "-" }, /"words" must be a text/],
        [{ words: "tide", limit: "many" }, /--limit/],
        [{ words: "tide", deep: "yes" }, /"deep" must be of type boolean/],
        [{ words: "tide", json: true }, /"json" is not an argument/],
        [{ words: "tide", since: "the day" }, /--since/],
      ] as const
    ) {
      const answer = await call("search", args);
      assertEquals(answer.isError, true, textOf(answer));
      assertMatch(textOf(answer), expected);
    }
    const words = "--help";
    assertEquals((await call("search", { words })).isError, undefined);
  });

  await t.step("resources", async () => {
    const { resources } = await client.listResources();
    assertEquals(resources.map(({ uri }) => uri), [
      "memory-keeper://memory.md",
      "memory-keeper://memory.md#1",
    ]);
    for (const { uri } of resources) {
      const { contents } = await client.readResource({ uri });
      assertMatch(contents[0]?.text ?? "", /We round tide times last/);
    }
    const uri = "memory-keeper://../../etc/passwd";
    const refused = await client.readResource({ uri }).catch(String);
    assertMatch(String(refused), /No resource/);
  });

  await t.step("remember keeps a rule", async () => {
    await call("remember", { rule: "Ask the harbour master before a release" });
    const { stdout } = await world.run(["permanent", "list"]);
    assertMatch(stdout, /Ask the harbour master/);
  });

  await t.step("while memory is off every answer is one line", async () => {
    await world.run(["off"]);
    const line = /^Memory is off until it is switched on: nothing is given/;
    for (const { name } of (await client.listTools()).tools) {
      const args = { words: "round", id: "d001", rule: "Off", text: "round" };
      const wanted = { search: "words", show: "id", remember: "rule" };
      const key = wanted[name as keyof typeof wanted];
      const given = key ? { [key]: args[key as keyof typeof args] } : {};
      const told = await call(name, given);
      assertMatch(textOf(told), line, name);
      assertEquals(told.isError ?? false, name === "remember");
    }
    assertEquals((await client.listResources()).resources, []);
    const uri = "memory-keeper://memory.md";
    const refused = await client.readResource({ uri }).catch(String);
    assertMatch(String(refused), /Memory is off/);
    await world.run(["on"]);
    assertEquals((await client.readResource({ uri })).contents.length, 1);
    const { stdout } = await world.run(["permanent", "list"]);
    assert(!stdout.includes("Off"));
  });
});

Deno.test("mcp asks the user before it remembers, where the client can", async () => {
  await using world = new ProcessWorld();
  for (const action of ["decline", "accept"]) {
    await using asker = await connect(
      world,
      { elicitation: {} },
      () => ({ action, content: {} }),
    );
    const answer = await asker.call("remember", { rule: `Rule to ${action}` });
    assertEquals(answer.isError ?? false, action === "decline");
  }
  const { stdout } = await world.run(["permanent", "list"]);
  assertMatch(stdout, /Rule to accept/);
  assert(!stdout.includes("Rule to decline"));
});

Deno.test("mcp answers nonsense with errors and finishes what was begun", async () => {
  await using world = new ProcessWorld();
  const child = spawnProgram(["mcp"], {
    env: world.env({}),
    cwd: world.project,
  });
  const lines = [
    "not JSON",
    "[1]",
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}',
    '{"jsonrpc":"2.0","id":2,"method":"no/such"}',
    '{"jsonrpc":"2.0","id":5}',
    '{"jsonrpc":"2.0","id":6,"method":"tools/list","params":[]}',
    '{"jsonrpc":"2.0","id":7,"method":"tools/call"}',
    `{"jsonrpc":"2.0","id":8,"method":"${"x".repeat(12_000_000)}"}`,
    '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"none"}}',
    '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"remember","arguments":{"rule":"Round last"}}}',
  ];
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(`${lines.join("\n")}\n`));
  await writer.close();
  const { code, stdout } = await child.output();
  assertEquals(code, 0);
  const replies = new TextDecoder().decode(stdout).trim().split("\n")
    .map((line) => JSON.parse(line));
  const codes = new Map(replies.map(({ id, error }) => [id, error?.code]));
  assertEquals(replies.slice(0, 2).map(({ error }) => error.code), [
    -32700,
    -32600,
  ]);
  assertEquals(codes.get(1), undefined);
  assertEquals([5, 6, 7, 8].map((id) => codes.get(id)), [
    -32600,
    -32600,
    -32602,
    -32600,
  ]);
  assertEquals(codes.get(2), -32601);
  assertEquals(codes.get(3), -32602);
  assert(codes.has(4), "the last call is answered though the client has gone");
  assertEquals(codes.get(4), undefined);
});

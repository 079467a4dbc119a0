import { assertEquals } from "@std/assert";
import {
  parseMarketplace,
  parsePluginRecords,
  pluginRoot,
} from "./plugin_records.ts";

const ID = "memory-keeper@memory-keeper";
const RECORD = {
  scope: "user",
  installPath: "/c/plugins/cache/memory-keeper/memory-keeper/0.1.0",
  version: "0.1.0",
  installedAt: "2026-11-17T06:57:03.741Z",
};
const FOLDER = {
  "memory-keeper": {
    source: { source: "directory", path: "/i" },
    installLocation: "/i",
  },
};

Deno.test("parsePluginRecords() reads what Claude Code records", () => {
  const raw = { version: 2, plugins: { [ID]: [RECORD], "x@y": [RECORD] } };
  assertEquals(parsePluginRecords(raw), [{
    ...RECORD,
    projectPath: undefined,
  }]);
});

Deno.test("parsePluginRecords() gives none for anything else", async (t) => {
  const rows: unknown[] = [
    null,
    "text",
    [1],
    {},
    { plugins: 7 },
    { plugins: { [ID]: [null, 7, {}] } },
    { plugins: { [ID]: [{ ...RECORD, installPath: null }] } },
  ];
  for (const raw of rows) {
    await t.step(JSON.stringify(raw), () => {
      assertEquals(parsePluginRecords(raw), []);
    });
  }
});

Deno.test("pluginRoot() is a folder in place, or Claude Code's copy", () => {
  const [record] = parsePluginRecords({ plugins: { [ID]: RECORD } });
  const folder = parseMarketplace(FOLDER);
  const git = parseMarketplace({
    "memory-keeper": { source: { source: "git" }, installLocation: "/m" },
  });
  assertEquals(record && pluginRoot(record, folder), "/i/plugin");
  assertEquals(record && pluginRoot(record, git), RECORD.installPath);
  assertEquals(record && pluginRoot(record, undefined), RECORD.installPath);
  assertEquals(parseMarketplace({ "memory-keeper": [] }), undefined);
  assertEquals(parseMarketplace("x"), undefined);
});

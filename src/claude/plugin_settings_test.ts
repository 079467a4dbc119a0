import { assertEquals } from "@std/assert";
import {
  hooksSwitchedOff,
  pluginSwitch,
  registersUsAgain,
  settingsVariable,
  transcriptDays,
} from "./plugin_settings.ts";
import type { SettingsFile } from "./settings.ts";

const file = (
  path: string,
  values: SettingsFile["values"],
  isManaged = false,
): SettingsFile => ({ path, values, isManaged, isOwn: true });

Deno.test("transcriptDays() is what Claude Code goes by", async (t) => {
  const rows: [unknown, number][] = [
    [undefined, 30],
    [7, 7],
    [0, 0],
    [3650, 3650],
    [-1, 30],
    ["90", 30],
    [null, 30],
  ];
  for (const [value, days] of rows) {
    await t.step(`${JSON.stringify(value)} → ${days}`, () => {
      const values = value === undefined ? {} : { cleanupPeriodDays: value };
      assertEquals(transcriptDays([file("user", values)]).value, days);
    });
  }
});

Deno.test("pluginSwitch() takes the strongest file that says it", () => {
  const id = "memory-keeper@memory-keeper";
  const on = file("user", { enabledPlugins: { [id]: true } });
  const off = file("project", { enabledPlugins: { [id]: false } });
  const silent = file("local", { enabledPlugins: { "other@x": true } });
  assertEquals(pluginSwitch([on]), { value: true, path: "user" });
  assertEquals(pluginSwitch([silent, off, on]), {
    value: false,
    path: "project",
  });
  assertEquals(pluginSwitch([silent]), undefined);
  assertEquals(pluginSwitch([file("bad", undefined)]), undefined);
  assertEquals(pluginSwitch([file("odd", { enabledPlugins: 7 })]), undefined);
});

Deno.test("hooksSwitchedOff() knows both switches, one of them managed", () => {
  const all = file("user", { disableAllHooks: true });
  assertEquals(hooksSwitchedOff([all])?.value, "disableAllHooks");
  const only = { allowManagedHooksOnly: true };
  assertEquals(hooksSwitchedOff([file("user", only)]), undefined);
  assertEquals(hooksSwitchedOff([file("admin", only, true)]), {
    value: "allowManagedHooksOnly",
    path: "admin",
  });
  const again = file("local", { disableAllHooks: false });
  assertEquals(hooksSwitchedOff([again, all]), undefined);
});

Deno.test("registersUsAgain() finds our command in a user's own hooks", async (t) => {
  const hooks = (hook: object) => ({ hooks: { Stop: [{ hooks: [hook] }] } });
  const rows: [string, object, boolean][] = [
    ["shell form", { command: "~/bin/memory-keeper hook stop" }, true],
    ["quoted", { command: '"/a b/memory-keeper.exe" hook stop' }, true],
    ["exec form", { command: "memory-keeper", args: ["hook", "stop"] }, true],
    ["another command of ours", { command: "memory-keeper status" }, false],
    ["another program", { command: "echo hook" }, false],
  ];
  for (const [name, hook, expected] of rows) {
    await t.step(name, () => {
      const found = registersUsAgain([file("user", hooks(hook))]);
      assertEquals(found, expected ? ["user"] : []);
    });
  }
  assertEquals(registersUsAgain([file("odd", { hooks: "x" })]), []);
});

Deno.test("settingsVariable() finds what a settings file exports", () => {
  const files = [file("user", { env: { MEMORY_KEEPER_DISABLED: "1", N: 1 } })];
  const found = settingsVariable(files, "MEMORY_KEEPER_DISABLED");
  assertEquals(found, { value: "1", path: "user" });
  assertEquals(settingsVariable(files, "N"), undefined);
});

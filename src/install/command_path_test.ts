import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { World } from "../base/world.ts";
import { linkCommand, planCommandPath } from "./command_path.ts";

const worldWith = (env: Record<string, string>): World => ({
  env: (name) => env[name],
  now: () => new Date(0),
  localOffsetMinutes: () => 0,
  cwd: () => "/",
});

Deno.test("planCommandPath() gives the line for the user's own shell", async (t) => {
  const rows: [string, string][] = [
    ["/bin/bash", ">> ~/.bashrc && export PATH="],
    ["/usr/bin/zsh", ">> ~/.zshrc && export PATH="],
    ["/usr/bin/fish", "fish_add_path ~/.local/bin"],
    ["/bin/dash", ">> ~/.profile && export PATH="],
  ];
  for (const [SHELL, expected] of rows) {
    await t.step(SHELL, () => {
      const world = worldWith({ HOME: "/h", PATH: "/bin:/usr/bin", SHELL });
      const { bin, line } = planCommandPath(world, "/x/memory-keeper", false);
      assertEquals(bin, "/h/.local/bin");
      assertStringIncludes(line ?? "", expected);
    });
  }
});

Deno.test("planCommandPath() has nothing to say where the folder is on the PATH", () => {
  const posix = worldWith({ HOME: "/h", PATH: "/bin:/h/.local/bin/" });
  assertEquals(planCommandPath(posix, "/x/memory-keeper", false).line, null);
  const windows = worldWith({
    USERPROFILE: "C:\\Users\\a",
    PATH: "C:\\Windows;c:\\mk\\PLUGIN\\bin",
  });
  const program = "C:\\mk/plugin/bin/memory-keeper.exe";
  assertEquals(planCommandPath(windows, program, true).line, null);
});

Deno.test("planCommandPath() keeps variables in the PATH of Windows", () => {
  const world = worldWith({ USERPROFILE: "C:\\Users\\a", PATH: "C:\\Windows" });
  const program = "C:\\mk/plugin/bin/memory-keeper.exe";
  const { line } = planCommandPath(world, program, true);
  assertMatch(line ?? "", /DoNotExpandEnvironmentNames.*C:\\mk\\plugin\\bin"/);
});

Deno.test({
  name: "linkCommand() makes a link and leaves what another has put there",
  ignore: Deno.build.os === "windows",
  fn: () => {
    const dir = Deno.makeTempDirSync();
    try {
      const bin = `${dir}/.local/bin`;
      assertEquals(linkCommand(bin, "/x/memory-keeper"), undefined);
      assertEquals(linkCommand(bin, "/x/memory-keeper"), undefined);
      assertEquals(
        Deno.readLinkSync(`${bin}/memory-keeper`),
        "/x/memory-keeper",
      );
      assertMatch(linkCommand(bin, "/y/memory-keeper") ?? "", /left alone$/);
      assertEquals(
        Deno.readLinkSync(`${bin}/memory-keeper`),
        "/x/memory-keeper",
      );
    } finally {
      Deno.removeSync(dir, { recursive: true });
    }
  },
});

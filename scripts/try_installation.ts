/** install.sh in an empty home: install, use, upgrade, uninstall. */

import { runProgram } from "./run_program.ts";
import { TemporaryFolder } from "./temporary_folder.ts";

type Step = <T>(name: string, act: () => Promise<T>) => Promise<T>;

export async function tryInstallation(script: string, step: Step) {
  using temporary = new TemporaryFolder("rehearsal");
  const home = temporary.dir;
  const env = {
    HOME: home,
    CLAUDE_CONFIG_DIR: `${home}/.claude`,
    XDG_DATA_HOME: "",
    PATH: `${home}/.local/bin:/usr/local/bin:/usr/bin:/bin`,
  };
  const folder = `${home}/.local/share/memory-keeper`;
  const run = (command: string, ...args: string[]) =>
    runProgram(command, args, { cwd: home, env });
  const keeper = (...args: string[]) =>
    run(`${home}/.local/bin/memory-keeper`, ...args);
  const expect = (text: string, words: string) => {
    if (!text.includes(words)) throw new Error(`No "${words}" in: ${text}`);
  };
  await step("install.sh in an empty home", async () => {
    expect(await run("sh", script, "--no-claude"), "Installed memory-keeper");
  });
  await step("the installed program works", async () => {
    expect(await keeper("version"), "memory-keeper ");
    await Deno.mkdir(`${home}/project/.git`, { recursive: true });
    const at = ["--project-dir", `${home}/project`];
    await keeper("save", "The rehearsal was here", ...at);
    expect(await keeper("search", "rehearsal", ...at), "was here");
  });
  await step("upgrade from an older version", async () => {
    const list = `${folder}/install.json`;
    const text = await Deno.readTextFile(list);
    await Deno.writeTextFile(
      list,
      text.replace(/"program": "[^"]+"/, '"program": "0.0.1"'),
    );
    await Deno.remove(`${folder}/plugin/hooks/hooks.json`);
    expect(await run("sh", script, "--no-claude"), "was 0.0.1");
    await Deno.stat(`${folder}/plugin/hooks/hooks.json`);
  });
  await step("uninstall leaves memory and the user's key", async () => {
    expect(await keeper("uninstall"), "Your memory stays");
    await Deno.stat(`${home}/project/.claude/memory/memory.md`);
    await Deno.remove(`${home}/project`, { recursive: true });
    // The key, the list of projects and copies of their memory.
    const left = (await filesBelow(home))
      .filter((path) => !path.includes("/.claude/memory-keeper/"));
    if (left.length > 0) throw new Error(`It left ${left.join(", ")}`);
  });
}

async function filesBelow(dir: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(dir)) {
    if (isDirectory) found.push(...await filesBelow(`${dir}/${name}`));
    else found.push(`${dir}/${name}`);
  }
  return found;
}

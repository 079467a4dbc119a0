/**
 * What a store made to hang us costs: each case in a world of its own, with the
 * time of the command, its exit code and whether it printed. `--root` measures
 * another checkout, `--only` one case; a run is ended after `--most` seconds.
 *
 *     deno run -A scripts/hang_table.ts [--root DIR] [--only NAME] [--most 120]
 *
 * `--root` may also be a finished file.
 */

import { parseArgs } from "@std/cli/parse-args";
import { renderTable } from "../src/output/table.ts";
import { plantMark } from "../tests/support/world/owner_mark.ts";
import { type Hang, type HangPlace, HANGS } from "./hang_cases.ts";
import { TemporaryFolder } from "./temporary_folder.ts";

async function runProgram(
  root: string,
  { home, project }: HangPlace,
  args: readonly string[],
  payload?: object,
  mostMs = 60_000,
): Promise<Deno.CommandOutput> {
  const cache = Deno.env.get("DENO_DIR") ??
    `${Deno.env.get("HOME")}/.cache/deno`;
  const program = Deno.statSync(root).isFile
    ? [root]
    : [Deno.execPath(), "run", "-A", "--no-check", `${root}/main.ts`];
  // Bash says how long the processor was busy, whatever else the machine does.
  const timed = ["-c", 'TIMEFORMAT="busy %U %S"; time "$@"', "bash"];
  const child = new Deno.Command("bash", {
    args: [...timed, ...program, ...args],
    cwd: project,
    clearEnv: true,
    env: {
      HOME: home,
      CLAUDE_PROJECT_DIR: project,
      PATH: "/usr/bin:/bin",
      DENO_DIR: cache,
      NO_COLOR: "1",
    },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const timer = setTimeout(() => child.kill("SIGKILL"), mostMs);
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(payload ?? "")));
  await writer.close();
  const output = await child.output();
  clearTimeout(timer);
  return output;
}

async function measure(hang: Hang, root: string, mostMs: number) {
  using folder = new TemporaryFolder("hang");
  const { dir } = folder;
  const project = `${dir}/project`;
  const place: HangPlace = {
    home: `${dir}/home`,
    project,
    store: `${project}/.claude/memory`,
    transcripts: `${dir}/home/.claude/projects/${
      project.replace(/[^A-Za-z0-9]/g, "-")
    }`,
  };
  for (const one of [place.store, place.transcripts, `${project}/.git`]) {
    Deno.mkdirSync(one, { recursive: true });
  }
  plantMark(place.store, `${place.home}/.claude`);
  Deno.writeTextFileSync(`${place.store}/.gitignore`, "*\n");
  await hang.prepare(
    place,
    (args, payload) => runProgram(root, place, args, payload),
  );
  const began = performance.now();
  const { code, stdout, stderr } = await runProgram(
    root,
    place,
    hang.args,
    hang.payload?.(place),
    mostMs,
  );
  const seconds = (performance.now() - began) / 1000;
  const ended = seconds * 1000 < mostMs ? `${code}` : "killed";
  const [, user = "0", system = "0"] = /busy (\S+) (\S+)\s*$/
    .exec(new TextDecoder().decode(stderr)) ?? [];
  const busy = (Number(user) + Number(system)).toFixed(2);
  return [hang.name, seconds.toFixed(2), busy, ended, `${stdout.length}`];
}

if (import.meta.main) {
  const flags = parseArgs(Deno.args, { string: ["root", "only", "most"] });
  const root = Deno.realPathSync(
    String(flags["root"] ?? new URL("..", import.meta.url).pathname),
  );
  const only = String(flags["only"] ?? "");
  const mostMs = Number(flags["most"] ?? 120) * 1000;
  const rows = [["case", "seconds", "of processor", "exit", "printed bytes"]];
  for (const hang of HANGS.filter(({ name }) => name.includes(only))) {
    rows.push(await measure(hang, root, mostMs));
    console.error(rows.at(-1)?.join("  "));
  }
  console.log(renderTable(rows));
}

/** Completions in the real shells, as far as they are here. */

import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { GLOBAL_FLAGS } from "../../src/cli/command.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import {
  renderCompletions,
  type Shell,
} from "../../src/cli/completions/render.ts";
import { denoDir, EXECUTABLE } from "../support/world/sealed_world.ts";
import { plantMark } from "../support/world/owner_mark.ts";
import { limitMs } from "../support/world/patience.ts";

const FIRST = [
  ...new Set(COMMANDS.map(({ name }) => name.split(" ")[0] ?? "")),
];

const second = (first: string) =>
  COMMANDS.filter(({ name }) => name.startsWith(`${first} `))
    .map(({ name }) => name.slice(first.length + 1));

const GLOBAL = GLOBAL_FLAGS.map(({ name }) => `--${name}`);

/** What is typed after the program's name, and every word it may become. */
const ROWS: readonly [string, readonly string[]][] = [
  ["", FIRST],
  ["co", FIRST.filter((word) => word.startsWith("co"))],
  ["zzz", []],
  ["config ", second("config")],
  ["config s", second("config").filter((word) => word.startsWith("s"))],
  ["--json config s", second("config").filter((word) => word.startsWith("s"))],
  ["--project-dir /tmp config ", second("config")],
  ["config set --", ["--global", ...GLOBAL]],
  ["config set --g", ["--global"]],
  ["config set saveInterval 3 --g", ["--global"]],
  ["config get saveI", ["saveInterval"]],
  ["status --p", ["--project-dir"]],
  ["status --project-dir /tmp --j", ["--json"]],
  ["status --project-dir sub", ["subfolder"]],
  ["refine sub", ["subfolder", "subject.jsonl"]],
  ["set le", ["lessons"]],
  ["search --layer me", ["memory"]],
  ["search --limit ", []],
  ["search-memory --de", ["--deep"]],
  ["extract-delta ex", ["extract"]],
  ["doctor --f", ["--fix"]],
  ["help statu", ["status", "statusline"]],
  ["help config s", second("config").filter((word) => word.startsWith("s"))],
  ["help config set s", []],
  ["config set storage ", ["home", "project"]],
  ["config set --global recall ", ["false", "true"]],
  ["config set storage home p", []],
  ["clear old a", []],
  ["set project le", []],
  ["completions p", ["powershell"]],
];

/** Ids of the store that lies where the shell is, each with its title. */
const ID_ROWS: readonly [string, readonly string[]][] = [
  ["show ", ["3f2a9c11", "d001", "r001", "r002", "c001"]],
  ["show 3", ["3f2a9c11"]],
  ["facts show ", ["d001"]],
  ["permanent remove r", ["r001", "r002"]],
  ["concepts merge ", ["c001"]],
  ["search tides --session ", ["3f2a9c11"]],
  ["timeline --session zz", []],
];

/** In a project that is the home folder too. */
function plantStore(project: string): void {
  const store = `${project}/.claude/memory`;
  plantMark(store, `${project}/.claude`);
  Deno.mkdirSync(`${store}/sessions`, { recursive: true });
  const entry = {
    ts: "2026-02-01T17:20:00Z",
    role: "user",
    text: "Why: a redirect loop after 로그인?",
  };
  const files = {
    ".gitignore": "*\n",
    "sessions/2026-02-01_1720_3f2a9c11.l1.jsonl": `${JSON.stringify(entry)}\n`,
    "facts.json": JSON.stringify({
      decisions: [{ id: "d001", content: "Cookies are: Lax, $HOME 'x'" }],
      permanent: {
        rules: [
          { id: "r001", content: "Round last" },
          { id: "r002", content: "Round once" },
        ],
      },
    }),
    "concepts.json": JSON.stringify({
      concepts: [{ id: "c001", name: "login guard" }],
    }),
  };
  for (const [name, text] of Object.entries(files)) {
    Deno.writeTextFileSync(`${store}/${name}`, text);
  }
}

/** The program as a shell finds it. */
function plantProgram(bin: string): void {
  Deno.mkdirSync(bin);
  const main = fromFileUrl(new URL("../../main.ts", import.meta.url));
  const command = EXECUTABLE
    ? `"${EXECUTABLE}"`
    : `DENO_DIR="${denoDir()}" "${Deno.execPath()}" run -A --quiet "${main}"`;
  Deno.writeTextFileSync(
    `${bin}/memory-keeper`,
    `#!/bin/sh\n${
      command.replace(/^(DENO_DIR=\S+) /, "export $1\nexec ")
    } "$@"\n`,
    { mode: 0o755 },
  );
}

/** A shell that waits for more than it is given is ended. */
const LIMIT_MS = 60_000;

interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/** How each shell is asked; `script` is the file, `line` what is typed. */
const SHELLS: Record<Shell, (script: string, line: string) => Program> = {
  bash: (script, line) => ({
    command: "bash",
    args: ["--norc", "--noprofile", "-c", BASH, "bash", script, ...split(line)],
  }),
  zsh: (script, line) => ({
    command: "zsh",
    args: ["-f", "-c", ZSH, "zsh", script, line],
  }),
  fish: (script, line) => ({
    command: "fish",
    args: ["--no-config", "-c", FISH, script, `memory-keeper ${line}`],
  }),
  powershell: (script, line) => ({
    command: "pwsh",
    args: ["-NoProfile", "-Command", PWSH(script, `memory-keeper ${line}`)],
  }),
};

const BASH = `source "$1" || exit; shift
complete -p memory-keeper > /dev/null || exit
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_memory_keeper; printf '%s\\n' "\${COMPREPLY[@]}"`;

/**
 * A second zsh behind a terminal of its own, in which Tab is pressed: what is
 * offered between the two marks goes through `compadd`.
 */
const ZSH = `zmodload zsh/zpty
cat > rc <<'END'
PROMPT=
autoload -U compinit && compinit -u -D
source $SCRIPT
bindkey '^I' complete-word
mark() { print -rn -- $'\\x1e' }
compprefuncs=(mark) comppostfuncs=(mark exit)
compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then
    builtin compadd "$@"; return
  fi
  local -a hits; builtin compadd -O hits "$@"
  print -rl -- $hits; builtin compadd "$@"
}
print -rn -- $'\\x1d'
END
export SCRIPT=$1
zpty shell zsh -f -i
zpty -w shell "source ./rc"
zpty -r shell out $'*\\x1d'
zpty -w -n shell "memory-keeper $2"$'\\t'
zpty -r shell out $'*\\x1e*\\x1e'
print -r -- "\${\${out#*$'\\x1e'}%$'\\x1e'*}"`;

const FISH = `source $argv[1]; or exit; complete -C $argv[2]`;

const PWSH = (script: string, line: string) =>
  `. '${script}'; $line = '${line}'
(TabExpansion2 -inputScript $line -cursorColumn $line.Length).
  CompletionMatches | ForEach-Object { $_.CompletionText }`;

const split = (line: string) => ["memory-keeper", ...line.split(" ")];

function isInstalled(command: string): boolean {
  try {
    const { success } = new Deno.Command(command, {
      args: ["-c", "exit"],
      stdout: "null",
      stderr: "null",
    }).outputSync();
    return success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

async function answer({ command, args }: Program, home: string) {
  const child = new Deno.Command(command, {
    args: [...args],
    cwd: home,
    env: {
      PATH: `${home}/../bin:${Deno.env.get("PATH") ?? ""}`,
      HOME: home,
      TERM: "xterm",
    },
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const limit = setTimeout(() => child.kill("SIGKILL"), limitMs(LIMIT_MS));
  const { success, stdout, stderr } = await child.output();
  clearTimeout(limit);
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  assertEquals([success || text(stdout), text(stderr)], [true, ""]);
  const words = text(stdout).split("\n")
    // A title follows a tab or two spaces; a folder may come with its slash.
    .map((line) =>
      (line.split(/\t| {2}/)[0] ?? "").trim().replace(/[\\/]$/, "")
    )
    .filter((word) => word !== "");
  return [...new Set(words)];
}

/** Nothing offered means paths to PowerShell. */
const isFor = (shell: string, expected: readonly string[]) =>
  shell !== "powershell" || expected.length > 0;

for (const [shell, ask] of Object.entries(SHELLS)) {
  const { command } = ask("", "");
  const isHere = Deno.build.os !== "windows" && isInstalled(command);
  Deno.test({
    name: `renderCompletions("${shell}") completes in the real ${command}`,
    ignore: !isHere,
    async fn(t) {
      const home = Deno.makeTempDirSync({ prefix: "memory-keeper-test-" });
      const script = `${home}/script.ps1`;
      Deno.writeTextFileSync(script, renderCompletions(shell as Shell));
      const typed = `${home}/typed`;
      Deno.mkdirSync(`${typed}/subfolder`, { recursive: true });
      Deno.writeTextFileSync(`${typed}/subject.jsonl`, "");
      for (const [line, expected] of ROWS) {
        if (!isFor(shell, expected)) continue;
        await t.step(`memory-keeper ${line}`, async () => {
          const words = await answer(ask(script, line), typed);
          assertEquals(words.sort(), [...expected].sort());
        });
      }
      plantProgram(`${home}/bin`);
      plantStore(typed);
      for (const [line, expected] of ID_ROWS) {
        await t.step(`memory-keeper ${line}(ids)`, async () => {
          const words = await answer(ask(script, line), typed);
          assertEquals(words.sort(), [...expected].sort());
        });
      }
      Deno.removeSync(home, { recursive: true });
    },
  });
}

import { assertEquals } from "@std/assert";
import { COMMANDS } from "./commands.ts";
import { GLOBAL_FLAGS } from "./command.ts";
import { renderCompletions, type Shell } from "./completions.ts";

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
  ["status --p", ["--project-dir"]],
  ["status --project-dir /tmp --j", ["--json"]],
  ["completions p", ["powershell"]],
];

interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/** How each shell is asked; `script` is the file, `line` what is typed. */
const SHELLS: Partial<
  Record<Shell, (script: string, line: string) => Program>
> = {
  bash: (script, line) => ({
    command: "bash",
    args: ["--norc", "--noprofile", "-c", BASH, "bash", script, ...split(line)],
  }),
  zsh: (script, line) => ({
    command: "zsh",
    args: ["-f", "-c", ZSH, "zsh", script, ...split(line)],
  }),
  fish: (script, line) => ({
    command: "fish",
    args: ["--no-config", "-c", FISH, script, `memory-keeper ${line}`],
  }),
};

const BASH = `source "$1" || exit; shift
complete -p memory-keeper > /dev/null || exit
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_memory_keeper; printf '%s\\n' "\${COMPREPLY[@]}"`;

// As zsh's own layer for bash functions does; it leaves the filter to zsh.
const ZSH = `autoload -U compinit && compinit -u -D
source "$1" || exit; shift
words=("$@") CURRENT=$# COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
for word in $(compgen -F _memory_keeper -- "\${words[CURRENT]}"); do
  [[ $word == "\${words[CURRENT]}"* ]] && print -r -- $word
done; true`;

const FISH = `source $argv[1]; or exit; complete -C $argv[2]`;

const split = (line: string) => ["memory-keeper", ...line.split(" ")];

function isInstalled(command: string): boolean {
  try {
    return new Deno.Command(command, {
      args: ["-c", "exit"],
      stdout: "null",
      stderr: "null",
    }).outputSync().success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

async function answer({ command, args }: Program, home: string) {
  const { success, stdout, stderr } = await new Deno.Command(command, {
    args: [...args],
    cwd: home,
    env: { PATH: Deno.env.get("PATH") ?? "", HOME: home },
    clearEnv: true,
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  assertEquals([success || text(stdout), text(stderr)], [true, ""]);
  return text(stdout).split("\n")
    .map((line) => (line.split("\t")[0] ?? "").trim())
    .filter((word) => word !== "");
}

for (const [shell, ask] of Object.entries(SHELLS)) {
  Deno.test({
    name: `renderCompletions("${shell}") completes in the real ${shell}`,
    ignore: Deno.build.os === "windows" || !isInstalled(shell),
    async fn(t) {
      const home = Deno.makeTempDirSync({ prefix: "memory-keeper-test-" });
      const script = `${home}/script`;
      Deno.writeTextFileSync(script, renderCompletions(shell as Shell));
      for (const [line, expected] of ROWS) {
        await t.step(`memory-keeper ${line}`, async () => {
          const words = await answer(ask(script, line), home);
          assertEquals(words.sort(), [...expected].sort());
        });
      }
      Deno.removeSync(home, { recursive: true });
    },
  });
}

Deno.test('renderCompletions("powershell") names every command and option', () => {
  const script = renderCompletions("powershell");
  for (const { name, flags = [] } of COMMANDS) {
    const row = script.split("\n").find((line) =>
      line.trimStart().startsWith(`'${name}' = `)
    );
    const options = [...flags, ...GLOBAL_FLAGS].map((f) => `'--${f.name}'`);
    assertEquals(options.filter((option) => !row?.includes(option)), []);
  }
});

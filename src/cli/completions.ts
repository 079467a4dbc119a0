/** Completion scripts, made from the command table. */

import { type CommandSpec, GLOBAL_FLAGS } from "./command.ts";
import { COMMANDS } from "./commands.ts";

export type Shell = "bash" | "zsh" | "fish" | "powershell";

/** What may follow each beginning of a command line. */
function candidates(): Map<string, string[]> {
  const table = new Map<string, string[]>();
  const add = (after: string, word: string) => {
    const list = table.get(after) ?? [];
    if (!list.includes(word)) list.push(word);
    table.set(after, list);
  };
  for (const command of COMMANDS) {
    const [first = "", second] = command.name.split(" ");
    add("", first);
    if (second) add(first, second);
    for (const word of wordsAfter(command)) add(command.name, word);
  }
  return table;
}

function wordsAfter({ positionals = [], flags = [] }: CommandSpec): string[] {
  return [
    ...positionals.flatMap(({ choices = [] }) => choices),
    ...[...flags, ...GLOBAL_FLAGS].map(({ name }) => `--${name}`),
  ];
}

export function renderCompletions(shell: Shell): string {
  switch (shell) {
    case "bash":
      return renderBash();
    case "zsh":
      // zsh reads bash completions through its own compatibility layer.
      return `autoload -U +X bashcompinit && bashcompinit\n${renderBash()}`;
    case "fish":
      return renderFish();
    case "powershell":
      return renderPowerShell();
    default:
      return shell satisfies never;
  }
}

function renderBash(): string {
  const cases = [...candidates()].map(([after, words]) =>
    `    ${JSON.stringify(after)}) words="${words.join(" ")}" ;;`
  );
  return `_memory_keeper() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" words="" before="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ "\${COMP_WORDS[i]}" == -* ]] && continue
    before="\${before:+$before }\${COMP_WORDS[i]}"
  done
  case "$before" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _memory_keeper memory-keeper
`;
}

function renderFish(): string {
  const quote = (text: string) => `'${text.replace(/['\\]/g, "\\$&")}'`;
  const about = new Map(COMMANDS.map((c) => [c.name, c.about]));
  const lines = [...candidates()].flatMap(([after, words]) =>
    words.map((word) => {
      const what = about.get(after ? `${after} ${word}` : word);
      return [
        "complete -c memory-keeper -f",
        `-n ${quote(`__memory_keeper_after ${quote(after)}`)}`,
        word.startsWith("--") ? `-l ${word.slice(2)}` : `-a ${word}`,
        ...(what ? [`-d ${quote(what)}`] : []),
      ].join(" ");
    })
  );
  return `function __memory_keeper_after
  set -l words (commandline -opc)[2..] ""
  test (string join " " (string match -v -- "-*" $words) | string trim) = "$argv"
end
${lines.join("\n")}
`;
}

function renderPowerShell(): string {
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const rows = [...candidates()].map(([after, words]) =>
    `    ${quote(after)} = @(${words.map(quote).join(", ")})`
  );
  return `Register-ArgumentCompleter -Native -CommandName memory-keeper -ScriptBlock {
  param($word, $ast, $position)
  $next = @{
${rows.join("\n")}
  }
  $before = $ast.CommandElements | Select-Object -Skip 1 |
    ForEach-Object { "$_" } | Where-Object { $_ -notlike '-*' -and $_ -ne $word }
  $next["$before"] | Where-Object { $_ -like "$word*" } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
`;
}

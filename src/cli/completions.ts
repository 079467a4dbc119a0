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

/**
 * The names a command line can begin with. Any other word is an option, its
 * value or an argument, and changes nothing about what may follow.
 */
function beginnings(table: ReadonlyMap<string, unknown>): string[] {
  return [...table.keys()].filter((name) => name !== "");
}

function renderBash(): string {
  const table = candidates();
  const known = beginnings(table).map((name) => `"${name}"`).join(" | ");
  const cases = [...table].map(([after, words]) =>
    `    ${JSON.stringify(after)}) words="${words.join(" ")}" ;;`
  );
  return `_memory_keeper() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" words="" before="" longer i
  for ((i = 1; i < COMP_CWORD; i++)); do
    longer="\${before:+$before }\${COMP_WORDS[i]}"
    case "$longer" in
      ${known}) before="$longer" ;;
    esac
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
  const table = candidates();
  const known = beginnings(table).map(quote).join(" ");
  const lines = [...table].flatMap(([after, words]) =>
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
  set -l before ""
  for word in (commandline -opc)[2..]
    set -l longer (string trim -- "$before $word")
    contains -- "$longer" ${known}; and set before "$longer"
  end
  test "$before" = "$argv"
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
  $before = ''
  foreach ($element in ($ast.CommandElements | Select-Object -Skip 1)) {
    if ($element.Extent.EndOffset -ge $position) { break }
    $longer = "$before $element".Trim()
    if ($next.ContainsKey($longer)) { $before = $longer }
  }
  $next[$before] | Where-Object { $_ -like "$word*" } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
`;
}

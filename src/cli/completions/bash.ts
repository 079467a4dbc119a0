/** The script for bash, from 3.2 (macOS) on. */

import { joinText } from "../../output/words.ts";
import { isIdKind, type Point, type Values } from "./points.ts";

export function renderBash(
  points: readonly Point[],
  flags: ReadonlyMap<string, Values>,
): string {
  const known = points.flatMap(({ names }) => names)
    .filter((name) => name !== "").map(quote).join(" | ");
  return `_memory_keeper() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
  local before="" words="" flags="" paths="" longer i
  if [[ $cur == "=" ]]; then cur=""
  elif [[ $prev == "=" ]]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  case "$prev" in
${[...flags].map(valueCase).join("\n")}
  esac
  for ((i = 1; i < COMP_CWORD; i++)); do
    longer="\${before:+$before }\${COMP_WORDS[i]}"
    case "$longer" in
      ${known}) before="$longer" ;;
    esac
  done
  case "$before" in
${points.map(pointCase).join("\n")}
  esac
  if [[ $cur == -* || -z $words$paths ]]; then words="$flags" paths=""; fi
  if [[ $paths == -* ]]; then _memory_keeper_paths "$paths"
  elif [[ -n $paths ]]; then _memory_keeper_ids "$paths"
  else COMPREPLY=($(compgen -W "$words" -- "$cur")); fi
}
_memory_keeper_paths() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen "$1" -- "$cur"))
  type compopt > /dev/null 2>&1 && compopt -o filenames 2> /dev/null
}
_memory_keeper_ids() {
  local id title
  COMPREPLY=()
  while IFS=$'\\t' read -r id title; do
    [[ $id == "$cur"* ]] && COMPREPLY+=("$id  $title")
  done < <(memory-keeper ids "$1" 2> /dev/null)
  # A title is to be read; a word that is put into the line has none.
  if [[ \${#COMPREPLY[@]} -eq 1 || $COMP_TYPE == 37 ]]; then
    COMPREPLY=("\${COMPREPLY[@]%%  *}")
  fi
}
complete -F _memory_keeper memory-keeper
`;
}

const quote = (text: string) => JSON.stringify(text);

function valueCase([flag, values]: readonly [string, Values]): string {
  const act = values === "free"
    ? ""
    : isIdKind(values)
    ? ` _memory_keeper_ids ${values};`
    : values === "files" || values === "folders"
    ? ` _memory_keeper_paths ${pathOption(values)};`
    : ` COMPREPLY=($(compgen -W "${values.join(" ")}" -- "$cur"));`;
  return `    ${flag})${act} return ;;`;
}

function pointCase({ names, words, flags, paths }: Point): string {
  const list = (offers: readonly { readonly word: string }[]) =>
    offers.map(({ word }) => word).join(" ");
  const set = joinText([
    words.length > 0 && `words="${list(words)}"`,
    paths && `paths=${pathOption(paths)}`,
    `flags="${list(flags)}"`,
  ], " ");
  return `    ${names.map(quote).join(" | ")}) ${set} ;;`;
}

/** compgen's name for it; files include folders on the way to them. */
const pathOption = (paths: string) =>
  paths === "files" ? "-f" : paths === "folders" ? "-d" : paths;

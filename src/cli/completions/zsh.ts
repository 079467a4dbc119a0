/** The script for zsh: sourced, or a file _memory-keeper in fpath. */

import { joinText } from "../../output/words.ts";
import {
  type FlagOffer,
  isIdKind,
  type Offer,
  type Point,
  type Values,
} from "./points.ts";

export function renderZsh(
  points: readonly Point[],
  flags: ReadonlyMap<string, Values>,
): string {
  const known = points.flatMap(({ names }) => names)
    .filter((name) => name !== "").map(quote).join("|");
  return `#compdef memory-keeper
_memory_keeper() {
  local before="" longer paths="" i
  local -a offers options
  case "\${words[CURRENT-1]}" in
${[...flags].map(valueCase).join("\n")}
  esac
  for ((i = 2; i < CURRENT; i++)); do
    longer="\${before:+$before }\${words[i]}"
    case "$longer" in
      (${known}) before="$longer" ;;
    esac
  done
  case "$before" in
${points.map(pointCase).join("\n")}
  esac
  if [[ $PREFIX == -* || -z $offers$paths ]]; then
    _describe -o option options
  else
    case "$paths" in
      (-*) _files $=paths ;;
      (?*) _memory_keeper_ids "$paths" ;;
    esac
    (( $#offers )) && _describe -t words word offers
  fi
}
_memory_keeper_ids() {
  local -a ids
  ids=("\${(@f)$(memory-keeper ids "$1" 2> /dev/null)}")
  ids=("\${(@)ids//:/\\\\:}")
  ids=("\${(@)ids/$'\\t'/:}")
  _describe -V -t ids id ids
}
if [[ \${funcstack[1]} == _memory-keeper ]]; then
  _memory_keeper "$@"
else
  compdef _memory_keeper memory-keeper
fi
`;
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** \`word:about\`; a colon within the word would end it. */
const describe = ({ word, about }: Offer | FlagOffer) =>
  quote(`${word.replaceAll(":", "\\:")}${about && `:${about}`}`);

const list = (offers: readonly Offer[]) => offers.map(describe).join(" ");

function valueCase([flag, values]: readonly [string, Values]): string {
  const act = values === "free"
    ? ' _message -e value "value";'
    : isIdKind(values)
    ? ` _memory_keeper_ids ${values};`
    : values === "folders"
    ? " _files -/;"
    : values === "files"
    ? " _files;"
    : ` offers=(${values.map(quote).join(" ")}); _describe value offers;`;
  return `    (${flag})${act} return ;;`;
}

const PATHS: Readonly<Record<string, string>> = {
  folders: "-/",
  files: "-g\\*",
};

function pointCase({ names, words, flags, paths }: Point): string {
  const set = joinText([
    `    (${names.map(quote).join("|")})`,
    words.length > 0 && `offers=(${list(words)})`,
    paths && `paths=${PATHS[paths] ?? paths}`,
    `options=(${list(flags)})`,
  ], "\n      ");
  return `${set} ;;`;
}

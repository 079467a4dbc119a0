/** The script for fish. */

import { joinText, type TextParts } from "../../output/words.ts";
import {
  type FlagOffer,
  isIdKind,
  type Offer,
  type Point,
  type Values,
} from "./points.ts";

export function renderFish(points: readonly Point[]): string {
  const known = points.flatMap(({ names }) => names)
    .filter((name) => name !== "").map(quote).join(" ");
  return `function __memory_keeper_after
  set -l before ""
  for word in (commandline -opc)[2..]
    set -l longer (string trim -- "$before $word")
    contains -- "$longer" ${known}; and set before "$longer"
  end
  contains -- "$before" $argv
end
complete -c memory-keeper -f
${joinText(points.map(renderPoint))}
`;
}

const quote = (text: string) => `'${text.replace(/['\\]/g, "\\$&")}'`;

function renderPoint({ names, words, flags, paths }: Point): TextParts {
  const here = quote(`__memory_keeper_after ${names.map(quote).join(" ")}`);
  const start = `complete -c memory-keeper -n ${here}`;
  return [
    ...words.map((offer) => `${start} -a ${quote(offer.word)}${about(offer)}`),
    isIdKind(paths) && `${start} -k -a ${ids(paths)}`,
    paths === "files" && `${start} -F`,
    paths === "folders" && `${start} -a '(__fish_complete_directories)'`,
    ...flags.map((flag) => `${start} ${renderFlag(flag)}`),
  ];
}

/** What a tab separates is the description. */
const ids = (kind: string) => `'(memory-keeper ids ${kind} 2> /dev/null)'`;

function renderFlag(flag: FlagOffer): string {
  const name = `-l ${flag.word.slice(2)}`;
  return `${name}${values(flag.values)}${about(flag)}`;
}

function values(given: Values | undefined): string {
  if (given === undefined) return "";
  if (given === "free") return " -x";
  if (isIdKind(given)) return ` -x -k -a ${ids(given)}`;
  if (given === "files") return " -r -F";
  if (given === "folders") return " -x -a '(__fish_complete_directories)'";
  return ` -x -a ${quote(given.join(" "))}`;
}

const about = ({ about }: Offer) => about === "" ? "" : ` -d ${quote(about)}`;

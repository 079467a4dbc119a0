/** The layers that can be searched, in the words of `--layer` and of a hit. */
export const LAYERS = [
  "memory",
  "archive",
  "summary",
  "facts",
  "concepts",
  "files",
  "digest",
  "team",
  "l1",
] as const;

export type Layer = typeof LAYERS[number];

export function isLayer(word: string): word is Layer {
  return (LAYERS as readonly string[]).includes(word);
}

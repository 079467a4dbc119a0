/**
 * Exact token counts. The tokenizer takes about a second to load, so it is
 * loaded only when an upper estimate says that the count matters.
 */

export async function loadTokenCounter(): Promise<(text: string) => number> {
  const [{ Tiktoken }, { default: ranks }] = await Promise.all([
    import("js-tiktoken/lite"),
    import("js-tiktoken/ranks/o200k_base"),
  ]);
  const tokenizer = new Tiktoken(ranks);
  return (text) => tokenizer.encode(text, [], []).length;
}

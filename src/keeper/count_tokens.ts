/**
 * Exact token counts. The tokenizer takes about a second to load, so it is
 * loaded only when an upper estimate says that the count matters.
 */

import { isObject } from "../json.ts";
import { statFile } from "../store/read_file.ts";

export async function loadTokenCounter(): Promise<(text: string) => number> {
  const [{ Tiktoken }, ranks] = await Promise.all([
    import("js-tiktoken/lite"),
    loadRanks(),
  ]);
  const tokenizer = new Tiktoken(ranks);
  return (text) => tokenizer.encode(text, [], []).length;
}

type Ranks = ConstructorParameters<
  typeof import("js-tiktoken/lite").Tiktoken
>[0];

/**
 * Two megabytes of data. In the executable they make every start slower, used
 * or not, as a module most of all; so the build puts them beside the code as a
 * packed file. It does not see this import because it is not spelled out.
 */
async function loadRanks(): Promise<Ranks> {
  const file = new URL("./o200k_base.json.gz", import.meta.url);
  const ranks: unknown = statFile(file)
    ? JSON.parse(await readPacked(file))
    : (await import(["js-tiktoken", "ranks", "o200k_base"].join("/"))).default;
  if (!isObject(ranks)) throw new Error("The tokenizer's ranks are damaged");
  return ranks as unknown as Ranks;
}

async function readPacked(file: URL): Promise<string> {
  const { gunzipBytes } = await import("../store/gzip.ts");
  return new TextDecoder().decode(await gunzipBytes(Deno.readFileSync(file)));
}

import { assert, assertEquals } from "@std/assert";
import { crc32, makeZip } from "./zip_file.ts";

const encoder = new TextEncoder();

Deno.test("crc32() gives the check value everyone has", () => {
  assertEquals(crc32(encoder.encode("123456789")), 0xcbf43926);
});

/** A program that reads zip archives, if one is here. */
function unpacker(): ((archive: string, to: string) => string[]) | undefined {
  const candidates: [string, string[], (a: string, to: string) => string[]][] =
    [
      ["unzip", ["-v"], (a, to) => ["unzip", "-q", a, "-d", to]],
      ["python3", ["-V"], (a, to) => [
        "python3",
        "-m",
        "zipfile",
        "-e",
        a,
        to,
      ]],
    ];
  for (const [command, args, words] of candidates) {
    try {
      if (new Deno.Command(command, { args }).outputSync().success) {
        return words;
      }
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return undefined;
}

const unpack = unpacker();

Deno.test({
  name: "makeZip() makes what other programs read",
  ignore: unpack === undefined,
  fn: async () => {
    const dir = Deno.makeTempDirSync();
    try {
      const big = crypto.getRandomValues(new Uint8Array(60_000));
      const zip = await makeZip([
        { name: "memory.txt", bytes: encoder.encode("a".repeat(1000)) },
        { name: "b", bytes: big },
      ]);
      assert(zip.length < 62_000);
      Deno.writeFileSync(`${dir}/x.zip`, zip);
      const [command = "", ...args] = unpack?.(`${dir}/x.zip`, `${dir}/to`) ??
        [];
      assert(new Deno.Command(command, { args }).outputSync().success);
      assertEquals(
        Deno.readTextFileSync(`${dir}/to/memory.txt`),
        "a".repeat(1000),
      );
      assertEquals(Deno.readFileSync(`${dir}/to/b`), big);
    } finally {
      Deno.removeSync(dir, { recursive: true });
    }
  },
});

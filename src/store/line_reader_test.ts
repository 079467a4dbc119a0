import { assertEquals } from "@std/assert";
import { TranscriptReader } from "./line_reader.ts";

const decoder = new TextDecoder();

function readLines(
  path: string,
  onLine: (line: string) => void,
  chunkBytes?: number,
): void {
  using reader = new TranscriptReader(
    path,
    0,
    (line) => onLine(decoder.decode(line)),
    [],
    chunkBytes,
  );
  while (reader.readChunk());
}

Deno.test("TranscriptReader leaves its memory to the next one only", () => {
  const dir = Deno.makeTempDirSync();
  const [outer, inner] = [`${dir}/outer`, `${dir}/inner`];
  Deno.writeTextFileSync(outer, "high\nlow\n");
  Deno.writeTextFileSync(inner, "ebb\nflow\n");
  for (const chunkBytes of [undefined, 3]) {
    const lines: string[] = [];
    readLines(outer, (line) => {
      lines.push(line);
      // A reader within a line of another must not write over it.
      readLines(inner, (word) => lines.push(word), chunkBytes);
    }, chunkBytes);
    assertEquals(lines, ["high", "ebb", "flow", "low", "ebb", "flow"]);
  }
  Deno.removeSync(dir, { recursive: true });
});

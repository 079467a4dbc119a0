/** Output that is itself the product, kept as files in tests/golden/. */

import { assertEquals } from "@std/assert";

const UPDATE = "MEMORY_KEEPER_UPDATE_GOLDEN";

/** Compare with tests/golden/<name>.txt, or rewrite it when asked to. */
export function assertGolden(name: string, actual: string): void {
  const file = new URL(`../../golden/${name}.txt`, import.meta.url);
  if (Deno.env.get(UPDATE)) {
    Deno.writeTextFileSync(file, actual);
    return;
  }
  // Git may have checked the file out with the line ends of Windows.
  const expected = Deno.readTextFileSync(file).replaceAll("\r\n", "\n");
  assertEquals(
    actual,
    expected,
    `tests/golden/${name}.txt differs; ${UPDATE}=1 accepts the new text`,
  );
}

import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { OutOfReach, ProgramError, runDownload } from "../run_program.ts";
import { whyOutOfReach } from "./debian_root.ts";

const FAILS = [
  "eval",
  "console.error('Trying'); console.error('No such host'); Deno.exit(1)",
];

Deno.test("whyOutOfReach() names what could not be downloaded", async () => {
  const error = await assertRejects(
    () => runDownload(Deno.execPath(), FAILS),
    OutOfReach,
  );
  assertEquals(
    whyOutOfReach(error).replace(Deno.execPath(), "deno"),
    '"deno" could not download: No such host',
  );
});

Deno.test("whyOutOfReach() lets every other failure be one", () => {
  for (
    const error of [
      new ProgramError('"wineboot --init" failed (1)', ""),
      new Error("Cannot use deno: its digest is another"),
      new Deno.errors.NotFound("npm"),
    ]
  ) {
    assertThrows(() => whyOutOfReach(error), error.constructor as typeof Error);
  }
});

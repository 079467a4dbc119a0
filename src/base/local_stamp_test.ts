import { assertEquals } from "@std/assert";
import { localStamp } from "./local_stamp.ts";

Deno.test("localStamp() is the user's clock and its distance from UTC", () => {
  const at = new Date("2026-11-13T00:40:00Z");
  for (
    const [minutes, stamp] of [
      [0, "2026-11-13 00:40 UTC"],
      [60, "2026-11-13 01:40 +01:00"],
      [-210, "2026-11-12 21:10 -03:30"],
      [540, "2026-11-13 09:40 +09:00"],
    ] as const
  ) assertEquals(localStamp(at, minutes), stamp);
});

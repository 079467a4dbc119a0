import { assert, assertEquals } from "@std/assert";
import {
  isBefore,
  isNewerThanProbed,
  NEWEST_PROBED_CLIENT,
  OLDEST_CLIENT,
  PROBED_CLIENTS,
} from "./versions.ts";

Deno.test("isBefore() compares versions by their numbers", async (t) => {
  const rows: [string, string, boolean][] = [
    ["2.1.163", "2.1.163", false],
    ["2.1.97", "2.1.163", true],
    ["2.2.0", "2.1.163", false],
    ["2.1", "2.1.1", true],
    ["2.1.163-beta.1", "2.1.163", false],
    ["what", "2.1.163", true],
  ];
  for (const [a, b, expected] of rows) {
    await t.step(`${a} before ${b}`, () => {
      assertEquals(isBefore(a, b), expected);
    });
  }
});

Deno.test("PROBED_CLIENTS goes from the oldest to the newest", () => {
  assertEquals(PROBED_CLIENTS[0], OLDEST_CLIENT);
  assertEquals(PROBED_CLIENTS.at(-1), NEWEST_PROBED_CLIENT);
  PROBED_CLIENTS.slice(1).forEach((version, at) =>
    assert(isBefore(PROBED_CLIENTS[at] as string, version), version)
  );
});

Deno.test("isNewerThanProbed() begins after the newest", () => {
  assertEquals(isNewerThanProbed(NEWEST_PROBED_CLIENT), false);
  assertEquals(isNewerThanProbed("2.1.197"), false);
  assertEquals(isNewerThanProbed(`${NEWEST_PROBED_CLIENT}.1`), true);
  assertEquals(isNewerThanProbed("3.0.0"), true);
});

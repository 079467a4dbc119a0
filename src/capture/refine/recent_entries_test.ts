import { assertEquals } from "@std/assert";
import { RecentEntries } from "./recent_entries.ts";

const uuid = (n: number) =>
  `${n.toString(16).padStart(8, "0")}-0000-4000-8000-000000000000`;

Deno.test("RecentEntries notices an entry that is written twice", async (t) => {
  const words = [{ type: "text", text: "hello" }];
  const rows: [
    name: string,
    first: [uuid: unknown, content: unknown],
    second: [uuid: unknown, content: unknown],
    repeat: boolean,
  ][] = [
    ["the same text", [uuid(1), "hello"], [uuid(1), "hello"], true],
    ["the same blocks", [uuid(1), words], [uuid(1), [...words]], true],
    ["no content", [uuid(1), null], [uuid(1), null], true],
    ["another id", [uuid(1), "hello"], [uuid(2), "hello"], false],
    ["other words", [uuid(1), "hello"], [uuid(1), "hello again"], false],
    ["words of the same length", [uuid(1), "yes"], [uuid(1), "nay"], false],
    [
      "blocks of the same length",
      [uuid(1), [{ type: "text", text: "yes" }]],
      [uuid(1), [{ type: "text", text: "nay" }]],
      false,
    ],
    [
      "another call",
      [uuid(1), [{ type: "tool_use", id: "toolu_1" }]],
      [uuid(1), [{ type: "tool_use", id: "toolu_2" }]],
      false,
    ],
    [
      "one block more",
      [uuid(1), [{ type: "image" }]],
      [uuid(1), [{ type: "image" }, { type: "image" }]],
      false,
    ],
    ["ids that end differently", ["message-entry-1", "a"], [
      "message-entry-2",
      "a",
    ], false],
    ["no id", [undefined, "hello"], [undefined, "hello"], false],
    ["an id of another type", [7, "hello"], [7, "hello"], false],
  ];
  for (const [name, first, second, repeat] of rows) {
    await t.step(name, () => {
      const recent = new RecentEntries();
      assertEquals(recent.isRepeat(...first, 0), false);
      assertEquals(recent.isRepeat(...second, 1), repeat);
      const later = new RecentEntries(recent.before(1));
      assertEquals(later.isRepeat(...second, 1), repeat, "in a later run");
    });
  }
});

Deno.test("RecentEntries looks back over the last entries only", () => {
  for (const [between, repeat] of [[63, true], [64, false]] as const) {
    const recent = new RecentEntries();
    recent.isRepeat(uuid(0), "a", 0);
    for (let n = 1; n <= between; n++) recent.isRepeat(uuid(n), "a", n);
    assertEquals(recent.isRepeat(uuid(0), "a", 100), repeat, `${between}`);
  }
});

Deno.test("RecentEntries counts a repeat as seen again", () => {
  const recent = new RecentEntries();
  for (let round = 0; round < 3; round++) {
    assertEquals(recent.isRepeat(uuid(0), "a", 0), round > 0);
    for (let n = 1; n < 60; n++) recent.isRepeat(uuid(n + 100 * round), "a", n);
  }
});

Deno.test("before() gives the window as of an offset", () => {
  const recent = new RecentEntries();
  for (let n = 0; n < 200; n++) recent.isRepeat(uuid(n), `words ${n}`, n * 10);
  const later = new RecentEntries(recent.before(1500));
  assertEquals(later.isRepeat(uuid(85), "words 85", 1500), false);
  for (let n = 87; n < 150; n++) {
    assertEquals(later.isRepeat(uuid(n), `words ${n}`, 1500), true, `${n}`);
  }
  assertEquals(later.isRepeat(uuid(150), "words 150", 1500), false);
});

Deno.test("before() may be asked again, for the same offset or a later one", () => {
  const recent = new RecentEntries();
  for (let n = 0; n < 200; n++) recent.isRepeat(uuid(n), "x", n);
  const once = recent.before(150);
  assertEquals(recent.before(150), once);
  assertEquals(recent.before(199).length, 64);
  assertEquals(recent.isRepeat(uuid(199), "x", 200), true);
  assertEquals(recent.isRepeat(uuid(100), "x", 201), false);
});

Deno.test("RecentEntries reads keys of an earlier run, whatever is in them", () => {
  const odd = ["", ":", "a:b:c", "x".repeat(10_000), "__proto__:1"];
  const recent = new RecentEntries(odd);
  assertEquals(recent.isRepeat("a:b", "c", 0), false);
  const named = new RecentEntries();
  named.isRepeat("12:34:56:78:90:12", "x", 0);
  const later = new RecentEntries(named.before(1));
  assertEquals(later.isRepeat("12:34:56:78:90:12", "x", 1), true);
});

Deno.test("before() holds no conversation text", () => {
  const recent = new RecentEntries();
  recent.isRepeat(uuid(1), "a secret", 0);
  assertEquals(recent.before(1).join().includes("secret"), false);
});

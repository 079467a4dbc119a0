import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { ValueFinder } from "./_value_finder.ts";
import { KnownValues } from "./known_values.ts";
import { Redactor } from "./redactor.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const line = (content: unknown) =>
  encode(JSON.stringify({ message: { content } }));
const LONG = "a6M18M5D" + "heh3Kidy" + "ReaXZq";

function known(content: unknown, printed?: boolean): string[] {
  const values = new KnownValues();
  const bytes = line(content);
  const to = bytes.length;
  values.learn(bytes, { from: 0, to, ...(printed ? { printed } : {}) });
  return values.valuesBefore(1);
}

Deno.test("KnownValues.learn() reads names, sentences and what a command printed", () => {
  assertEquals(known("export DB_PASSWORD=hunterx7z"), ["hunterx7z"]);
  assertEquals(known("the password is hunterx7z"), ["hunterx7z"]);
  assertEquals(known([{ input: { password: "hunterx7z" } }]), ["hunterx7z"]);
  assertEquals(known("export DB_PASSWORD=letmein"), []);
  const result = [{ type: "tool_result", content: `${LONG}\n` }];
  assertEquals(known(result), []);
  assertEquals(known(result, true), [LONG]);
  const parts = [{ content: [{ type: "text", text: LONG }, null] }, 7];
  assertEquals(known(parts, true), [LONG]);
});

Deno.test("KnownValues.learn() takes damaged and hostile lines", () => {
  const values = new KnownValues();
  const lines = [
    "",
    "null",
    '"x"',
    `{"a":"TOKEN=${LONG}`,
    `{"message":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
    `{"message":{"content":"TOKEN=${LONG}x ${"x".repeat(300_000)}"}}`,
  ];
  for (const [from, text] of lines.entries()) {
    values.learn(encode(text), { from, to: from + text.length, printed: true });
  }
  assertEquals(values.valuesBefore(Infinity), [LONG]);
});

Deno.test("KnownValues knows hundreds of values, each in its own line", () => {
  const redactor = new Redactor();
  const all = Array.from({ length: 500 }, (_, i) => `${i}${LONG}${i}`);
  for (const [from, value] of all.entries()) {
    redactor.expectSecrets();
    redactor.endLine(line(`export A_TOKEN=${value}`), from, from + 100);
  }
  redactor.moveTo(all.length);
  const text = redactor.text(all.map((value) => `say ${value}.`).join("\n"));
  assertEquals(all.filter((value) => text.includes(value)), []);
  assertEquals(redactor.known.linesBefore(250).length, 250);
});

Deno.test("ValueFinder.find() finds whole values that were named before", () => {
  const finder = new ValueFinder();
  finder.add("hunterx7z", 10);
  finder.add("hunterx7z-2b", 20);
  finder.add(LONG, 10);
  const found = (text: string, before = 100) =>
    finder.find(text, before).map(([start, end]) => text.slice(start, end));
  assertEquals(found("hunterx7z, hunterx7z-2b"), ["hunterx7z", "hunterx7z-2b"]);
  assertEquals(found("hunterx7z-2b", 15), ["hunterx7z"]);
  assertEquals(found("hunterx7z", 10), []);
  assertEquals(found("hunterx7zs ahunterx7z"), []);
  assertEquals(found("a\\nhunterx7z b%20hunterx7z"), [
    "hunterx7z",
    "hunterx7z",
  ]);
  assertEquals(found(`x${LONG}suffix`), [LONG]);
  assertEquals(found("hunt"), []);
  assertEquals(found(""), []);
});

Deno.test("Redactor.moveInto() knows what the line itself has printed", () => {
  const redactor = new Redactor();
  redactor.moveTo(0);
  const output = "letmein\n";
  assertStrictEquals(
    redactor.printed("echo $DB_PASSWORD", output),
    "[REDACTED:password]",
  );
  redactor.endLine(line([{ content: output }]), 0, 90);
  redactor.moveInto(0);
  assertStrictEquals(redactor.text(output), "[REDACTED:secret]");
  redactor.moveTo(90);
  assertStrictEquals(redactor.text("letmein"), "letmein");
});

Deno.test("Redactor.printed() knows commands that print a secret", () => {
  const secret = LONG;
  for (
    const command of [
      "gh auth token",
      "op read op://vault/item/password",
      "vault kv get -field=password secret/app",
      "kubectl get secret x -o jsonpath='{.data.p}' | base64 -d",
      "cat ~/.config/app/token",
    ]
  ) {
    const printed = new Redactor().printed(command, `${secret}\n`);
    assert(!printed.includes(secret), command);
  }
  for (const command of ["cat src/token.ts", "gh pr list", "op item list"]) {
    assertStrictEquals(new Redactor().printed(command, secret), secret);
  }
});

import { assert, assertEquals } from "@std/assert";
import { plantSecrets } from "../../tests/support/secrets/secret_corpus.ts";
import { SURVIVORS } from "../../tests/support/secrets/secret_places.ts";
import { Redactor } from "./redactor.ts";

Deno.test("Redactor.text() leaves at most five of 200 planted secrets", () => {
  const planted = plantSecrets();
  assert(planted.length >= 200);
  assertEquals(new Set(planted.map((one) => one.where)).size, planted.length);
  const left = planted.filter(({ text, secret }) =>
    new Redactor().text(text).includes(secret)
  );
  assertEquals(left.map((one) => one.where), SURVIVORS);
  assert(SURVIVORS.length <= 5);
});

Deno.test("Redactor.text() leaves no half of a planted secret", () => {
  for (const { where, text, secret } of plantSecrets()) {
    if (SURVIVORS.includes(where)) continue;
    const half = secret.slice(0, Math.ceil(secret.length / 2));
    const redacted = new Redactor().text(text);
    if (half.length >= 8) assert(!redacted.includes(half), where);
    assertEquals(new Redactor().text(redacted), redacted, where);
  }
});

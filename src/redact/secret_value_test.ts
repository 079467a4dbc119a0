import { assert, assertStrictEquals } from "@std/assert";
import {
  ALNUM,
  LOWER,
  maker,
} from "../../tests/support/secrets/secret_values.ts";
import { isRecognisable, isScrambled } from "./_secret_value.ts";
import { Redactor } from "./redactor.ts";

const redact = (text: string) => new Redactor().text(text);

/** A name precedes the value, and nothing marks its ends. */
const PLACES = [
  "tool --password §",
  "the password is §",
  "das Passwort ist §",
  "비밀번호는 §입니다",
  "password: §",
  'curl -H "X-Api-Key: §" example.com',
  'curl "https://example.com/?api_key=§"',
  "INTERNAL_KEY=§",
];

Deno.test("a scrambled value is a secret, whatever signs are in it", () => {
  const make = maker(9);
  let left = 0;
  let all = 0;
  for (let round = 0; round < 50; round++) {
    for (const place of PLACES) {
      for (
        const value of [
          `${make(10)}_${make(2, LOWER)}`,
          `${make(10)}-${make(3)}`,
          `${make(7)}.${make(5)}`,
          `${make(16)}_${make(16)}`,
          make(43, `${ALNUM}_-`),
        ]
      ) {
        all++;
        if (redact(place.replace("§", () => value)).includes(value)) left++;
      }
    }
  }
  assert(left <= all * 0.03, `${left} of ${all} survive`);
});

Deno.test("names behind the name of a secret stay", async (t) => {
  const names = [
    "process.env.DB2_PASSWORD",
    "config.database.password_v2",
    "req.body.newPassword1",
    "S3Client.config",
    "K8sSecret.Name",
    "TestE2E_WithRetry",
    "user-service-2",
    "next-auth.session-token",
    "node-v20.11.1-linux-x64",
    "btn-primary-2xl",
    "login_form_v2.test.tsx",
    "UTF8_GENERAL_CI",
    "OAUTH2_CLIENT_SECRET",
    "getUserById2",
    "x509.CertPool",
    "math.Log2",
  ];
  for (const name of names) {
    await t.step(name, () => {
      assert(!isScrambled(name));
      for (const place of ["tool --password §", "the password is §"]) {
        const text = place.replace("§", name);
        // What has no sign in it was a password before, too.
        if (/[_.-]/.test(name)) assertStrictEquals(redact(text), text);
      }
    });
  }
});

Deno.test("isRecognisable() takes a short password and no ordinary word", () => {
  for (const value of ["hunterx7z", "Kx9#mmqpa", "w8Kd2PfY"]) {
    assert(isRecognisable(value), value);
  }
  for (
    const value of [
      "letmein",
      "postgres16",
      "password123",
      "user-service-2",
      "correct-horse",
      "12345678",
      "src/db/v2/init.sql",
    ]
  ) assert(!isRecognisable(value), value);
});

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { seededRandom } from "../../tests/support/world/seeded_random.ts";
import { sized, tries } from "../../tests/support/world/thorough.ts";
import { parseUserPatterns, Redactor } from "./redactor.ts";
import { SECRET_PATTERNS } from "./_redaction_patterns.ts";

const redact = (text: string) => new Redactor().text(text);

/** Invented, mixed like a key, and never in the source as one piece. */
const KEY = "k7Qw2Zr9" + "Lm4Xc1Vt" + "E5b0Da8f";

Deno.test("SECRET_PATTERNS redact their examples and nothing else", async (t) => {
  for (const [index, row] of SECRET_PATTERNS.entries()) {
    await t.step(`${index} ${row.kind}`, () => {
      const redacted = redact(row.example);
      assert(redacted.includes(`[REDACTED:${row.kind}]`), redacted);
      assertStrictEquals(redact(redacted), redacted);
      assertStrictEquals(redact(row.nearMiss), row.nearMiss);
      assert(/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(row.kind), row.kind);
    });
  }
});

Deno.test("Redactor.text() finds every example in the middle of a text", () => {
  for (const { kind, example } of SECRET_PATTERNS) {
    for (const [before, after] of [["Look:\r\n", "\r\nfine"], ["→ ", " ←"]]) {
      const redacted = redact(before + example + after);
      assert(redacted.includes(`[REDACTED:${kind}]`), redacted);
      assert(
        redacted.startsWith(before ?? "") && redacted.endsWith(after ?? ""),
        redacted,
      );
    }
  }
});

Deno.test("Redactor.text() keeps what is around the secret", async (t) => {
  const cases: readonly (readonly [string, string])[] = [
    ["export DB_PASSWORD=hunter2", "export DB_PASSWORD=[REDACTED:password]"],
    ["password=hunter2&user=ada", "password=[REDACTED:password]&user=ada"],
    ["password: hunter2", "password: [REDACTED:password]"],
    ["password=letmein", "password=[REDACTED:password]"],
    ['passwd = "a b"', 'passwd = "a b"'],
    [`{"password":"p\\"w1"}`, `{"password":"[REDACTED:password]"}`],
    [`x["api_key"] = '${KEY}'`, `x["api_key"] = '[REDACTED:api-key]'`],
    [`apiKey: ${KEY},`, "apiKey: [REDACTED:api-key],"],
    [`API key: ${KEY}`, "API key: [REDACTED:api-key]"],
    [`token := "${KEY}"`, `token := "[REDACTED:token]"`],
    [`'token' => '${KEY}'`, `'token' => '[REDACTED:token]'`],
    [`token: str = "${KEY}"`, `token: str = "[REDACTED:token]"`],
    [`TOKEN_2=${KEY}`, "TOKEN_2=[REDACTED:token]"],
    [`client_secret = "${KEY}"`, `client_secret = "[REDACTED:secret]"`],
    [`GITHUB_TOKEN=ghp_${KEY}${KEY}`, "GITHUB_TOKEN=[REDACTED:github-token]"],
    [
      `\x1b[32mghp_${KEY}${KEY}\x1b[0m`,
      "\x1b[32m[REDACTED:github-token]\x1b[0m",
    ],
    [`a\\nsk-ant-${KEY}`, "a\\n[REDACTED:anthropic-key]"],
    [`AKIA${"Q7Z2".repeat(4)}`, "[REDACTED:aws-access-key-id]"],
    ["redis://:pw1@cache:6379", "redis://:[REDACTED:url-password]@cache:6379"],
    [
      `curl -H "Authorization: Bearer ${KEY}" https://example.com`,
      'curl -H "Authorization: Bearer [REDACTED:bearer-token]" https://example.com',
    ],
    [`-H 'X-Api-Key: ${KEY}'`, "-H 'X-Api-Key: [REDACTED:api-key]'"],
    ['["--password", "hunter2"]', '["--password", "[REDACTED:password]"]'],
    ["PASSWORD=hunter2\r\nA=1", "PASSWORD=[REDACTED:password]\r\nA=1"],
  ];
  for (const [text, expected] of cases) {
    await t.step(JSON.stringify(text), () => {
      assertStrictEquals(redact(text), expected);
    });
  }
});

Deno.test("Redactor.text() removes private keys in every form", () => {
  const begin = "-----BEGIN " + "PRIVATE KEY-----";
  const end = "-----END " + "PRIVATE KEY-----";
  const line = (KEY + KEY + KEY).slice(0, 64);
  const mark = "[REDACTED:private-key]";
  const whole = `${begin}\n${line}\n${line}\nQ7w=\n${end}`;
  assertStrictEquals(redact(`a\n${whole}\nb`), `a\n${mark}\nb`);
  assertStrictEquals(redact(whole.replaceAll("\n", "\r\n")), mark);
  assertStrictEquals(redact(whole.replaceAll("\n", "\n    ")), mark);
  const json = JSON.stringify({ private_key: whole, id: 1 });
  assertStrictEquals(redact(json), `{"private_key":"${mark}","id":1}`);
  const twice = JSON.stringify(json);
  assert(!redact(twice).includes(line), redact(twice));
  assertStrictEquals(redact(`${begin}\n${line}\n${line.slice(0, 9)}`), mark);
  assertStrictEquals(redact(`${begin}\n...\n${end}`), `${begin}\n...\n${end}`);
});

Deno.test("Redactor.text() leaves ordinary text alone", async (t) => {
  const texts = [
    "commit 5f3a9c1e7b2d8046f1a3c5e7092b4d6f8a1c3e50",
    "sessionId 7f0feb3d-03ac-4af6-ac98-032e388fdc85",
    `const logo = "data:image/png;base64,${btoa("plain text ".repeat(9))}";`,
    `"integrity": "sha512-${
      btoa("integrity of a package, 64 bytes long!!")
    }=="`,
    "color: #ff8800; background: #0af;",
    "/Users/dev/work/some-project/src/components/AuthTokenProvider.test.tsx",
    "getAccessTokenFromLocalStorageOrThrow(tokenStorageKey)",
    "password: string;",
    "password?: string | null",
    "password=password, token=token",
    "token = getToken()",
    "const token = await auth.getAccessToken2();",
    "token: req.headers.authorization",
    "const API_KEY = process.env.API_KEY",
    'api_key = os.environ["API_KEY"]',
    "API_KEY=$API_KEY",
    "API_KEY=${API_KEY:-default}",
    "api_key: {{ .Values.apiKey }}",
    "password: <your password>",
    "PASSWORD=xxxxxxxx",
    'password: "********"',
    "token: null, secret: true, password: undefined",
    "the secret of success: work",
    "Password: must have 8 characters",
    'label: "Password:", placeholder: "Enter your password"',
    "http://localhost:8080/path?x=1 and http://user@example.com:80/",
    "git@github.com:owner/repo.git",
    "postgres://user:${DB_PASSWORD}@db/app",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIQ7w2Zr9Lm4Xc1VtE5b0Da8f ada@host",
    "Authorization: Bearer $TOKEN",
    "Authorization: Bearer <token>",
    "Authorization: Bearer ${token}",
    "headers: { Authorization: `Bearer ${token}` }",
    "max_tokens=4096",
    "tokens: 25000",
    'tokenizer = "o200k_base"',
    "inputTokens: 1200, outputTokens: 300",
    "next_page_token: abc123def456",
    "key: user-42, primaryKey: id, publicKey: shown",
    "keyboard: qwerty123456",
    "author: Ada Lovelace 1815",
    "export PWD=/home/dev/project",
    "secretName: my-tls-certificate-2",
    "Token::new(kind)",
    "if (password === confirmation) return;",
    "--token-budget 4000 --key-file ./id_ed25519",
    "compass: north, bypass: all12345",
    "sk-icon-large-button-primary-hover",
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "use eyJ and AKIA as prefixes, see -----BEGIN CERTIFICATE-----",
  ];
  for (const text of texts) {
    await t.step(
      text.slice(0, 60),
      () => assertStrictEquals(redact(text), text),
    );
  }
});

Deno.test("Redactor.text() removes private regions", async (t) => {
  const cases: readonly (readonly [string, string])[] = [
    ["a <private>b</private> c", "a [PRIVATE] c"],
    ["a <PRIVATE >b</ Private > c", "a [PRIVATE] c"],
    ['a <private reason="x">b</private> c', "a [PRIVATE] c"],
    ["a < private\n>b\r\nb</private\t> c", "a [PRIVATE] c"],
    ["<private>a<private>b</private>c</private>d", "[PRIVATE]d"],
    ["<private>a</private><private>b</private>", "[PRIVATE][PRIVATE]"],
    ["a <private>b", "a [PRIVATE]"],
    ["a <private><private>b</private>c", "a [PRIVATE]"],
    ["a <private", "a [PRIVATE]"],
    ["a</private> b", "a</private> b"],
    ["a</private> <private>b</private> c", "a</private> [PRIVATE] c"],
    ["```\n<private>b</private>\n```", "```\n[PRIVATE]\n```"],
    ["<private></private>", "[PRIVATE]"],
    [
      "<privateKey>b</privateKey> <private-note>",
      "<privateKey>b</privateKey> <private-note>",
    ],
    ["1 < 2 private > 3", "1 < 2 private > 3"],
    ["\ud83d<private>\udc00</private>\0", "\ud83d[PRIVATE]\0"],
  ];
  for (const [text, expected] of cases) {
    await t.step(JSON.stringify(text), () => {
      assertStrictEquals(redact(text), expected);
      assertStrictEquals(redact(expected), expected);
    });
  }
});

Deno.test("Redactor.blocks() carries a private region from block to block", () => {
  const redactor = new Redactor();
  assertEquals(
    redactor.blocks(["a <private> b", "c", " ", "d </private> e", "f"]),
    ["a [PRIVATE]", "[PRIVATE]", "", "[PRIVATE] e", "f"],
  );
  assertEquals([...redactor.counts], [["private", 1]]);
  assertEquals(redactor.blocks(["g"]), ["g"]);
  assertEquals(redactor.blocks([]), []);
});

Deno.test("Redactor.counts counts by kind", () => {
  const redactor = new Redactor();
  redactor.text("PASSWORD=hunter2 <private>x</private> <private>y");
  redactor.text("PASSWORD=hunter3");
  assertEquals(
    [...redactor.counts].sort(),
    [["password", 2], ["private", 2]],
  );
});

Deno.test("Redactor.value() redacts a copy of any JSON value", () => {
  const json = JSON.parse(
    `{"__proto__":{"token":"${KEY}"},"list":["PASSWORD=hunter2",1,null,true],
      "password":"letmein","apiKey":"${KEY}","token":"the second one",
      "note":"<private>x</private>","tokens":[{"secret":4}],"key":"value"}`,
  );
  const before = JSON.stringify(json);
  const redacted = new Redactor().value(json) as Record<string, unknown>;
  assertStrictEquals(
    JSON.stringify(redacted),
    `{"__proto__":{"token":"[REDACTED:token]"},` +
      `"list":["PASSWORD=[REDACTED:password]",1,null,true],` +
      `"password":"[REDACTED:password]","apiKey":"[REDACTED:api-key]",` +
      `"token":"the second one","note":"[PRIVATE]",` +
      `"tokens":[{"secret":4}],"key":"value"}`,
  );
  assertStrictEquals(JSON.stringify(json), before);
  assertStrictEquals(Object.getPrototypeOf(redacted), Object.prototype);
  assertEquals(new Redactor().value(redacted), redacted);
  assertStrictEquals(new Redactor().value(undefined), undefined);
});

Deno.test("Redactor.text() is idempotent on random texts", () => {
  const pieces = [
    ...SECRET_PATTERNS.flatMap((row) => [row.example, row.nearMiss]),
    ..."<private>|</private>|password=|token: |\n|\r\n| |\"|'|\\|=|:|,|-|_|.|[PRIVATE]|[REDACTED:x]|\ud83d|→|é|\0|KEY|eyJ|://|@|sk-"
      .split("|"),
    KEY,
  ];
  const random = seededRandom(20260201);
  for (let round = tries(200, 1500); round > 0; round--) {
    let text = "";
    for (let i = 0; i < 12; i++) {
      const piece = pieces[Math.floor(random() * pieces.length)] ?? "";
      text += random() < 0.3 ? piece.slice(0, random() * piece.length) : piece;
    }
    const once = redact(text);
    assertStrictEquals(redact(once), once, JSON.stringify(text));
  }
});

Deno.test("Redactor.text() takes long and hostile texts", () => {
  const hostile = [
    ..."a|=|-|<|<private |password=|password='|key=|eyJ|eyJaaaaaaaa.|sk-|://a:|curl -u |mysql -p| --password |-----BEGIN |token=a.b->c::"
      .split("|"),
    ...SECRET_PATTERNS.flatMap(({ example, nearMiss }) => [
      nearMiss,
      example.slice(0, example.length / 2),
      example.slice(0, -1) + "-",
    ]),
  ];
  for (const unit of hostile) {
    redact(unit.repeat(Math.ceil(sized(5000, 50_000) / unit.length)));
  }
  for (const row of SECRET_PATTERNS) {
    redact(
      row.example.slice(0, row.example.length * 0.6) +
        "a".repeat(sized(20_000, 200_000)),
    );
  }
  const long = "An ordinary line, with a → in it.\n".repeat(40_000);
  assertStrictEquals(redact(long), long);
  assertStrictEquals(
    redact(`${long}PASSWORD=hunter2`),
    `${long}PASSWORD=[REDACTED:password]`,
  );
});

Deno.test("parseUserPatterns() reads strings and objects", () => {
  const { patterns, problems } = parseUserPatterns([
    "ACME-\\d{6}",
    { kind: " Staff Number! ", pattern: "staff:[a-z]+", flags: "gi" },
    { kind: "", pattern: "x9+" },
  ]);
  assertEquals(problems, []);
  assertEquals(
    patterns.map(({ kind, regex }) => [kind, String(regex)]),
    [
      ["custom", "/ACME-\\d{6}/g"],
      ["staff-number", "/staff:[a-z]+/gi"],
      ["custom", "/x9+/g"],
    ],
  );
  assertEquals(parseUserPatterns(undefined), { patterns: [], problems: [] });
});

Deno.test("parseUserPatterns() names what it refuses", async (t) => {
  const refused: readonly (readonly [unknown, RegExp])[] = [
    ["(", /not a regular expression/],
    ["a*", /empty text/],
    ["x|", /empty text/],
    ["x".repeat(2000), /longer than/],
    [{ kind: "a" }, /neither/],
    [{ pattern: "a", flags: "q" }, /unknown flags/],
    [7, /neither/],
    [null, /neither/],
  ];
  for (const [item, reason] of refused) {
    await t.step(JSON.stringify(item).slice(0, 40), () => {
      const { patterns, problems } = parseUserPatterns([item, "fine-\\d+"]);
      assertEquals(patterns.length, 1);
      assert(problems[0]?.startsWith("redact.patterns[0] "), problems[0]);
      assert(reason.test(problems[0] ?? ""), problems[0]);
    });
  }
  assertEquals(parseUserPatterns({}).problems, [
    "redact.patterns is not a list",
  ]);
});

Deno.test("Redactor.text() applies the user's patterns last, and around marks", () => {
  const { patterns } = parseUserPatterns([
    { kind: "ticket", pattern: "ACME-\\d+" },
    { kind: "line", pattern: "^note.*", flags: "m" },
    { kind: "edge", pattern: "\\b" },
  ]);
  const redactor = new Redactor(patterns);
  assertStrictEquals(
    redactor.text("ACME-1 PASSWORD=hunter2\nnote <private>x</private> y"),
    "[REDACTED:ticket] PASSWORD=[REDACTED:password]\n" +
      "[REDACTED:line][PRIVATE][REDACTED:line]",
  );
  const words = new Redactor(parseUserPatterns(["\\w+"]).patterns);
  const once = words.text("one two");
  assertStrictEquals(once, "[REDACTED:custom] [REDACTED:custom]");
  assertStrictEquals(words.text(once), once);
});

import {
  assert,
  assertEquals,
  assertMatch,
  assertNotEquals,
} from "@std/assert";
import { looksPrivate } from "./looks_private.ts";
import {
  parseFact,
  parseSection,
  renderItem,
  type TeamFact,
  type TeamSection,
} from "./team_item.ts";
import { parseStem, slugOf, stemOf } from "./team_names.ts";
import { describeAuthors, type NamedItem, teamSet } from "./team_set.ts";

const AT = new Date("2026-11-17T10:10:00Z");
const SECTION: TeamSection = {
  kind: "section",
  author: "Kim Minji",
  work: { from: new Date("2026-11-17T09:00:00Z"), to: AT },
  branch: "feature/x",
  body: "The tide is high.\n\nFiles: tide.ts",
};
const FACT: TeamFact = {
  kind: "issue",
  author: "Kim",
  date: "2026-11-17",
  content: "The bell is cracked",
  reason: "it fell",
  evidence: "it is cracked",
  concept: "Bells",
  files: ["bell.ts"],
  keywords: ["bell"],
  status: "open",
  replaces: "2026-11-16_0000_kim_0a0b0c0d",
};

Deno.test("what is rendered is read back the same", () => {
  assertEquals(parseSection(renderItem(SECTION), new Date(0)), SECTION);
  assertEquals(parseFact(renderItem(FACT), new Date(0)), FACT);
  const change = { ...SECTION, replaces: "2026-11-16_0000_kim_0a0b0c0d" };
  assertEquals(parseSection(renderItem(change), new Date(0)), change);
  const crlf = renderItem(SECTION).replaceAll("\n", "\r\n");
  assertEquals(parseSection(crlf, new Date(0)), SECTION);
});

Deno.test("a head cannot be forged from its values, nor a body from a head", () => {
  const forged = { ...SECTION, author: "Kim\nreplaces: x", branch: "a\n\nb" };
  const { author, replaces, branch } = parseSection(renderItem(forged), AT) ??
    SECTION;
  assertEquals([author, replaces, branch], [
    "Kim replaces: x",
    undefined,
    "a b",
  ]);
});

Deno.test("parseSection() and parseFact() take anything, and keep it bounded", () => {
  for (const text of ["", "\n\n", "author: x", "[]", "null", "{", "\0\0"]) {
    assertEquals(parseFact(text, AT), undefined);
  }
  assertEquals(parseSection("", AT), undefined);
  const plain = parseSection("Only words.", AT);
  assertEquals([plain?.author, plain?.work.to, plain?.body], [
    "",
    AT,
    "Only words.",
  ]);
  const wrong = parseFact(
    JSON.stringify({
      type: "rule",
      content: "x".repeat(100_000),
      author: { name: 1 },
      date: "never",
      files: [1, "a"],
      keywords: "b",
    }),
    AT,
  );
  assertEquals([wrong?.content.length, wrong?.author, wrong?.date], [
    8000,
    "",
    "2026-11-17",
  ]);
  assertEquals([wrong?.files, wrong?.keywords], [["a"], []]);
  assertEquals(parseFact('{"type":"order","content":"x"}', AT), undefined);
});

Deno.test("stemOf() follows from time, author and content alone", () => {
  const stem = stemOf(AT, "Kim Minji", "abc");
  assertEquals(stem, "2026-11-17_1010_kim-minji_ba7816bf");
  assertEquals(parseStem(stem)?.at, AT);
  assertEquals(stemOf(AT, "", "abc"), "2026-11-17_1010_migrated_ba7816bf");
  assertMatch(slugOf("migrated"), /^migrated-[0-9a-f]{6}$/);
  for (
    const name of ["../x_00000000", "2026-02-30_1010_kim_00000000", "a", ""]
  ) {
    assertEquals(parseStem(name), undefined, name);
  }
});

Deno.test("slugOf() is a file name on any system", () => {
  const rows: [string, RegExp][] = [
    ["José Ñandú", /^jose-nandu$/],
    ["김민지", /^[0-9a-f]{6}$/],
    ["Kim 민지", /^kim-[0-9a-f]{6}$/],
    ["..\\..//a", /^a$/],
    ["  ", /^unknown$/],
    ["x".repeat(300), /^x{40}$/],
    ["---", /^[0-9a-f]{6}$/],
  ];
  for (const [name, form] of rows) assertMatch(slugOf(name), form, name);
  assertNotEquals(slugOf("김민지"), slugOf("박민지"));
});

Deno.test("teamSet() does not depend on the order of files", () => {
  const items: NamedItem[] = [
    { stem: "a", item: { ...FACT, replaces: undefined } },
    { stem: "b", item: { ...FACT, author: "Lee", replaces: undefined } },
    { stem: "c", item: { ...FACT, content: "Old", replaces: undefined } },
    { stem: "d", item: { ...FACT, content: "New", replaces: "c" } },
    { stem: "e", item: { ...FACT, content: "Gone", replaces: undefined } },
    { stem: "f", item: { ...FACT, content: "Self", replaces: "f" } },
  ];
  const set = teamSet(items, new Set(["e"]));
  assertEquals(teamSet(items.toReversed(), new Set(["e"])), set);
  assertEquals(set.map(({ stem, authors, same }) => [stem, authors, same]), [
    ["a", ["Kim", "Lee"], ["b"]],
    ["d", ["Kim"], []],
    ["f", ["Kim"], []],
  ]);
});

Deno.test("describeAuthors() names three", () => {
  assertEquals(describeAuthors([]), "by someone in the team");
  assertEquals(describeAuthors(["A", "B"]), "by A and B");
  assertEquals(describeAuthors(["A", "B", "C", "D"]), "by A, B, C and 1 more");
});

Deno.test("looksPrivate() names what a person should look at", () => {
  const rows: [string, string[]][] = [
    ["see /home/ada/notes.txt", ["a home folder"]],
    ["see C:\\Users\\ada\\x", ["a home folder"]],
    ["mail ada@example.org", ["an e-mail address"]],
    ["on 10.0.0.12 and db.corp", ["a host"]],
    ["key xK9fQ2mZr7LwT4bVc1NpY8sD", ["a token"]],
    ["aws wJalrXUtnFEMI/K7MDENG/bPxRfiCYzEXAMQLEKEY", ["a token"]],
    ["with live_9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c", ["a token"]],
    ["sha256-9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c", []],
    ["session f47ac10b-58cc-4372-a567-0e02b2c3d479", []],
    ["item 2026-11-18_1316_kim-minji_89dc8595", []],
    ["test_the_second_reader_of_archives_2_in_order", []],
    ["in src/components/UserProfileCard/useFetchData2", []],
    ["in Dev/Proj1/src/API/V2/IDs/UIKit/x86/Kim", []],
    ["commit 0123456789abcdef0123456789abcdef01234567", []],
    ["src/context/assembleContextSections2.ts is long", []],
    ["assembleContextSectionsOfMemory2 is long", []],
    ["version 1.2.3 of the tide", []],
    ["call 010-1234-5678", ["a phone number"]],
    ["call +49 30 1234 5678 or (555) 123-4567", ["a phone number"]],
    ["mobile +821012345678", ["a phone number"]],
    ["call +49 171 1234567 or +33 1 23 45 67 89", ["a phone number"]],
    ["on 2026-11-17 at 2026-11-17T10:10Z, 1234 5678", []],
    ["12 lines +3 -4, +1 2 3 of 10 000 000", []],
    ["the staging password is swordfish", ["a password"]],
    ['{"content":"Password for the gate: Seemann"}', ["a password"]],
    ['{"content":"the password is \\"swordfish\\""}', ["a password"]],
    ["Das Passwort lautet Leuchtturm.", ["a password"]],
    ["The PIN is 4711", ["a password"]],
    ["게이트 비밀번호는 바다거북입니다", ["a password"]],
    ["비밀번호는 swordfish 입니다", ["a password"]],
    ["パスワードは swordfish です", ["a password"]],
    ["the password changed from tuna to swordfish", ["a password"]],
    ["log in as ada with password swordfish", ["a password"]],
    ["use swordfish as the password", ["a password"]],
    ["le mot de passe est « vide » ; mot de passe : soleil", ["a password"]],
    ["la contraseña es 'girasol'", ["a password"]],
    ["пароль от базы — подсолнух", ["a password"]],
    ["비밀번호: 해바라기", ["a password"]],
    ["密码是向日葵", ["a password"]],
    ["密码是加密的, 비밀번호: 필수", []],
    ["with password authentication, use argon2 as password hash", []],
    ["le mot de passe est stocké dans le coffre", []],
    ["the password was set by the user, then reset to defaults", []],
    ["the password is [REDACTED:password], as before", []],
    ["The password is hashed, the password is not stored", []],
    ["the password is too short; password: string; password = form.value", []],
    ["password: z.string(), password: <your-password>", []],
    ["비밀번호는 8자 이상이어야 합니다. 비밀번호는 필수입니다", []],
    ["비밀번호는 저장하지 않는다", []],
    ["Passwords are read from the keychain", []],
  ];
  for (const [text, found] of rows) assertEquals(looksPrivate(text), found);
});

Deno.test("looksPrivate() is done with a long word at once", () => {
  // With a pattern that looks at each part again, this takes minutes.
  const long = ["010-", "a.", "x@"].map((part) => part.repeat(60_000));
  for (const word of long) assertEquals(looksPrivate(word), []);
});

Deno.test("sections that say nearly the same are unlike as files", () => {
  const render = (body: string) => renderItem({ ...SECTION, body });
  const words = "The gauge was read late.\n".repeat(40);
  const [one, other] = [render(words), render(`${words}And once more.`)];
  const lines = new Set(other.split("\n"));
  const same = one.split("\n").filter((line) => lines.has(line)).join("\n");
  // Git takes a file that is half the same for a renamed one.
  assert(same.length < one.length / 2, `${same.length} of ${one.length}`);
});

import { assertEquals } from "@std/assert";
import { quoted } from "./marketplace.ts";

Deno.test("quoted() makes one word of a path", async (t) => {
  const rows: [string, boolean, string][] = [
    [
      "/home/a/.local/share/memory-keeper",
      false,
      "/home/a/.local/share/memory-keeper",
    ],
    ["/home/two words", false, "'/home/two words'"],
    ["/home/it's", false, "'/home/it'\\''s'"],
    ["/home/$HOME`x`", false, "'/home/$HOME`x`'"],
    ["/집/프로젝트", false, "'/집/프로젝트'"],
    ["C:\\Users\\a\\AppData\\Local", true, '"C:\\Users\\a\\AppData\\Local"'],
    ["C:\\Users\\two words", true, '"C:\\Users\\two words"'],
  ];
  for (const [path, windows, expected] of rows) {
    await t.step(path, () => assertEquals(quoted(path, windows), expected));
  }
});

import { assertEquals } from "@std/assert";
import { readUserName, userName } from "./_git_config.ts";

Deno.test("userName() reads git's config as git does", () => {
  const rows: [string, string | undefined][] = [
    ["[user]\n\tname = Kim Minji # me\n", "Kim Minji"],
    ['[user]\n name = "Kim # Minji"\n', "Kim # Minji"],
    ["[USER] name=Kim\r\n", "Kim"],
    ["[user]\nname = A\n[user]\nname = B\n", "B"],
    ['[user "x"]\nname = A\n', undefined],
    ["[core]\nname = A\n", undefined],
    ['[user]\nname = a\\"b\n', 'a"b'],
  ];
  for (const [text, name] of rows) assertEquals(userName(text), name, text);
});

Deno.test("readUserName() follows includes as git does", () => {
  const home = Deno.realPathSync(Deno.makeTempDirSync()).replaceAll("\\", "/");
  const gitDir = `${home}/work/boats/.git`;
  const write = (name: string, text: string) =>
    Deno.writeTextFileSync(`${home}/${name}`, text);
  const nameOf = (text: string) => {
    write(".gitconfig", text);
    return readUserName(`${home}/.gitconfig`, { home, gitDir });
  };
  const user = (name: string) => `[user]\n\tname = ${name}\n`;
  const when = (condition: string, path = "work.inc") =>
    `[includeIf "${condition}"]\n\tpath = ${path}\n`;
  try {
    write("work.inc", user("At Work"));
    write("loop.inc", `${user("Loop")}[include]\npath = loop.inc\n`);
    const rows: [string, string][] = [
      [`${user("A")}[include]\n\tpath = ~/work.inc\n`, "At Work"],
      [`[include]\n\tpath = work.inc\n${user("A")}`, "A"],
      [`${user("A")}[include]\n\tpath = missing\n`, "A"],
      ["[include]\npath = loop.inc\n", "Loop"],
      [user("A") + when("gitdir:~/work/"), "At Work"],
      [user("A") + when("gitdir:~/play/"), "A"],
      [user("A") + when("gitdir:boats/"), "At Work"],
      [user("A") + when("gitdir:~/*/boats/.git"), "At Work"],
      [user("A") + when("gitdir/i:~/WORK/"), "At Work"],
      [user("A") + when("gitdir:~/WORK/"), "A"],
      [user("A") + when("onbranch:main"), "A"],
      [user("A") + when("gitdir:~/w(o+rk/"), "A"],
      [user("A") + when("gitdir:~/work/", "."), "A"],
    ];
    for (const [text, name] of rows) assertEquals(nameOf(text), name, text);
  } finally {
    Deno.removeSync(home, { recursive: true });
  }
});

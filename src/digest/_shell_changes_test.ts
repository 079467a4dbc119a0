import { assertEquals } from "@std/assert";
import { shellChanges } from "./_shell_changes.ts";

Deno.test("shellChanges() names the files a command says it changes", async (t) => {
  const rows: [cmd: string, changed: string[]][] = [
    ["cat > src/a.ts <<'EOF'\nrm b.ts\nEOF", ["src/a.ts"]],
    ["echo 'a > b' >> notes.md", ["notes.md"]],
    ["printf x >'with space.txt'", ["with space.txt"]],
    ["echo 한글 > 문서/메모.md", ["문서/메모.md"]],
    ["sed -i 's/a;b/c/' src/a.ts", ["src/a.ts"]],
    ["sed -i '' -e 's/a/b/' src/a.ts && make", ["src/a.ts"]],
    ["mv a.ts b.ts", ["-a.ts", "b.ts"]],
    ["git mv a.ts b.ts lib/", ["-a.ts", "lib/a.ts", "-b.ts", "lib/b.ts"]],
    ["cd /p && rm -rf old/ x.ts", ["-/p/old", "-/p/x.ts"]],
    ["cd C:/p && rm x.ts; rm c:/p/y.ts", ["-C:/p/x.ts", "-c:/p/y.ts"]],
    ["git rm -q a.ts; git rm --cached b.ts", ["-a.ts"]],
    ["npm test\nrm a.ts", ["-a.ts"]],
    ["git checkout -- a.ts b.ts && make", ["=a.ts", "=b.ts"]],
    ["git checkout HEAD -- a.ts", ["=a.ts"]],
    ["git restore src/a.ts", ["=src/a.ts"]],
  ];
  for (const [cmd, changed] of rows) {
    await t.step(cmd, () =>
      assertEquals(
        shellChanges(cmd).map(({ path, gone, undone }) =>
          (gone ? "-" : undone ? "=" : "") + path
        ),
        changed,
      ));
  }
});

Deno.test("shellChanges() guesses nothing", async (t) => {
  const rows = [
    "",
    "ls -la > /dev/null 2>&1",
    "npm test > out.log",
    "cat a.ts | grep b",
    "sed -n 5,9p src/a.ts",
    "rm $FILE *.ts `which a` ${b}",
    'echo "rm a.ts"',
    "test -f a.ts || rm a.ts",
    "echo 'never closed > a.ts",
    "git commit -m 'mv a b'",
    "git checkout main",
    "git checkout v1 -- a.ts",
    "git restore --staged a.ts",
    "git restore --source v1 a.ts",
    `echo x && rm ${"a/".repeat(100)}`,
    "<<<<>>>>&&||;;''\"\"",
  ];
  for (const cmd of rows) {
    await t.step(cmd.slice(0, 40), () => assertEquals(shellChanges(cmd), []));
  }
});

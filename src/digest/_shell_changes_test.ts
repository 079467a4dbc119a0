import { assertEquals } from "@std/assert";
import { leavesChange, shellChanges } from "./_shell_changes.ts";

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

Deno.test("leavesChange() knows work done through a shell", async (t) => {
  const rows = [
    "sed -i 's/a/b/' src/a.ts && cat > new.ts <<'EOF'\nx\nEOF",
    "sed -i 's/a/b/' src/*.ts",
    "perl -pi -e 's/a/b/' $FILES",
    "echo hello > f0.txt",
    "cd pkg && jq .version a.json > b.json",
    "node make.js | tee out/data.ts | head -3",
    "git commit -qm \"$(cat <<'EOF'\nAdd the harbour",
    "git -C /p -c user.name=a push origin main",
    "GIT_EDITOR=true git rebase --continue",
    "test -f a.ts || cp b.ts a.ts",
    "for f in a b; do touch $f; done",
    "gh pr create --title x --body y",
    "npm install left-pad",
    "npx -y create-next-app@latest todo",
    "npx prettier --write src",
    "sudo tar -xzf a.tgz -C /opt",
    "python3 - <<'EOF'\nopen('a.txt', 'w').write('x')\nEOF",
    "node -e \"require('fs').writeFileSync('a', 'b')\"",
    "Set-Content -Path a.txt -Value b",
    `echo ${"long ".repeat(20)} > notes.md && git commit -m "${
      "x".repeat(200)
    }`,
  ];
  for (const cmd of rows) {
    await t.step(cmd.slice(0, 40), () => assertEquals(leavesChange(cmd), true));
  }
});

Deno.test("leavesChange() takes a look around for none", async (t) => {
  const rows = [
    "",
    "ls -la > /dev/null 2>&1",
    "npm test > out.log 2>&1",
    "npm test 2>&1 | tee /tmp/out.txt | tail -5",
    "cat a.ts | grep 'rm b'",
    "sed -n 5,9p src/a.ts",
    "git log --grep commit -- push",
    "git merge-base main HEAD && git commit-tree --help",
    "git push --dry-run",
    "gh pr view 3 --json comments,create",
    "npm run build; npm ls add",
    "deno fmt --check",
    "python3 -c \"print(open('a.txt').read())\"",
    'echo "git push"',
    "curl -s https://example.org/a -d x",
    "[ 3 -gt 2 ] && echo yes",
    "<<<<>>>>&&||;;''\"\"",
  ];
  for (const cmd of rows) {
    await t.step(
      cmd.slice(0, 40),
      () => assertEquals(leavesChange(cmd), false),
    );
  }
});

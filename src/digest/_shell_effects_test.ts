import { assertEquals } from "@std/assert";
import { leavesChange } from "./_shell_effects.ts";

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

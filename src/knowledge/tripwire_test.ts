import { assertEquals, assertStringIncludes } from "@std/assert";
import { compileRule, describeRule } from "./tripwire.ts";

const compile = (content: string, mayDeny = false) =>
  compileRule({ id: "r001", content }, mayDeny);

const RM_RF = {
  tool: "Bash",
  prefix: "rm",
  with: [["-r", "-R", "--recursive"], ["-f", "--force"]],
  bundle: "rRfiIdv",
};

/** A rule, and what it trips on. */
const RULES: readonly (readonly [string, object])[] = [
  ["never run make without OSD=sdl", {
    tool: "Bash",
    prefix: "make",
    unless: ["OSD=sdl"],
  }],
  ["don't edit generated/", { tool: "Edit", paths: ["generated/"] }],
  ["use pnpm, not npm", { tool: "Bash", prefix: "npm" }],
  ["Never run git push --force.", {
    tool: "Bash",
    prefix: "git push",
    with: [["--force", "-f"]],
    bundle: "fundqv",
  }],
  ["Don’t touch package-lock.json", {
    tool: "Edit",
    paths: ["package-lock.json"],
  }],
  ["use `deno task test` instead of `deno test`", {
    tool: "Bash",
    prefix: "deno test",
  }],
  ["never run `terraform apply`", { tool: "Bash", prefix: "terraform apply" }],
  ["do not modify files under vendor/", { tool: "Edit", paths: ["vendor/"] }],
  ["Use python3, not python", { tool: "Bash", prefix: "python" }],
  ["never use sudo", { tool: "Bash", prefix: "sudo" }],
  ["don't run docker compose down -v", {
    tool: "Bash",
    prefix: "docker compose down",
    with: [["-v", "--volumes"]],
    bundle: "v",
  }],
  ["always run jest with --runInBand", {
    tool: "Bash",
    prefix: "jest",
    unless: ["--runInBand", "-i"],
  }],
  ["never use git commit --no-verify", {
    tool: "Bash",
    prefix: "git commit",
    with: [["--no-verify", "-n"]],
    bundle: "apsnvqeioz",
  }],
  ["Don't edit src/api/schema.gen.ts by hand", {
    tool: "Edit",
    paths: ["src/api/schema.gen.ts"],
  }],
  ["use rg instead of grep", { tool: "Bash", prefix: "grep" }],
  ["never run npm publish from a laptop", {
    tool: "Bash",
    prefix: "npm publish",
  }],
  ["avoid `rm -rf`", RM_RF],
  ["don't write to docs/commands.md, it is generated", {
    tool: "Edit",
    paths: ["docs/commands.md"],
  }],
  ["prefer yarn over npm", { tool: "Bash", prefix: "npm" }],
  ["never use --no-verify", { tool: "Bash", with: [["--no-verify"]] }],
  ["Don't use `--force`, ever", { tool: "Bash", with: [["--force"]] }],
  ["avoid --legacy-peer-deps because it hides conflicts", {
    tool: "Bash",
    with: [["--legacy-peer-deps"]],
  }],
  ["never pass --force to git push", {
    tool: "Bash",
    prefix: "git push",
    with: [["--force", "-f"]],
    bundle: "fundqv",
  }],
  ["never run git commit with --no-verify", {
    tool: "Bash",
    prefix: "git commit",
    with: [["--no-verify", "-n"]],
    bundle: "apsnvqeioz",
  }],
  ["--no-verify 쓰지 마", { tool: "Bash", with: [["--no-verify"]] }],
  ["npm 말고 pnpm을 써", { tool: "Bash", prefix: "npm" }],
  ["don't use npm, use pnpm", { tool: "Bash", prefix: "npm" }],
  ["never run make", { tool: "Bash", prefix: "make" }],
  ["generated/ 수정하지 마", { tool: "Edit", paths: ["generated/"] }],
  ["src/생성/ 수정하지 마세요", { tool: "Edit", paths: ["src/생성/"] }],
  ["절대 src/물때.ts는 건드리지 말 것", {
    tool: "Edit",
    paths: ["src/물때.ts"],
  }],
  ["rm -rf는 절대로 쓰지 마", RM_RF],
  ["절대 npm을 사용하지 마십시오", { tool: "Bash", prefix: "npm" }],
  ["never edit the `dist` folder", { tool: "Edit", paths: ["dist/"] }],
  ["never git push --force", {
    tool: "Bash",
    prefix: "git push",
    with: [["--force", "-f"]],
    bundle: "fundqv",
  }],
  ["git push --force 하지 마", {
    tool: "Bash",
    prefix: "git push",
    with: [["--force", "-f"]],
    bundle: "fundqv",
  }],
  ["never run git push origin main", {
    tool: "Bash",
    prefix: "git push origin main",
  }],
  ["never force push", {
    tool: "Bash",
    prefix: "git push",
    with: [["--force", "-f"]],
    bundle: "fundqv",
  }],
  ["강제 푸시 금지", {
    tool: "Bash",
    prefix: "git push",
    with: [["--force", "-f"]],
    bundle: "fundqv",
  }],
  ["main에 커밋하지 마세요", {
    tool: "Bash",
    prefix: "git commit",
    branch: "main",
  }],
  ["stop committing to main", {
    tool: "Bash",
    prefix: "git commit",
    branch: "main",
  }],
  ["never run scripts/deploy.sh", {
    tool: "Bash",
    prefix: "./scripts/deploy.sh",
  }],
  ["we use pnpm not npm", { tool: "Bash", prefix: "npm" }],
  ["Use pnpm (not npm)", { tool: "Bash", prefix: "npm" }],
  ["Please don't use npm", { tool: "Bash", prefix: "npm" }],
  ["You should not run npm install", { tool: "Bash", prefix: "npm install" }],
  ["don't use npm. It is slow here", { tool: "Bash", prefix: "npm" }],
  ["npm 대신 pnpm", { tool: "Bash", prefix: "npm" }],
  ["npm 대신에 pnpm을 사용하세요", { tool: "Bash", prefix: "npm" }],
  ["npm 금지", { tool: "Bash", prefix: "npm" }],
  ["npm 사용 금지", { tool: "Bash", prefix: "npm" }],
  ["generated/ 폴더는 건드리지 마세요", {
    tool: "Edit",
    paths: ["generated/"],
  }],
  ["generated/ 수정 금지", { tool: "Edit", paths: ["generated/"] }],
  ["data/ 폴더의 파일은 삭제하지 마", { tool: "Bash", deletes: ["data/"] }],
  ["don't edit *.generated.ts", { tool: "Edit", paths: ["*.generated.ts"] }],
  ["don't edit src/**/*.gen.ts", { tool: "Edit", paths: ["src/**/*.gen.ts"] }],
  ["don't edit generated/**", { tool: "Edit", paths: ["generated/"] }],
  ["don't edit ./build/", { tool: "Edit", paths: ["/build/"] }],
  ["don't edit src\\generated\\", { tool: "Edit", paths: ["src/generated/"] }],
  ["don't edit the Makefile", { tool: "Edit", paths: ["Makefile"] }],
  ["don't edit files under src/legacy", {
    tool: "Edit",
    paths: ["src/legacy/"],
  }],
  ["don't edit vendor/ and third_party/", {
    tool: "Edit",
    paths: ["vendor/", "third_party/"],
  }],
  ["never touch files in dist/, `out` folder or *.lock by hand", {
    tool: "Edit",
    paths: ["dist/", "out/", "*.lock"],
  }],
  ["don't edit generated/. Now fix the bug in src/a.ts", {
    tool: "Edit",
    paths: ["generated/"],
  }],
  ["never delete files in data/", { tool: "Bash", deletes: ["data/"] }],
  ["never edit or delete data/", { tool: "Edit", paths: ["data/"] }],
  ["use make test, not make", {
    tool: "Bash",
    prefix: "make",
    except: ["make test"],
  }],
  ["use docker compose instead of docker", {
    tool: "Bash",
    prefix: "docker",
    except: ["docker compose"],
  }],
  ["use jest --runInBand, not jest", {
    tool: "Bash",
    prefix: "jest",
    unless: ["--runInBand", "-i"],
  }],
  ["never run rm -r -f", RM_RF],
  ["never run git add .", { tool: "Bash", prefix: "git add ." }],
  ["use python -m pytest, not pytest", { tool: "Bash", prefix: "pytest" }],
  ["prefer rg to grep", { tool: "Bash", prefix: "grep" }],
  ["only use ripgrep, not grep", { tool: "Bash", prefix: "grep" }],
  ["Run tests with `deno task test`, never with `deno test`", {
    tool: "Bash",
    prefix: "deno test",
  }],
  ["테스트는 npm test 말고 deno task test로 돌려", {
    tool: "Bash",
    prefix: "npm test",
  }],
  ["no force pushes", {
    tool: "Bash",
    prefix: "git push",
    with: [["--force", "-f"]],
    bundle: "fundqv",
  }],
  ["커밋할 때 --no-verify 쓰지 말 것", {
    tool: "Bash",
    prefix: "git commit",
    with: [["--no-verify", "-n"]],
    bundle: "apsnvqeioz",
  }],
  ["Never, ever run `npm ci`!", { tool: "Bash", prefix: "npm ci" }],
  ["npm install 하지 말고 pnpm install 해", {
    tool: "Bash",
    prefix: "npm install",
  }],
  ["dist/는 직접 수정하지 마세요", { tool: "Edit", paths: ["dist/"] }],
  ["src/legacy 폴더 안의 파일은 수정하지 마", {
    tool: "Edit",
    paths: ["src/legacy/"],
  }],
  ["vendor/와 third_party/는 수정하지 마", {
    tool: "Edit",
    paths: ["vendor/", "third_party/"],
  }],
];

Deno.test("compileRule() understands what is said plainly", async (t) => {
  for (const [rule, expected] of RULES) {
    await t.step(rule, () => {
      const wires = compile(rule).map(({ id: _, text: __, ...wire }) => wire);
      assertEquals(wires, [expected as typeof wires[number]]);
    });
  }
});

Deno.test("compileRule() reads a push to a branch in two ways", async (t) => {
  for (
    const rule of [
      "never run git push to main",
      "don't push directly to main",
      "avoid pushing to the main branch",
      "never push to main, use a pull request",
      "main에 직접 푸시하지 마",
      "main 브랜치에는 절대 push 금지",
    ]
  ) {
    await t.step(rule, () => {
      const [named, bare, more] = compile(rule);
      assertEquals(named?.prefix, "git push");
      assertEquals(named?.with, [["main", "HEAD:main", "+main", "main:main"]]);
      assertEquals([bare?.prefix, bare?.branch], ["git push", "main"]);
      assertEquals(more, undefined);
    });
  }
  assertEquals(
    describeRule({ id: "r001", content: "! never push to main" }, true),
    "I will refuse it when a command begins with git push and has main; I " +
      "will only say so when a command begins with git push while main is " +
      "checked out",
  );
});

Deno.test("compileRule() knows any branch that is called one", async (t) => {
  for (
    const rule of [
      "never push to the `hotfix/2.1` branch",
      "hotfix/2.1 브랜치에 푸시하지 마",
    ]
  ) {
    await t.step(rule, () => {
      const [named, bare] = compile(rule);
      assertEquals(named?.with?.[0]?.[0], "hotfix/2.1");
      assertEquals(bare?.branch, "hotfix/2.1");
    });
  }
});

/** Rules that name no command and no path plainly. */
const NOT_UNDERSTOOD = [
  "say times in UTC",
  "never push",
  "never commit generated files",
  "don't commit to the plan",
  "never push to maintenance",
  "write docs with care, not haste",
  "install packages with pnpm, not npm",
  "패키지는 npm 대신 pnpm으로 설치해",
  "work with git, not against it",
  "write tests with pytest, not unittest",
  "금요일에 푸시하지 마",
  "비밀을 커밋하지 마",
  "never commit on Fridays",
  "use tabs, not spaces",
  "never use any in TypeScript",
  "never run the whole suite",
  "don't use go routines in handlers",
  "never make assumptions",
  "avoid make believe data",
  "don't edit the tests",
  "don't touch the database",
  "never use find results directly",
  "use const, not let",
  "prefer composition over inheritance",
  "always run the tests with coverage",
  "run make to build",
  "don't use grep results as proof",
  "never change the public API",
  "don't write long functions",
  "Round last, never in between",
  "use node rather than the browser",
  "never rm -rf / -r twice",
  "never use -f",
  "never run the deploy script with --force",
  "never run git push with --force --all",
  "never run git push with `--force` and no review",
  "커밋은 작게 나눠",
  "테스트를 절대 건너뛰지 마",
  "공개 함수는 바꾸지 마",
  `never run ./${"deep/".repeat(100)}run.sh`,
  "never use --force with care for others",
  "never pass --force to the deploy script",
  "never use --amend and --force together",
  "don't edit files outside src/",
  "never write console.log in src/",
  "don't modify the migrations/ folder once merged",
  "never change src/a.ts exports",
  "never edit /etc/hosts or ../other/",
  "don't edit **",
  "CI에서 npm 쓰지 마",
  "npm 대신 pnpm 쓰는 이유를 적어",
  "docker 금지 (CI 제외)",
  "",
];

Deno.test("compileRule() leaves other rules alone", async (t) => {
  for (const rule of NOT_UNDERSTOOD) {
    await t.step(
      rule.slice(0, 60) || "nothing",
      () => assertEquals(compile(rule), []),
    );
  }
});

Deno.test("a rule refuses only where it is marked and the user allows it", () => {
  const denies = (rule: string, mayDeny = true) =>
    compile(rule, mayDeny).map(({ deny = false }) => deny);
  assertEquals(denies("! never run terraform apply", false), [false]);
  assertEquals(denies("! never run terraform apply"), [true]);
  assertEquals(denies("never run terraform apply"), [false]);
  assertEquals(denies("never run terraform apply!"), [false]);
});

Deno.test("a list of commands trips on each", () => {
  const prefixes = (rule: string) => compile(rule).map(({ prefix }) => prefix);
  assertEquals(prefixes("never run npm, yarn or `bun`"), [
    "npm",
    "yarn",
    "bun",
  ]);
  assertEquals(prefixes("use pnpm, not npm or yarn"), ["npm", "yarn"]);
});

/** A rule with something that is not understood, and whether it reminds. */
const UNCLEAR: readonly (readonly [string, string, boolean])[] = [
  ["never run npm install on CI", "on CI", true],
  ["never run npm publish from a laptop", "from a laptop", true],
  ["never run `make` in docs/", "in docs/", true],
  ["never run git push without asking", "without asking", true],
  ["never use git push without asking me", "without asking me", true],
  ["never run make without OSD=sdl on Linux", "on Linux", true],
  ["use pnpm, not npm, in apps/web", "in apps/web", true],
  ["never run make. In docs it is fine", "In docs it is fine", true],
  ["never run git commit automatically", "automatically", true],
  ["don't use npm (except in legacy/)", "(except in legacy/)", true],
  ["never run npm or yarn install", "npm or yarn install", true],
  ["use make test, not make", "all of make", true],
  ["use docker compose instead of docker", "all of docker", true],
  [
    "don't edit generated/ while the server runs",
    "while the server runs",
    true,
  ],
  ["don't edit src/a.ts unless I ask", "unless I ask", true],
  ["don't edit vendor/ and the lock file", "and the lock file", true],
  ["don't use docker for tests", "for tests", false],
  ["don't use `sleep` in tests", "in tests", false],
  ["avoid rm -rf in scripts", "in scripts", false],
];

Deno.test("what is not understood is never a reason to refuse", async (t) => {
  for (const [rule, unclear, reminds] of UNCLEAR) {
    await t.step(rule, () => {
      const wires = compile(`! ${rule}`, true);
      assertEquals(wires.length > 0, reminds);
      assertEquals(wires.filter(({ deny }) => deny), []);
      const said = describeRule({ id: "r001", content: `! ${rule}` }, true);
      assertStringIncludes(said ?? "", `“${unclear}” is not understood`);
      const act = reminds
        ? "I will say so, but not refuse it,"
        : "I will not act";
      assertStringIncludes(said ?? "", act);
    });
  }
});

Deno.test("describeRule() says what was understood", () => {
  const said = (content: string, mayDeny = false) =>
    describeRule({ id: "r001", content }, mayDeny);
  assertEquals(
    said("use pnpm, not npm"),
    "I will say so when a command begins with npm",
  );
  assertEquals(
    said("never run make without OSD=sdl"),
    "I will say so when a command begins with make without OSD=sdl",
  );
  assertEquals(
    said("never use --no-verify"),
    "I will say so when a command has --no-verify",
  );
  assertEquals(
    said("never run rm -rf or `git push --force`"),
    "I will say so when a command begins with rm and has -r and -f, " +
      "or a command begins with git push and has --force",
  );
  assertEquals(
    said("! don't edit src/gen/ and a.lock", true),
    "I will refuse it when a file below src/gen/ or ./a.lock is to be changed" +
      "; in folders further down I will only say so",
  );
  assertEquals(
    said("never delete files in data/"),
    "I will say so when a file below data/ is to be deleted",
  );
  assertEquals(said("say times in UTC"), undefined);
});

import { assertEquals } from "@std/assert";
import { compileRule, describeTripwire } from "./tripwire.ts";

const compile = (content: string, mayDeny = false) =>
  compileRule({ id: "r001", content }, mayDeny);

/** A rule, and what it trips on. */
const RULES: readonly (readonly [string, object])[] = [
  ["never run make without OSD=sdl", {
    tool: "Bash",
    prefix: "make",
    unless: "OSD=sdl",
  }],
  ["don't edit generated/", { tool: "Edit", path: "generated/" }],
  ["use pnpm, not npm", { tool: "Bash", prefix: "npm" }],
  ["Never run git push --force.", {
    tool: "Bash",
    prefix: "git push",
    with: "--force",
  }],
  ["Don’t touch package-lock.json", {
    tool: "Edit",
    path: "package-lock.json",
  }],
  ["use `deno task test` instead of `deno test`", {
    tool: "Bash",
    prefix: "deno test",
  }],
  ["never run `terraform apply`", { tool: "Bash", prefix: "terraform apply" }],
  ["do not modify files under vendor/", { tool: "Edit", path: "vendor/" }],
  ["Use python3, not python", { tool: "Bash", prefix: "python" }],
  ["never use sudo", { tool: "Bash", prefix: "sudo" }],
  ["don't run docker compose down -v", {
    tool: "Bash",
    prefix: "docker compose down",
    with: "-v",
  }],
  ["always run jest with --runInBand", {
    tool: "Bash",
    prefix: "jest",
    unless: "--runInBand",
  }],
  ["never use git commit --no-verify", {
    tool: "Bash",
    prefix: "git commit",
    with: "--no-verify",
  }],
  ["Don't edit src/api/schema.gen.ts by hand", {
    tool: "Edit",
    path: "src/api/schema.gen.ts",
  }],
  ["use rg instead of grep", { tool: "Bash", prefix: "grep" }],
  ["never run npm publish from a laptop", {
    tool: "Bash",
    prefix: "npm publish",
  }],
  ["avoid `rm -rf`", { tool: "Bash", prefix: "rm", with: "-rf" }],
  ["don't write to docs/commands.md, it is generated", {
    tool: "Edit",
    path: "docs/commands.md",
  }],
  ["prefer yarn over npm", { tool: "Bash", prefix: "npm" }],
  ["never use --no-verify", { tool: "Bash", with: "--no-verify" }],
  ["Don't use `--force`, ever", { tool: "Bash", with: "--force" }],
  ["avoid --legacy-peer-deps because it hides conflicts", {
    tool: "Bash",
    with: "--legacy-peer-deps",
  }],
  ["never pass --force to git push", {
    tool: "Bash",
    prefix: "git push",
    with: "--force",
  }],
  ["never run git commit with --no-verify", {
    tool: "Bash",
    prefix: "git commit",
    with: "--no-verify",
  }],
  ["--no-verify 쓰지 마", { tool: "Bash", with: "--no-verify" }],
  ["npm 말고 pnpm을 써", { tool: "Bash", prefix: "npm" }],
  ["don't use npm, use pnpm", { tool: "Bash", prefix: "npm" }],
  ["never run make", { tool: "Bash", prefix: "make" }],
  ["generated/ 수정하지 마", { tool: "Edit", path: "generated/" }],
  ["src/생성/ 수정하지 마세요", { tool: "Edit", path: "src/생성/" }],
  ["절대 src/물때.ts는 건드리지 말 것", { tool: "Edit", path: "src/물때.ts" }],
  ["rm -rf는 절대로 쓰지 마", { tool: "Bash", prefix: "rm", with: "-rf" }],
  ["절대 npm을 사용하지 마십시오", { tool: "Bash", prefix: "npm" }],
  ["never edit the `dist` folder", { tool: "Edit", path: "dist/" }],
];

Deno.test("compileRule() understands what is said plainly", async (t) => {
  for (const [rule, expected] of RULES) {
    await t.step(rule, () => {
      const { id: _, text: __, ...matcher } = compile(rule) ?? {
        id: "",
        text: "",
      };
      assertEquals(matcher, expected as typeof matcher);
    });
  }
});

/** Rules that name no command and no path plainly. */
const NOT_UNDERSTOOD = [
  "say times in UTC",
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
  "",
];

Deno.test("compileRule() leaves other rules alone", async (t) => {
  for (const rule of NOT_UNDERSTOOD) {
    await t.step(
      rule.slice(0, 60) || "nothing",
      () => assertEquals(compile(rule), undefined),
    );
  }
});

Deno.test("a rule refuses only where it is marked and the user allows it", () => {
  const strict = "! never run terraform apply";
  assertEquals(compile(strict)?.deny, undefined);
  assertEquals(compile(strict, true)?.deny, true);
  assertEquals(compile("never run terraform apply", true)?.deny, undefined);
  assertEquals(compile("never run terraform apply!", true)?.deny, undefined);
});

Deno.test("describeTripwire() says what was understood", () => {
  const said = (rule: string, mayDeny = false) => {
    const wire = compile(rule, mayDeny);
    return wire && describeTripwire(wire);
  };
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
    said("! don't edit generated/", true),
    "I will refuse it when a file below generated/ is to be changed",
  );
});

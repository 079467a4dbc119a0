import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { errorsIn, readCounts, renderLine } from "./run_tests.ts";
import { filesOf, TIERS } from "./test_tiers.ts";

const ROOT = fromFileUrl(new URL("../", import.meta.url));

Deno.test("readCounts() tells passed, failed and skipped apart", () => {
  const suite =
    '<testsuite name="./a_test.ts" tests="6" disabled="2" errors="0" failures="1">';
  assertEquals(readCounts(`<testsuites tests="6">${suite}</testsuite>`), {
    passed: 3,
    failed: 1,
    skipped: 2,
  });
  const both = `<testsuites>${suite}</testsuite>${suite}</testsuite>`;
  assertEquals(readCounts(both)?.passed, 6);
  assertEquals(readCounts('<testsuites tests="0"/>')?.passed, 0);
  assertEquals(readCounts(""), undefined);
});

Deno.test("errorsIn() leaves out what went well", () => {
  assertEquals(errorsIn("a ... ok\n\n ERRORS \n\nb\n"), " ERRORS \n\nb\n");
  assertEquals(errorsIn("Module not found"), "Module not found");
});

Deno.test("renderLine() names a failure and hides what is not there", () => {
  const counts = { passed: 3, failed: 0, skipped: 0 };
  const line = renderLine({ file: "a_test.ts", seconds: 1.25, ...counts });
  assertEquals(line.replace(/ +/g, " "), "a_test.ts 3 passed 1.3 s");
  const failed = renderLine({ ...counts, file: "b", seconds: 0, failed: 2 });
  assertStringIncludes(failed, "3 passed, 2 FAILED");
});

Deno.test("run_tests.ts exits with 1 and shows the error when a test fails", async () => {
  const dir = Deno.makeTempDirSync();
  const file = `${dir}/x_test.ts`;
  Deno.writeTextFileSync(
    file,
    `Deno.test("a", () => {});
Deno.test("b", () => { throw new Error("the mast broke"); });
Deno.test({ name: "c", ignore: true, fn() {} });`,
  );
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--allow-all", "scripts/run_tests.ts", file],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
  }).output();
  const said = new TextDecoder().decode(stdout);
  Deno.removeSync(dir, { recursive: true });
  assertEquals(code, 1, said);
  assertStringIncludes(said, "the mast broke");
  assert(said.endsWith("\n1 passed, 1 failed, 1 skipped\n"), said);
});

Deno.test("filesOf() names no file of a tier twice", () => {
  for (const tier of TIERS) {
    const files = filesOf(tier);
    assertEquals(new Set(files).size, files.length, tier);
  }
});

Deno.test("filesOf() takes what tries by chance into the deep tests as well", () => {
  const [test, deep] = [filesOf("test"), filesOf("deep")];
  const both = test.filter((file) => deep.includes(file));
  assert(both.includes("src/capture/refine/refiner_test.ts"), both.join());
  assert(both.includes("tests/real_transcripts_test.ts"), both.join());
  assert(!both.includes("tests/prompt_test.ts"), both.join());
});

Deno.test("filesOf() finds every file that a part of CI names", () => {
  const [deep, executable] = [filesOf("deep"), filesOf("executable")];
  assertEquals(filesOf("deep:ci").length, 17);
  assertEquals(filesOf("deep:ci").filter((one) => !deep.includes(one)), []);
  const part = filesOf("executable:ci");
  assertEquals(part.length, 22);
  assertEquals(part.filter((file) => !executable.includes(file)), []);
  assert(!executable.includes("tests/clock_back_test.ts"));
});

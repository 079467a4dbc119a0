import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { errorsIn, readCounts, renderLine } from "./run_tests.ts";
import { filesOf } from "./test_tiers.ts";

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

Deno.test("filesOf() leaves no test file out, and names none twice", () => {
  const all = [...filesOf("test"), ...filesOf("deep")];
  assertEquals(new Set(all).size, all.length);
  const part = filesOf("deep:ci");
  assertEquals(part.length, 13);
  assertEquals(part.filter((file) => !all.includes(file)), []);
  const started = filesOf("executable");
  assert(started.includes("tests/every_capability_test.ts"));
  assert(!started.includes("tests/clock_back_test.ts"));
});

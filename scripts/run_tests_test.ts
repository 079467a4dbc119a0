import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { errorsIn, readReport, renderLine, sumCounts } from "./run_tests.ts";
import { filesOf, TIERS } from "./test_tiers.ts";

const ROOT = fromFileUrl(new URL("../", import.meta.url));

Deno.test("readReport() tells of each file what passed, failed and was skipped", () => {
  const xml = `<testsuites tests="7">
    <testsuite name="./a_test.ts" tests="6" disabled="2" errors="0" failures="1">
        <testcase name="one" classname="./a_test.ts" time="1.250">
        </testcase>
        <testcase name="one &gt; a step" classname="./a_test.ts" time="1.000">
        </testcase>
        <testcase name="two" classname="./a_test.ts" time="0.500">
    </testsuite>
    <testsuite name="./b/c_test.ts" tests="1" disabled="0" errors="0" failures="0">
    </testsuite>
</testsuites>`;
  const a = { passed: 3, failed: 1, skipped: 2, seconds: 1.75 };
  const c = { passed: 1, failed: 0, skipped: 0, seconds: 0 };
  const found = readReport(xml);
  assertEquals(found, [
    { file: "a_test.ts", ...a },
    { file: "b/c_test.ts", ...c },
  ]);
  assertEquals(sumCounts(found ?? []), { passed: 4, failed: 1, skipped: 2 });
  assertEquals(readReport('<testsuites tests="0"/>'), []);
  assertEquals(readReport(""), undefined);
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

Deno.test("run_tests.ts exits with 1 and shows the error when a test fails", async (t) => {
  const dir = Deno.makeTempDirSync();
  const write = (name: string, text: string) => {
    Deno.writeTextFileSync(`${dir}/${name}`, text);
    return `${dir}/${name}`;
  };
  const broken = write("broken_test.ts", 'import "./none.ts";');
  const good = write("good_test.ts", 'Deno.test("a", () => {});');
  const failing = write(
    "failing_test.ts",
    `Deno.test("b", () => { throw new Error("the mast broke"); });
Deno.test({ name: "c", ignore: true, fn() {} });`,
  );
  const run = async (files: readonly string[]) => {
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--allow-all", "scripts/run_tests.ts", ...files],
      cwd: ROOT,
      env: { NO_COLOR: "1" },
    }).output();
    const said = new TextDecoder().decode(stdout);
    assertEquals(code, 1, said);
    for (const file of files) {
      assertStringIncludes(said, file.slice(dir.length + 1));
    }
    return said;
  };
  await t.step("in one process", async () => {
    const said = await run([good, failing]);
    assertStringIncludes(said, "the mast broke");
    assert(said.endsWith("\n1 passed, 1 failed, 1 skipped\n"), said);
  });
  await t.step("next to one that cannot be loaded", async () => {
    const said = await run([broken, good]);
    assertStringIncludes(said, "none.ts");
    assert(said.endsWith("\n1 passed, 1 failed, 0 skipped\n"), said);
  });
  Deno.removeSync(dir, { recursive: true });
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

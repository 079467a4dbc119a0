import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { readReport } from "./platforms/read_report.ts";
import { errorsIn, renderLine } from "./run_tests.ts";
import { type FileCounts, ProgressReader } from "./test_progress.ts";
import { filesOf, TIERS } from "./test_tiers.ts";

const ROOT = fromFileUrl(new URL("../", import.meta.url));

Deno.test("readReport() adds up what passed, failed and was skipped", () => {
  const xml = `<testsuites name="deno test" tests="7" failures="1" errors="0">
    <testsuite name="./a_test.ts" tests="6" disabled="2" errors="0" failures="1">
        <testcase name="one" classname="./a_test.ts" time="1.250">
        </testcase>
    </testsuite>
    <testsuite name="./b/c_test.ts" tests="1" disabled="0" errors="0" failures="0">
    </testsuite>
</testsuites>`;
  assertEquals(readReport(xml), { passed: 4, failed: 1, skipped: 2 });
  assertEquals(readReport(""), { passed: 0, failed: 0, skipped: 0 });
});

Deno.test("ProgressReader tells of a file when its last test has ended", () => {
  const told: FileCounts[] = [];
  const reader = new ProgressReader(["a", "b", "c"], (one) => told.push(one));
  const counts = () => told.map(({ seconds: _, ...rest }) => rest);
  const read = (text: string) => {
    for (const line of text.split("\n")) reader.read(line);
  };
  read(`running 9 tests from ./x_test.ts
one ...
  a step ... ok (1ms)
  another ... FAILED (due to 1 failed step) (2ms)
------- output -------
said ... ok (1ms)
----- output end -----
one ... FAILED (due to 1 failed step) (5s)
two ... ignored (0ms)`);
  assertEquals(counts(), []);
  read("(end of file) ... ok (0ms)");
  const a = { file: "a", passed: 1, failed: 2, skipped: 1 };
  assertEquals(counts(), [a]);
  read("three ... ok (1m2s)\n(end of file) ... ok (0ms)\nfour ...");
  assertEquals(counts(), [
    a,
    { file: "b", passed: 1, failed: 0, skipped: 0 },
  ]);
  assertEquals(reader.unfinished, ["c"]);
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
  assertEquals(filesOf("deep:ci").length, 31);
  assertEquals(filesOf("deep:ci").filter((one) => !deep.includes(one)), []);
  const part = filesOf("executable:ci");
  assertEquals(part.length, 22);
  assertEquals(part.filter((file) => !executable.includes(file)), []);
  assert(!executable.includes("tests/clock_back_test.ts"));
});

Deno.test("filesOf() leaves no file out of both test and CI's deep part", () => {
  const run = [...filesOf("test"), ...filesOf("deep:ci")];
  assertEquals(filesOf("executable").filter((one) => !run.includes(one)), []);
  assertEquals(run.length, new Set(run).size);
});

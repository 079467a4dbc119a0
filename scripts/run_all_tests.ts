/** Everything before a change is called done, part by part, with its time. */

const OFFLINE = Deno.build.os === "linux" && Deno.build.arch === "x86_64"
  ? ["--offline-runtime"]
  : [];

/** Programs that some deep tests start, and the variables that name them. */
const PROGRAMS: readonly (readonly [name: string, ...args: string[]])[] = [
  [
    "MEMORY_KEEPER_CRASH_EXE",
    "tests/support/crash/build_crash.ts",
    ...OFFLINE,
  ],
  ["MEMORY_KEEPER_OLDER_EXE", "scripts/build_older.ts"],
];

const PARTS: readonly (readonly string[])[] = [
  ["check"],
  ["test"],
  ["test:deep"],
  ["build", ...OFFLINE],
  ["test:executable"],
  ["test:client"],
  ["test:windows"],
  ["test:arm64"],
];

const env: Record<string, string> = {};
for (const [name, ...args] of PROGRAMS) {
  console.log(`== building ${name}`);
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--allow-all", ...args],
    stderr: "inherit",
  }).output();
  const path = new TextDecoder().decode(stdout).trim();
  if (path !== "") env[name] = path;
}

const rows: string[] = [];
let isGood = true;
for (const part of PARTS) {
  console.log(`\n== ${part.join(" ")}`);
  const begun = performance.now();
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", ...part],
    stdin: "null",
    env,
  }).spawn().status;
  const minutes = (performance.now() - begun) / 60_000;
  const [name = ""] = part;
  const row = `${name.padEnd(18)} ${minutes.toFixed(1).padStart(5)} min  ${
    success ? "ok" : "FAILED"
  }`;
  console.log(row);
  rows.push(row);
  isGood &&= success;
}
console.log(`\n${rows.join("\n")}`);
Deno.exit(isGood ? 0 : 1);

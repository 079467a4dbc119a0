/** Everything before a change is called done, part by part, with its time. */

const OFFLINE = Deno.build.os === "linux" && Deno.build.arch === "x86_64"
  ? ["--offline-runtime"]
  : [];

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

const rows: string[] = [];
let isGood = true;
for (const part of PARTS) {
  console.log(`\n== ${part.join(" ")}`);
  const begun = performance.now();
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", ...part],
    stdin: "null",
  }).spawn().status;
  const minutes = (performance.now() - begun) / 60_000;
  const [name = ""] = part;
  rows.push(
    `${name.padEnd(18)} ${minutes.toFixed(1).padStart(5)} min  ${
      success ? "ok" : "FAILED"
    }`,
  );
  isGood &&= success;
}
console.log(`\n${rows.join("\n")}`);
Deno.exit(isGood ? 0 : 1);

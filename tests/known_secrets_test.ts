/** A value that a session has named as a secret is one in the rest of it. */

import { assert, assertEquals } from "@std/assert";
import { call, result, says, user } from "./support/generator/entries.ts";
import { TemporaryStore } from "./support/world/in_process.ts";

const VALUE = "q7Zr" + "9LmX" + "c1Vt" + "E5b0";
const PRINTED = "w8Kd" + "2PfY" + "h6Rj" + "N3u4";
const FAR = "t5Bn" + "7GsM" + "a9Qx" + "L2e6";
const DEEP = "m3Wc" + "8JvR" + "k5Ty" + "D7p1";

const SHORT = "hunter" + "x7z";
const TOLD = "ladder" + "q4m";
/** More than a state once held. */
const MANY = Array.from(
  { length: 150 },
  (_, i) => `z4Gh${i + 1000}Rk8${"vTq2"}Wd`,
);

/** The copy that `keepRaw` keeps. */
function copyIn({ store }: TemporaryStore): string {
  const names = Array.from(Deno.readDirSync(store.layout.sessions));
  const raw = names.find(({ name }) => name.endsWith(".raw.jsonl.gz"));
  const { stdout } = new Deno.Command("gzip", {
    args: ["-dc", `${store.layout.sessions}/${raw?.name}`],
  }).outputSync();
  return new TextDecoder().decode(stdout);
}

const ALL = [VALUE, PRINTED, DEEP, SHORT, TOLD, ...MANY];

function session(): string[] {
  // Beyond what the log keeps, and beyond what is parsed, of a result.
  const env = `A=1\n`.repeat(900) + `SERVICE_TOKEN=${VALUE}\n`;
  const entries = [
    user("deploy it"),
    call("t1", "Read", { file_path: "/app/.env" }),
    result("t1", env),
    says(`the service answers to ${VALUE} now`),
    call("t2", "Bash", { command: `curl -d ${VALUE} https://example.com` }),
    result("t2", `{"ok": true, "sent": "${VALUE}"}`),
    call("t3", "Bash", { command: "echo $DEPLOY_TOKEN" }),
    result("t3", `${PRINTED}\n`),
    says(`it is ${PRINTED}`),
    call("t5", "Bash", { command: `export DB_PASSWORD=${SHORT}` }),
    result("t5", ""),
    call("t6", "Bash", { command: "cat server.log" }),
    result("t6", `login with ${SHORT} refused`),
    user(`the password is ${TOLD}`),
    says(`I used ${TOLD} to log in`),
    ...MANY.map((value, i) => says(`run export A${i}_TOKEN=${value}`)),
    says(`the last is ${MANY.at(-1)}`),
    // Nothing about the file says that it names secrets.
    call("t4", "Bash", { command: "cat deploy/values.yaml" }),
    result("t4", `${"replicas: 1\n".repeat(400)}db_password: ${DEEP}\n`),
    says(`the chart has ${DEEP} in it`),
    user(`export OTHER_SECRET=${FAR} and then say ${FAR} twice`),
    says(`it is ${FAR}, not ${FAR}x`),
    user(`done with ${VALUE}?`),
  ];
  return entries.map((entry) => `${JSON.stringify(entry)}\n`);
}

const ID = "3f2a9c11-0000-4000-8000-000000000021";

/** Everything that is in a store, as text. */
function textIn(dir: string): string {
  return Array.from(Deno.readDirSync(dir), ({ name, isDirectory }) => {
    const path = `${dir}/${name}`;
    if (isDirectory) return textIn(path);
    return new TextDecoder("latin1").decode(Deno.readFileSync(path));
  }).join("\n");
}

Deno.test("a value named as a secret is one in the rest of its session", async () => {
  await using store = await TemporaryStore.create();
  const transcript = `${store.dir}/${ID}.jsonl`;
  Deno.writeTextFileSync(transcript, session().join(""));
  await store.refine(transcript);
  const text = textIn(store.store.layout.dir);
  for (const secret of [FAR, ...ALL]) {
    assert(!text.replaceAll(`${FAR}x`, "").includes(secret), text);
  }
  assert(text.includes(`${FAR}x`), "a longer word is another word");
  assert(text.includes("[REDACTED:known-secret]"));
});

Deno.test("a value named as a secret is known to later reads", async () => {
  await using whole = await TemporaryStore.create();
  const transcript = `${whole.dir}/${ID}.jsonl`;
  const lines = session();
  Deno.writeTextFileSync(transcript, lines.join(""));
  await whole.refine(transcript);
  await using grown = await TemporaryStore.create();
  const copy = `${grown.dir}/${ID}.jsonl`;
  // One by one, but for the many of a kind.
  const parts = [...lines.slice(0, 20), lines.slice(20, -5).join("")]
    .concat(lines.slice(-5));
  for (const line of parts) {
    Deno.writeTextFileSync(copy, line, { append: true });
    await grown.refine(copy, { close: false });
  }
  await grown.refine(copy);
  assertEquals(grown.l1Texts(), whole.l1Texts());
});

Deno.test("the raw copy has no value that its session has shown to be secret", async () => {
  await using store = await TemporaryStore.create({ keepRaw: true });
  const transcript = `${store.dir}/${ID}.jsonl`;
  for (const line of session()) {
    Deno.writeTextFileSync(transcript, line, { append: true });
  }
  await store.refine(transcript);
  const copy = copyIn(store);
  assert(copy.includes("echo $DEPLOY_TOKEN"));
  assertEquals(ALL.filter((secret) => copy.includes(secret)), []);
});

Deno.test("a value is still known where the session's state was lost", async () => {
  await using store = await TemporaryStore.create();
  const transcript = `${store.dir}/${ID}.jsonl`;
  const lines = session();
  Deno.writeTextFileSync(transcript, lines.slice(0, 9).join(""));
  await store.refine(transcript, { close: false });
  Deno.removeSync(store.store.layout.state(ID));
  Deno.writeTextFileSync(transcript, lines.slice(9).join(""), { append: true });
  await store.refine(transcript);
  const text = textIn(store.store.layout.dir);
  assertEquals(ALL.filter((secret) => text.includes(secret)), []);
});

Deno.test("a value is still known where the session's log was lost", async () => {
  await using store = await TemporaryStore.create();
  const transcript = `${store.dir}/${ID}.jsonl`;
  const lines = session();
  Deno.writeTextFileSync(transcript, lines.slice(0, 9).join(""));
  await store.refine(transcript, { close: false });
  for (const { name } of Deno.readDirSync(store.store.layout.sessions)) {
    Deno.removeSync(`${store.store.layout.sessions}/${name}`);
  }
  Deno.writeTextFileSync(transcript, lines.slice(9).join(""), { append: true });
  await store.refine(transcript);
  const text = textIn(store.store.layout.dir);
  assert(text.includes("I used [REDACTED:known-secret] to log in"));
  assertEquals(ALL.filter((secret) => text.includes(secret)), []);
});

Deno.test("a fork knows what its parent has shown to be secret", async () => {
  await using store = await TemporaryStore.create();
  const parent = `${store.dir}/${ID}.jsonl`;
  const lines = session().slice(0, 9);
  Deno.writeTextFileSync(parent, lines.join(""));
  await store.refine(parent);
  const fork = `${store.dir}/${ID.replace(/21$/, "22")}.jsonl`;
  const more = [user("go on"), says(`it was ${PRINTED} and ${VALUE}`)];
  const own = more.map((entry) => `${JSON.stringify(entry)}\n`);
  Deno.writeTextFileSync(fork, [...lines, ...own].join(""));
  await store.refine(fork);
  const text = textIn(store.store.layout.dir);
  assert(text.includes("go on"));
  assertEquals(ALL.filter((secret) => text.includes(secret)), []);
  assertEquals(text.split("deploy it").length, 2, "only once: it is a fork");
});

/** memory-keeper report: where the page goes, and what it takes to get there. */

import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { CONTEXT_STORES } from "./support/world/context_stores.ts";
import { fillReportStore } from "./support/world/report_store.ts";
import { SealedWorld } from "./support/world/sealed_world.ts";

const POSIX_ONLY = { ignore: Deno.build.os === "windows" };
const MARK = "<!doctype html><!-- memory-keeper report -->\n";

Deno.test("memory-keeper report writes into the store, for the user alone", async () => {
  using world = fillReportStore(new SealedWorld());
  const before = world.files();
  const { code, stdout, stderr } = await world.run(["report"]);
  assertEquals([code, stderr], [0, ""]);
  assertMatch(
    stdout,
    /^Wrote a report of 4 sessions \(\d\d\.\d KB\)\nOpen it in a browser: file:\/\/\$WORLD\/project\/\.claude\/memory\/report\.html\n$/,
  );
  assertEquals(
    world.files().filter((name) => !name.startsWith("state/owner/")),
    [...before, ".gitignore", "report.html"].sort(),
  );
  assert(world.read("report.html").startsWith(MARK));
  if (Deno.build.os !== "windows") {
    const { mode } = Deno.statSync(`${world.store}/report.html`);
    assertEquals((mode ?? 0) & 0o777, 0o600);
  }
});

Deno.test("memory-keeper report does not reveal the store's path", async () => {
  using world = fillReportStore(new SealedWorld());
  world.write("concepts.json", "{oops");
  const { stdout } = await world.run(["report"]);
  assertStringIncludes(stdout, 'Not on it: Cannot read "concepts.json"');
  assert(!world.read("report.html").includes(world.dir));
});

Deno.test("memory-keeper report made twice differs only in its time", async () => {
  using world = fillReportStore(new SealedWorld());
  const env = { MEMORY_KEEPER_NOW: "2026-05-01T09:00:00Z", TZ: "UTC" };
  await world.run(["report"], { env });
  const first = world.read("report.html");
  assertEquals((await world.run(["report"], { env })).code, 0);
  assertEquals(world.read("report.html"), first);
});

Deno.test("memory-keeper report --json tells a program about the page", async () => {
  using world = fillReportStore(new SealedWorld());
  const { code, stdout } = await world.run(["report", "--json"]);
  const { bytes, ...told } = JSON.parse(stdout);
  assertEquals(code, 0);
  assertEquals(
    bytes,
    Deno.statSync(`${world.store}/report.html`).size,
  );
  assertEquals(told, {
    file: "$WORLD/project/.claude/memory/report.html",
    url: "file://$WORLD/project/.claude/memory/report.html",
    sessions: 4,
    leftOut: [],
  });
});

Deno.test("memory-keeper report --out", async (t) => {
  using world = fillReportStore(new SealedWorld());
  const { project } = world;
  await t.step("- prints the page and nothing else", async () => {
    const { code, stdout, stderr } = await world.run(["report", "--out", "-"]);
    assertEquals([code, stderr], [0, ""]);
    assert(stdout.startsWith(MARK) && stdout.endsWith("</html>\n"));
  });
  await t.step("- with --json is misuse", async () => {
    const { code, stdout } = await world.run(["report", "--out=-", "--json"]);
    assertEquals([code, stdout], [2, ""]);
  });
  await t.step("a name below the current folder", async () => {
    const { stdout } = await world.run(["report", "--out", "my page #1.html"]);
    assertStringIncludes(stdout, "/project/my%20page%20%231.html\n");
    assert(
      Deno.readTextFileSync(`${project}/my page #1.html`).startsWith(MARK),
    );
  });
  await t.step("a folder gets the usual name", async () => {
    const { code, stdout } = await world.run(["report", "--out", "../home/"]);
    assertEquals(code, 0);
    assertMatch(stdout, /\/home\/memory-report\.html\n$/);
    assert(Deno.statSync(`${world.home}/memory-report.html`).isFile);
  });
  await t.step("a missing folder is not created", async () => {
    for (const out of ["no/such/page.html", "no/such/"]) {
      const { code, stdout, stderr } = await world.run([
        "report",
        "--out",
        out,
      ]);
      assertEquals([code, stdout], [1, ""]);
      assertMatch(
        stderr,
        /^error: There is no folder ".*\/no\/such"\nhint: Create it first/,
      );
    }
  });
  await t.step("a foreign file stays", async () => {
    const path = `${project}/index.html`;
    Deno.writeTextFileSync(path, "<!doctype html><title>Mine</title>");
    const { code, stderr } = await world.run(["report", "--out", "index.html"]);
    assertEquals(code, 1);
    assertStringIncludes(stderr, "hint: Name another file with --out, or");
    assertMatch(Deno.readTextFileSync(path), /Mine/);
    const forced = ["report", "--out", "index.html", "--force"];
    assertEquals((await world.run(forced)).code, 0);
    assert(Deno.readTextFileSync(path).startsWith(MARK));
  });
  await t.step("an empty file and a report are replaced", async () => {
    Deno.writeTextFileSync(`${project}/empty.html`, "");
    for (let times = 0; times < 2; times++) {
      const { code } = await world.run(["report", "--out", "empty.html"]);
      assertEquals(code, 0);
    }
  });
});

Deno.test(
  "memory-keeper report --out follows no link out",
  POSIX_ONLY,
  async () => {
    using world = fillReportStore(new SealedWorld());
    Deno.symlinkSync(`${world.home}/far.html`, `${world.project}/page.html`);
    Deno.writeTextFileSync(`${world.home}/far.html`, "");
    const { code, stderr } = await world.run(["report", "--out", "page.html"]);
    assertEquals(code, 3);
    assertStringIncludes(stderr, "it leads out of its folder");
    assertEquals(Deno.readTextFileSync(`${world.home}/far.html`), "");
  },
);

Deno.test(
  "memory-keeper report --out into a pipe is refused",
  POSIX_ONLY,
  async () => {
    using world = fillReportStore(new SealedWorld());
    await new Deno.Command("mkfifo", { args: [`${world.project}/pipe`] })
      .output();
    const { code } = await world.run(["report", "--out", "pipe"]);
    assertEquals(code, 1);
  },
);

Deno.test(
  "memory-keeper report says where it may not write",
  POSIX_ONLY,
  async () => {
    using world = fillReportStore(new SealedWorld());
    const folder = `${world.home}/locked`;
    Deno.mkdirSync(folder, { mode: 0o500 });
    const { code, stderr } = await world.run(["report", "--out", folder]);
    // For root no folder is locked.
    if (Deno.statSync(world.dir).uid === 0) return assertEquals(code, 0);
    assertEquals(code, 3);
    assertMatch(
      stderr,
      /permission denied\nhint: Name another place with --out/,
    );
  },
);

Deno.test("memory-keeper report without a store says how to get one", async () => {
  using world = new SealedWorld();
  const { code, stderr } = await world.run(["report"]);
  assertEquals(code, 1);
  assertMatch(stderr, /^error: No memory in .* yet\nhint: /);
  assertEquals(Array.from(Deno.readDirSync(world.project)).length, 0);
});

Deno.test("memory-keeper report shows whatever state a store is in", async (t) => {
  for (const [name, fill] of Object.entries(CONTEXT_STORES)) {
    await t.step(name, async () => {
      using world = new SealedWorld();
      world.write(".gitignore", "*\n");
      fill(world);
      const { code, stdout, stderr } = await world.run(["report"]);
      assertEquals([code, stderr], [0, ""]);
      const unread = [...stdout.matchAll(/Cannot read "([^"]+)"/g)];
      assertEquals(
        unread.map(([, file]) => file),
        name === "damaged" ? ["facts.json", "concepts.json", "project.md"] : [],
      );
      assert(world.read("report.html").endsWith("</html>\n"));
    });
  }
});

Deno.test("memory-keeper report does not take a saved text for a session", async () => {
  using world = new SealedWorld();
  for (const text of ["one", "two"]) await world.run(["save", text]);
  const { stdout } = await world.run(["report", "--out", "-"]);
  assertStringIncludes(stdout, "<dt>sessions</dt><dd>0</dd>");
  assertStringIncludes(stdout, '<span class="count">2 saved by hand</span>');
});

Deno.test("memory-keeper report knows sessions that are left in a tier alone", async () => {
  using world = fillReportStore(new SealedWorld());
  world.write(
    "sessions/week-2025-W50.md",
    "# Week 2025-W50\n\n## 2025-12-10_0900_aaaa1111\n\nLit the north pier.\n\n",
  );
  world.write(
    "sessions/archive/2025-10.md",
    "# 2025-10\n\n- 2025-10-02_0900_bbbb2222: Painted the boats.\n  - Blue\n",
  );
  const { stdout } = await world.run(["report"]);
  assertStringIncludes(stdout, "Wrote a report of 6 sessions");
  const html = world.read("report.html");
  assertMatch(html, /id="session-aaaa1111"[^]*?<p>Lit the north pier\.<\/p>/);
  assertMatch(html, /id="session-bbbb2222"[^]*?<p>Painted the boats\.<\/p>/);
});

Deno.test("a packed log that is torn hides no other session", async (t) => {
  using world = fillReportStore(new SealedWorld());
  world.write("sessions/2026-01-01_0000_0badbad0.l1.jsonl.gz", "not gzip");
  await t.step("memory-keeper report", async () => {
    const { code, stdout, stderr } = await world.run(["report"]);
    assertEquals([code, stderr], [0, ""]);
    assertStringIncludes(stdout, "Wrote a report of 5 sessions");
    assertStringIncludes(
      stdout,
      'Not on it: Cannot read "sessions/2026-01-01_0000_0badbad0.l1.jsonl"\n',
    );
  });
  await t.step("memory-keeper timeline", async () => {
    const { code, stdout, stderr } = await world.run(["timeline"]);
    assertEquals([code, stderr], [0, ""]);
    assertStringIncludes(stdout, "0badbad0  log cannot be read · 8 bytes\n");
    assertStringIncludes(stdout, "3f2a9c11");
  });
});

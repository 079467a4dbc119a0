/** What README and docs/ show is what the program does. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { makeDocs } from "../scripts/make_docs.ts";
import { COMMANDS } from "../src/cli/commands.ts";
import { parseArgv } from "../src/cli/parse_argv.ts";
import { renderSteps } from "../src/cli/render_migration.ts";
import { DEFAULT_RULES } from "../src/context/rules_text.ts";
import { CONFIG_NAMES } from "../src/store/config_keys.ts";
import { storeLayout } from "../src/store/layout.ts";
import {
  anchorsOf,
  codeBlocks,
  linksOf,
  type Page,
  shellWords,
  shownCommands,
} from "./support/oracle/markdown_pages.ts";
import { LOOP, searchableWorld } from "./support/world/searchable_store.ts";

const ROOT = new URL("../", import.meta.url);

// Git may have checked the files out with the line ends of Windows.
const read = (path: string): Page => ({
  path,
  text: Deno.readTextFileSync(new URL(path, ROOT)).replaceAll("\r\n", "\n"),
});

const names = Array.from(
  Deno.readDirSync(new URL("docs/", ROOT)),
  ({ name }) => name,
);
const PAGES = [
  "README.md",
  "README.ko.md",
  ...names.filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`)
    .sort(),
].map(read);
const README = read("README.md");
const KOREAN = read("README.ko.md");

Deno.test("shellWords() reads a line as a shell does", async (t) => {
  const cases: [string, string[]][] = [
    ["search why   was", ["search", "why", "was"]],
    [`set project "A tide table"`, ["set", "project", "A tide table"]],
    [`search '"session cookie"'`, ["search", `"session cookie"`]],
    ["show memory.md#1   # open it", ["show", "memory.md#1"]],
    ["facts import 3f2a < x.json", ["facts", "import", "3f2a"]],
    ["completions fish > ~/x.fish", ["completions", "fish"]],
  ];
  for (const [line, words] of cases) {
    await t.step(line, () => assertEquals(shellWords(line), words));
  }
});

Deno.test("the generated pages are up to date", async (t) => {
  for (const [name, text] of makeDocs()) {
    await t.step(name, () => {
      assertEquals(
        read(`docs/${name}`).text,
        text,
        `docs/${name} is out of date: run "deno task docs"`,
      );
    });
  }
});

Deno.test("every setting and every command is documented", () => {
  const settings = read("docs/configuration.md").text;
  for (const name of CONFIG_NAMES) {
    assertStringIncludes(settings, `\`${name}\``);
  }
  const commands = anchorsOf(read("docs/commands.md"));
  for (const { name } of COMMANDS) {
    assert(commands.includes(name.replaceAll(" ", "-")), name);
  }
});

Deno.test("every path of a store is in docs/format.md", async (t) => {
  const { text } = read("docs/format.md");
  const named: Readonly<Record<string, string>> = {
    owner: "<key id>",
    l1: "<stem>",
    raw: "<stem>",
    digest: "<stem>",
    l2: "<stem>",
    delta: "<sid8>-<n>.txt",
    written: "project",
  };
  for (const [key, path] of Object.entries(storeLayout(""))) {
    await t.step(key, () => {
      const whole: string = typeof path === "function"
        ? path(named[key] ?? "<session id>")
        : path;
      assertStringIncludes(text, whole.replace(/^\/(?:\.cache\/)?/, ""));
    });
  }
});

Deno.test("every skill is in README.md and docs/how-it-works.md", () => {
  const page = read("docs/how-it-works.md").text;
  for (const { name } of Deno.readDirSync(new URL("plugin/skills/", ROOT))) {
    assertStringIncludes(page, `\`/memory-keeper:${name}\``);
    for (const { text } of [README, KOREAN]) {
      assert(new RegExp(`\`(?:/memory-keeper:)?${name}\``).test(text), name);
    }
  }
});

Deno.test("every command line that is shown can be given", async (t) => {
  for (const page of PAGES) {
    for (const { line, words } of shownCommands(page)) {
      await t.step(`${page.path}: ${line}`, () => {
        assertEquals(parseArgv(words).kind, "run");
      });
    }
  }
});

/** They write outside of a store. */
const NOT_RUN = ["install", "uninstall"];

/** What is read from stdin where a line has `< file`. */
const STDIN: Readonly<Record<string, string>> = {
  "facts import": '{"facts": []}',
  "delta commit": "Spring tides are right now.",
};

Deno.test("every command line that is shown runs", async (t) => {
  using world = await searchableWorld();
  Deno.writeTextFileSync(`${world.project}/session.jsonl`, "");
  for (const folder of ["backup", ".claude/projects"]) {
    Deno.mkdirSync(`${world.home}/${folder}`, { recursive: true });
  }
  const inWorld = (word: string) => word.replace(/^~\//, `${world.home}/`);
  const seen = new Set<string>();
  for (const { line, words } of PAGES.flatMap(shownCommands)) {
    const parsed = parseArgv(words);
    if (parsed.kind !== "run" || seen.has(words.join(" "))) continue;
    seen.add(words.join(" "));
    const { name } = parsed.invocation.command;
    if (NOT_RUN.includes(name)) continue;
    await t.step(line, async () => {
      const stdin = STDIN[name] ?? "";
      const args = words.map(inWorld);
      const { code, stderr } = await world.run(args, { stdin });
      // 1 is a good answer: nothing found, or nothing to do here.
      assert(code === 0 || code === 1, `exit code ${code}: ${stderr}`);
    });
  }
  assert(seen.size > 40, `only ${seen.size} lines were found`);
});

Deno.test("the search that is shown finds what is shown", async () => {
  using world = await searchableWorld();
  const page = read("docs/search.md");
  const shown = codeBlocks(page)[0] ?? [];
  const [command = ""] = shown;
  const words = shellWords(command.replace("$ memory-keeper ", ""));
  const { stdout } = await world.run(words, {
    env: { MEMORY_KEEPER_NOW: "2026-03-10T12:00:00Z", TZ: "UTC" },
  });
  assertStringIncludes(stdout, shown[1] as string);
  assertStringIncludes(stdout, LOOP.slice(0, 8));
});

Deno.test("the steps of a migration that are shown are what it prints", () => {
  const file = { names: ["log.jsonl"], bytes: 1, run: () => {} };
  const steps = renderSteps([
    { ...file, what: "join", counts: { into: 1 } },
    { ...file, what: "delta" },
    { ...file, what: "split", names: ["memory.md"] },
    { ...file, what: "index", counts: { pending: 1 } },
    { ...file, what: "traces", names: ["~/lighthouse/CLAUDE.md"] },
  ]);
  const { text } = read("docs/migrating.md");
  for (const line of steps.split("\n")) {
    assertStringIncludes(text, line.replace(/\([^()]*\)$/, "("));
  }
});

Deno.test("every link leads to a file and a heading that exist", async (t) => {
  for (const page of PAGES) {
    for (const link of linksOf(page)) {
      await t.step(`${page.path}: ${link}`, () => {
        const [path = "", anchor] = link.split("#");
        const folder = page.path.slice(0, page.path.lastIndexOf("/") + 1);
        const target = path === "" ? page.path : `${folder}${path}`;
        assert(Deno.statSync(new URL(target, ROOT)).isFile);
        if (anchor === undefined) return;
        assert(anchorsOf(read(target)).includes(anchor), "no such heading");
      });
    }
  }
});

Deno.test("the default rules are printed word for word", () => {
  for (const page of [README, KOREAN, read("docs/configuration.md")]) {
    assertStringIncludes(page.text, `\n${DEFAULT_RULES}\n`, page.path);
  }
});

Deno.test("README.md is short, and shows the two commands of a clone", () => {
  const { text } = README;
  assert(text.split("\n").length <= 165, "more than 165 lines");
  assert(text.length <= 8500, "more than 8,500 characters");
  const lines = codeBlocks(README).flat()
    .map((line) => shellWords(line).join(" "));
  for (const task of ["demo", "test"]) {
    assert(lines.includes(`npx -y deno@2.9.6 task ${task}`), task);
  }
});

Deno.test("each task that is shown exists", () => {
  const { tasks } = JSON.parse(read("deno.json").text);
  for (const { path, text } of PAGES) {
    for (const [, task = ""] of text.matchAll(/deno@[\d.]+ task ([\w:]+)/g)) {
      assert(task in tasks, `${path}: ${task}`);
    }
  }
});

Deno.test("README.ko.md follows README.md block by block", async (t) => {
  /** Comments and texts are translated, commands are not. */
  const lineOf = (line: string) => {
    const words = shellWords(line);
    if (words[0] !== "memory-keeper") return words.join(" ");
    const parsed = parseArgv(words.slice(1));
    return parsed.kind === "run" && [
      parsed.invocation.command.name,
      ...parsed.invocation.switches,
    ].join(" ");
  };
  const isShell = (lines: readonly string[]) =>
    /^(?:npx|claude|memory-keeper) /.test(lines[0] ?? "");
  const code = (page: Page) =>
    codeBlocks(page).map((lines) =>
      isShell(lines) ? lines.map(lineOf) : lines.length
    );
  const levels = ({ text }: Page) =>
    Array.from(text.matchAll(/^(#+) /gm), ([, marks]) => marks?.length);
  const items = ({ text }: Page) => [...text.matchAll(/^- /gm)].length;
  const targets = (page: Page) =>
    linksOf(page).filter((to) => !/^README/.test(to));
  await t.step("headings", () => assertEquals(levels(KOREAN), levels(README)));
  await t.step("code", () => assertEquals(code(KOREAN), code(README)));
  await t.step("lists", () => assertEquals(items(KOREAN), items(README)));
  await t.step("links", () => assertEquals(targets(KOREAN), targets(README)));
});

Deno.test("the pictures are small", async (t) => {
  for (const { name } of Deno.readDirSync(new URL("docs/images/", ROOT))) {
    await t.step(name, () => {
      const { size } = Deno.statSync(new URL(`docs/images/${name}`, ROOT));
      assert(size < 200_000, `${size} bytes`);
      assertStringIncludes(README.text, `docs/images/${name}`);
    });
  }
});

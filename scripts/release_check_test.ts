import { assertEquals, assertMatch } from "@std/assert";
import config from "../deno.json" with { type: "json" };
import { makeSbom } from "./make_sbom.ts";
import {
  checkNotes,
  checkPins,
  checkRelease,
  checkTargets,
  checkVersions,
  checkWorkflow,
  readWorkflow,
} from "./release_check.ts";
import { notesOf } from "./release_notes.ts";

Deno.test("release:check finds nothing wrong", () => {
  for (const [what, problems] of checkRelease()) {
    assertEquals(problems, [], what);
  }
});

Deno.test("checkVersions() refuses a tag that is not the version", () => {
  assertEquals(checkVersions(`v${config.version}`), []);
  for (const tag of ["v9.9.9", config.version, "latest"]) {
    assertEquals(checkVersions(tag), [
      `The tag is ${tag}, but the version is ${config.version}`,
    ]);
  }
});

const CHANGELOG = `# Changelog

## 0.3.0 (unreleased)

- Third.

## 0.2.0 (2026-02-01)

- Second,
  on two lines.

## 0.1.0 (2026-01-01)
`;

Deno.test("notesOf() takes one section of the changelog", () => {
  assertEquals(notesOf(CHANGELOG, "0.2.0"), {
    mark: "2026-02-01",
    text: "- Second,\n  on two lines.",
  });
  assertEquals(notesOf(CHANGELOG, "0.1.0")?.text, "");
  assertEquals(notesOf(CHANGELOG, "0.2"), undefined);
});

Deno.test("checkNotes() wants notes, and for a release their day", () => {
  assertEquals(checkNotes(CHANGELOG, "0.3.0", false), []);
  assertEquals(checkNotes(CHANGELOG, "0.2.0", true), []);
  assertEquals(checkNotes(CHANGELOG, "0.3.0", true).length, 1);
  assertEquals(checkNotes(CHANGELOG, "0.1.0", false).length, 1);
  assertEquals(checkNotes(CHANGELOG, "1.0.0", false).length, 1);
});

Deno.test("checkWorkflow() names tasks, scripts and jobs that do not exist", () => {
  const workflow = {
    jobs: {
      one: {
        needs: "two",
        steps: [
          { run: "npx -y deno@2.9.6 task chek\ndeno run scripts/no.ts" },
          { uses: "actions/checkout@main" },
          { run: "npx -y deno@2.9.6 task release:check", uses: "a/b@v1" },
          {
            uses: `actions/checkout@${"0".repeat(40)}`,
            with: { "persist-credentials": false },
          },
        ],
      },
    },
  };
  assertEquals(checkWorkflow("x.yml", workflow), [
    "x.yml: one needs two, which does not exist",
    'x.yml: no task "chek"',
    "x.yml: there is no scripts/no.ts",
    "x.yml: actions/checkout@main is not pinned by its commit",
    "x.yml: one keeps its token in the checkout",
    "x.yml: a/b@v1 is not pinned by its commit",
  ]);
});

Deno.test("checkPins() wants the version of an action in a comment", () => {
  assertEquals(checkPins("x.yml", "  - uses: a/b@0 # v1.2.3\n"), []);
  assertEquals(checkPins("x.yml", "  - uses: a/b@0\n").length, 1);
});

Deno.test("checkTargets() compares with what build.ts builds", () => {
  const workflow = readWorkflow("release.yml");
  assertEquals(checkTargets(workflow), []);
  const include = workflow.jobs["build"]?.strategy?.matrix?.include;
  include?.pop();
  assertEquals(checkTargets(workflow).length, 1);
});

Deno.test("makeSbom() lists every package of the lock file, with its digest", async () => {
  const { components, metadata, serialNumber } = await makeSbom("2.9.6");
  assertMatch(
    serialNumber,
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  assertEquals((await makeSbom("2.9.6")).serialNumber, serialNumber);
  assertEquals(metadata.component.version, config.version);
  const tokens = components.find(({ name }) => name === "js-tiktoken");
  assertEquals(tokens?.purl, "pkg:npm/js-tiktoken@1.0.21");
  assertEquals(tokens?.hashes?.[0]?.alg, "SHA-512");
  assertEquals(tokens?.hashes?.[0]?.content.length, 128);
  assertEquals(components.at(-1)?.purl, "pkg:github/denoland/deno@v2.9.6");
});

/**
 * install.sh from beginning to end: a release on loopback, made as a real one
 * is, a home of its own, and a `claude` that writes down what it was asked.
 */

import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { fromFileUrl } from "@std/path";
import {
  archiveName,
  packageTarget,
  stampScripts,
  writeSums,
} from "../scripts/package_release.ts";
import {
  EXECUTABLE,
  type Outcome,
  SealedWorld,
} from "./support/world/sealed_world.ts";

const SCRIPT = fromFileUrl(new URL("../scripts/install.sh", import.meta.url));
const NO_SH = Deno.build.os === "windows";

/** Programs a script may use, as small files that go before the real ones. */
type Fakes = Readonly<Record<string, string>>;

class ScriptWorld extends SealedWorld {
  readonly bin = `${this.dir}/bin`;
  readonly release = `${this.dir}/release`;
  readonly #server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      try {
        return new Response(await Deno.readFile(this.release + pathname));
      } catch {
        return new Response("not here", { status: 404 });
      }
    },
  );

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** A release with our target in it. */
  async publish(executable: string): Promise<void> {
    await packageTarget(Deno.build.target, executable, this.release);
    await stampScripts(this.url, this.release);
    await writeSums(this.release);
  }

  fake(fakes: Fakes): void {
    Deno.mkdirSync(this.bin, { recursive: true });
    for (const [name, text] of Object.entries(fakes)) {
      const path = `${this.bin}/${name}`;
      Deno.writeTextFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    }
  }

  async script(
    args: readonly string[] = [],
    { path = SCRIPT, env = {} }: {
      path?: string;
      env?: Record<string, string>;
    } = {},
  ): Promise<Outcome> {
    const temporary = `${this.dir}/tmp`;
    Deno.mkdirSync(temporary, { recursive: true });
    const { PATH = "" } = this.env();
    const { code, stdout, stderr } = await new Deno.Command("sh", {
      args: [path, ...args],
      cwd: this.project,
      env: {
        ...this.env(),
        PATH: `${this.bin}:${PATH}`,
        TMPDIR: temporary,
        MEMORY_KEEPER_RELEASE: this.url,
        ...env,
      },
      clearEnv: true,
    }).output();
    assertEquals(this.files(temporary), [], "left in the temporary folder");
    const text = (bytes: Uint8Array) =>
      new TextDecoder().decode(bytes).replaceAll(this.dir, "$WORLD")
        .replaceAll(this.url, "$RELEASE");
    return { code, stdout: text(stdout), stderr: text(stderr) };
  }

  async close(): Promise<void> {
    await this.#server.shutdown();
    this[Symbol.dispose]();
  }
}

function scriptTest(
  name: string,
  body: (world: ScriptWorld) => Promise<void>,
): void {
  Deno.test({
    name,
    ignore: NO_SH,
    async fn() {
      const world = new ScriptWorld();
      try {
        await body(world);
      } finally {
        await world.close();
      }
    },
  });
}

const CLAUDE = (log: string, version = "2.1.197") =>
  `case "$1" in --version) echo "${version} (Claude Code)" ;; ` +
  `*) echo "$*" >> "${log}" ;; esac`;

/** Packing the real file takes seconds: these tests share a release. */
async function installsAndTells(world: ScriptWorld): Promise<void> {
  const log = `${world.dir}/claude.log`;
  world.fake({ claude: CLAUDE(log) });
  const folder = `${world.home}/.local/share/memory-keeper`;
  const first = await world.script([], { path: `${world.release}/install.sh` });
  assertEquals([first.code, first.stderr], [0, ""]);
  assertStringIncludes(
    first.stdout,
    `Downloading ${archiveName(Deno.build.target)}`,
  );
  assertStringIncludes(first.stdout, "which is not on your PATH yet");
  assertMatch(first.stdout, /^Installed memory-keeper \S+ in \$WORLD/m);
  assertEquals(Deno.readTextFileSync(log).trim().split("\n"), [
    `plugin marketplace add ${folder}`,
    "plugin install memory-keeper@memory-keeper",
  ]);
  const link = `${world.home}/.local/bin/memory-keeper`;
  assertEquals(Deno.readLinkSync(link), `${folder}/plugin/bin/memory-keeper`);
  assert(Deno.statSync(`${folder}/plugin/bin/o200k_base.json.gz`).isFile);
  Deno.removeSync(log);
  const { PATH } = world.env();
  const again = await world.script([], {
    env: { PATH: `${world.bin}:${world.home}/.local/bin:${PATH}` },
  });
  assertEquals([again.code, again.stderr], [0, ""]);
  assertStringIncludes(again.stdout, "is installed in");
  assertStringIncludes(again.stdout, "memory-keeper is on your PATH.");
  assertEquals(Deno.readTextFileSync(log).trim().split("\n").slice(2), [
    "plugin marketplace update memory-keeper",
    "plugin update memory-keeper@memory-keeper",
  ]);
}

async function goesWhereItIsTold(world: ScriptWorld): Promise<void> {
  const args = ["--to", "my keeper", "--no-claude"];
  const { code, stdout } = await world.script(args);
  assertEquals(code, 0);
  const folder = `${world.project}/my keeper`;
  assert(Deno.statSync(`${folder}/plugin/bin/memory-keeper`).isFile);
  assertStringIncludes(
    stdout,
    "claude plugin marketplace add '$WORLD/project/my keeper'",
  );
}

async function explainsClaude(world: ScriptWorld): Promise<void> {
  world.fake({ claude: CLAUDE("/dev/null", "2.1.99") });
  const old = await world.script();
  assertEquals(old.code, 1);
  assertStringIncludes(old.stderr, "Claude Code 2.1.99 is too old");
  world.fake({
    claude:
      'case "$1" in --version) echo 2.2.0 ;; *) echo no luck; exit 1 ;; esac',
  });
  const failed = await world.script();
  assertEquals(failed.code, 1);
  assertMatch(
    failed.stderr,
    /^no luck\nerror: "claude plugin marketplace add /,
  );
  Deno.removeSync(`${world.bin}/claude`);
  const missing = await world.script([], {
    env: { PATH: `${world.bin}:/usr/bin:/bin` },
  });
  assertEquals(missing.code, 0);
  assertStringIncludes(
    missing.stdout,
    "Claude Code (claude) is not on this PATH",
  );
}

Deno.test({
  name: "install.sh with the finished file",
  ignore: NO_SH || EXECUTABLE === undefined,
  async fn(t) {
    const world = new ScriptWorld();
    try {
      await world.publish(EXECUTABLE as string);
      await t.step(
        "installs a release, links it and tells Claude Code",
        () => installsAndTells(world),
      );
      await t.step(
        "--to --no-claude goes where it is told",
        () => goesWhereItIsTold(world),
      );
      await t.step(
        "explains a claude that is old, fails or is missing",
        () => explainsClaude(world),
      );
    } finally {
      await world.close();
    }
  },
});

/** A release whose program is a few lines: enough for what fails before it runs. */
async function publishSmall(world: ScriptWorld): Promise<void> {
  const build = `${world.dir}/build`;
  Deno.mkdirSync(build);
  Deno.writeTextFileSync(`${build}/memory-keeper`, "#!/bin/sh\nexit 3\n", {
    mode: 0o755,
  });
  Deno.writeTextFileSync(`${build}/o200k_base.json.gz`, "");
  await world.publish(`${build}/memory-keeper`);
}

scriptTest(
  "install.sh refuses a file that is not what was released",
  async (world) => {
    await publishSmall(world);
    const archive = `${world.release}/${archiveName(Deno.build.target)}`;
    Deno.writeTextFileSync(archive, "something else");
    const { code, stderr } = await world.script();
    assertEquals(code, 1);
    assertMatch(
      stderr,
      /^error: memory-keeper-\S+ is not the file that was released\n/,
    );
    assertStringIncludes(stderr, "hint: Nothing was installed");
    Deno.writeTextFileSync(`${world.release}/SHA256SUMS`, "");
    const unnamed = await world.script();
    assertStringIncludes(
      unnamed.stderr,
      "SHA256SUMS does not name memory-keeper-",
    );
    assertEquals(world.files(world.home), []);
  },
);

scriptTest("install.sh explains what is in its way", async (world) => {
  await publishSmall(world);
  const cases: [string, Fakes, RegExp][] = [
    ["a program that does not start", {}, /does not start here/],
    [
      "musl",
      {
        getconf: "exit 1",
        ldd: "echo 'musl libc (x86_64)' >&2; exit 1",
        uname: 'case "$1" in -s) echo Linux ;; *) echo x86_64 ;; esac',
      },
      /uses the C library musl/,
    ],
    [
      "another system",
      { uname: 'case "$1" in -s) echo FreeBSD ;; *) echo amd64 ;; esac' },
      /There is no build for FreeBSD/,
    ],
    [
      "another processor",
      {
        uname: 'case "$1" in -s) echo Darwin ;; *) echo ppc ;; esac',
        sysctl: "exit 1",
      },
      /There is no build for a ppc processor on Darwin/,
    ],
    [
      "a failed download",
      { curl: "exit 7" },
      /Cannot download \$RELEASE\/SHA256SUMS\nhint: Check your connection/,
    ],
    [
      "a file that is not there",
      { curl: "exit 22" },
      /The server has no \$RELEASE\/SHA256SUMS\nhint: The release may be/,
    ],
    ["no way to check", { sha256sum: "exit 127" }, /is not the file/],
  ];
  for (const [name, fakes, expected] of cases) {
    world.fake(fakes);
    const { code, stderr } = await world.script();
    assertEquals(code, 1, name);
    assertMatch(stderr, expected);
    assertMatch(stderr, /^hint: /m);
    Deno.removeSync(world.bin, { recursive: true });
    Deno.mkdirSync(world.bin);
  }
  const unknown = await world.script(["--wrong"]);
  assertStringIncludes(unknown.stderr, 'Unknown option "--wrong"');
  assertEquals(unknown.code, 2);
  assertEquals((await world.script(["--to"])).code, 2);
  const help = await world.script(["--help"]);
  assertEquals([help.code, help.stderr], [0, ""]);
  assertStringIncludes(help.stdout, "--to FOLDER");
  const unstamped = await world.script([], {
    env: { MEMORY_KEEPER_RELEASE: "" },
  });
  assertStringIncludes(unstamped.stderr, "belongs to no release");
  assertEquals(world.files(world.home), []);
});

scriptTest(
  "install.sh knows each machine by its release's name",
  async (world) => {
    await publishSmall(world);
    const machines = [
      ["Linux", "x86_64", "x86_64-unknown-linux-gnu"],
      ["Linux", "aarch64", "aarch64-unknown-linux-gnu"],
      ["Darwin", "x86_64", "x86_64-apple-darwin"],
      ["Darwin", "arm64", "aarch64-apple-darwin"],
    ] as const;
    for (const [system, processor, target] of machines) {
      world.fake({
        uname:
          `case "$1" in -s) echo ${system} ;; *) echo ${processor} ;; esac`,
        sysctl: "exit 1",
        getconf: "echo glibc 2.36",
      });
      const { stdout } = await world.script();
      assertStringIncludes(stdout, `Downloading ${archiveName(target)}\n`);
    }
  },
);

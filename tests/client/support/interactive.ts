/**
 * The client at a terminal: a tmux server of its own, which ends with the test.
 * A test types, waits for text on the screen, and looks at the disk and at what
 * reached the model.
 */

import { until } from "./limits.ts";
import {
  type Ended,
  KEY,
  permissions,
  run,
  sealedEnv,
  type SessionPlace,
} from "./run_client.ts";

export const HAS_TMUX = hasTmux();

const COLUMNS = "160";
const ROWS = "50";
const SETTINGS = [
  "set -g remain-on-exit on",
  "set -g escape-time 0",
  "set -g status off",
  "set -g history-limit 5000",
  "",
].join("\n");

function hasTmux(): boolean {
  if (Deno.build.os === "windows") return false;
  try {
    const { success } = new Deno.Command("tmux", {
      args: ["-V"],
      stdout: "null",
      stderr: "null",
    }).outputSync();
    if (success) return true;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  console.log("There is no tmux: interactive tests are skipped");
  return false;
}

export class Terminal implements AsyncDisposable {
  private constructor(
    private readonly socket: string,
    private readonly env: Readonly<Record<string, string>>,
    private readonly cwd: string,
  ) {}

  /** Start a session and wait until it can be typed into. */
  static async start(place: SessionPlace): Promise<Terminal> {
    const { client, home, model, cwd, args = [], env = {} } = place;
    acceptBeforehand(home, cwd);
    const terminal = new Terminal(
      `memory-keeper-${crypto.randomUUID().slice(0, 8)}`,
      { ...sealedEnv(home, model.url), TERM: "xterm-256color", ...env },
      cwd,
    );
    const settings = `${home}/tmux.conf`;
    Deno.writeTextFileSync(settings, SETTINGS);
    try {
      await terminal.#tmux(
        ...["-f", settings, "new-session", "-d", "-x", COLUMNS, "-y", ROWS],
        ...["-c", cwd, client.program, ...permissions(place), ...args],
      );
      await terminal.sees(/^ *❯/m);
    } catch (error) {
      await terminal[Symbol.asyncDispose]();
      throw error;
    }
    return terminal;
  }

  /** Type a prompt or a command and send it off. */
  async submit(text: string): Promise<void> {
    // What the client has put back into the box is not part of it.
    await this.press("C-u");
    await this.#tmux("send-keys", "-l", text);
    // Enter within a burst of keys would be a line break of pasted text.
    const typed = text.slice(0, 40);
    await this.sees(new RegExp(`^ *❯.${escapeRegExp(typed)}`, "m"));
    await this.press("Enter");
  }

  /** Press keys by tmux's names: Enter, Escape, Down. */
  press(...keys: string[]): Promise<void> {
    return this.#tmux("send-keys", ...keys).then(() => {});
  }

  /** What the terminal shows, with what scrolled off at its top. */
  screen(): Promise<string> {
    return this.#tmux("capture-pane", "-p", "-S", "-2000");
  }

  /** Wait for text on the screen. */
  sees(text: string | RegExp): Promise<string> {
    return until(`${text} on the screen`, async () => {
      const screen = await this.screen();
      const isThere = typeof text === "string"
        ? screen.includes(text)
        : text.test(screen);
      return isThere ? screen : undefined;
    }, () => this.screen());
  }

  /** Wait for an answer on the screen and for the end of its turn, hooks too. */
  async answered(text: string | RegExp): Promise<void> {
    await this.sees(text);
    await until(
      "the end of the turn",
      async () => !(await this.screen()).includes("esc to interrupt"),
      () => this.screen(),
    );
  }

  /** Leave with /exit and wait until the client has ended. */
  async exit(): Promise<void> {
    await this.submit("/exit");
    await this.ended();
  }

  /** Wait until the client has ended by itself. */
  ended(): Promise<true> {
    return until(
      "the end of the session",
      async () => (await this.#pane("#{pane_dead}")) === "1",
      () => this.screen(),
    );
  }

  #pane(format: string): Promise<string> {
    return this.#tmux("display-message", "-p", format).then((it) => it.trim());
  }

  async #tmux(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.#run(args);
    if (code !== 0) throw new Error(`tmux ${args[0]} failed: ${stderr}`);
    return stdout;
  }

  #run(args: readonly string[]): Promise<Ended> {
    const { cwd, env } = this;
    return run("tmux", ["-L", this.socket, ...args], { cwd, env }).ended;
  }

  /** End this terminal's own tmux server, and the client with it. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { code, stdout } = await this.#run([
      "display-message",
      "-p",
      "#{pane_dead} #{pane_pid}",
    ]);
    const [isDead, pid] = stdout.trim().split(" ");
    await this.#run(["kill-server"]);
    if (code === 0 && isDead === "0") killIfAlive(Number(pid));
  }
}

const escapeRegExp = (text: string) =>
  text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

function killIfAlive(pid: number): void {
  try {
    Deno.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** Answer the questions that a new home and a new folder would be asked. */
function acceptBeforehand(home: string, cwd: string): void {
  const path = `${home}/.claude/.claude.json`;
  const known = readJson(path);
  const approved = { approved: [KEY.slice(-20)], rejected: [] };
  const trusted = {
    hasTrustDialogAccepted: true,
    hasCompletedProjectOnboarding: true,
  };
  Deno.writeTextFileSync(
    path,
    JSON.stringify({
      ...known,
      hasCompletedOnboarding: true,
      theme: "dark",
      customApiKeyResponses: approved,
      projects: { ...known["projects"] as object, [cwd]: trusted },
    }),
  );
}

function readJson(path: string): Record<string, unknown> {
  try {
    return JSON.parse(Deno.readTextFileSync(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return {};
    throw error;
  }
}

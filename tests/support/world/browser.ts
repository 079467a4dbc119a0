/**
 * A real browser without a window, driven through its DevTools protocol on
 * loopback: its own profile in a temporary folder, no name resolved, no
 * background traffic. It ends with the test that started it.
 */

import { limitMs } from "./patience.ts";

/** On a quiet machine; a browser that does not answer must not hang a test. */
const WAIT_MS = 30_000;

const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/** The browser to test with, or undefined if there is none. */
export function findBrowser(): string | undefined {
  const named = Deno.env.get("MEMORY_KEEPER_TEST_BROWSER");
  const folders = (Deno.env.get("PATH") ?? "").split(":");
  const candidates = named
    ? [named]
    : NAMES.flatMap((name) => folders.map((folder) => `${folder}/${name}`));
  return candidates.find((path) => {
    try {
      return Deno.statSync(path).isFile;
    } catch {
      return false; // not there, or not for us: the next one
    }
  });
}

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-sync",
  "--no-first-run",
  "--no-proxy-server",
  "--host-resolver-rules=MAP * ~NOTFOUND",
  "--remote-debugging-port=0",
];

type Fields = Readonly<Record<string, unknown>>;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Fields;
  readonly result?: Fields;
  readonly error?: { readonly message: string };
}

export class Browser implements AsyncDisposable {
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #events: Message[] = [];
  #count = 0;
  #session: string | undefined;

  private constructor(
    readonly profile: string,
    readonly child: Deno.ChildProcess,
    readonly socket: WebSocket,
  ) {
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data) as Message;
      const resolve = this.#waiting.get(message.id ?? -1);
      if (resolve) resolve(message);
      else this.#events.push(message);
    };
  }

  static async start(path: string): Promise<Browser> {
    const profile = Deno.makeTempDirSync({ prefix: "memory-keeper-browser-" });
    const child = new Deno.Command(path, {
      args: [...FLAGS, `--user-data-dir=${profile}`, "about:blank"],
      clearEnv: true,
      env: { PATH: Deno.env.get("PATH") ?? "", HOME: profile, LANG: "C.UTF-8" },
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    try {
      const [port, where] = await readPort(`${profile}/DevToolsActivePort`);
      const socket = new WebSocket(`ws://127.0.0.1:${port}${where}`);
      await new Promise((resolve, reject) => {
        socket.onopen = resolve;
        socket.onerror = () => reject(new Error("Cannot reach the browser"));
      });
      return new Browser(profile, child, socket);
    } catch (error) {
      child.kill("SIGKILL");
      await child.status;
      throw error;
    }
  }

  /** Open a page in a fresh tab and wait until it is there. */
  async open(url: string): Promise<void> {
    this.#session = undefined;
    this.#events.length = 0;
    const { targetId } = await this.send("Target.createTarget", {
      url: "about:blank",
    });
    const { sessionId } = await this.send("Target.attachToTarget", {
      targetId,
      flatten: true,
    });
    this.#session = String(sessionId);
    for (const domain of ["Page", "Runtime", "Log", "Network"]) {
      await this.send(`${domain}.enable`);
    }
    await this.send("Page.navigate", { url });
    await this.until(() =>
      this.#events.some(({ method }) => method === "Page.loadEventFired")
    );
  }

  /** What the page complained of: errors, refusals of its policy, warnings. */
  get complaints(): string[] {
    return this.#events.flatMap(({ method, params }) =>
      method === "Runtime.exceptionThrown" || method === "Log.entryAdded"
        ? [JSON.stringify(params)]
        : []
    );
  }

  /** Every address the page asked for. */
  get requests(): string[] {
    return this.#events.flatMap(({ method, params }) => {
      if (method !== "Network.requestWillBeSent") return [];
      return [String((params?.["request"] as Fields)["url"])];
    });
  }

  /** The value of an expression in the page. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { value: T }).value;
  }

  /** Press a key as a person would. */
  async press(key: string, text?: string): Promise<void> {
    const fields = { key, ...(text ? { text } : {}) };
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", ...fields });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...fields });
  }

  async type(text: string): Promise<void> {
    await this.send("Input.insertText", { text });
  }

  /** Wait until something is so, up to a limit. */
  async until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    const end = Date.now() + limitMs(WAIT_MS);
    while (!(await isSo())) {
      if (Date.now() > end) throw new Error("Waited in vain");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async send(method: string, params: Fields = {}): Promise<Fields> {
    const id = ++this.#count;
    const answer = Promise.withResolvers<Message>();
    const timer = setTimeout(
      () => answer.reject(new Error(`${method}: no answer`)),
      limitMs(WAIT_MS),
    );
    this.#waiting.set(id, answer.resolve);
    const sessionId = this.#session;
    this.socket.send(
      JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }),
    );
    try {
      const { result, error } = await answer.promise;
      if (error) throw new Error(`${method}: ${error.message}`);
      return result ?? {};
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#session = undefined;
    const closed = new Promise((resolve) => this.socket.onclose = resolve);
    await this.send("Browser.close").catch(() => this.child.kill("SIGKILL"));
    await this.child.status;
    await closed;
    // Its helpers may write to the profile for a moment longer.
    await this.until(() => {
      try {
        Deno.removeSync(this.profile, { recursive: true });
        return true;
      } catch (error) {
        return error instanceof Deno.errors.NotFound;
      }
    });
  }
}

/** The browser writes where it listens; two lines: the port, the path. */
async function readPort(file: string): Promise<string[]> {
  const end = Date.now() + limitMs(WAIT_MS);
  while (Date.now() < end) {
    try {
      const lines = Deno.readTextFileSync(file).split("\n");
      if (lines.length === 2) return lines;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("The browser did not start");
}

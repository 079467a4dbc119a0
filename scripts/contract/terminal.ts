/** The client at a terminal: a tmux server of its own, which ends with it. */

import { KEY } from "../../tests/client/support/run_client.ts";

const LIMIT_MS = 60_000;
const LOOK_MS = 100;

export interface AtTerminal {
  readonly program: string;
  readonly args: readonly string[];
  readonly home: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly isOver: () => boolean;
}

export async function runAtTerminal(order: AtTerminal): Promise<void> {
  const { program, args, home, cwd, isOver } = order;
  acceptBeforehand(home, cwd);
  const socket = `memory-keeper-${crypto.randomUUID().slice(0, 8)}`;
  const tmux = (...words: string[]) =>
    new Deno.Command("tmux", {
      args: ["-L", socket, "-f", "/dev/null", ...words],
      cwd,
      env: { ...order.env, TERM: "xterm-256color" },
      clearEnv: true,
      stdout: "null",
      stderr: "null",
    }).output();
  const { success } = await tmux(
    ...["new-session", "-d", "-x", "150", "-y", "45"],
    ...[program, ...args],
  );
  if (!success) throw new Error("tmux could not be started");
  try {
    const end = performance.now() + LIMIT_MS;
    while (!isOver()) {
      if (performance.now() > end) throw new Error("Nothing came of it");
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  } finally {
    await tmux("kill-server");
  }
}

/** Answers in advance the questions of a first start. */
function acceptBeforehand(home: string, cwd: string): void {
  Deno.mkdirSync(`${home}/.claude`, { recursive: true });
  Deno.writeTextFileSync(
    `${home}/.claude/.claude.json`,
    JSON.stringify({
      hasCompletedOnboarding: true,
      theme: "dark",
      customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
      projects: {
        [cwd]: {
          hasTrustDialogAccepted: true,
          hasCompletedProjectOnboarding: true,
        },
      },
    }),
  );
}

/** One test for each version of the client and each permission mode. */

import { type Client, ensureClaudeCode } from "./claude_code.ts";
import { ClientWorld } from "./client_world.ts";
import { HAS_TMUX } from "./interactive.ts";
import {
  type PermissionMode,
  TESTED_VERSIONS,
  type TestedVersion,
} from "./versions.ts";

const CLIENTS = new Map<TestedVersion, Client | undefined>();
for (const version of TESTED_VERSIONS) {
  CLIENTS.set(version, await ensureClaudeCode(version));
}

export interface TestOptions {
  /** The name of the project's folder. */
  readonly folder?: string;
  readonly ignore?: boolean;
  /** The permission modes it runs in, default alone unless given. */
  readonly modes?: readonly PermissionMode[];
  /** The versions it runs on, all unless given. */
  readonly versions?: readonly TestedVersion[];
  /** Whether it needs a terminal; skipped where there is no tmux. */
  readonly isInteractive?: boolean;
}

/**
 * A test with the real client, once for each version and permission mode;
 * skipped where there is no client.
 */
export function clientTest(
  name: string,
  body: (world: ClientWorld) => Promise<void>,
  options: TestOptions = {},
): void {
  const { versions = TESTED_VERSIONS, modes = ["default"] } = options;
  for (const version of versions) {
    for (const mode of modes) {
      registerTest(`${name} [${version} ${mode}]`, body, {
        ...options,
        version,
        mode,
      });
    }
  }
}

interface OneTest extends TestOptions {
  readonly version: TestedVersion;
  readonly mode: PermissionMode;
}

function registerTest(
  name: string,
  body: (world: ClientWorld) => Promise<void>,
  { version, mode, folder, ignore = false, isInteractive = false }: OneTest,
): void {
  const client = CLIENTS.get(version);
  Deno.test({
    name,
    ignore: client === undefined || ignore || (isInteractive && !HAS_TMUX),
    // The client leaves its own connections to the model open.
    sanitizeResources: false,
    sanitizeOps: false,
    async fn() {
      await using world = await ClientWorld.create(
        client as Client,
        mode,
        folder,
      );
      await body(world);
    },
  });
}

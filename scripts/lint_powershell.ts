/**
 * PowerShell scripts, read by the grammar that VS Code uses; from npm, as
 * WebAssembly. It finds wrong syntax, and knows nothing of what a script does.
 */

import { ensurePackage } from "./platforms/npm_package.ts";
import { runProgram } from "./run_program.ts";

const GRAMMARS = {
  name: "@vscode/tree-sitter-wasm",
  version: "0.3.1",
  integrity:
    "sha512-RJFoomET6FajjG511fmQxeBQfU6M24a0aFZPqpid+ttIxanWf1VGytBG0UmsGjt07qmIPJS8U31D+aecuCucsQ==",
};

/** Prints a JSON list of what does not belong where it is. */
const PROGRAM = `
  const { readFileSync } = require("node:fs");
  const [folder, ...paths] = process.argv.slice(1);
  const { Parser, Language } = require(folder + "/tree-sitter.js");
  const complaints = (path, node) =>
    node.isError || node.isMissing
      ? [path + ":" + (node.startPosition.row + 1) + ": " +
        (node.isMissing ? "missing " + node.type : "unexpected " + node.text.slice(0, 60))]
      : node.hasError
      ? node.children.flatMap((child) => complaints(path, child))
      : [];
  Parser.init()
    .then(() => Language.load(folder + "/tree-sitter-powershell.wasm"))
    .then((language) => {
      const parser = new Parser();
      parser.setLanguage(language);
      const found = paths.flatMap((path) =>
        complaints(path, parser.parse(readFileSync(path, "utf8")).rootNode));
      console.log(JSON.stringify(found));
    });`;

/** What is wrong with the scripts, a line each. */
export async function lintPowershell(
  paths: readonly string[],
  cache: string,
): Promise<string[]> {
  const folder = await ensurePackage(GRAMMARS, cache);
  const said = await runProgram("node", [
    "-e",
    PROGRAM,
    `${folder}/wasm`,
    ...paths,
  ]);
  return JSON.parse(said) as string[];
}

/**
 * This program: which it is, what it must not be able to do, and whether the
 * files that hooks are run from are there, whole, and of this version.
 */

import { PROGRAM_MODE } from "../../install/install_plugin.ts";
import { plural } from "../../base/format_count.ts";
import { WINDOWS } from "../../base/path_text.ts";
import { VERSION } from "../../base/version.ts";
import { type PluginRecord, pluginRoot } from "../../claude/plugin_records.ts";
import { digestOnDisk } from "../../install/install_files.ts";
import { executableFile, installFolder } from "../../install/install_folder.ts";
import {
  type InstallManifest,
  loadManifest,
  pathsOf,
} from "../../install/install_manifest.ts";
import { statFile } from "../../store/read_file.ts";
import type { CheckContext } from "./check_context.ts";
import {
  bad,
  type Finding,
  type Findings,
  firstOf,
  good,
  warning,
} from "./finding.ts";

const AGAIN = "Run memory-keeper install again";
const MAY_RUN = 0o100;

export async function checkInstallation(
  context: CheckContext,
): Promise<Findings> {
  // Without a home the folder is unknown; the plugin's check says so.
  if (context.claude === undefined) return [];
  const { marketplace } = context.notes();
  const folder = marketplace?.isFolder
    ? marketplace.path
    : installFolder(context.world);
  const loaded = loadManifest(folder);
  if (loaded.state === "damaged") {
    return bad(`its list in ${folder} is damaged`, AGAIN);
  }
  if (loaded.state === "absent") return checkCopy(context, folder);
  const files = await compareFiles(folder, loaded.value);
  const program = `${folder}/plugin/bin/${executableFile()}`;
  return judgeInstallation(folder, loaded.value, files, mayRun(program));
}

/** Not made by install: a clone, or Claude Code's own copy of one. */
function checkCopy(context: CheckContext, folder: string): Finding {
  const record = context.record();
  if (record === undefined) {
    return warning(`there is none in ${folder}`, "Run memory-keeper install");
  }
  return checkProgram(context, record);
}

/** Whether there is a program to start, without reading it. */
export function checkProgram(
  context: CheckContext,
  record: PluginRecord,
): Finding {
  const root = pluginRoot(record, context.notes().marketplace);
  const program = `${root}/bin/${executableFile()}`;
  if (!statFile(program)?.isFile) {
    return bad(
      `${program} is missing, so no hook can start`,
      "Run memory-keeper install and the commands it prints",
    );
  }
  return mayRun(program)
    ? good(`not made by install; hooks are run from ${root}`)
    : forbidden(program);
}

const forbidden = (program: string) =>
  bad(`${program} is not executable`, `chmod u+x ${program}`, {
    done: "Made the plugin's program executable",
    apply: () => Deno.chmodSync(program, PROGRAM_MODE),
  });

interface ComparedFiles {
  readonly missing: readonly string[];
  readonly changed: readonly string[];
}

async function compareFiles(
  folder: string,
  manifest: InstallManifest,
): Promise<ComparedFiles> {
  const missing: string[] = [];
  const changed: string[] = [];
  for (const path of pathsOf(manifest)) {
    const found = await digestOnDisk(`${folder}/${path}`);
    if (found === undefined) missing.push(path);
    else if (found !== manifest.files[path]) changed.push(path);
  }
  return { missing, changed };
}

/** Pure except for the fix, which makes the program executable. */
export function judgeInstallation(
  folder: string,
  manifest: InstallManifest,
  { missing, changed }: ComparedFiles,
  canRun: boolean,
): Finding {
  const { program, pending = {} } = manifest;
  if (Object.keys(pending).length > 0) {
    return bad("was interrupted", AGAIN);
  }
  if (missing.length > 0) {
    return bad(`missing: ${firstOf(missing)}`, AGAIN);
  }
  if (!canRun) {
    return forbidden(`${folder}/plugin/bin/${executableFile()}`);
  }
  if (changed.length > 0) {
    return warning(
      `changed since: ${firstOf(changed)}`,
      `${AGAIN}; your changed files are kept as copies`,
    );
  }
  if (program !== VERSION) {
    return warning(
      `${program} in ${folder}; this executable is ${VERSION}`,
      "Run install with the newer of the two",
    );
  }
  const files = plural(pathsOf(manifest).length, "file");
  return good(`${program} in ${folder}, ${files} as they should be`);
}

function mayRun(path: string): boolean {
  return isRunnableMode(statFile(path)?.mode ?? null);
}

/** On Windows a mode says nothing, though Deno gives one. */
export function isRunnableMode(
  mode: number | null,
  windows = WINDOWS,
): boolean {
  return windows || mode === null || (mode & MAY_RUN) !== 0;
}

export function checkExecutable({ world }: CheckContext): Findings {
  const from = Deno.build.standalone ? Deno.execPath() : "runs from source";
  const told = `${VERSION}, ${from}`;
  if (world.isCodeUsed === undefined) return good(told);
  return world.isCodeUsed
    ? good(`${told}, starts from compiled code`)
    : warning(
      `${told}, starts slowly: V8 refuses the compiled code next to it`,
      "Install it again; everything works without",
    );
}

/** Really tried: the permissions are compiled into the executable. */
const FORBIDDEN = [
  {
    check: "network",
    attempt: () => Deno.listen({ hostname: "127.0.0.1", port: 0 }).close(),
  },
  {
    check: "other programs",
    attempt: () => void new Deno.Command(Deno.execPath()).outputSync(),
  },
  {
    check: "API keys",
    attempt: () => void Deno.env.get("ANTHROPIC_API_KEY"),
  },
];

export function checkPowers(): Findings {
  return FORBIDDEN.map(({ check, attempt }) => {
    try {
      attempt();
    } catch (error) {
      if (error instanceof Deno.errors.NotCapable) {
        return { ...good("refused by the executable"), check };
      }
    }
    const remedy =
      "Install a released executable; this one was built differently";
    return { ...bad("this executable could reach it", remedy), check };
  });
}

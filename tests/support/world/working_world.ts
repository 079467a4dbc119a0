/**
 * A sealed world in which the plugin is installed and has worked: the files of
 * Claude Code as the real client leaves them, an installation, a transcript
 * with the traces of our hooks, and a store that the real hooks have made. The
 * clock is fixed.
 */

import { projectFolderName } from "../../../src/claude/memory_folder.ts";
import { installPlugin } from "../../../src/install/install_plugin.ts";
import { readCarriedFiles } from "../../../src/install/carried_files.ts";
import { executableFile } from "../../../src/install/install_folder.ts";
import { VERSION } from "../../../src/base/version.ts";
import { payload, type RunOptions, SealedWorld } from "./sealed_world.ts";
import { type Traced, tracedTranscript } from "./traced_transcript.ts";

export const NOW = "2026-02-01T17:27:00Z";
export const SESSION = "3f2a9c11-1111-4222-8333-444455556666";

const MAIN = new URL("../../../main.ts", import.meta.url).href;
const PLUGIN = "memory-keeper@memory-keeper";

export class WorkingWorld extends SealedWorld {
  readonly claude = `${this.home}/.claude`;
  readonly installed = Deno.build.os === "windows"
    ? `${this.home}\\AppData\\Local\\memory-keeper`
    : `${this.home}/.local/share/memory-keeper`;
  readonly transcripts = `${this.claude}/projects/${
    projectFolderName(this.project)
  }`;

  /** The clock of this world, for the program and for its files. */
  override run(args: readonly string[], options: RunOptions = {}) {
    const env = {
      MEMORY_KEEPER_NOW: NOW,
      LOCALAPPDATA: `${this.home}\\AppData\\Local`,
      ...options.env,
    };
    return super.run(args, { ...options, env });
  }

  /** As `memory-keeper install` and the two commands leave it. */
  async install(): Promise<void> {
    await installPlugin(
      this.installed,
      new Map([
        [
          `plugin/bin/${executableFile()}`,
          new TextEncoder().encode("a program\n"),
        ],
        ...readCarriedFiles(MAIN),
      ]),
    );
    const source = { source: "directory", path: this.installed };
    this.writeClaude("settings.json", { enabledPlugins: { [PLUGIN]: true } });
    this.writeClaude("plugins/known_marketplaces.json", {
      "memory-keeper": { source, installLocation: this.installed },
    });
    this.writeClaude("plugins/installed_plugins.json", {
      version: 2,
      plugins: {
        [PLUGIN]: [{
          scope: "user",
          installPath: `${this.claude}/plugins/cache/memory-keeper/` +
            `memory-keeper/${VERSION}`,
          version: VERSION,
          installedAt: "2026-01-20T08:00:00.000Z",
          lastUpdated: "2026-01-20T08:00:00.000Z",
        }],
      },
    });
  }

  /** A session as hooks and transcript tell of it. */
  async session(id = SESSION, traced: Partial<Traced> = {}): Promise<string> {
    const transcript = this.writeTranscript(id, traced);
    const fields = { transcript_path: transcript };
    const hook = (word: string, event: string, extra: object = {}) =>
      this.hook(word, payload(event, id, { ...fields, ...extra }));
    await hook("session-start", "SessionStart", { source: "startup" });
    await hook("user-prompt-submit", "UserPromptSubmit", { prompt: "Go on" });
    await hook("post-tool-use", "PostToolUse");
    await hook("post-tool-use", "PostToolUse");
    await hook("stop", "Stop");
    await hook("session-end", "SessionEnd");
    return transcript;
  }

  writeTranscript(id: string, traced: Partial<Traced> = {}): string {
    Deno.mkdirSync(this.transcripts, { recursive: true });
    const path = `${this.transcripts}/${id}.jsonl`;
    const cwd = this.project;
    Deno.writeTextFileSync(path, tracedTranscript(id, { cwd, ...traced }));
    return path;
  }

  writeClaude(path: string, value: unknown): void {
    const full = `${this.claude}/${path}`;
    Deno.mkdirSync(full.slice(0, full.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(full, JSON.stringify(value));
  }

  /** Let every file be so many minutes old. */
  age(minutes: number, dir = this.dir): void {
    const then = new Date(Date.parse(NOW) - minutes * 60_000);
    for (const { name, isFile, isDirectory } of Deno.readDirSync(dir)) {
      const path = `${dir}/${name}`;
      if (isDirectory) this.age(minutes, path);
      else if (isFile) Deno.utimeSync(path, then, then);
    }
  }
}

/** Let Claude Code add an installation, or say what to type. */

/** Returns the exit code. */
export async function ensureClaudeKnows(
  folder: string,
  commands: readonly string[],
  isWanted: boolean,
): Promise<number> {
  if (!isWanted || !await isHere()) {
    console.log(
      isWanted
        ? "Claude Code (claude) is not on this PATH. Where it is, run these two:"
        : "To tell Claude Code, run these two:",
    );
    for (const command of commands) console.log(`  ${command}`);
    return 0;
  }
  console.log("Telling Claude Code:");
  const steps = [
    ["plugin", "marketplace", "add", folder],
    ["plugin", "install", "memory-keeper@memory-keeper"],
  ];
  for (const args of steps) {
    console.log(`  claude ${args.join(" ")}`);
    const { code, stdout, stderr } = await claude(args);
    if (code === 0) continue;
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    console.error(text(stdout) + text(stderr));
    console.error("error: That failed; the program itself is installed");
    return 1;
  }
  console.log("Done. It works from your next session on.");
  return 0;
}

/** npm's `claude` is a script on Windows, which only a shell starts. */
function claude(args: readonly string[]): Promise<Deno.CommandOutput> {
  const [command, first] = Deno.build.os === "windows"
    ? ["cmd", ["/d", "/c", "claude"]] as const
    : ["claude", []] as const;
  return new Deno.Command(command, {
    args: [...first, ...args],
    stdin: "null",
  }).output();
}

async function isHere(): Promise<boolean> {
  try {
    return (await claude(["--version"])).success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

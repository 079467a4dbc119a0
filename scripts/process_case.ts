/** One process from start to end, as a case of the bench. */

/** A process that gets `input` and an environment of its own. */
export function processCase(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = "",
): () => Promise<void> {
  const bytes = new TextEncoder().encode(input);
  return async () => {
    const child = new Deno.Command(command, {
      args: [...args],
      env: { ...env },
      clearEnv: true,
      stdin: "piped",
      stdout: "null",
      stderr: "null",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(bytes).catch(() => {}); // the bare program does not read
    await writer.close().catch(() => {});
    const { code } = await child.status;
    if (code !== 0) throw new Error(`${command} ${args.join(" ")}: ${code}`);
  };
}

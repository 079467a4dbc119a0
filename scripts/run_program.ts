/** Start another program and stop with its own error text if it fails. */

interface Surroundings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export async function runProgram(
  command: string,
  args: readonly string[],
  surroundings: Surroundings = {},
): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(command, {
    args: [...args],
    ...surroundings,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  if (code === 0) return text(stdout);
  const words = [command, ...args].join(" ");
  throw new ProgramError(`"${words}" failed (${code})`, text(stderr));
}

export class ProgramError extends Error {
  override readonly name = "ProgramError";

  constructor(message: string, readonly stderr: string) {
    super(`${message}\n${stderr}`);
  }
}

/** A host does not give what a program asked it for. */
export class OutOfReach extends ProgramError {}

/** The same for a program that downloads. */
export async function runDownload(
  command: string,
  args: readonly string[],
  surroundings?: Surroundings,
): Promise<void> {
  try {
    await runProgram(command, args, surroundings);
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error;
    const last = error.stderr.trimEnd().split("\n").at(-1) ?? "";
    throw new OutOfReach(`"${command}" could not download`, last);
  }
}

/** A text from the command line; an empty one, or `-`, means stdin. */
export async function readWords(words: string): Promise<string> {
  return words === "" || words === "-" ? await readStdin() : words;
}

/** All of stdin as text; empty if it is a terminal. */
export async function readStdin(): Promise<string> {
  if (Deno.stdin.isTerminal()) return "";
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(64 * 1024);
  let text = "";
  // Not `Deno.stdin.readable`: loading streams takes longer than all of this.
  for (;;) {
    const read = await Deno.stdin.read(buffer);
    if (read === null) return text + decoder.decode();
    text += decoder.decode(buffer.subarray(0, read), { stream: true });
  }
}

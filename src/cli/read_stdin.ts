/** A text from the command line; none of it, or `-`, means stdin. */
export async function readWords(words: string): Promise<string> {
  return words === "" || words === "-" ? await readStdin() : words;
}

/** All of stdin as text; nothing when a person sits at it. */
export async function readStdin(): Promise<string> {
  if (Deno.stdin.isTerminal()) return "";
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(64 * 1024);
  let text = "";
  // Not `Deno.stdin.readable`: streams take longer to load than all of this.
  for (;;) {
    const read = await Deno.stdin.read(buffer);
    if (read === null) return text + decoder.decode();
    text += decoder.decode(buffer.subarray(0, read), { stream: true });
  }
}

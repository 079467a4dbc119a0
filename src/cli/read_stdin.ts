/** All of stdin as text; nothing when a person sits at it. */
export async function readStdin(): Promise<string> {
  if (Deno.stdin.isTerminal()) return "";
  return await new Response(Deno.stdin.readable).text();
}

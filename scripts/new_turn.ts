/** A line of about a kilobyte, as a turn adds it to a transcript. */
export function newTurn(turn: number): string {
  const timestamp = new Date(Date.UTC(2030, 0, 1, 0, 0, turn)).toISOString();
  return JSON.stringify({
    parentUuid: null,
    isSidechain: false,
    type: "assistant",
    message: {
      role: "assistant",
      content: [{ type: "text", text: `Turn ${turn}. `.padEnd(800, "words ") }],
    },
    uuid: crypto.randomUUID(),
    timestamp,
  }) + "\n";
}

import { layDownTemplates } from "../../memory/write_notes.ts";
import type { CommandCall, ExitCode } from "../command.ts";

export async function run(
  { openStore, output }: CommandCall,
): Promise<ExitCode> {
  const store = await openStore();
  const claim = { who: "init", waitMs: 10_000 };
  const made = await layDownTemplates(store, claim);
  output.result(
    { store: store.layout.dir, made },
    () =>
      made.length === 0
        ? `Everything is there already in ${store.layout.dir}`
        : [
          ...made.map((file) => `Made ${file}`),
          "Fill in what is worth telling a new session; the rest costs nothing",
        ].join("\n"),
  );
  return 0;
}

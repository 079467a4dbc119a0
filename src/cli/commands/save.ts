import { saveText } from "../../keeper/save_text.ts";
import type { CommandCall, ExitCode } from "../command.ts";
import { readStdin } from "../read_stdin.ts";

export async function run(call: CommandCall): Promise<ExitCode> {
  const { invocation, openStore, output, world } = call;
  const words = invocation.positionals.join(" ");
  const text = words === "" ? await readStdin() : words;
  const store = await openStore();
  const claim = { who: "save", waitMs: 10_000 };
  const { rotated } = await saveText(store, world, text, claim);
  output.result(
    { file: store.layout.memory, rotated },
    () =>
      `Saved in ${store.layout.memory}` +
      (rotated ? `; what was there before is in ${rotated}` : ""),
  );
  return 0;
}

import { saveText } from "../../memory/save_text.ts";
import type { CommandCall, ExitCode } from "../command.ts";
import { readWords } from "../read_stdin.ts";

export async function run(call: CommandCall): Promise<ExitCode> {
  const { invocation, openStore, output, world } = call;
  const text = await readWords(invocation.positionals.join(" "));
  const store = await openStore();
  const claim = { who: "save", waitMs: 10_000 };
  const { file, rotated } = await saveText(store, world, text, claim);
  const { memory } = store.layout;
  const more = rotated === null
    ? ""
    : file === memory
    ? `; what was there before is in ${rotated}`
    : "; with it memory.md was full and begins anew";
  output.result({ file, rotated }, () => `Saved in ${file}${more}`);
  return 0;
}

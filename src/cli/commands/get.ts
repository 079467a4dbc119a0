import { UserError } from "../../base/errors.ts";
import { readByHand } from "../../memory/write_notes.ts";
import type { CommandCall, ExitCode } from "../command.ts";
import { assertWrittenName } from "../written_name.ts";

export async function run(
  { invocation, openStore, output }: CommandCall,
): Promise<ExitCode> {
  const name = assertWrittenName(invocation.positionals[0]);
  const store = await openStore();
  const text = readByHand(store, name);
  if (text === undefined) {
    throw new UserError("refused", `${name}.md was not written yet`, [
      `Write it with "memory-keeper set ${name}"`,
    ]);
  }
  output.result(
    { name, file: store.layout.written(name), text },
    () => text,
  );
  return 0;
}

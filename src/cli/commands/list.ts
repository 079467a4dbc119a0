import { dim } from "@std/fmt/colors";
import { listByHand } from "../../memory/write_notes.ts";
import { formatBytes } from "../../output/sizes.ts";
import { renderTable } from "../../output/table.ts";
import type { CommandCall, ExitCode } from "../command.ts";
import { hereOf, localTime } from "../search_options.ts";

export async function run(
  { openStore, output, world }: CommandCall,
): Promise<ExitCode> {
  const files = listByHand(await openStore());
  output.result(
    { files },
    () =>
      renderTable(
        files.map(({ name, bytes, modified }) =>
          modified === null
            ? [name, dim("not written yet")]
            : [name, formatBytes(bytes), localTime(modified, hereOf(world))]
        ),
      ),
  );
  return 0;
}

/** A store as one file, and back: export and import-store. */

import { dayOf } from "../../base/utc_time.ts";
import { UserError } from "../../base/errors.ts";
import { absolutePath, isInside, parentOf } from "../../base/path_text.ts";
import { forgetAgain } from "../../control/forget_again.ts";
import { packStore } from "../../memory/export_store.ts";
import { importStore } from "../../memory/import_store.ts";
import { homeFolder } from "../../claude/folders.ts";
import { formatBytes, plural, withTilde } from "../../output/words.ts";
import { attention } from "../../output/output.ts";
import { copyKeptOut } from "../../store/kept_out_copy.ts";
import { writeOwnFile } from "../../store/own_file.ts";
import { resolveExisting } from "../../store/read_file.ts";
import { readTombstones } from "../../store/tombstones.ts";
import { userKey } from "../../store/user_key.ts";
import type { CommandCall } from "../command.ts";
import { printable } from "../printable.ts";

const CLAIM = { who: "import-store", waitMs: 5000 };

export async function pack({ args, keptStore, output, world }: CommandCall) {
  const store = await keptStore();
  const day = dayOf(world.now()).replaceAll("-", "");
  const name = store.project.name.replace(/[^\p{L}\p{N}._-]+/gu, "-");
  const usualName = `${name}-memory-${day}.tar.gz`;
  const path = absolutePath(args.values.get("out") ?? usualName, world.cwd());
  const folder = resolveExisting(parentOf(path) ?? path);
  if (isInside(folder, resolveExisting(store.layout.dir))) {
    throw new UserError("misuse", "The archive cannot be inside the memory", [
      "Name a file in another folder with --out",
    ]);
  }
  const { archive, manifest, leftOut } = await packStore(store, world);
  const file = writeOwnFile({
    path,
    usualName,
    text: archive,
    isOurs: () => false,
    force: args.switches.has("force"),
  });
  const files = manifest.files.length;
  output.result({ file, bytes: archive.length, files, leftOut }, () => [
    `Packed ${plural(files, "file")} into ${
      withTilde(file, homeFolder(world))
    } (${formatBytes(archive.length)})`,
    "It is not encrypted; keep it out of git. On the other machine:",
    "  memory-keeper import-store FILE --trust",
    ...leftOut.map((path) =>
      attention(`! Left out, because it is no plain file: ${path}`)
    ),
  ]);
}

export async function unpack({ args, openStore, output, world }: CommandCall) {
  const [file = ""] = args.positionals;
  const isTrusted = args.switches.has("trust");
  // What is in a memory of others may ask the model to run this.
  if (isTrusted && world.env("CLAUDECODE") !== undefined) {
    throw new UserError("refused", "Only you can trust a memory", [
      "Run it in a terminal, outside Claude Code",
    ]);
  }
  const store = await openStore();
  let forgotten = 0;
  const { manifest, isOwn, backup } = await importStore(store, world, {
    file: absolutePath(file, world.cwd()),
    isTrusted,
    replaces: args.switches.has("replace"),
    prepare: async (unpacked) => {
      const counts = await forgetAgain(unpacked, world);
      forgotten = counts.reduce((sum, { records }) => sum + records, 0);
    },
  }, CLAIM);
  copyKeptOut(store);
  const { texts, key } = readTombstones(store.layout.forgotten);
  const isUnknown = texts.length > 0 && key !== userKey(world)?.id;
  const files = manifest.files.length;
  const dir = store.layout.dir;
  output.result({ store: dir, files, isOwn, backup, forgotten }, () => [
    `Unpacked ${plural(files, "file")} of "${
      printable(String(manifest.project))
    }", exported on ${printable(String(manifest.made).slice(0, 10))}`,
    backup !== null &&
    `What was here is in ${withTilde(backup, homeFolder(world))}`,
    forgotten > 0 &&
    `Left out what was forgotten here: ${plural(forgotten, "record")}`,
    isUnknown && attention(
      `! ${plural(texts.length, "text")} forgotten on another machine ` +
        "cannot be recognised here: forget them again before you import " +
        "transcripts",
    ),
  ]);
}

/** Words on their way into the session log: redacted, and none that are hidden. */

import type { JsonObject } from "../../base/json.ts";
import { opensPrivateTurn } from "../../redact/private_regions.ts";
import type { Redactor } from "../../redact/redactor.ts";
import { withoutEmpty, type WordsEntry } from "../../session/log_entry.ts";
import type { Hidden } from "./_hidden.ts";
import { timestampOf } from "./raw_fields.ts";
import type { Slots } from "./slots.ts";

export class KeptWords {
  readonly #slots: Slots;
  readonly #hidden: Hidden;
  readonly #redactor: Redactor;
  #from = 0;

  constructor(slots: Slots, hidden: Hidden, redactor: Redactor) {
    this.#slots = slots;
    this.#hidden = hidden;
    this.#redactor = redactor;
  }

  /** A line begins here. */
  line(from: number): void {
    this.#from = from;
  }

  add(
    entry: JsonObject,
    role: WordsEntry["role"],
    texts: readonly string[],
    agent?: string,
  ): void {
    this.keep(this.entry(entry, role, texts, agent));
  }

  /** What the user typed, and a mark for each image that came with it. */
  typed(entry: JsonObject, words: readonly string[], images: number): void {
    const marks = Array<string>(images).fill("[image]");
    this.add(entry, "user", [...words, ...marks]);
  }

  keep(entry: WordsEntry | undefined): void {
    if (entry) this.#slots.add(this.#from, [{ kind: "entry", entry }]);
  }

  /** Undefined if nothing of it is to be kept. */
  entry(
    entry: JsonObject,
    role: WordsEntry["role"],
    texts: readonly string[],
    agent?: string,
    isHidden = this.#hidden.isOn,
  ): WordsEntry | undefined {
    const isPrivate = role === "user" && opensPrivateTurn(texts.join("\n"));
    if (isHidden || isPrivate) return undefined;
    const text = this.#redactor.blocks(texts).join("\n").trim();
    if (text === "") return undefined;
    return withoutEmpty({
      ts: timestampOf(entry),
      role,
      text,
      agent,
    }) as WordsEntry;
  }
}

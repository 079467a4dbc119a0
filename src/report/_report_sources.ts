/** Reads the files of a report; one that cannot be read is named instead. */

import { UserError } from "../base/errors.ts";
import { loadJson, type Parse } from "../store/json_file.ts";
import { readText } from "../store/read_file.ts";
import type { Store } from "../store/store.ts";

export class ReportSources {
  readonly unread: string[] = [];

  constructor(readonly store: Store) {}

  /** The text of a file below the store; undefined if there is none. */
  text(name: string): string | undefined {
    return this.#try(name, () => readText(`${this.store.layout.dir}/${name}`));
  }

  /** What a JSON file says; undefined if it is missing or damaged. */
  json<T>(name: string, parse: Parse<T>): T | undefined {
    return this.#try(name, () => {
      const loaded = loadJson(`${this.store.layout.dir}/${name}`, parse);
      if (loaded.state === "damaged") this.#note(name, loaded.reason);
      return loaded.state === "ok" ? loaded.value : undefined;
    });
  }

  #try<T>(name: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      const isOurs = error instanceof UserError;
      const isDenied = error instanceof Deno.errors.PermissionDenied;
      if (!isOurs && !isDenied) throw error;
      this.#note(name, isOurs ? error.message : "permission denied");
      return undefined;
    }
  }

  #note(name: string, reason: string): void {
    // The path of the store is private, and a report may be shared.
    const why = reason.replaceAll(`${this.store.layout.dir}/`, "");
    this.unread.push(
      why.startsWith("Cannot") ? why : `Cannot read "${name}": ${why}`,
    );
  }
}

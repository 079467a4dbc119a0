/**
 * A store that someone else made, opened to be read: memory, archives and
 * session logs are its own. Its state, index and waiting work are not looked
 * at, and what reading derives lies in the cache of the user's store.
 */

import { storeLayout } from "./layout.ts";
import type { Store } from "./store.ts";

export function foreignStore(store: Store): Store | undefined {
  const { foreign } = store.project;
  if (foreign === undefined) return undefined;
  const theirs = storeLayout(foreign);
  const { dir, memory, facts, concepts, sessions } = theirs;
  const { l1, digest, l2, written } = theirs;
  const { gitignore, storeLock, log } = store.layout;
  return {
    ...store,
    layout: {
      ...storeLayout(`${store.layout.dir}/.cache/foreign`),
      ...{ dir, memory, facts, concepts, sessions, l1, digest, l2, written },
      ...{ gitignore, storeLock, log },
    },
  };
}

/** The transcripts that could not be taken in, and why, a line each. */

import type { Failure } from "../capture/ingest_unseen.ts";
import { attention } from "../output/output.ts";

export const renderFailures = (failed: readonly Failure[]): string[] =>
  failed.map(({ transcript, why }) =>
    attention(`! Could not take in ${transcript}: ${why}`)
  );

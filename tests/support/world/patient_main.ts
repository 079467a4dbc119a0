/**
 * The program with slower clocks, for an emulator: there even a quiet machine
 * is too slow for the second that a session's end has, and a hook would rightly
 * leave its work for later. MEMORY_KEEPER_PATIENCE says how many times longer
 * budgets and deadlines last.
 */

import { main } from "../../../main.ts";
import { stretchTime } from "./stretch_time.ts";

// Not awaited, as in main.ts.
if (import.meta.main) {
  stretchTime(Number(Deno.env.get("MEMORY_KEEPER_PATIENCE") ?? 1));
  main();
}

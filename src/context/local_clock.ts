/** Times as the user's own clock shows them, and how old they are. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../base/durations.ts";
import { localStamp } from "../base/local_stamp.ts";
import type { World } from "../base/world.ts";

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

export class LocalClock {
  constructor(readonly world: Pick<World, "now" | "localOffsetMinutes">) {}

  /** "Thu 13:40" within the last days, else "2026-02-01". */
  short(at: Date): string {
    const there = this.#local(at);
    const days = dayNumber(this.#local(this.world.now())) - dayNumber(there);
    const text = there.toISOString();
    // A week ago is the same weekday: it would read as today.
    return days >= 0 && days < 7
      ? `${WEEKDAYS[there.getUTCDay()]} ${text.slice(11, 16)}`
      : text.slice(0, 10);
  }

  /** "2026-02-01 18:27 +09:00", which no reader can mistake. */
  exact(at: Date): string {
    return localStamp(at, this.world.localOffsetMinutes(at));
  }

  /** "5 minutes", "3 hours", "31 days"; undefined for what is yet to come. */
  age(at: Date): string | undefined {
    const age = this.world.now().getTime() - at.getTime();
    if (age < -MINUTE_MS) return undefined;
    const [unit, ms] = age < HOUR_MS
      ? ["minute", MINUTE_MS]
      : age < DAY_MS
      ? ["hour", HOUR_MS]
      : ["day", DAY_MS];
    const count = Math.max(1, Math.floor(age / ms));
    return `${count} ${unit}${count === 1 ? "" : "s"}`;
  }

  #local(at: Date): Date {
    const offset = this.world.localOffsetMinutes(at);
    return new Date(at.getTime() + offset * MINUTE_MS);
  }
}

const dayNumber = (at: Date) => Math.floor(at.getTime() / DAY_MS);

/** Values that look like secrets: made from a seed, and the same every time. */

export const UPPER = "ABCDEFGHJKLMNPQRSTUVWXYZ";
export const LOWER = UPPER.toLowerCase();
export const DIGITS = "23456789";
export const ALNUM = UPPER + LOWER + DIGITS;
export const BASE64 = `${ALNUM}+/`;
export const HEX = "0123456789abcdef";

export type Make = (length: number, alphabet?: string) => string;

/** Always the same values, with a digit and letters of both cases where the alphabet has them. */
export function maker(seed: number): Make {
  const next = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor(seed / 4294967296 * below);
  };
  return (length, alphabet = ALNUM) => {
    for (;;) {
      const text = Array.from(
        { length },
        () => alphabet.charAt(next(alphabet.length)),
      ).join("");
      const wanted = [/[a-z]/, /[A-Z]/, /\d/].filter((one) =>
        one.test(alphabet)
      );
      if (length < 6 || wanted.every((one) => one.test(text))) return text;
    }
  };
}

export type Case = (make: Make) => { text: string; secret: string };

/** A value in a frame: `§` marks its place. */
export function framed(frame: string, value: (make: Make) => string): Case {
  return (make) => {
    const secret = value(make);
    return { secret, text: frame.replace("§", () => secret) };
  };
}

export const password = (make: Make) =>
  `${make(5, LOWER)}${make(2, DIGITS)}${make(3)}`;
/** With signs that names have, too. */
export const signed = (make: Make) => `${make(9)}_${make(4)}-${make(3)}`;
export const random = (length: number, alphabet = ALNUM) => (make: Make) =>
  make(length, alphabet);

/**
 * The places of a word in a log, as short numbers: how far from the place
 * before, and in the last digit in base eight how often the word is there. A
 * part that was added later begins with its own place, as a negative number.
 */

const MANY = 7;
const STEP = MANY + 1;

/** From each place followed by its count, in the order of the log. */
export function encodePlaces(places: readonly number[]): number[] {
  const encoded: number[] = [];
  let before = 0;
  for (let i = 0; i < places.length; i += 2) {
    const place = places[i] as number;
    const count = places[i + 1] as number;
    const many = Math.min(count, MANY);
    const isNext = i > 0 && place > before;
    encoded.push(
      isNext ? (place - before) * STEP + many : -place * STEP - many,
    );
    if (many === MANY) encoded.push(count);
    before = place;
  }
  return encoded;
}

export function decodePlaces(encoded: readonly number[]): number[] {
  const places: number[] = [];
  let before = 0;
  for (let i = 0; i < encoded.length; i++) {
    const value = encoded[i] as number;
    const size = Math.abs(value);
    const many = size % STEP;
    const far = (size - many) / STEP;
    before = value < 0 ? far : before + far;
    places.push(before, many === MANY ? encoded[++i] as number : many);
  }
  return places;
}

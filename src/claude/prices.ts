/**
 * What Anthropic's API asks for a million tokens, in dollars: public list
 * prices (platform.claude.com/docs/en/about-claude/pricing). Writing to a cache
 * costs 1.25 times the input for five minutes and twice as much for an hour.
 */

/** The day on which these prices held. */
export const PRICES_OF = "2026-10-16";

interface Price {
  readonly input: number;
  readonly output: number;
  /** What reading from a cache costs, as a share of the input. */
  readonly readShare: number;
}

/** By the beginning of a model's name, the first that fits. */
const PRICES: readonly (readonly [RegExp, Price])[] = [
  row(/^claude-(?:fable|mythos)-5-1/, 10, 50, 0.025),
  row(/^claude-(?:fable|mythos)-5(?!-\d\b)/, 10, 50),
  row(/^claude-opus-5-5/, 4, 20, 0.05),
  row(/^claude-opus-(?:5(?!-\d\b)|4-[5-8]\b)/, 5, 25),
  row(/^claude-(?:opus-4(?:-[01])?(?!-\d\b)|3-opus)/, 15, 75),
  row(/^claude-sonnet-5-5/, 2, 10, 0.05),
  row(/^claude-sonnet-5(?!-\d\b)/, 2, 10),
  row(/^claude-(?:sonnet-4(?:-[56])?(?!-\d\b)|3-[57]-sonnet)/, 3, 15),
  row(/^claude-haiku-5-5/, 0.1, 0.5),
  row(/^claude-haiku-4-5/, 1, 5),
  row(/^claude-3-5-haiku/, 0.8, 4),
  row(/^claude-3-haiku/, 0.25, 1.25),
];

/** A prompt of more tokens costs more with this model. */
const LONG_HAIKU = {
  model: /^claude-haiku-5-5/,
  above: 100_000,
  price: { input: 0.5, output: 2.5, readShare: 0.1 },
};

const WRITE_SHARE = { fiveMinutes: 1.25, hour: 2 } as const;
const MILLION = 1_000_000;

function row(model: RegExp, input: number, output: number, readShare = 0.1) {
  return [model, { input, output, readShare }] as const;
}

export interface Tokens {
  readonly input: number;
  readonly output: number;
  readonly read: number;
  readonly written5m: number;
  readonly written1h: number;
}

/** Everything that was sent with it, from a cache or not. */
export const sentTokens = ({ input, read, written5m, written1h }: Tokens) =>
  input + read + written5m + written1h;

/** What one request costs in dollars; undefined for a model without a price. */
export function dollarsFor(model: string, tokens: Tokens): number | undefined {
  const price = priceOf(model, sentTokens(tokens));
  if (price === undefined) return undefined;
  const { input, output, read, written5m, written1h } = tokens;
  const sent = input + read * price.readShare +
    written5m * WRITE_SHARE.fiveMinutes + written1h * WRITE_SHARE.hour;
  return (sent * price.input + output * price.output) / MILLION;
}

function priceOf(model: string, sent: number): Price | undefined {
  if (LONG_HAIKU.model.test(model) && sent > LONG_HAIKU.above) {
    return LONG_HAIKU.price;
  }
  return PRICES.find(([pattern]) => pattern.test(model))?.[1];
}

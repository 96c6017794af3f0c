/** What do tokens cost? */

/** Tokens of a request and of its answer. */
export interface Tokens {
  readonly in: number;
  readonly out: number;
}

/** For a million tokens, in any currency. */
export interface Prices {
  readonly in: number;
  readonly out: number;
}

export function priceOf(tokens: Tokens, prices: Prices): number {
  return (tokens.in * prices.in + tokens.out * prices.out) / 1e6;
}

export function addTokens(one: Tokens, other: Tokens): Tokens {
  return { in: one.in + other.in, out: one.out + other.out };
}

export const noTokens: Tokens = { in: 0, out: 0 };

/** What do requests cost, before and after? */
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

/** What the answer for a document is about: `{"id":"d1","grade":2},`. */
const TOKENS_OF_GRADE = 14;
const TOKENS_OF_SENTENCE = 30;
/** What a server adds around a message. */
const TOKENS_AROUND = 8;

/** @param countTokens of a text, by some tokenizer: that of the model is not known */
export function expectedTokens(
  prompt: string,
  { documents, hasReason }: { readonly documents: number; readonly hasReason: boolean },
  countTokens: (text: string) => number,
): Tokens {
  const each = TOKENS_OF_GRADE + (hasReason ? TOKENS_OF_SENTENCE : 0);
  return { in: countTokens(prompt) + TOKENS_AROUND, out: documents * each };
}

export function priceOf(tokens: Tokens, prices: Prices): number {
  return (tokens.in * prices.in + tokens.out * prices.out) / 1e6;
}

export function addTokens(one: Tokens, other: Tokens): Tokens {
  return { in: one.in + other.in, out: one.out + other.out };
}

export const noTokens: Tokens = { in: 0, out: 0 };

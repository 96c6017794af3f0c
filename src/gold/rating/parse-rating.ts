/**
 * Is what the page sends a rating, and how does the server say no?
 * Nothing that comes over the network is taken as it is.
 */
import { checked, fitting, type InferOutput, nullish, object, oneOf, text, wholeNumber } from "../../core/schema.ts";
import { raterName } from "./rater-name.ts";

const MOST_NAME_CHARACTERS = 60;

/** A name must not reorder or break the text around it. */
const unfitForNames = /[\p{Cc}\p{Surrogate}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** A longer time between an item and its rating is no measurement. */
const MOST_SECONDS = 86_400;

const sentRating = object({
  /** Database and fingerprint, as the session names them. */
  pool: text,
  rater: text,
  pair: wholeNumber(0),
  occasion: oneOf(0, 1),
  state: oneOf("rated", "flagged", "skipped", "none"),
  grade: fitting<number | null>("a number or null", (value) => value === null || typeof value === "number"),
  note: text,
  seconds: numberOrNull(`a number from 0 to ${MOST_SECONDS} or null`, MOST_SECONDS),
  /** Milliseconds since 1970 at the key press; null where the page does not say. */
  givenAt: nullish(numberOrNull("milliseconds since 1970", Number.MAX_VALUE), null),
});

export type SentRating = InferOutput<typeof sentRating>;

/**
 * @param body JSON of a rating and its pool
 * @throws Refusal 400 not JSON or a field of the wrong type, 422 an unfit name
 */
export function parseRating(body: string): SentRating {
  const sent = checked(
    sentRating,
    jsonOf(body),
    (misfit, path) => new Refusal(400, path === "" ? "not-json" : "wrong-field", `Reading the rating: ${misfit}.`),
  );
  return { ...sent, rater: raterOf(sent.rater) };
}

/**
 * Returns the name as it is kept, see `raterName`.
 *
 * @throws Refusal 422 empty, longer than 60 characters, or with control characters
 */
export function raterOf(name = ""): string {
  const rater = raterName(name);
  const length = [...rater].length;
  if (length >= 1 && length <= MOST_NAME_CHARACTERS && !unfitForNames.test(name.trim())) return rater;
  const message = `A rater's name has 1 to ${MOST_NAME_CHARACTERS} characters and no control characters.`;
  throw new Refusal(422, "unfit-name", message);
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Refusal(400, "not-json", "Reading the rating: it is not JSON.");
  }
}

/** JSON can hold 1e999, which is Infinity. */
function numberOrNull(expected: string, most: number) {
  const isGood = (value: unknown) => typeof value === "number" && value >= 0 && value <= most;
  return fitting<number | null>(expected, (value) => value === null || isGood(value));
}

/** An answer with an error status; `code` is for the page, the message for people. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: 400 | 403 | 404 | 409 | 413 | 415 | 422 | 500 | 503;
  readonly code: string;

  constructor(status: Refusal["status"], code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

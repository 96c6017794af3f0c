/**
 * Is what the page sends a rating?
 * Nothing that comes over the network is taken as it is.
 */
import { Refusal } from "./refusal.ts";
import type { NewRating } from "./write-rating.ts";

const MOST_NAME_CHARACTERS = 60;

/** Lines and directions: a name must not reorder or break the text around it. */
const unfitForNames = /[\p{Cc}\p{Surrogate}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** More than a day between an item and its rating is no measurement. */
const MOST_SECONDS = 86_400;

export interface SentRating extends Omit<NewRating, "ratedAt"> {
  /** Database and fingerprint, as the session names them. */
  readonly pool: string;
  /** Milliseconds since 1970 at the key press; null where the page does not say. */
  readonly givenAt: number | null;
}

/**
 * @param body JSON of a rating and its pool
 * @throws Refusal 400 not JSON or a field of the wrong type, 422 an unfit name
 */
export function parseRating(body: string): SentRating {
  const { pool, rater, pair, occasion, state, grade, note, seconds, givenAt = null } = fieldsOf(body);
  if (typeof pool !== "string") throw wrongField("pool", "text");
  if (typeof rater !== "string") throw wrongField("rater", "text");
  if (typeof pair !== "number" || !Number.isSafeInteger(pair) || pair < 0) throw wrongField("pair", "a whole number");
  if (occasion !== 0 && occasion !== 1) throw wrongField("occasion", "0 or 1");
  if (state !== "rated" && state !== "flagged" && state !== "skipped" && state !== "none") {
    throw wrongField("state", "rated, flagged, skipped or none");
  }
  if (grade !== null && typeof grade !== "number") throw wrongField("grade", "a number or null");
  if (typeof note !== "string") throw wrongField("note", "text");
  if (!isNumberOrNull(seconds, MOST_SECONDS)) throw wrongField("seconds", `a number from 0 to ${MOST_SECONDS} or null`);
  if (!isNumberOrNull(givenAt, Number.MAX_VALUE)) throw wrongField("givenAt", "milliseconds since 1970");
  return { pool, rater: raterOf(rater), pair, occasion, state, grade, note, seconds, givenAt };
}

/**
 * The name as it is kept: trimmed, and in the one form of Unicode that makes equal names equal.
 *
 * @throws Refusal 422 empty, longer than 60 characters, or with control characters
 */
export function raterOf(name: string | undefined): string {
  const rater = (name ?? "").normalize("NFC").trim();
  const length = [...rater].length;
  if (length >= 1 && length <= MOST_NAME_CHARACTERS && !unfitForNames.test(rater)) return rater;
  throw new Refusal(
    422,
    "unfit-name",
    `A rater's name has 1 to ${MOST_NAME_CHARACTERS} characters and no control characters.`,
  );
}

function fieldsOf(body: string): Readonly<Record<string, unknown>> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new Refusal(400, "not-json", "The rating is not JSON.");
  }
  if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
  throw new Refusal(400, "not-json", "The rating is no JSON object.");
}

/** JSON can hold 1e999, which is Infinity. */
function isNumberOrNull(value: unknown, most: number): value is number | null {
  return value === null || (typeof value === "number" && value >= 0 && value <= most);
}

function wrongField(name: string, wanted: string): Refusal {
  return new Refusal(400, "wrong-field", `The field ${name} is not ${wanted}.`);
}

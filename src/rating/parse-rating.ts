/**
 * Is what the page sends a rating?
 * Nothing that comes over the network is taken as it is.
 */
import type { NewRating } from "./rating-store.ts";
import { Refusal } from "./refusal.ts";

const MOST_NAME_CHARACTERS = 60;

/** Lines and directions: a name must not reorder or break the text around it. */
const unfitForNames = /[\p{Cc}\p{Surrogate}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/**
 * @param body JSON of a rating and the fingerprint of its pool
 * @throws Refusal 400 not JSON or a field of the wrong type, 422 an unfit name
 */
export function parseRating(body: string): Omit<NewRating, "ratedAt"> & { readonly pool: string } {
  const { pool, rater, pair, occasion, state, grade, note, seconds } = fieldsOf(body);
  if (typeof pool !== "string") throw wrongField("pool", "text");
  if (typeof rater !== "string") throw wrongField("rater", "text");
  if (typeof pair !== "number" || !Number.isSafeInteger(pair) || pair < 0) throw wrongField("pair", "a whole number");
  if (occasion !== 0 && occasion !== 1) throw wrongField("occasion", "0 or 1");
  if (state !== "rated" && state !== "flagged" && state !== "skipped" && state !== "none") {
    throw wrongField("state", "rated, flagged, skipped or none");
  }
  if (grade !== null && typeof grade !== "number") throw wrongField("grade", "a number or null");
  if (typeof note !== "string") throw wrongField("note", "text");
  if (seconds !== null && (typeof seconds !== "number" || seconds < 0)) throw wrongField("seconds", "a number or null");
  return { pool, rater: raterOf(rater), pair, occasion, state, grade, note, seconds };
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

function wrongField(name: string, wanted: string): Refusal {
  return new Refusal(400, "wrong-field", `The field ${name} is not ${wanted}.`);
}

/**
 * What happens to the ratings that are there when a further one comes?
 * Each change is appended to a history; the rating that was given last holds, in whatever order they come.
 */
import { SemqrelError } from "../../core/errors.ts";
import { type ItemState, type StoredState, stateColumns, stateOf } from "./rating-rows.ts";
import { scaleOf } from "./rating-settings.ts";
import { asText, type SqlConnection } from "./sql-connection.ts";

export interface NewRating extends Omit<StoredState, "state"> {
  /** `NumberedPair.number`. */
  readonly pair: number;
  readonly rater: string;
  readonly occasion: 0 | 1;
  /** `none` takes a rating back. */
  readonly state: ItemState | "none";
  /** ISO 8601, UTC. Where an earlier rating is dated later than this, the clock was set back, and this one holds. */
  readonly savedAt?: string;
}

const ofItem = "rater = ? AND pair = ? AND occasion = ?";

export function storedRating(sql: SqlConnection, rater: string, pair: number, occasion: 0 | 1): StoredState | null {
  const stored = `SELECT ${stateColumns} FROM rating WHERE ${ofItem}`;
  const row = sql.one(stored, rater, pair, occasion);
  return row === null ? null : stateOf(row);
}

/**
 * Saying the same again changes nothing. Measured seconds stay where a change has none.
 *
 * @param sql in a transaction
 * @param rating its texts storable
 * @returns false where a later rating of the item stands there: this one then goes into the history alone
 * @throws SemqrelError INVALID_RATING  unknown pair, or a grade off the scale
 */
export function writeRating(sql: SqlConnection, rating: NewRating): boolean {
  requireRateable(sql, rating);
  const { pair, rater, occasion, state, grade, note, seconds, ratedAt, savedAt } = rating;
  const given = state === "rated" ? grade : null;
  const stored = storedRating(sql, rater, pair, occasion);
  const isSame = stored?.state === state && stored.grade === given && stored.note === note;
  if (isSame || (stored === null && state === "none")) return true;
  const item = [rater, pair, occasion] as const;
  // A rating that was taken back stands in the history alone.
  const { last } = sql.one(`SELECT ${asText("max(rated_at)", "last")} FROM history WHERE ${ofItem}`, ...item) ?? {};
  const isLate = ratedAt !== "" && typeof last === "string" && ratedAt < last && !(savedAt && savedAt < last);
  const valuesWith = (measured: number | null) => [...item, state, given, note, measured, ratedAt];
  const columns = "(rater, pair, occasion, state, grade, note, seconds, rated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
  if (isLate) {
    // Sent again, since the answer was lost.
    const same = `SELECT 1 FROM history WHERE ${ofItem} AND state = ? AND grade IS ? AND note = ? AND rated_at = ?`;
    if (sql.one(same, ...item, state, given, note, ratedAt) !== null) return false;
  } else if (state === "none") sql.run(`DELETE FROM rating WHERE ${ofItem}`, ...item);
  else sql.run(`INSERT OR REPLACE INTO rating ${columns}`, ...valuesWith(seconds ?? stored?.seconds ?? null));
  sql.run(`INSERT INTO history ${columns}`, ...valuesWith(seconds));
  return !isLate;
}

function requireRateable(sql: SqlConnection, { pair, rater, state, grade }: NewRating): void {
  const isPair = sql.one("SELECT 1 FROM pair WHERE number = ?", pair) !== null;
  const isGrade = state !== "rated" || sql.one("SELECT 1 FROM grade WHERE grade = ?", grade) !== null;
  if (isPair && isGrade) return;
  const what = isPair ? `the grade ${grade} is not on the scale ${scaleOf(sql)?.name}` : `there is no pair ${pair}`;
  throw new SemqrelError("INVALID_RATING", `Saving a rating of ${rater} in ${sql.path}: ${what}.`, {
    details: { path: sql.path, pair, rater, state, grade },
  });
}

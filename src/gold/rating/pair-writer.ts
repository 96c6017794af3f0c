import { SemqrelError } from "../../core/errors.ts";
import { checked, fitting, type InferOutput, nullish, object, oneOf, text, wholeNumber } from "../../core/schema.ts";
import { plainSpelling, storable } from "../../core/text/escape.ts";
import { quoted } from "../../core/text/wording.ts";
import type { PooledPair } from "../../core/types.ts";
import { type DocumentSigns, QueryDocuments, signsOf } from "../../lists/documents.ts";
import { type ItemState, type StoredState, scaleOf, stateColumns, stateOf, textOrNull } from "./rating-rows.ts";
import { asText, type SqlConnection } from "./sql-connection.ts";

/** Keeps the names of all queries and pairs in memory. */
export class PairWriter {
  added = 0;
  readonly #sql: SqlConnection;
  readonly #queries = new Map<number, { readonly name: string; readonly id: string | null }>();
  readonly #queryOfName = new Map<string, number>();
  readonly #queriesOfId = new Map<string, number[]>();
  readonly #numberOfPair = new Map<string, number>();
  readonly #pooled = new Map<number, QueryDocuments>();
  /** Imported pairs. They are kept separately, because a later pool may have the same document with another id. */
  readonly #imported = new Map<number, QueryDocuments>();
  /** Stored pairs that this writer has updated. They are not updated again from a pair with another id. */
  readonly #adopted = new Set<number>();
  readonly #seenQueries = new Set<number>();
  /** Queries of the pool. Imports add no ids to them, because judgments would then use ids that engines' lists lack. */
  readonly #queriesOfPool = new Set<number>();
  #nextPair: number;

  constructor(sql: SqlConnection) {
    this.#sql = sql;
    for (const row of sql.all(`SELECT number, ${asText("name")}, ${asText("query_id")} FROM query`)) {
      this.#know(Number(row["number"]), String(row["name"]), textOrNull(row["query_id"]));
    }
    const texts = ["id", "title", "merged", "origin"].map((column) => asText(column)).join(", ");
    const pairs = sql.all(`SELECT number, query, ${texts} FROM pair ORDER BY number`);
    const duplicates: [QueryDocuments, number, PooledPair["merged"]][] = [];
    for (const row of pairs) {
      const [query, number, id] = [Number(row["query"]), Number(row["number"]), String(row["id"])];
      this.#numberOfPair.set(keyOf(query, id), number);
      const isPool = row["origin"] === "pool";
      if (isPool) this.#queriesOfPool.add(query);
      const documents = documentsOf(isPool ? this.#pooled : this.#imported, query);
      documents.add(number, signsOf({ id, title: String(row["title"]) }));
      duplicates.push([documents, number, JSON.parse(String(row["merged"]))]);
    }
    // The pairs' own ids and titles are added first, so they take precedence over those of merged results.
    for (const [documents, number, merged] of duplicates) {
      for (const one of merged) documents.add(number, storedSigns(one));
    }
    this.#nextPair = Number(pairs.at(-1)?.["number"] ?? -1) + 1;
  }

  /**
   * Finds the query by its text or id, and then a pooled document with `QueryDocuments.find`. If there is none, finds
   * the document that has the id of `pair`, or has a merged duplicate with that id, even if titles differ.
   */
  find(pair: Pick<PooledPair, "query" | "queryId" | "id" | "title">): number | null {
    const query = this.#queryMeant(pair);
    if (query === null) return null;
    const id = storable(pair.id);
    const [pooled, imported] = [documentsOf(this.#pooled, query), documentsOf(this.#imported, query)];
    const signs = storedSigns(pair);
    // Omits the title, because imported documents with equal titles stay separate until a pool joins them.
    const sure = { identifiers: signs.identifiers, title: "" };
    return pooled.find(signs) ?? this.#numberOfPair.get(keyOf(query, id)) ?? pooled.named(id) ?? imported.find(sure);
  }

  /** @param origin - if `pool`, a stored query gets the name in `pair`; if `import`, it keeps its name */
  write(pair: PooledPair, origin: "pool" | "import"): number {
    const query = this.#writeQuery(pair, origin);
    const key = keyOf(query, storable(pair.id));
    const imports = documentsOf(this.#imported, query);
    let known = this.#numberOfPair.get(key);
    if (known === undefined && origin === "pool") {
      const found = [pair, ...pair.merged].map((one) => imports.find(storedSigns(one)));
      known = found.find((number): number is number => number !== null && !this.#adopted.has(number));
    }
    if (known !== undefined) this.#adopted.add(known);
    const details = [
      storable(pair.id),
      storable(pair.title),
      pair.url && storable(pair.url),
      pair.probability,
      pair.queryProbability,
      JSON.stringify(pair.engines),
      JSON.stringify(pair.merged),
      JSON.stringify(pair.shown ?? {}),
      origin,
    ];
    if (known !== undefined) {
      const columns = "(id, title, url, probability, query_probability, engines, merged, shown, origin)";
      this.#sql.run(`UPDATE pair SET ${columns} = (?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE number = ?`, ...details, known);
      return known;
    }
    const number = this.#nextPair++;
    this.#sql.run(
      `INSERT INTO pair (id, title, url, probability, query_probability, engines, merged, shown, origin, number, query)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...details,
      number,
      query,
    );
    this.#numberOfPair.set(key, number);
    if (origin === "import") imports.add(number, storedSigns(pair));
    this.added++;
    return number;
  }

  #queryMeant({ query, queryId }: Pick<PooledPair, "query" | "queryId">): number | null {
    const name = storable(query);
    // If there is no `queryId`, `query` may contain a text or an id.
    const id = storable(queryId ?? query);
    const byName = this.#queryOfName.get(name);
    const known = [byName, this.#queryWithoutText(id), ...(this.#queriesOfId.get(id) ?? [])];
    const meant = new Set(known.filter((number) => number !== undefined));
    const [only = null] = meant;
    const textOf = (number: number) => this.#queries.get(number)?.name ?? "";
    // Whether the stored query with this id has another text. If so, it is not the query of the import.
    const isOtherText = only !== null && id !== name && byName === undefined && textOf(only) !== id;
    if (meant.size <= 1 && !isOtherText) return only;
    const given = queryId === null ? quoted(query) : `${quoted(query)} with the id ${quoted(queryId)}`;
    const texts = [...meant].map(textOf);
    const shown = texts.map((text) => quoted(text)).join(" and ");
    const problem = `the query ${given} matches ${shown} in the database, but texts or ids differ.`;
    const remedy = "Use the query texts of the database (--queries joins ids with texts).";
    const details = { query, queryId, known: texts };
    throw new SemqrelError("INVALID_RATING", `Importing ratings: ${problem} ${remedy}`, { details });
  }

  /** Finds a query whose name is this id. Imported qrels create such queries, and the pool later gives their texts. */
  #queryWithoutText(id: string | null): number | undefined {
    const number = this.#queryOfName.get(id ?? "");
    return number !== undefined && this.#queries.get(number)?.id === null ? number : undefined;
  }

  #writeQuery(pair: PooledPair, origin: "pool" | "import"): number {
    const name = storable(pair.query);
    const givenId = pair.queryId && storable(pair.queryId);
    const isPool = origin === "pool";
    const meant = isPool ? (this.#queryOfName.get(name) ?? this.#queryWithoutText(givenId)) : this.#queryMeant(pair);
    const number = meant ?? this.#queries.size;
    if (this.#seenQueries.has(number)) return number;
    this.#seenQueries.add(number);
    const stored = this.#queries.get(number);
    const queryId = !isPool && this.#queriesOfPool.has(number) ? (stored?.id ?? null) : givenId;
    if (isPool) this.#queriesOfPool.add(number);
    const kept = isPool ? name : (stored?.name ?? name);
    if (stored !== undefined) this.#queryOfName.delete(stored.name);
    this.#know(number, kept, stored?.id ?? queryId);
    const [first, second] = isPool ? ["excluded", "query"] : ["query", "excluded"];
    this.#sql.run(
      `INSERT INTO query (number, name, query_id, information_need) VALUES (?, ?, ?, ?)
       ON CONFLICT (number) DO UPDATE SET name = excluded.name,
       query_id = coalesce(${first}.query_id, ${second}.query_id),
       information_need = coalesce(${first}.information_need, ${second}.information_need)`,
      number,
      kept,
      queryId,
      pair.informationNeed && storable(pair.informationNeed),
    );
    return number;
  }

  #know(number: number, name: string, id: string | null): void {
    this.#queries.set(number, { name, id });
    this.#queryOfName.set(name, number);
    const sameId = id === null ? [] : (this.#queriesOfId.get(id) ?? []);
    if (id !== null && !sameId.includes(number)) this.#queriesOfId.set(id, [...sameId, number]);
  }
}

export function keyOfPair({ query, id }: Pick<PooledPair, "query" | "id">): string {
  return JSON.stringify([storable(query), storable(id)]);
}

function documentsOf(ofQuery: Map<number, QueryDocuments>, query: number): QueryDocuments {
  const documents = ofQuery.get(query) ?? new QueryDocuments();
  ofQuery.set(query, documents);
  return documents;
}

function storedSigns({ id, title }: Pick<PooledPair, "id" | "title">): DocumentSigns {
  return signsOf({ id: storable(id), title: storable(title) });
}

function keyOf(query: number, id: string): string {
  return `${query} ${id}`;
}

// Each change is added to a history. The rating that was given last counts, in whatever order ratings arrive.

export interface NewRating extends Omit<StoredState, "state"> {
  readonly pair: number;
  readonly rater: string;
  readonly occasion: 0 | 1;
  /** `none` withdraws a rating. */
  readonly state: ItemState | "none";
  /** Time of saving (ISO 8601, UTC). Stored ratings that seem later are replaced, because the clock was set back. */
  readonly savedAt?: string;
}

const ofItem = "rater = ? AND pair = ? AND occasion = ?";

export function storedRating(sql: SqlConnection, rater: string, pair: number, occasion: 0 | 1): StoredState | null {
  const stored = `SELECT ${stateColumns} FROM rating WHERE ${ofItem}`;
  const row = sql.one(stored, rater, pair, occasion);
  return row === null ? null : stateOf(row);
}

/**
 * Saves a rating. Saving the same rating again changes nothing. If the new rating has no seconds, the item's stored
 * seconds are kept. If the item has a later rating, only adds the new rating to the history, and returns false.
 * @param rating - with storable texts
 */
export function writeRating(sql: SqlConnection, rating: NewRating): boolean {
  const { pair, rater, occasion, state, grade, note, seconds, ratedAt, savedAt } = rating;
  const isPair = sql.one("SELECT 1 FROM pair WHERE number = ?", pair) !== null;
  const isGrade = state !== "rated" || sql.one("SELECT 1 FROM grade WHERE grade = ?", grade) !== null;
  if (!isPair || !isGrade) {
    const what = isPair ? `the grade ${grade} is not on the scale ${scaleOf(sql)?.name}` : `there is no pair ${pair}`;
    throw new SemqrelError("INVALID_RATING", `Saving a rating of ${rater} in ${sql.path}: ${what}.`, {
      details: { path: sql.path, pair, rater, state, grade },
    });
  }
  const given = state === "rated" ? grade : null;
  const stored = storedRating(sql, rater, pair, occasion);
  const isSame = stored?.state === state && stored.grade === given && stored.note === note;
  if (isSame || (stored === null && state === "none")) return true;
  const item = [rater, pair, occasion] as const;
  // Reads the history, because a withdrawn rating is only there.
  const { last } = sql.one(`SELECT ${asText("max(rated_at)", "last")} FROM history WHERE ${ofItem}`, ...item) ?? {};
  const isLate = ratedAt !== "" && typeof last === "string" && ratedAt < last && !(savedAt && savedAt < last);
  const valuesWith = (measured: number | null) => [...item, state, given, note, measured, ratedAt];
  const columns = "(rater, pair, occasion, state, grade, note, seconds, rated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
  if (isLate) {
    // If the history already has this rating, it was sent again because the answer was lost.
    const same = `SELECT 1 FROM history WHERE ${ofItem} AND state = ? AND grade IS ? AND note = ? AND rated_at = ?`;
    if (sql.one(same, ...item, state, given, note, ratedAt) !== null) return false;
  } else if (state === "none") sql.run(`DELETE FROM rating WHERE ${ofItem}`, ...item);
  else sql.run(`INSERT OR REPLACE INTO rating ${columns}`, ...valuesWith(seconds ?? stored?.seconds ?? null));
  sql.run(`INSERT INTO history ${columns}`, ...valuesWith(seconds));
  return !isLate;
}

// Everything from the network is checked before it is used.

const MOST_NAME_CHARACTERS = 60;

/** Characters that would reorder or break the text around a name. */
const unfitForNames = /[\p{Cc}\p{Surrogate}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Maximum of the measured seconds between the appearance of an item and its rating. */
const MOST_SECONDS = 86_400;

const sentRating = object({
  pool: text,
  rater: text,
  pair: wholeNumber(0),
  occasion: oneOf(0, 1),
  state: oneOf("rated", "flagged", "skipped", "none"),
  grade: fitting<number | null>("a number or null", (value) => value === null || typeof value === "number"),
  note: text,
  seconds: numberOrNull(`a number from 0 to ${MOST_SECONDS} or null`, MOST_SECONDS),
  /** Time of the key press in milliseconds since 1970; null if unknown. */
  givenAt: nullish(numberOrNull("milliseconds since 1970", Number.MAX_VALUE), null),
});

export type SentRating = InferOutput<typeof sentRating>;

export function parseRating(body: string): SentRating {
  const refuse = (misfit: string, path: string) =>
    new Refusal(400, path === "" ? "not-json" : "wrong-field", `Reading the rating: ${misfit}.`);
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw refuse("it is not JSON", "");
  }
  const sent = checked(sentRating, json, refuse);
  return { ...sent, rater: raterOf(sent.rater) };
}

export function raterOf(name = ""): string {
  const rater = raterName(name);
  const length = [...rater].length;
  if (length >= 1 && length <= MOST_NAME_CHARACTERS && !unfitForNames.test(name.trim())) return rater;
  const message = `A rater's name has 1 to ${MOST_NAME_CHARACTERS} characters and no control characters.`;
  throw new Refusal(422, "unfit-name", message);
}

/** Rejects Infinity, which JSON may contain as 1e999. */
function numberOrNull(expected: string, most: number) {
  const isGood = (value: unknown) => typeof value === "number" && value >= 0 && value <= most;
  return fitting<number | null>(expected, (value) => value === null || isGood(value));
}

/** An error that is sent as the answer. `code` is for the page, the message for people. */
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

/** Returns the same text for names that look equal, ignoring invisible characters, spaces and width. */
export function raterName(name: string): string {
  return plainSpelling(name.normalize("NFKC"));
}

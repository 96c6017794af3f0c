/**
 * Where are ratings kept, so that none is lost?
 * One SQLite file in WAL mode: a rating is on the disk before it is acknowledged, and every change is also appended to a
 * history. rating-schema.ts holds the tables.
 */
import { SemqrelError } from "../errors.ts";
import { sha256 } from "../files/sha256.ts";
import { quoted } from "../text/quoted.ts";
import type { PooledPair, Rating, RatingScale, RatingSet } from "../types.ts";
import { unusableDatabase } from "./database-error.ts";
import { howToFill, type OpenOptions, openRatingDatabase } from "./open-rating-database.ts";
import { PairWriter } from "./pair-writer.ts";
import {
  type ItemState,
  numberOrNull,
  pairOf,
  type StoredState,
  selectPairs,
  stateOf,
  textOrNull,
} from "./rating-rows.ts";
import { requireSamePool } from "./require-same-pool.ts";
import type { SqlConnection } from "./sql-connection.ts";
import { storable } from "./storable.ts";

export interface NewRating {
  /** Number of the pair in the database: `NumberedPair.number`. */
  readonly pair: number;
  readonly rater: string;
  readonly occasion: 0 | 1;
  /** `none` takes a rating back. */
  readonly state: ItemState | "none";
  readonly grade: number | null;
  readonly note: string;
  readonly seconds: number | null;
  /** ISO 8601, UTC. */
  readonly ratedAt: string;
  /** ISO 8601, UTC: what is said to be of later than this was given before the clock was set back. @default no such thing */
  readonly savedAt?: string;
}

/** A rating that was given elsewhere. */
export interface ImportedRating extends Pick<PooledPair, "query" | "queryId" | "id" | "title"> {
  readonly rater: string;
  readonly grade: number;
}

export interface PoolSettings {
  readonly scale: RatingScale;
  /** Of the order in which raters see the pairs. */
  readonly seed: number;
  /** Share of the pairs that raters see twice, 0..1; as it was, or 0.05, without. */
  readonly repeatShare?: number;
  /** Markdown; "" without. */
  readonly guidelines: string;
  readonly fingerprint: string;
}

/** A pair of the pool, without what only the page needs. */
export interface NumberedPair {
  /** 0-based, never given to another pair. */
  readonly number: number;
  readonly query: string;
  readonly id: string;
}

/**
 * The ratings of one pool. Any number of programs may have it open; each sees what the others committed.
 *
 * Every method throws SemqrelError DATABASE_UNUSABLE, with an `UnusableReason` in its details, where the file cannot be
 * used: `locked` after waiting five seconds for another program. What was committed before stays as it was.
 */
export class RatingStore {
  readonly path: string;
  readonly #sql: SqlConnection;

  private constructor(path: string, sql: SqlConnection) {
    this.path = path;
    this.#sql = sql;
  }

  /**
   * @throws SemqrelError FILE_NOT_FOUND  where there is no file and none may be made
   * @throws SemqrelError DATABASE_UNUSABLE  not a database, another program's, of a newer version, locked, not writable
   * @throws SemqrelError NATIVE_MODULE_MISSING
   */
  static open(path: string, options: OpenOptions): RatingStore {
    return new RatingStore(path, openRatingDatabase(path, options));
  }

  /** Null until there is a pool or an import. */
  get scale(): RatingScale | null {
    const rows = this.#sql.all("SELECT grade, label FROM grade ORDER BY grade");
    const name = this.#setting("scale");
    if (name === null) return null;
    return { name, grades: rows.map((row) => ({ grade: Number(row["grade"]), label: String(row["label"]) })) };
  }

  /** Random, of this database alone; made when it is first opened for writing. */
  get id(): string {
    return this.#setting("id") ?? "";
  }

  /** Of the pool, as `poolFingerprint` makes it; null where there is none, but imported ratings at most. */
  get fingerprint(): string | null {
    return this.#setting("fingerprint");
  }

  /** Markdown; "" without. */
  get guidelines(): string {
    return this.#setting("guidelines") ?? "";
  }

  get seed(): number {
    return Number(this.#setting("seed") ?? 1);
  }

  get repeatShare(): number {
    return Number(this.#setting("repeat_share") ?? 0.05);
  }

  /** Another number once another program has changed the database: what was read before is then out of date. */
  get dataVersion(): number {
    return Number(this.#sql.one("PRAGMA data_version")?.["data_version"]);
  }

  /** How long every later call waits where another program has locked the database; 5000 without. */
  waitAtMost(milliseconds: number): void {
    this.#sql.exec(`PRAGMA busy_timeout = ${milliseconds}`);
  }

  /** Changes the database wholly, or where the work fails not at all. */
  allOrNothing<T>(work: () => T): T {
    return this.#sql.transaction("IMMEDIATE", work);
  }

  /**
   * Fills an empty database, or adds the pairs by which a pool has grown; known pairs gain its new engines and merged
   * ids, and its links become theirs. Ratings stay as they are. All or nothing.
   *
   * @throws SemqrelError DATABASE_UNUSABLE  `other-pool`: the database holds pairs that this pool lacks, or has under
   *         another title, which is another document, or with other engines, ranks or probabilities
   * @throws SemqrelError INVALID_SCALE  another scale than that of the ratings
   * @throws SemqrelError INVALID_OPTION  another order than the one in which people have begun to rate
   */
  addPool(pairs: readonly PooledPair[], settings: PoolSettings): { readonly added: number } {
    const digest = pairs.reduce((sum, pair) => sha256(sum + JSON.stringify(pair)), "");
    return this.#sql.transaction("IMMEDIATE", () => {
      this.#setScale(settings.scale);
      this.#setOrder(settings.seed, settings.repeatShare ?? this.repeatShare);
      this.#set("guidelines", storable(settings.guidelines));
      if (this.#setting("pool_sha256") === digest) return { added: 0 };
      requireSamePool(pairs, {
        path: this.path,
        ofPool: this.#pairs("pool"),
        ofImports: this.#pairs("import"),
      });
      this.#set("fingerprint", settings.fingerprint);
      this.#set("pool_sha256", digest);
      const writer = new PairWriter(this.#sql);
      for (const pair of pairs) writer.write(pair, "pool");
      return { added: writer.added };
    });
  }

  /**
   * Adds ratings from elsewhere, and the pairs that were not there. The same ones twice are harmless. All or nothing.
   * A query may be named by its text or its id, a document by the title that the pool has, else by its own id or that of
   * a near duplicate merged into it.
   *
   * @param ratedAt ISO 8601; "" where nobody knows
   * @returns how many ratings and pairs were new
   * @throws SemqrelError INVALID_RATING  off the scale, another grade than this rater has given here, or a query whose
   *         text and id are of two queries here
   * @throws SemqrelError INVALID_SCALE  another scale than that of the ratings
   */
  addImported(
    ratings: readonly ImportedRating[],
    scale: RatingScale,
    ratedAt = "",
  ): { readonly ratings: number; readonly pairs: number } {
    return this.#sql.transaction("IMMEDIATE", () => {
      this.#setScale(scale);
      const writer = new PairWriter(this.#sql);
      let added = 0;
      for (const rating of ratings) {
        const pair = writer.find(rating) ?? writer.write({ ...rating, ...unknownDetails }, "import");
        const rater = storable(rating.rater);
        const stored = this.#stored(rater, pair, 0);
        if (stored === null) {
          const { grade } = rating;
          this.#write({ pair, rater, occasion: 0, state: "rated", grade, note: "", seconds: null, ratedAt });
          added++;
        } else if (stored.grade !== rating.grade) throw this.#contradiction(rating, pair, stored);
      }
      return { ratings: added, pairs: writer.added };
    });
  }

  /** Pairs of the pool, in the order in which they came; not those that only an import names. */
  poolPairs(): NumberedPair[] {
    const queries = this.#sql.all("SELECT number, name FROM query");
    // One string a query, and not one a pair.
    const nameOf = new Map(queries.map((row) => [row["number"], String(row["name"])]));
    return this.#sql.all("SELECT number, query, id FROM pair WHERE origin = 'pool' ORDER BY number").map((row) => ({
      number: Number(row["number"]),
      query: nameOf.get(row["query"] ?? null) ?? "",
      id: String(row["id"]),
    }));
  }

  /** Everything about one pair; null where there is none of this number. */
  pair(number: number): PooledPair | null {
    const row = this.#sql.one(`${selectPairs} WHERE pair.number = ?`, number);
    return row === null ? null : pairOf(row);
  }

  /**
   * Committed, and on the disk, when it returns. Saying the same again changes nothing. Seconds that were measured once
   * stay where a change comes without.
   *
   * @returns false where a later rating of the item stands there: this one then goes into the history alone
   * @throws SemqrelError INVALID_RATING  unknown pair, or a grade off the scale
   */
  save(rating: NewRating): boolean {
    const { rater, note, ...others } = rating;
    const kept = { ...others, rater: storable(rater), note: storable(note) };
    return this.#sql.transaction("IMMEDIATE", () => this.#write(kept));
  }

  /** By `pair/occasion`. Cost: O(the rater's ratings). */
  ratingsOf(rater: string): Map<string, StoredState> {
    const rows = this.#sql.all(
      "SELECT pair, occasion, state, grade, note, seconds, rated_at FROM rating WHERE rater = ?",
      storable(rater),
    );
    return new Map(rows.map((row) => [`${row["pair"]}/${row["occasion"]}`, stateOf(row)]));
  }

  /** Number of the latest row of the history; 0 before the first. */
  get lastChange(): number {
    return Number(this.#sql.one("SELECT max(number) AS number FROM history")?.["number"] ?? 0);
  }

  /** A rater's items that have changed after this row of the history, as they are now; `none`: taken back. */
  changedItems(rater: string, after: number): Omit<NewRating, "rater" | "seconds" | "ratedAt">[] {
    const changed = "SELECT DISTINCT rater, pair, occasion FROM history WHERE number > ? AND rater = ?";
    return this.#sql
      .all(
        `SELECT pair, occasion, coalesce(state, 'none') AS state, grade, coalesce(note, '') AS note
         FROM (${changed}) LEFT JOIN rating USING (rater, pair, occasion)`,
        after,
        storable(rater),
      )
      .map((row) => ({
        pair: Number(row["pair"]),
        occasion: row["occasion"] === 1 ? 1 : 0,
        state: row["state"] === "none" ? "none" : stateOf(row).state,
        grade: numberOrNull(row["grade"]),
        note: String(row["note"]),
      }));
  }

  /** What can be shown to a rater depends on it alone: which pairs, under which names, in which order. */
  get order(): string {
    return JSON.stringify([this.id, this.fingerprint, this.seed, this.repeatShare]);
  }

  /** Seconds of a rater's last ratings that have any, latest first. */
  lastSeconds(rater: string, count: number): number[] {
    return this.#sql
      .all(
        "SELECT seconds FROM rating WHERE rater = ? AND seconds IS NOT NULL ORDER BY rated_at DESC LIMIT ?",
        storable(rater),
        count,
      )
      .map((row) => Number(row["seconds"]));
  }

  /** Everybody who has rated, flagged or skipped something, in order of UTF-8 bytes. */
  raters(): string[] {
    return this.#sql.all("SELECT DISTINCT rater FROM rating ORDER BY rater").map((row) => String(row["rater"]));
  }

  /** How many items of the pool each rater has rated or flagged, in the order of `raters`. */
  doneByRater(): Map<string, number> {
    const rows = this.#sql.all(
      `SELECT rater, count(*) AS done FROM rating JOIN pair ON number = pair
       WHERE origin = 'pool' AND state <> 'skipped' GROUP BY rater ORDER BY rater`,
    );
    return new Map(rows.map((row) => [String(row["rater"]), Number(row["done"])]));
  }

  /**
   * Everything that agreement and gold sets need: skipped items are no ratings, flagged ones have no grade.
   *
   * @throws SemqrelError DATABASE_UNUSABLE  `empty`: there was no pool yet, nor an import
   */
  read(): RatingSet {
    // In one transaction, or ratings of pairs that come in between would have no place.
    return this.#sql.transaction("DEFERRED", () => {
      const { scale } = this;
      if (scale === null) throw unusableDatabase(this.path, "empty", `it is empty. ${howToFill}`);
      const pairs = this.#sql.all(`${selectPairs} ORDER BY pair.number`);
      const placeOf = new Map(pairs.map((row, place) => [row["number"], place]));
      const ratings = this.#sql
        .all(
          `SELECT pair, rater, occasion, state, grade, note, seconds, rated_at FROM rating WHERE state <> 'skipped'
           ORDER BY pair, rater, occasion`,
        )
        .map((row): Rating => {
          const { grade, note, seconds, ratedAt } = stateOf(row);
          const occasion = row["occasion"] === 1 ? 1 : 0;
          const pair = placeOf.get(row["pair"] ?? null) ?? -1;
          return { pair, rater: String(row["rater"]), occasion, grade, note, ratedAt, seconds };
        });
      return { source: this.path, scale, pairs: pairs.map(pairOf), ratings };
    });
  }

  /** Moves everything into the one file where no other program uses it, and waits for none. */
  close(): void {
    try {
      this.waitAtMost(0);
      this.#sql.all("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
      // Read-only, or in use: what is committed stands in the -wal file, and is read from there.
    }
    this.#sql.close();
  }

  #pairs(origin: "pool" | "import"): PooledPair[] {
    return this.#sql.all(`${selectPairs} WHERE origin = ? ORDER BY pair.number`, origin).map(pairOf);
  }

  #setScale(scale: RatingScale): void {
    const stored = this.scale;
    const isSame = String(stored?.grades.map(({ grade }) => grade)) === String(scale.grades.map(({ grade }) => grade));
    if (stored !== null && !isSame && this.#sql.one("SELECT 1 FROM rating LIMIT 1") !== null) {
      throw new SemqrelError(
        "INVALID_SCALE",
        `Opening the ratings database ${this.path}: its ratings are on the scale ${stored.name}, not ${scale.name}. ` +
          "Leave --scale out, or give the database another name.",
        { details: { path: this.path, stored: stored.name, scale: scale.name } },
      );
    }
    if (!isSame) this.#sql.run("DELETE FROM grade");
    for (const { grade, label } of scale.grades) {
      this.#sql.run(
        "INSERT INTO grade (grade, label) VALUES (?, ?) ON CONFLICT DO UPDATE SET label = excluded.label",
        grade,
        storable(label),
      );
    }
    this.#set("scale", scale.name);
  }

  #setOrder(seed: number, repeatShare: number): void {
    const isSame = this.seed === seed && this.repeatShare === repeatShare;
    const hasBegun = "SELECT 1 FROM rating JOIN pair ON number = pair WHERE origin = 'pool' LIMIT 1";
    if (!isSame && this.fingerprint !== null && this.#sql.one(hasBegun) !== null) {
      throw new SemqrelError(
        "INVALID_OPTION",
        `Opening the ratings database ${this.path}: people rate there in the order of seed ${this.seed} with a repeated ` +
          `share of ${this.repeatShare}, not ${seed} and ${repeatShare}. Leave --seed and --repeat-share out.`,
        { details: { path: this.path, seed: this.seed, repeatShare: this.repeatShare } },
      );
    }
    this.#set("seed", String(seed));
    this.#set("repeat_share", String(repeatShare));
  }

  #contradiction({ query, id, rater, grade }: ImportedRating, pair: number, stored: StoredState): SemqrelError {
    const own = this.pair(pair)?.id ?? id;
    const document =
      own === storable(id) ? quoted(id) : `${quoted(id)}, which shares the ratings of ${quoted(own)} in the pool`;
    return new SemqrelError(
      "INVALID_RATING",
      `Importing ratings into ${this.path}: ${rater} gave ${stored.grade ?? `no grade ("${stored.state}")`}, and ${grade} ` +
        `in the import - query ${quoted(query)}, document ${document}. Take one of the two out, or import into another database.`,
      { details: { path: this.path, query, id, rater, grade, stored: stored.grade } },
    );
  }

  #stored(rater: string, pair: number, occasion: 0 | 1): StoredState | null {
    const row = this.#sql.one(
      "SELECT state, grade, note, seconds, rated_at FROM rating WHERE rater = ? AND pair = ? AND occasion = ?",
      rater,
      pair,
      occasion,
    );
    return row === null ? null : stateOf(row);
  }

  #write({ pair, rater, occasion, state, grade, note, seconds, ratedAt, savedAt }: NewRating): boolean {
    this.#requireRateable({ pair, rater, state, grade });
    const given = state === "rated" ? grade : null;
    const stored = this.#stored(rater, pair, occasion);
    const isSame = stored?.state === state && stored.grade === given && stored.note === note;
    if (isSame || (stored === null && state === "none")) return true;
    const item = [rater, pair, occasion] as const;
    const ofItem = "rater = ? AND pair = ? AND occasion = ?";
    // A rating that was taken back stands in the history alone.
    const last = this.#sql.one(`SELECT max(rated_at) AS rated_at FROM history WHERE ${ofItem}`, ...item)?.["rated_at"];
    const isLate = ratedAt !== "" && typeof last === "string" && ratedAt < last && !(savedAt && savedAt < last);
    const valuesWith = (measured: number | null) => [...item, state, given, note, measured, ratedAt];
    const columns = "(rater, pair, occasion, state, grade, note, seconds, rated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
    if (isLate) {
      // Sent again, since the answer was lost.
      const same = `SELECT 1 FROM history WHERE ${ofItem} AND state = ? AND grade IS ? AND note = ? AND rated_at = ?`;
      if (this.#sql.one(same, ...item, state, given, note, ratedAt) !== null) return false;
    } else if (state === "none") this.#sql.run(`DELETE FROM rating WHERE ${ofItem}`, ...item);
    else {
      this.#sql.run(`INSERT OR REPLACE INTO rating ${columns}`, ...valuesWith(seconds ?? stored?.seconds ?? null));
    }
    this.#sql.run(`INSERT INTO history ${columns}`, ...valuesWith(seconds));
    return !isLate;
  }

  #requireRateable({ pair, rater, state, grade }: Pick<NewRating, "pair" | "rater" | "state" | "grade">): void {
    const isPair = this.#sql.one("SELECT 1 FROM pair WHERE number = ?", pair) !== null;
    const isGrade = state !== "rated" || this.#sql.one("SELECT 1 FROM grade WHERE grade = ?", grade) !== null;
    if (isPair && isGrade) return;
    const what = isPair ? `the grade ${grade} is not on the scale ${this.scale?.name}` : `there is no pair ${pair}`;
    throw new SemqrelError("INVALID_RATING", `Saving a rating of ${rater} in ${this.path}: ${what}.`, {
      details: { path: this.path, pair, rater, state, grade },
    });
  }

  #setting(name: string): string | null {
    return textOrNull(this.#sql.one("SELECT value FROM setting WHERE name = ?", name)?.["value"]);
  }

  #set(name: string, value: string): void {
    this.#sql.run("INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", name, value);
  }
}

/**
 * Reads a ratings database without changing it, also while a server writes to it.
 *
 * @throws SemqrelError FILE_NOT_FOUND, DATABASE_UNUSABLE, NATIVE_MODULE_MISSING
 */
export function readRatingSet(path: string): RatingSet {
  const store = RatingStore.open(path, { create: false, readOnly: true });
  try {
    return store.read();
  } finally {
    store.close();
  }
}

/** What an import does not say of a pair. */
const unknownDetails = {
  informationNeed: null,
  url: null,
  engines: [],
  probability: 1,
  queryProbability: 1,
  merged: [],
} as const;

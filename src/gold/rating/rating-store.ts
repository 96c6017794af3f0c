import { existsSync, linkSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { SemqrelError } from "../../core/errors.ts";
import { temporaryPath } from "../../core/files/folders.ts";
import { sha256 } from "../../core/files/read-whole.ts";
import { removeLeftovers } from "../../core/files/write-file.ts";
import { storable } from "../../core/text/escape.ts";
import { quoted } from "../../core/text/wording.ts";
import type { PooledPair, Rating, RatingScale, RatingSet } from "../../core/types.ts";
import { secondsPerQuery, secondsPerRating } from "../pools/order-for-rating.ts";
import { howToFill, type OpenOptions, openRatingDatabase } from "./open-rating-database.ts";
import { type NewRating, PairWriter, raterName, storedRating, writeRating } from "./pair-writer.ts";
import {
  numberOrNull,
  orderOf,
  pairOf,
  scaleOf,
  selectPairs,
  setOrder,
  setScale,
  setSetting,
  settingOf,
  stateColumns,
  stateOf,
} from "./rating-rows.ts";
import { keepSum, requireSamePool } from "./require-sound.ts";
import { asText, type SqlConnection, unusableDatabase } from "./sql-connection.ts";

/** Rater of the imported ratings for which the file names no rater. */
export const unnamedRater = "imported";

export interface ImportedRating extends Pick<PooledPair, "query" | "queryId" | "id" | "title"> {
  readonly rater: string;
  readonly grade: number;
}

export interface PoolSettings {
  readonly scale: RatingScale;
  readonly seed: number;
  /** Share of the pairs that raters see twice, 0..1. @default the stored one, or 0.05 */
  readonly repeatShare?: number;
  readonly guidelines: string;
  readonly fingerprint: string;
  /** Path of the pool file, for later commands. @default null: unknown */
  readonly path?: string | null;
}

export type NumberedPair = ReturnType<RatingStore["poolPairs"]>[number];

/**
 * The ratings of one pool, in an SQLite file in WAL mode. Several programs may have the file open, and each sees what
 * the others committed. Every method throws SemqrelError DATABASE_UNUSABLE if the file cannot be used. `details.reason`
 * is an `UnusableReason`, such as `locked` if another program locks the file for 5 s. Earlier commits are not affected.
 */
export class RatingStore {
  readonly path: string;
  readonly #sql: SqlConnection;

  private constructor(path: string, sql: SqlConnection) {
    this.path = path;
    this.#sql = sql;
  }

  static open(path: string, options: OpenOptions): RatingStore {
    if (options.create) removeLeftovers(dirname(path));
    return new RatingStore(path, openRatingDatabase(path, options));
  }

  /** A new file has another name until it is complete, so that a failure leaves no file behind. */
  static fill<T>(path: string, fill: (store: RatingStore) => T): T {
    if (existsSync(path)) return withRatingStore(path, { create: true }, fill);
    const file = temporaryPath(path);
    try {
      const result = withRatingStore(path, { create: true, file }, fill);
      linkSync(file, path);
      return result;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "EEXIST" && code !== "EPERM" && code !== "ENOTSUP") throw error;
      // The file exists by now, or its disk does not support links.
      return withRatingStore(path, { create: true }, fill);
    } finally {
      for (const ending of ["", "-journal"]) rmSync(file + ending, { force: true });
    }
  }

  get scale(): RatingScale | null {
    return scaleOf(this.#sql);
  }

  /** Random id of this database, created when it is first opened for writing. */
  get id(): string {
    return settingOf(this.#sql, "id") ?? "";
  }

  /** From `poolFingerprint`; null if there is no pool. */
  get fingerprint(): string | null {
    return settingOf(this.#sql, "fingerprint");
  }

  get guidelines(): string {
    return settingOf(this.#sql, "guidelines") ?? "";
  }

  get order() {
    return orderOf(this.#sql);
  }

  /** A number that changes if another program has changed the database. Values read before are then outdated. */
  get dataVersion(): number {
    return Number(this.#sql.one("PRAGMA data_version")?.["data_version"]);
  }

  waitAtMost(milliseconds: number): void {
    this.#sql.exec(`PRAGMA busy_timeout = ${milliseconds}`);
  }

  allOrNothing<T>(work: () => T): T {
    return this.#sql.transaction("IMMEDIATE", work);
  }

  /** Adds a pool's new pairs, and updates known pairs, such as their engines. All or nothing. Keeps ratings. */
  addPool(pairs: readonly PooledPair[], settings: PoolSettings) {
    const digest = pairs.reduce((sum, pair) => sha256(sum + JSON.stringify(pair)), "");
    return this.#sql.transaction("IMMEDIATE", () => {
      setScale(this.#sql, settings.scale);
      setOrder(this.#sql, { seed: settings.seed, repeatShare: settings.repeatShare ?? this.order.repeatShare });
      setSetting(this.#sql, "guidelines", storable(settings.guidelines));
      if (settings.path != null) setSetting(this.#sql, "pool", storable(relative(dirname(this.path), settings.path)));
      if (settingOf(this.#sql, "pool_sha256") === digest) {
        keepSum(this.#sql);
        return { added: 0 };
      }
      requireSamePool(pairs, { path: this.path, ofPool: this.#pairs("pool"), ofImports: this.#pairs("import") });
      setSetting(this.#sql, "fingerprint", settings.fingerprint);
      setSetting(this.#sql, "pool_sha256", digest);
      if (pairs.some(({ chosen }) => chosen !== undefined)) setSetting(this.#sql, "chosen", "doubtful");
      if (pairs.some(({ inOrder }) => inOrder !== undefined)) setSetting(this.#sql, "drawn", "pairs");
      const writer = new PairWriter(this.#sql);
      for (const pair of pairs) writer.write(pair, "pool");
      keepSum(this.#sql);
      return { added: writer.added };
    });
  }

  /**
   * Adds imported ratings and missing pairs, all or nothing. Importing the same ratings twice is harmless.
   * Omits the rating of a duplicate if the document already has another grade by this rater. `ofDuplicates` counts
   * omitted ratings.
   * @param ratedAt - ISO 8601; "" if unknown
   */
  addImported(ratings: readonly ImportedRating[], scale: RatingScale, ratedAt = "") {
    return this.#sql.transaction("IMMEDIATE", () => {
      setScale(this.#sql, scale);
      const writer = new PairWriter(this.#sql);
      let [added, ofDuplicates] = [0, 0];
      const placed = ratings.map((rating) => {
        const pair = writer.find(rating) ?? writer.write({ ...rating, ...unknownDetails }, "import");
        return { rating, pair, isOwn: this.pair(pair)?.id === storable(rating.id) };
      });
      // The rating of the document itself takes precedence over ratings of its duplicates.
      for (const { rating, pair, isOwn } of placed.toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn))) {
        const { query, id, title, grade } = rating;
        const rater = storable(raterName(rating.rater));
        const stored = storedRating(this.#sql, rater, pair, 0);
        if (stored === null) {
          const given = { pair, rater, occasion: 0, state: "rated", grade, note: "", seconds: null, ratedAt } as const;
          writeRating(this.#sql, given);
          added++;
        } else if (stored.grade !== grade) {
          if (isOwn) {
            const before = stored.grade ?? `no grade ("${stored.state}")`;
            const problem = `${rating.rater} gave ${before}, but ${grade} in the import - query ${quoted(query)}, document ${quoted(title || id)}.`;
            const isUnnamed = rating.rater === unnamedRater;
            const other = isUnnamed
              ? 'If two people gave them, add a column "rater" to the file. If not, remove'
              : "Remove";
            throw new SemqrelError(
              "INVALID_RATING",
              `Importing ratings into ${this.path}: ${problem} ${other} one of the two, or import into another database.`,
              { details: { path: this.path, query, id, rater: rating.rater, grade, stored: stored.grade } },
            );
          }
          ofDuplicates++;
        }
      }
      keepSum(this.#sql);
      return { ratings: added, pairs: writer.added, ofDuplicates };
    });
  }

  /** Usual seconds per rating. If pairs were drawn one by one, includes a share of the time to read the query. */
  get usualSeconds(): number {
    const counts = this.#sql.one(
      `SELECT count(*) AS pairs, count(DISTINCT query) AS queries, min(probability = query_probability) AS whole
        FROM pair WHERE origin = 'pool'`,
    );
    if (counts?.["whole"] !== 0) return secondsPerRating;
    return secondsPerRating + secondsPerQuery / (Number(counts["pairs"]) / Number(counts["queries"]));
  }

  queryNames(): string[] {
    const ids = `SELECT ${asText("query_id", "name")} FROM query WHERE query_id IS NOT NULL`;
    return this.#sql.all(`SELECT ${asText("name")} FROM query UNION ${ids}`).map((row) => String(row["name"]));
  }

  /** Leaves out imported pairs. Numbers start at 0, and are never reused. */
  poolPairs() {
    const queries = this.#sql.all(`SELECT number, ${asText("name")} FROM query`);
    // All pairs of a query share one string, to save memory.
    const nameOf = new Map(queries.map((row) => [row["number"], String(row["name"])]));
    const pairs = this.#sql.all(
      `SELECT number, query, ${asText("id")} FROM pair WHERE origin = 'pool' ORDER BY number`,
    );
    return pairs.map(({ number, query = null, id }) => {
      return { number: Number(number), query: nameOf.get(query) ?? "", id: String(id) };
    });
  }

  shownOf(number: number): Readonly<Record<string, string>> {
    const row = this.#sql.one(`SELECT ${asText("shown")} FROM pair WHERE number = ?`, number);
    return JSON.parse(String(row?.["shown"] ?? "{}"));
  }

  pair(number: number): PooledPair | null {
    const row = this.#sql.one(`${selectPairs} WHERE pair.number = ?`, number);
    return row === null ? null : pairOf(row);
  }

  /** The rating is on the disk when this returns. @returns as `writeRating` */
  save(rating: NewRating): boolean {
    const kept = { ...rating, rater: storable(rating.rater), note: storable(rating.note) };
    return this.#sql.transaction("IMMEDIATE", () => writeRating(this.#sql, kept));
  }

  get lastChange(): number {
    return Number(this.#sql.one("SELECT max(number) AS number FROM history")?.["number"] ?? 0);
  }

  /** Returns the current state of items that have changed after this row of the history. */
  changedItems(rater: string, after: number): Omit<NewRating, "rater" | "seconds" | "ratedAt">[] {
    const changed = "SELECT DISTINCT rater, pair, occasion FROM history WHERE number > ? AND rater = ?";
    const now = `SELECT pair, occasion, ${asText("coalesce(state, 'none')", "state")}, grade,
      ${asText("coalesce(note, '')", "note")}
      FROM (${changed}) LEFT JOIN rating USING (rater, pair, occasion)`;
    return this.#sql.all(now, after, storable(rater)).map((row) => ({
      pair: Number(row["pair"]),
      occasion: row["occasion"] === 1 ? 1 : 0,
      state: row["state"] === "none" ? "none" : stateOf(row).state,
      grade: numberOrNull(row["grade"]),
      note: String(row["note"]),
    }));
  }

  /** A text that changes if the pool, the seed or the repeat share changes, because these determine the order. */
  get orderKey(): string {
    return JSON.stringify([this.id, this.fingerprint, this.order]);
  }

  lastSeconds(rater: string, count: number): number[] {
    const last = "SELECT seconds FROM rating WHERE rater = ? AND seconds IS NOT NULL ORDER BY rated_at DESC LIMIT ?";
    return this.#sql.all(last, storable(rater), count).map((row) => Number(row["seconds"]));
  }

  raters(): string[] {
    const rows = this.#sql.all(`SELECT DISTINCT ${asText("rater")} FROM rating ORDER BY 1`);
    return rows.map((row) => String(row["rater"]));
  }

  doneByRater(): Map<string, number> {
    const rows = this.#sql.all(
      `SELECT ${asText("rater")}, count(*) AS done FROM rating JOIN pair ON number = pair
       WHERE origin = 'pool' AND state <> 'skipped' GROUP BY rating.rater ORDER BY rating.rater`,
    );
    return new Map(rows.map((row) => [String(row["rater"]), Number(row["done"])]));
  }

  /** Skipped items are left out. Flagged items have the grade null. */
  read(): RatingSet {
    // In one transaction. If a pair were added after reading the pairs, its ratings would refer to a missing pair.
    return this.#sql.transaction("DEFERRED", () => {
      const { scale } = this;
      if (scale === null) throw unusableDatabase(this.path, "empty", `it is empty. ${howToFill}`);
      const pairs = this.#sql.all(`${selectPairs} ORDER BY pair.number`);
      const placeOf = new Map(pairs.map((row, place) => [row["number"], place]));
      const given = `SELECT pair, ${asText("rater")}, occasion, ${stateColumns} FROM rating
        WHERE rating.state <> 'skipped' ORDER BY pair, rating.rater, occasion`;
      const ratings = this.#sql.all(given).map((row): Rating => {
        const { grade, note, seconds, ratedAt } = stateOf(row);
        const occasion = row["occasion"] === 1 ? 1 : 0;
        const pair = placeOf.get(row["pair"] ?? null) ?? -1;
        return { pair, rater: String(row["rater"]), occasion, grade, note, ratedAt, seconds };
      });
      const isChosen = settingOf(this.#sql, "chosen") !== null;
      const pool = settingOf(this.#sql, "pool");
      return {
        source: this.path,
        ...(pool !== null && !isChosen && { pool: join(dirname(this.path), pool) }),
        ...(settingOf(this.#sql, "drawn") !== null && { drawn: "pairs" }),
        scale,
        pairs: pairs.map((row) => ({ ...pairOf(row), ...(isChosen && { chosen: "doubtful" }) })),
        ratings,
      };
    });
  }

  /** Unless another program uses the database, first moves all commits from the -wal file into the database file. */
  close(): void {
    try {
      this.waitAtMost(0);
      this.#sql.all("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
      // If the file is read-only or in use, commits stay in the -wal file, where readers find them.
    }
    this.#sql.close();
  }

  #pairs(origin: "pool" | "import"): PooledPair[] {
    return this.#sql.all(`${selectPairs} WHERE origin = ? ORDER BY pair.number`, origin).map(pairOf);
  }
}

function withRatingStore<T>(path: string, options: OpenOptions, work: (store: RatingStore) => T): T {
  const store = RatingStore.open(path, options);
  try {
    return work(store);
  } finally {
    store.close();
  }
}

export function readRatingSet(path: string): RatingSet {
  return withRatingStore(path, { create: false, readOnly: true }, (store) => store.read());
}

/** Details of a pair that is in no pool. */
export const unknownDetails = {
  informationNeed: null,
  url: null,
  engines: [],
  probability: 1,
  queryProbability: 1,
  merged: [],
};

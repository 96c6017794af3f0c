/** Makes a database of ratings, and reads it. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect } from "vitest";
import { storable } from "../../src/core/text/escape.ts";
import { parseRatingScale } from "../../src/gold/agreement/combine-ratings.ts";
import type { NewRating } from "../../src/gold/rating/pair-writer.ts";
import { type PoolSettings, RatingStore } from "../../src/gold/rating/rating-store.ts";
import { poolOf } from "./rating-process.ts";
import { temporaryFolder } from "./run-cli.ts";

export const Database = createRequire(import.meta.url)("libsql");
export const scale = parseRatingScale("1-5");
export const settings: PoolSettings = { scale, seed: 1, guidelines: "", fingerprint: "first" };
export const pairs = poolOf(3, 4);

export const rated: NewRating = {
  pair: 0,
  rater: "Ann",
  occasion: 0,
  state: "rated",
  grade: 4,
  note: "",
  seconds: 2.5,
  ratedAt: "2026-01-02T03:04:05.000Z",
};

export function newPath(): string {
  return join(temporaryFolder(), "ratings.db");
}

export function newStore(path = newPath()): RatingStore {
  const store = RatingStore.open(path, { create: true });
  store.addPool(pairs, settings);
  return store;
}

/** Rows as another program sees them. */
export function rowsOf(path: string, sql: string): Record<string, unknown>[] {
  const rows: Record<string, unknown>[] = new Database(path).prepare(sql).all();
  return rows.map(({ _metadata, ...row }) => row);
}

/** A rater's ratings by `pair/occasion`. */
export function ratingsOf(store: RatingStore, rater: string) {
  const rows = rowsOf(store.path, "SELECT *, rated_at AS ratedAt FROM rating ORDER BY pair, occasion");
  const own = rows.filter((row) => row["rater"] === storable(rater));
  return new Map(
    own.map(({ pair, occasion, state, grade, note, seconds, ratedAt }) => [
      `${pair}/${occasion}`,
      { state, grade, note, seconds, ratedAt },
    ]),
  );
}

export function unusable(reason: string) {
  return expect.objectContaining({ code: "DATABASE_UNUSABLE", details: expect.objectContaining({ reason }) });
}

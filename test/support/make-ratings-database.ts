/** Makes a database of ratings. */
import { join } from "node:path";
import type { RatingSet } from "../../src/core/types.ts";
import { RatingStore } from "../../src/gold/rating/rating-store.ts";
import { temporaryFolder } from "./run-cli.ts";

/** Writes a set into `ratings.db` in a folder. @returns the database's path */
export function makeRatingsDatabase({ pairs, scale, ratings }: RatingSet, folder = temporaryFolder()): string {
  const path = join(folder, "ratings.db");
  const store = RatingStore.open(path, { create: true });
  store.addPool(pairs, { scale, seed: 1, guidelines: "", fingerprint: "pool" });
  for (const { occasion, ...rating } of ratings) {
    store.save({ ...rating, occasion: occasion === 0 ? 0 : 1, state: rating.grade === null ? "flagged" : "rated" });
  }
  store.close();
  return path;
}

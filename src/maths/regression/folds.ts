/** Which rows teach, and which test? */

import { atKey } from "../../core/at.ts";
import { invalidOption } from "../../core/errors.ts";
import { evenlySeededRandom, shuffle } from "../random.ts";
import { requireShare } from "../require.ts";

/**
 * By row, its fold: 0..folds - 1. Splits whole groups (queries), so that no group is both taught and tested: drawn by
 * chance, the folds' numbers of groups at most one apart. Cost O(rows + groups log groups).
 */
export function foldsByGroup(groupOfRow: Int32Array, folds: number, seed: number): Int32Array {
  const groups = [...new Set(groupOfRow)].sort((a, b) => a - b);
  if (!Number.isSafeInteger(folds) || folds < 2 || folds > groups.length) {
    throw invalidOption(
      `Splitting rows by query: folds is ${folds}, the number of different queries ${groups.length}. Give a whole number from 2 to the number of queries, or more queries.`,
      { folds, groups: groups.length },
    );
  }
  const foldOfGroup = new Map(shuffle(groups, evenlySeededRandom(seed)).map((group, place) => [group, place % folds]));
  return groupOfRow.map((group) => atKey(foldOfGroup, group));
}

/** Numbers of the rows that test, ascending: a share of all, rounded to whole rows. Groups play no part. */
export function randomRows(rows: number, share: number, seed: number): Int32Array {
  requireShare("share", share);
  const drawn = Math.round(rows * share);
  if (drawn === 0 || drawn === rows) {
    throw invalidOption(
      `Splitting rows: a share of ${share} makes ${drawn} of ${rows} rows the test. Give another share or more rows, so that some teach and some test.`,
      { rows, share },
    );
  }
  const order = shuffle([...new Array(rows).keys()], evenlySeededRandom(seed));
  return Int32Array.from(order.slice(0, drawn)).sort();
}

/** How well do scores give the grades of queries on which no threshold was chosen? */
import { at } from "../../core/at.ts";
import { bestCutPoints, gradesOfScores } from "../classification/best-cut-points.ts";
import { numbersAt } from "../many-numbers.ts";
import { seededRandom, shuffle } from "../random/seeded-random.ts";
import { requireCount, requirePaired } from "../require.ts";
import { cohenKappa } from "./cohen-kappa.ts";

/** How queries are split between choosing and measuring. */
export interface CrossFitOptions {
  /** The group of each score, such as its query, as any number: a group is never cut in two. */
  readonly groups: Int32Array;
  /** Parts the groups are dealt to, >= 1; with as many as groups or more each group is left out alone. */
  readonly folds: number;
  /** Of the dealing. Any 32-bit whole number. */
  readonly seed: number;
}

/**
 * Quadratic weighted κ of the true grades and those that each fold gets from the cut points of all other folds, over
 * all items together. With two grades it is the plain κ. Cost of `bestCutPoints` times the folds.
 * @param scores finite, on any scale
 * @param truth  finite, a grade for each score
 * @returns up to 1, 0 for chance; null with fewer than two folds that hold a group, and where all grades are one
 * @throws SemqrelError INVALID_OPTION as `requirePaired`; groups of another length, folds out of range
 */
export function crossFittedKappa(
  scores: ArrayLike<number>,
  truth: ArrayLike<number>,
  { groups, folds, seed }: CrossFitOptions,
): number | null {
  requirePaired(scores, truth);
  requirePaired(scores, groups);
  requireCount("folds", folds);
  if (Math.min(folds, new Set(groups).size) < 2) return null;
  const foldOfGroup = dealGroups(groups, folds, seed);
  const items = groups.map((_, item) => item);
  const given = new Float64Array(scores.length);
  for (const fold of new Set(foldOfGroup.values())) {
    const isHeldOut = (item: number) => foldOfGroup.get(at(groups, item)) === fold;
    const fitted = items.filter((item) => !isHeldOut(item));
    const heldOut = items.filter(isHeldOut);
    const cut = bestCutPoints(numbersAt(scores, fitted), numbersAt(truth, fitted));
    gradesOfScores(numbersAt(scores, heldOut), cut).forEach((grade, place) => {
      given[at(heldOut, place)] = grade;
    });
  }
  return cohenKappa(truth, given, "quadratic");
}

/** Folds whose numbers of groups differ by one at most; the same whatever the order of the items. */
function dealGroups(groups: Int32Array, folds: number, seed: number): Map<number, number> {
  const shuffled = shuffle([...new Set(groups.toSorted())], seededRandom(seed));
  return new Map(shuffled.map((group, turn) => [group, turn % folds]));
}

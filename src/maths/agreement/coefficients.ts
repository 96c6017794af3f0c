/** Agreement of raters beyond chance: Cohen's and Fleiss' kappa, Krippendorff's alpha. */
import { at } from "../../core/at.ts";
import { invalidOption, SemqrelError } from "../../core/errors.ts";
import { everyPair, numbersAt, numbersOf, requireOneOf } from "../numbers.ts";
import { meanOf, sumOf, sumOfSquares } from "../summary.ts";

/** Counts items by pair of grades (rows: `one`, columns: `other`). Grades are indexes, -1 for none. */
export function confusionTable(one: Int32Array, other: Int32Array, classes: number): Float64Array {
  const table = new Float64Array(classes * classes);
  for (let item = 0; item < one.length; item++) {
    const row = one[item] as number;
    const column = other[item] as number;
    if (row < 0 || column < 0) continue;
    const cell = row * classes + column;
    table[cell] = (table[cell] as number) + 1;
  }
  return table;
}

/** Weight of a disagreement: 1, the difference of the grades, or the squared difference. */
export type KappaWeights = "plain" | "linear" | "quadratic";

/**
 * Returns Cohen's kappa, 1 - Σ w o / Σ w e over all pairs of grades. w is the weight of the pair, o the share of items
 * with this pair, and e the product of the raters' shares of its grades. Cost O(items + grades²). Source: Cohen 1960
 * (Educational and Psychological Measurement 20, 37-46); weighted: Cohen 1968 (Psych. Bulletin 70, 213-220).
 * @param one - grade of each item, NaN for none
 * @returns at most 1, 0 for chance; null if no item has both ratings, or if all ratings are equal
 * @throws SemqrelError INVALID_OPTION  lengths differ, or unknown weights; INVALID_RATING  an infinite grade
 */
export function cohenKappa(
  one: ArrayLike<number>,
  other: ArrayLike<number>,
  weights: KappaWeights = "plain",
): number | null {
  requireOneOf("Comparing raters", "weights", weights, Object.keys(distances));
  const { grades, places } = gradePlaces([one, other]);
  return cohenKappaOfTable(confusionTable(at(places, 0), at(places, 1), grades.length), grades, weights);
}

export function cohenKappaOfTable(table: Float64Array, grades: Float64Array, weights: KappaWeights): number | null {
  const classes = grades.length;
  const rows = new Float64Array(classes);
  const columns = new Float64Array(classes);
  let items = 0;
  for (let row = 0; row < classes; row++) {
    for (let column = 0; column < classes; column++) {
      const count = table[row * classes + column] as number;
      rows[row] = (rows[row] as number) + count;
      columns[column] = (columns[column] as number) + count;
      items += count;
    }
  }
  let observed = 0;
  let expected = 0;
  for (let row = 0; row < classes; row++) {
    for (let column = 0; column < classes; column++) {
      const distance = distances[weights]((grades[row] as number) - (grades[column] as number));
      observed += distance * (table[row * classes + column] as number);
      expected += distance * (rows[row] as number) * (columns[column] as number);
    }
  }
  return expected > 0 ? 1 - (items * observed) / expected : null;
}

const distances: Readonly<Record<KappaWeights, (difference: number) => number>> = {
  plain: (difference) => (difference === 0 ? 0 : 1),
  linear: (difference) => Math.abs(difference),
  quadratic: (difference) => difference ** 2,
};

/**
 * Returns the share of an item's rater pairs that agree, averaged over all items with at least two ratings. If all
 * raters rated all items, this is P̄ of Fleiss' kappa. Cost O(raters items). Source: Fleiss 1971, formula 2.
 * @param ratings - for each rater, the grade of each item, NaN for none
 * @returns 0..1; null if no item has two ratings
 * @throws SemqrelError INVALID_OPTION  lengths differ; INVALID_RATING  an infinite grade
 */
export function rawAgreement(ratings: readonly ArrayLike<number>[]): number | null {
  return rawAgreementOfVotes(gradeVotes(ratings));
}

/** @param counts - weight of each item, 1 by default */
export function rawAgreementOfVotes({ grades, votes, voters }: VoteCounts, counts?: ArrayLike<number>): number | null {
  const classes = grades.length;
  let agreement = 0;
  let items = 0;
  for (let item = 0; item < voters.length; item++) {
    const raters = voters[item] as number;
    const weight = counts?.[item] ?? 1;
    if (raters < 2 || weight === 0) continue;
    let agreeing = 0;
    for (let place = 0; place < classes; place++) {
      const given = votes[item * classes + place] as number;
      agreeing += given * (given - 1);
    }
    agreement += (weight * agreeing) / (raters * (raters - 1));
    items += weight;
  }
  return items > 0 ? agreement / items : null;
}

/**
 * Returns Fleiss' kappa, (P̄ - Pe) / (1 - Pe), with P̄ = `rawAgreement` and Pe = Σ (share of a grade among all
 * ratings)². Cost O(raters items). Source: Fleiss 1971 (Psychological Bulletin 76, 378-382).
 * @param ratings - for each rater, the grade of each item, NaN for none. Only items that every rater rated count.
 * @returns at most 1, 0 for chance; null for fewer than two raters, no item rated by all, or only equal ratings
 * @throws SemqrelError INVALID_OPTION  lengths differ; INVALID_RATING  an infinite grade
 */
export function fleissKappa(ratings: readonly ArrayLike<number>[]): number | null {
  return fleissKappaOfVotes(gradeVotes(ratings));
}

export function fleissKappaOfVotes(counted: VoteCounts, counts?: ArrayLike<number>): number | null {
  const { grades, raters, votes, voters } = counted;
  const complete = Float64Array.from(voters, (voted, item) => (voted === raters ? (counts?.[item] ?? 1) : 0));
  const agreement = rawAgreementOfVotes(counted, complete);
  if (agreement === null) return null;
  const classes = grades.length;
  const totals = new Float64Array(classes);
  let all = 0;
  for (let item = 0; item < complete.length; item++) {
    const weight = complete[item] as number;
    if (weight === 0) continue;
    for (let place = 0; place < classes; place++) {
      totals[place] = (totals[place] as number) + weight * (votes[item * classes + place] as number);
    }
    all += weight * raters;
  }
  const byChance = totals.reduce((sum, count) => sum + (count / all) ** 2, 0);
  return byChance < 1 ? (agreement - byChance) / (1 - byChance) : null;
}

/** Returns Pe of `fleissKappa` (Fleiss 1971, formula 5) for items with at least two ratings; null if there are none. */
export function chanceAgreement(ratings: readonly ArrayLike<number>[]): number | null {
  const { grades, votes, voters } = gradeVotes(ratings);
  const totals = new Float64Array(grades.length);
  for (const [cell, count] of votes.entries()) {
    const place = cell % grades.length;
    if (at(voters, Math.floor(cell / grades.length)) >= 2) totals[place] = at(totals, place) + count;
  }
  const all = sumOf(totals);
  return all > 0 ? sumOfSquares(totals) / all ** 2 : null;
}

/** Averages Cohen's kappa over the rater pairs that have a kappa. Source: Light 1971 (Psych. Bulletin 76, 365-377). */
export function lightKappa(ratings: readonly ArrayLike<number>[], weights: KappaWeights): number | null {
  const kappas = everyPair(ratings, (one, other) => cohenKappa(one, other, weights)).filter((kappa) => kappa !== null);
  return kappas.length === 0 ? null : meanOf(kappas);
}

/** Returns o(c, k) of `krippendorffAlpha` (`table`, grades x grades), and its row sums n(c) (`totals`). */
export function coincidences({ grades, votes, voters }: VoteCounts, counts?: ArrayLike<number>) {
  const classes = grades.length;
  const table = new Float64Array(classes * classes);
  const totals = new Float64Array(classes);
  for (let item = 0; item < voters.length; item++) {
    const raters = voters[item] as number;
    const weight = counts?.[item] ?? 1;
    if (raters < 2 || weight === 0) continue;
    for (let row = 0; row < classes; row++) {
      const given = votes[item * classes + row] as number;
      if (given === 0) continue;
      totals[row] = (totals[row] as number) + weight * given;
      const weightOfPair = (weight * given) / (raters - 1);
      for (let column = 0; column < classes; column++) {
        const others = (votes[item * classes + column] as number) - (row === column ? 1 : 0);
        table[row * classes + column] = (table[row * classes + column] as number) + weightOfPair * others;
      }
    }
  }
  return { grades, table, totals };
}

/** Whether grades are names, ordered names, or numbers whose differences count. */
export type GradeLevel = "nominal" | "ordinal" | "interval";

/**
 * Returns Krippendorff's alpha, 1 - observed / expected disagreement:
 *
 *   o(c, k) = Σ over items of (pairs of raters that give c and k) / (ratings of the item - 1)
 *   n(c) = Σ over k of o(c, k);  n = Σ over c of n(c)
 *   α = 1 - (n - 1) Σ o(c, k) δ²(c, k) / Σ n(c) n(k) δ²(c, k)
 *   δ² = 1 if nominal, (c - k)² if interval, (n(c) / 2 + ratings between c and k + n(k) / 2)² if ordinal (0 if c = k)
 *
 * Cost O(items (raters + grades²)). Source: Krippendorff 2011, Computing Krippendorff's Alpha-Reliability.
 * @param ratings - for each rater, the grade of each item, NaN for none; items with fewer than two ratings do not count
 * @returns at most 1, 0 for chance; null if no item has two ratings, or if all ratings are equal
 * @throws SemqrelError INVALID_OPTION  lengths differ, or an unknown level; INVALID_RATING  an infinite grade
 */
export function krippendorffAlpha(ratings: readonly ArrayLike<number>[], level: GradeLevel): number | null {
  requireOneOf("Comparing raters", "level", level, ["nominal", "ordinal", "interval"]);
  return krippendorffAlphaOf(coincidences(gradeVotes(ratings)), level);
}

export function krippendorffAlphaOf(
  { grades, table, totals }: ReturnType<typeof coincidences>,
  level: GradeLevel,
): number | null {
  const classes = grades.length;
  let below = 0;
  // For each grade, the middle position of its ratings among all sorted ratings.
  const middles = totals.map((count) => {
    below += count;
    return below - count / 2;
  });
  const scale = level === "ordinal" ? middles : grades;
  let observed = 0;
  let expected = 0;
  let all = 0;
  for (let row = 0; row < classes; row++) {
    all += totals[row] as number;
    for (let column = 0; column < classes; column++) {
      if (row === column) continue;
      const squared = level === "nominal" ? 1 : ((scale[row] as number) - (scale[column] as number)) ** 2;
      observed += squared * (table[row * classes + column] as number);
      expected += squared * (totals[row] as number) * (totals[column] as number);
    }
  }
  return expected > 0 ? 1 - ((all - 1) * observed) / expected : null;
}

/** Counts whole numbers >= 0. The result at index v is how often v occurs. */
export function countValues(values: Iterable<number>): number[] {
  const counts: number[] = [];
  for (const value of values) {
    while (counts.length <= value) counts.push(0);
    counts[value] = (counts[value] as number) + 1;
  }
  return counts;
}

/**
 * Returns `grades`, the distinct grades in ascending order, and `places`. For each rater and item, `places` has the
 * rating's index in `grades`, or -1 without a rating. Throws if lengths differ or a grade is infinite.
 */
export function gradePlaces(ratings: readonly ArrayLike<number>[]) {
  const lengths = ratings.map(({ length }) => length);
  if (lengths.some((length) => length !== lengths[0])) {
    throw invalidOption(
      `Comparing raters: they have ${lengths.join(", ")} values. Give each rater one value per item, NaN for no rating.`,
      { lengths },
    );
  }
  const distinct = new Set<number>();
  for (const [rater, ofRater] of ratings.entries()) {
    for (let item = 0; item < ofRater.length; item++) {
      const grade = ofRater[item] as number;
      if (Number.isNaN(grade)) continue;
      if (!Number.isFinite(grade)) {
        throw new SemqrelError(
          "INVALID_RATING",
          `Comparing raters: rater ${rater} gives item ${item} the grade ${grade}. Give finite grades, or NaN for no rating.`,
          { details: { rater, item, grade } },
        );
      }
      distinct.add(grade);
    }
  }
  const grades = Float64Array.from(distinct).sort();
  const placeOf = new Map(Array.from(grades, (grade, place) => [grade, place]));
  return {
    grades,
    places: ratings.map((ofRater) => Int32Array.from(numbersOf(ofRater, (grade) => placeOf.get(grade) ?? -1))),
  };
}

export type GradeVotes = ReturnType<typeof gradeVotes>;
type VoteCounts = Omit<GradeVotes, "places">;

/** Counts, for each item, the ratings of each grade (`votes`, items x grades) and all ratings (`voters`). */
export function gradeVotes(ratings: readonly ArrayLike<number>[]) {
  const { grades, places } = gradePlaces(ratings);
  const items = places[0]?.length ?? 0;
  const votes = new Float64Array(items * grades.length);
  const voters = new Int32Array(items);
  for (const ofRater of places) {
    for (const [item, place] of ofRater.entries()) {
      if (place < 0) continue;
      const cell = item * grades.length + place;
      votes[cell] = (votes[cell] as number) + 1;
      voters[item] = (voters[item] as number) + 1;
    }
  }
  return { grades, places, raters: ratings.length, votes, voters };
}

/** Groups items with the same votes, because most measures of agreement do not depend on who voted. */
export function distinctVotes({ grades, raters, votes, voters }: VoteCounts) {
  const classes = grades.length;
  const votesOf = (item: number) => votes.subarray(item * classes, (item + 1) * classes);
  const { kindOfItem, first } = kindsOf(voters.length, (item) => votesOf(item).join(" "));
  const ofKinds = new Float64Array(first.length * classes);
  for (const [kind, item] of first.entries()) ofKinds.set(votesOf(item), kind * classes);
  const votersOfKinds = Int32Array.from(first, (item) => voters[item] as number);
  return { votes: { grades, raters, votes: ofKinds, voters: votersOfKinds }, kindOfItem };
}

/** Groups items that have the same grade from each rater. Agreement depends only on the sizes of these groups. */
export function distinctPatterns(ratings: readonly Float64Array[]) {
  const keyOf = (item: number) => ratings.map((ofRater) => ofRater[item]).join(" ");
  const { kindOfItem, first } = kindsOf(ratings[0]?.length ?? 0, keyOf);
  return { patterns: ratings.map((ofRater) => numbersAt(ofRater, first)), patternOfItem: kindOfItem };
}

/** Groups items with equal keys into kinds, numbered by first appearance. `first` is the first item of each kind. */
function kindsOf(items: number, keyOf: (item: number) => string) {
  const kinds = new Map<string, number>();
  const first: number[] = [];
  const kindOfItem = Int32Array.from({ length: items }, (_, item) => {
    const key = keyOf(item);
    const known = kinds.get(key);
    if (known !== undefined) return known;
    kinds.set(key, first.length);
    return first.push(item) - 1;
  });
  return { kindOfItem, first };
}

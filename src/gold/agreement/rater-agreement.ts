/** Measures how well raters agree. Compares raters by their first grades, not by flags or repeated ratings. */
import { at } from "../../core/at.ts";
import type { Interval } from "../../core/document/blocks.ts";
import { invalidOption } from "../../core/errors.ts";
import { suggestion } from "../../core/text/suggestion.ts";
import { quoted } from "../../core/text/wording.ts";
import type { RatingSet } from "../../core/types.ts";
import {
  chanceAgreement,
  cohenKappaOfTable,
  coincidences,
  distinctPatterns,
  distinctVotes,
  fleissKappaOfVotes,
  type GradeVotes,
  gradeVotes,
  krippendorffAlphaOf,
  rawAgreementOfVotes,
} from "../../maths/agreement/coefficients.ts";
import { distinctNumbers, everyPair } from "../../maths/numbers.ts";
import { resampleCounts } from "../../maths/random.ts";
import { intervalEstimate, ratingsToHalve } from "../../maths/sampling/interval-estimate.ts";
import { meanAndDeviation, meanOf, percentileInterval, sumOf } from "../../maths/summary.ts";
import { gradesByRater, raterHabits } from "./combine-ratings.ts";

interface RaterAgreementOptions {
  readonly seed: number;
  /** @default 2000 */
  readonly samples?: number;
  /** Number of disagreements to list. @default 10 */
  readonly show?: number;
  readonly onProgress?: (done: number) => void;
}

/** Why a number is null. `no-item-of-all`: no item has grades of all raters. */
export type UndefinedReason = "no-ratings" | "one-rater" | "no-shared-item" | "no-item-of-all" | "all-equal";

export type AgreementNote =
  | { readonly kind: "few-shared-items"; readonly rater: string; readonly items: number }
  | { readonly kind: "without-grades"; readonly rater: string }
  /** The proxy `rater` does not use people's scale. `used` is its scale, or a label beyond people's scale. */
  | { readonly kind: "other-scale"; readonly rater: string; readonly scale: string; readonly used: string | number };

/** What `semqrel gold --agreement --json` prints. */
export type AgreementReport = ReturnType<typeof raterAgreement> & {
  /** Agreement of each proxy, such as a language model, with each rater. Absent if no proxy was given. */
  readonly proxies?: readonly PairAgreement[];
  /** Mean grades of judges, corrected by people's grades. Absent if no correction was requested. */
  readonly corrected?: readonly CorrectedMean[];
};
export type PairAgreement = ReturnType<typeof raterAgreement>["cohen"][number];

/** Raters with fewer shared items than this get a note, because their numbers say little. */
const fewItems = 10;

/**
 * Intervals are 95 %, by percentile bootstrap over items with at least two ratings. `raw` is the share of rater pairs
 * with equal grades, as a mean over items. Unusual input (one rater, no shared item, all grades equal) gives nulls with
 * reasons and notes, never errors. Cost O(samples x (items + pairs of raters x distinct combinations of grades)),
 * memory O(samples x pairs of raters).
 */
export function raterAgreement(set: RatingSet, options: RaterAgreementOptions) {
  const { seed, samples = 2000, show = 10 } = options;
  const { raters, first } = gradesByRater(set);
  const graders = first.flatMap((grades, place) => (grades.some(isGrade) ? [{ name: at(raters, place), grades }] : []));
  const voters = set.pairs.map((_, item) => graders.filter(({ grades }) => isGrade(at(grades, item))).length);
  const shared = graders.map(({ grades }) => grades.filter((_, item) => at(voters, item) >= 2));
  const { patterns, patternOfItem } = distinctPatterns(shared);
  const votes = gradeVotes(patterns);
  const sharedItems = patternOfItem.length;
  const fleissItems = graders.length < 2 ? 0 : voters.filter((count) => count === graders.length).length;
  const reasonOf = (value: number | null, items: number, lacking: UndefinedReason): UndefinedReason | null => {
    if (value !== null) return null;
    if (graders.length < 2) return graders.length === 0 ? "no-ratings" : "one-rater";
    return items === 0 ? lacking : "all-equal";
  };
  const given = graders.flatMap(({ grades }) => [...grades].filter(isGrade));
  const grades = [...distinctNumbers([...set.scale.grades.map(({ grade }) => grade), ...given])];
  const pairs = everyPair(graders, (one, other, first, second) => ({
    raters: [one.name, other.name] as const,
    shared: sharedPatterns(votes, first, second),
  }));
  const occurring = new Uint32Array(votes.voters.length);
  for (const pattern of patternOfItem) occurring[pattern] = at(occurring, pattern) + 1;
  const statistics = [agreementOfAll(votes), ...pairs.map(({ shared }) => agreementOfPair(votes, shared))];
  const resamples = resampleCounts(patternOfItem, occurring.length, { seed, samples });
  const [ofAll = [], ...ofPairs] = estimate(statistics, occurring, resamples, options);
  const [raw = unknown, fleiss = unknown, nominal = unknown, ordinal = unknown, interval = unknown] = ofAll;
  const habits = raterHabits(set);
  const notes: readonly AgreementNote[] = habits.flatMap(({ rater, rated, shared: items }): AgreementNote[] => {
    if (rated === 0) return [{ kind: "without-grades", rater }];
    return graders.length > 1 && items < fewItems ? [{ kind: "few-shared-items", rater, items }] : [];
  });
  const worst = disagreements(set);
  return {
    schema: "semqrel.agree/1" as const,
    scale: set.scale.name,
    items: voters.filter((count) => count > 0).length,
    sharedItems,
    raters,
    bootstrap: { seed, samples, level: 0.95 },
    ...estimated("raw", raw),
    rawReason: reasonOf(raw.value, sharedItems, "no-shared-item"),
    chance: chanceAgreement(shared),
    commonest: commonestOf(given),
    cohen: pairs.map(({ raters, shared }, place) => {
      const items = shared.patterns.reduce((sum, pattern) => sum + at(occurring, pattern), 0);
      const [raw = unknown, plain = unknown, linear = unknown, quadratic = unknown] = at(ofPairs, place);
      return {
        raters,
        items,
        chance: chanceOfTable(countCells(shared, occurring), votes.grades.length),
        ...estimated("raw", raw),
        ...estimated("plain", plain),
        ...estimated("linear", linear),
        ...estimated("quadratic", quadratic),
        // Number of resamples without a kappa.
        leftOut: plain.leftOut,
        reason: reasonOf(plain.value, items, "no-shared-item"),
      };
    }),
    ...estimated("fleiss", fleiss),
    fleissItems,
    fleissLeftOut: fleiss.leftOut,
    fleissReason: reasonOf(fleiss.value, fleissItems, sharedItems === 0 ? "no-shared-item" : "no-item-of-all"),
    krippendorff: {
      ...estimated("nominal", nominal),
      ...estimated("ordinal", ordinal),
      ...estimated("interval", interval),
      leftOut: nominal.leftOut,
      reason: reasonOf(nominal.value, sharedItems, "no-shared-item"),
    },
    // Row: grade of the first rater. Column: grade of the second rater.
    confusion: pairs.map(({ raters, shared }) => {
      return { raters, grades, counts: confusionOf(grades, votes.grades, countCells(shared, occurring)) };
    }),
    habits,
    disagreeing: worst.length,
    disagreements: worst.slice(0, show),
    notes,
  };
}

/** Returns the agreement of the proxy with each rater. @param labels - label of each pair, from 0; NaN without one */
export function proxyAgreement(
  set: RatingSet,
  name: string,
  labels: Float64Array,
  options: RaterAgreementOptions,
): readonly PairAgreement[] {
  if (set.ratings.some(({ rater }) => rater === name)) {
    throw invalidOption(`Reading --proxy ${name}: a rater has this name. Give it another name: --proxy NAME=FILE.`);
  }
  const lowest = at(set.scale.grades, 0).grade;
  const own = Array.from(labels, (label, pair) => {
    const grade = Number.isNaN(label) ? null : label + lowest;
    return { pair, rater: name, occasion: 0, grade, note: "", ratedAt: "", seconds: null };
  });
  const { cohen } = raterAgreement({ ...set, ratings: [...set.ratings, ...own] }, options);
  return cohen.filter(({ raters }) => raters.includes(name));
}

/**
 * Returns a note if a proxy certainly uses another scale than people.
 * @param labels - as for `proxyAgreement`
 * @param used - scale of the proxy; null if unknown
 */
export function scaleNotes(
  { scale }: RatingSet,
  name: string,
  labels: Float64Array,
  used: { readonly name: string; readonly grades: readonly unknown[] } | null,
): readonly AgreementNote[] {
  const note = { kind: "other-scale", rater: name, scale: scale.name } as const;
  if (used !== null) return used.grades.length === scale.grades.length ? [] : [{ ...note, used: used.name }];
  const largest = labels.reduce((most, label) => (label > most ? label : most), 0);
  const [lowest, highest] = [at(scale.grades, 0), at(scale.grades, scale.grades.length - 1)];
  return largest > highest.grade - lowest.grade ? [{ ...note, used: largest }] : [];
}

interface Estimate {
  readonly value: number | null;
  readonly interval: Interval | null;
  readonly leftOut: number;
}

const unknown: Estimate = { value: null, interval: null, leftOut: 0 };

function estimated<Name extends string>(name: Name, { value, interval }: Estimate) {
  return { [name]: value, [`${name}Interval`]: interval } as Readonly<
    Record<Name, number | null> & Record<`${Name}Interval`, Interval | null>
  >;
}

function confusionOf(grades: readonly number[], occurring: Float64Array, table: Float64Array): number[][] {
  const countOf = (row: number, column: number) => {
    const [one, other] = [occurring.indexOf(row), occurring.indexOf(column)];
    return one < 0 || other < 0 ? 0 : at(table, one * occurring.length + other);
  };
  return grades.map((row) => grades.map((column) => countOf(row, column)));
}

type Statistics = (counts: Uint32Array) => readonly (number | null)[];

function estimate(
  statistics: readonly Statistics[],
  occurring: Uint32Array,
  resamples: Iterable<Uint32Array>,
  { onProgress }: RaterAgreementOptions,
): Estimate[][] {
  let done = 0;
  const numbers = statistics.map((numbersOf) => {
    return numbersOf(occurring).map((value) => ({ value, resampled: [] as (number | null)[] }));
  });
  for (const counts of resamples) {
    for (const [place, numbersOf] of statistics.entries()) {
      for (const [number, value] of numbersOf(counts).entries()) numbers[place]?.[number]?.resampled.push(value);
    }
    onProgress?.(++done);
  }
  return numbers.map((own) =>
    own.map(({ value, resampled }): Estimate => {
      if (value === null) return { value, interval: null, leftOut: done };
      return { value, ...percentileInterval(resampled) };
    }),
  );
}

function agreementOfAll(votes: GradeVotes): Statistics {
  const { votes: distinct, kindOfItem: kindOfPattern } = distinctVotes(votes);
  const kinds = new Float64Array(distinct.voters.length);
  return (counts) => {
    kinds.fill(0);
    for (let pattern = 0; pattern < counts.length; pattern++) {
      const kind = kindOfPattern[pattern] ?? 0;
      kinds[kind] = (kinds[kind] ?? 0) + (counts[pattern] ?? 0);
    }
    const met = coincidences(distinct, kinds);
    return [
      rawAgreementOfVotes(distinct, kinds),
      fleissKappaOfVotes(distinct, kinds),
      krippendorffAlphaOf(met, "nominal"),
      krippendorffAlphaOf(met, "ordinal"),
      krippendorffAlphaOf(met, "interval"),
    ];
  };
}

type SharedPatterns = ReturnType<typeof sharedPatterns>;

/**
 * A pattern has all raters' grades of an item. Returns the patterns in which both `one` and `other` gave a grade.
 * `cells` has the cell of each pattern in the confusion table of these two raters.
 */
function sharedPatterns({ grades, places }: GradeVotes, one: number, other: number) {
  const patterns: number[] = [];
  const cells: number[] = [];
  for (const [pattern, row] of at(places, one).entries()) {
    const column = at(at(places, other), pattern);
    if (row < 0 || column < 0) continue;
    patterns.push(pattern);
    cells.push(row * grades.length + column);
  }
  return { patterns: Int32Array.from(patterns), cells: Int32Array.from(cells), size: grades.length ** 2 };
}

function countCells({ patterns, cells, size }: SharedPatterns, counts: Uint32Array): Float64Array {
  const table = new Float64Array(size);
  for (let place = 0; place < patterns.length; place++) {
    const cell = cells[place] ?? 0;
    table[cell] = (table[cell] ?? 0) + (counts[patterns[place] ?? 0] ?? 0);
  }
  return table;
}

function agreementOfPair({ grades }: GradeVotes, shared: SharedPatterns): Statistics {
  return (counts) => {
    const table = countCells(shared, counts);
    return [
      shareOfEqual(table, grades.length),
      cohenKappaOfTable(table, grades, "plain"),
      cohenKappaOfTable(table, grades, "linear"),
      cohenKappaOfTable(table, grades, "quadratic"),
    ];
  };
}

function shareOfEqual(table: Float64Array, classes: number): number | null {
  const items = sumOf(table);
  return items > 0 ? sumOf(table.filter((_, cell) => cell % (classes + 1) === 0)) / items : null;
}

/** Returns the agreement that is expected by chance. Source: Cohen 1960, as for `cohenKappa`. */
function chanceOfTable(table: Float64Array, classes: number): number | null {
  const grades = Array.from({ length: classes }, (_, grade) => grade);
  const ofOne = grades.map((grade) => sumOf(table.filter((_, cell) => Math.floor(cell / classes) === grade)));
  const ofOther = grades.map((grade) => sumOf(table.filter((_, cell) => cell % classes === grade)));
  const items = sumOf(ofOne);
  return items === 0 ? null : sumOf(ofOne.map((count, grade) => count * at(ofOther, grade))) / items ** 2;
}

/** Returns the most frequent grade (the lowest on a tie) and its share. */
function commonestOf(grades: readonly number[]) {
  const counts = new Map<number, number>();
  for (const grade of grades) counts.set(grade, (counts.get(grade) ?? 0) + 1);
  const [first] = [...counts].sort(([one, count], [other, more]) => more - count || one - other);
  return first === undefined ? null : { grade: first[0], share: first[1] / grades.length };
}

function isGrade(grade: number): boolean {
  return !Number.isNaN(grade);
}

/**
 * Returns the pairs with different grades, those with the largest spread of grades first. Equal spreads are ordered by
 * standard deviation, largest first. Other ties keep the order of `pairs`. Ignores flags and repeats.
 */
export function disagreements({ pairs, ratings }: RatingSet) {
  const gradesOfPair = pairs.map((): { rater: string; grade: number; note: string }[] => []);
  for (const { pair, rater, occasion, grade, note } of ratings) {
    if (grade !== null && occasion === 0) at(gradesOfPair, pair).push({ rater, grade, note });
  }
  return pairs
    .flatMap(({ query, queryId, id, title }, place) => {
      const grades = at(gradesOfPair, place);
      const values = grades.map(({ grade }) => grade);
      const spread = values.length === 0 ? 0 : Math.max(...values) - Math.min(...values);
      if (spread === 0) return [];
      return [{ query, queryId, id, title, spread, deviation: meanAndDeviation(values).standardDeviation, grades }];
    })
    .sort((one, other) => other.spread - one.spread || other.deviation - one.deviation);
}

export type CorrectedMean = ReturnType<typeof correctedMeans>[number];

/**
 * Returns the mean grade of each judge, corrected by people's grades of some of the judge's items (prediction-powered
 * or difference estimate). The items with human grades must be a random sample. Formula and source: `intervalEstimate`,
 * with items instead of queries.
 * @param human - raters whose mean grade of an item counts as true; null for all raters. The other raters are judges
 * @param proxies - judges that are not in the set, with their grade of each pair; NaN if there is none
 */
export function correctedMeans(
  set: RatingSet,
  human: readonly string[] | null,
  proxies: readonly { readonly name: string; readonly grades: Float64Array }[],
) {
  const { raters, first } = gradesByRater(set);
  const unknown = human?.find((name) => !raters.includes(name));
  if (unknown !== undefined) {
    const known = `${suggestion(unknown, raters)} The raters are ${raters.join(", ")}.`;
    throw invalidOption(`Correcting a mean: ${quoted(unknown)} rated nothing in ${set.source}.${known}`, { raters });
  }
  const all = raters.map((name, place) => ({ name, grades: at(first, place) }));
  const people = all.filter(({ name }) => human === null || human.includes(name));
  const right = Float64Array.from(set.pairs, (_, pair) => {
    const grades = people.map(({ grades }) => at(grades, pair)).filter((grade) => !Number.isNaN(grade));
    return grades.length === 0 ? Number.NaN : meanOf(grades);
  });
  const judges = [...all.filter((rater) => !people.includes(rater)), ...proxies];
  if (judges.length === 0) {
    const remedy = "Name only those whose grades count as right, or give a model's judgments with --proxy.";
    throw invalidOption(`Correcting a mean: --human names every rater of ${set.source}. ${remedy}`, { raters });
  }
  return judges.map(({ name, grades }) => {
    const isJudged = (_: number, pair: number) => !Number.isNaN(at(grades, pair));
    const values = { human: right.filter(isJudged), proxy: grades.filter(isJudged) };
    const mean = intervalEstimate(values, { target: "these" });
    return {
      judge: name,
      human: people.map(({ name }) => name),
      items: mean.queries,
      /** Number of items with a human grade. */
      rated: mean.rated,
      judgeMean: mean.proxyOnly,
      humanMean: mean.rated === 0 ? null : meanOf(values.human.filter((grade) => !Number.isNaN(grade))),
      estimate: mean.estimate,
      interval: mean.interval,
      /** Weight of the judge's grades, 0..1; 0 if only human grades count. */
      lambda: mean.lambda,
      /** Correlation of the judge's and the human grades of the same items. */
      rho: mean.rho,
      /** Number of further human grades that would halve the interval. Null if there is no interval. */
      gradesToHalve: ratingsToHalve(mean),
      reason: mean.reason?.replace("queries", "items") ?? null,
    };
  });
}

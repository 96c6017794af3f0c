/** Compares two labellings of the same lists, made with different models or precisions. */
import { at } from "../../core/at.ts";
import { finiteOrNull } from "../../core/text/wording.ts";
import {
  byMeasure,
  type LabelledLists,
  MATCH_NONE,
  type MatchKind,
  type MeasureName,
  matchKinds,
} from "../../core/types.ts";
import { kendallTauB } from "../../maths/correlation/rank-correlation.ts";
import { everyPair, roundScore } from "../../maths/numbers.ts";
import { FEWEST_QUERIES } from "../../maths/significance/corrections.ts";
import { describe } from "../../maths/summary.ts";
import { valuesOfQueries } from "../engine-values.ts";
import { wrongConclusions } from "../validate-labels.ts";

const orderingMeasure = "ndcg_reference@10" as const satisfies MeasureName;

export type EngineLabelling = RowLabels & { readonly values: { readonly [measure in MeasureName]: Float64Array } };

export interface EngineLabelledTwice {
  readonly engine: string;
  readonly titles: readonly string[];
  readonly queryOfRow: Int32Array;
  readonly before: EngineLabelling;
  readonly after: EngineLabelling;
}

/** `referenceRank` and `referenceTitle` are null without a match. `similarity` and `margin` are null if unknown. */
export interface LabelOfRow {
  readonly match: MatchKind;
  readonly label: number;
  readonly referenceRank: number | null;
  readonly referenceTitle: string | null;
  readonly similarity: number | null;
  readonly margin: number | null;
}

export interface LabellingsToCompare {
  readonly queries: readonly string[];
  /** Each row has the same title, query and engine in both labellings. */
  readonly engines: readonly EngineLabelledTwice[];
  referenceTitleOf(query: number, rank: number): string | null;
}

export type LabellingComparison = ReturnType<typeof compareLabellings>;

/**
 * Returns what changes. `conclusions` is null for fewer than two engines, or fewer than ten queries that both
 * labellings can measure. The returned `examples` are the titles whose labels change most, largest change first, each
 * title of a query once. Cost O(rows log rows + engines² x queries).
 * @param examples - the maximum number of returned `examples`
 */
export function compareLabellings(lists: LabellingsToCompare, examples: number) {
  const { queries, engines } = lists;
  const ofEngines = engines.map((engine) => ({
    rows: rowChanges([engine]),
    measures: byMeasure((name) => measureChange(engine.before.values[name], engine.after.values[name], queries)),
  }));
  const names = engines.map(({ engine }) => engine);
  const meansOf = (side: "before" | "after") =>
    Float64Array.from(ofEngines, ({ measures }) => measures[orderingMeasure][side] ?? Number.NaN);
  return {
    rows: rowChanges(engines),
    engines: Object.fromEntries(names.map((name, place) => [name, at(ofEngines, place)])),
    order: { measure: orderingMeasure, ...orderChange(names, meansOf("before"), meansOf("after")) },
    conclusions: engines.length < 2 ? null : conclusionChanges(names, engines),
    examples: largestChanges(lists, examples),
  };
}

/**
 * Compares the means of both labellings. Each mean is over the queries that its labelling can measure; null if there
 * are none. `largest` is the query whose value changes most (the first of equals); null if no value changes.
 * `measuredOnce` counts queries that only one labelling can measure.
 */
function measureChange(before: Float64Array, after: Float64Array, queries: readonly string[]) {
  const [was, is] = [describe(before).mean, describe(after).mean];
  let largest = null as { readonly query: string; readonly change: number } | null;
  let measuredOnce = 0;
  before.forEach((value, query) => {
    const change = at(after, query) - value;
    if (Number.isNaN(value) !== Number.isNaN(at(after, query))) measuredOnce++;
    if (Math.abs(change) > Math.abs(largest?.change ?? 0)) largest = { query: at(queries, query), change };
  });
  return { before: was, after: is, change: was === null || is === null ? null : is - was, measuredOnce, largest };
}

/**
 * Compares conclusions on the queries that both labellings can measure for every engine. `kept` counts pairs of engines
 * whose difference is significant in both labellings, with the same engine better. `pairs` counts all pairs: the kept
 * and the changed ones, and those whose difference is significant in neither labelling.
 */
function conclusionChanges(names: readonly string[], engines: readonly EngineLabelledTwice[]) {
  const sides = engines.flatMap(({ before, after }) => [before.values[orderingMeasure], after.values[orderingMeasure]]);
  const queries = [...at(sides, 0).keys()].filter((query) => sides.every((of) => !Number.isNaN(of[query])));
  if (queries.length < FEWEST_QUERIES) return null;
  const valuesOf = (side: "before" | "after") =>
    valuesOfQueries(
      engines.map((engine) => engine[side].values[orderingMeasure]),
      queries,
    );
  const [before, after] = [valuesOf("before"), valuesOf("after")];
  const shownBefore = wrongConclusions(names, before, after);
  const shownAfter = wrongConclusions(names, after, before);
  if (shownBefore === null || shownAfter === null) return null;
  // If a conclusion is gained, `better` is significantly better after the change. If a conclusion is lost or reversed,
  // `better` was significantly better before the change.
  // `before` and `after` are the mean differences `better` - `worse`.
  const changed = [
    ...shownBefore.wrong.map(({ kind, better, worse, byLabels: before, byGrades: after }) => {
      return { kind: kind === "reversed" ? ("reversed" as const) : ("lost" as const), better, worse, before, after };
    }),
    ...shownAfter.wrong.flatMap(({ kind, better, worse, byLabels: after, byGrades: before }) =>
      kind === "invented" ? [{ kind: "gained" as const, better, worse, before, after }] : [],
    ),
  ];
  return { pairs: shownBefore.pairs, kept: shownBefore.agree, changed };
}

function largestChanges({ queries, engines, referenceTitleOf }: LabellingsToCompare, count: number) {
  const seen = new Set<string>();
  const labelOf = (side: RowLabels, row: number, query: number): LabelOfRow => {
    const rank = at(side.referenceRanks, row);
    return {
      match: at(matchKinds, at(side.kinds, row)),
      label: at(side.labels, row),
      referenceRank: rank < 0 ? null : rank,
      referenceTitle: rank < 0 ? null : referenceTitleOf(query, rank),
      similarity: finiteOrNull(side.similarities[row]),
      margin: finiteOrNull(side.margins[row]),
    };
  };
  return engines
    .flatMap((engine, place) =>
      [...engine.titles.keys()]
        .filter((row) => isChanged(engine, row))
        .map((row) => ({
          ...engine,
          place,
          row,
          change: at(engine.after.labels, row) - at(engine.before.labels, row),
        })),
    )
    .sort(
      (one, other) => Math.abs(other.change) - Math.abs(one.change) || one.place - other.place || one.row - other.row,
    )
    .filter(({ queryOfRow, titles, row }) => {
      const key = `${queryOfRow[row]} ${titles[row]}`;
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, count)
    .map(({ engine, titles, queryOfRow, before, after, row, change }) => {
      const query = at(queryOfRow, row);
      const labels = { before: labelOf(before, row, query), after: labelOf(after, row, query) };
      return { engine, query: at(queries, query), title: at(titles, row), ...labels, change };
    });
}

export type RowLabels = Pick<LabelledLists, "labels" | "kinds" | "referenceRanks" | "similarities" | "margins">;

type RowsLabelledTwice = { readonly before: RowLabels; readonly after: RowLabels };

/** Margin (difference of cosines) above which rounding in a model should not swap the two nearest titles. */
export const CLEAR_MARGIN = 0.0005;
/** One model can replace another if at least this share of rows with a clear margin keeps its reference title. */
export const LEAST_KEPT = 0.998;

export function isChanged({ before, after }: RowsLabelledTwice, row: number): boolean {
  return (
    isCompared({ before, after }, row) &&
    (before.labels[row] !== after.labels[row] ||
      before.kinds[row] !== after.kinds[row] ||
      before.referenceRanks[row] !== after.referenceRanks[row])
  );
}

/**
 * Counts rows with a reference. Reference titles with the same rank count as the same title. Shares and means are null
 * without rows.
 *   - `matched`: rows with a reference title in both labellings; `otherTitle`: matched rows whose reference rank
 *     changes; `exactness`: matched rows whose match is exact in one labelling and by meaning in the other
 *   - `clear`: matched rows whose margin before the change exceeds `CLEAR_MARGIN`
 *   - `lost`: rows matched only before, because the similarity fell below the threshold or another row took the title
 */
export function rowChanges(parts: readonly RowsLabelledTwice[]) {
  const found = {
    rows: 0,
    withoutReference: 0,
    matched: 0,
    otherTitle: 0,
    clear: 0,
    clearOtherTitle: 0,
    lost: 0,
    gained: 0,
    exactness: 0,
    otherLabel: 0,
  };
  let [absoluteChange, largestChange] = [0, 0];
  for (const part of parts) {
    const { before, after } = part;
    for (let row = 0; row < before.labels.length; row++) {
      if (!isCompared(part, row)) {
        found.withoutReference++;
        continue;
      }
      found.rows++;
      const change = Math.abs(at(after.labels, row) - at(before.labels, row));
      if (change > 0) found.otherLabel++;
      absoluteChange += change;
      largestChange = Math.max(largestChange, change);
      const [wasMatched, isMatched] = [before.kinds[row] !== MATCH_NONE, after.kinds[row] !== MATCH_NONE];
      if (wasMatched && !isMatched) found.lost++;
      if (!wasMatched && isMatched) found.gained++;
      if (!wasMatched || !isMatched) continue;
      found.matched++;
      if (before.kinds[row] !== after.kinds[row]) found.exactness++;
      const isOther = before.referenceRanks[row] !== after.referenceRanks[row];
      const isClear = at(before.margins, row) > CLEAR_MARGIN;
      if (isOther) found.otherTitle++;
      if (isClear) found.clear++;
      if (isOther && isClear) found.clearOtherTitle++;
    }
  }
  return {
    ...found,
    otherTitleShare: shareOf(found.otherTitle, found.matched),
    clearKeptShare: shareOf(found.clear - found.clearOtherTitle, found.clear),
    otherLabelShare: shareOf(found.otherLabel, found.rows),
    label: { meanAbsoluteChange: shareOf(absoluteChange, found.rows), largestChange },
  };
}

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** Returns whether the row has a label in both labellings. A row has no label if its query has no reference. */
function isCompared({ before, after }: RowsLabelledTwice, row: number): boolean {
  return !Number.isNaN(before.labels[row]) && !Number.isNaN(after.labels[row]);
}

/**
 * Compares the engines' order by their means before and after a change. Engines without a mean (NaN) on either side are
 * left out. Means tie if they are equal when rounded to 1e-12. `changedPairs` has the pairs whose order is reversed,
 * and the pairs that tie on one side only. In each pair, `first` is ahead before the change. If the engines tie before
 * the change, `first` comes earlier in `engines`. `swapped` counts the changed pairs that tie on neither side. Cost
 * O(engines²).
 */
export function orderChange(engines: readonly string[], before: Float64Array, after: Float64Array) {
  const placed = engines
    .map((engine, place) => ({
      engine,
      before: roundScore(at(before, place)),
      after: roundScore(at(after, place)),
    }))
    .filter((one) => !Number.isNaN(one.before) && !Number.isNaN(one.after));
  const namesBy = (side: "before" | "after") =>
    placed.toSorted((one, other) => other[side] - one[side]).map(({ engine }) => engine);
  const winnersBy = (side: "before" | "after") => {
    const best = Math.max(...placed.map((one) => one[side]));
    return placed.filter((one) => one[side] === best).map(({ engine }) => engine);
  };
  const pairs = everyPair(placed, (one, other) => {
    const [first, second] = one.before >= other.before ? [one, other] : [other, one];
    const change = { before: first.before - second.before, after: first.after - second.after };
    return { first: first.engine, second: second.engine, ...change };
  });
  const changedPairs = pairs.filter(({ before, after }) => Math.sign(before) !== Math.sign(after));
  const [winnersBefore, winnersAfter] = [winnersBy("before"), winnersBy("after")];
  const tau = kendallTauB(
    placed.map((one) => one.before),
    placed.map((one) => one.after),
  );
  return {
    before: namesBy("before"),
    after: namesBy("after"),
    tauB: tau?.tau ?? null,
    changedPairs,
    swapped: changedPairs.filter((pair) => pair.before !== 0 && pair.after !== 0).length,
    pairs: pairs.length,
    winnersBefore,
    winnersAfter,
    winnerChanges: winnersBefore.join("\n") !== winnersAfter.join("\n"),
  };
}

/** What changes where the same lists are labelled again, by another model or precision? */
import { at } from "../../core/at.ts";
import { finiteOrNull } from "../../core/text/say-numbers.ts";
import { type MatchKind, type MeasureName, matchKinds, measureNames, type QueryMeasures } from "../../core/types.ts";
import { FEWEST_QUERIES } from "../../maths/significance/significance-verdict.ts";
import { describe } from "../../maths/summary/quantiles.ts";
import { valuesOfQueries } from "../engine-values.ts";
import { wrongConclusions } from "../wrong-conclusions.ts";
import { type OrderChange, orderChange } from "./order-change.ts";
import { isChanged, type RowChanges, type RowLabels, rowChanges } from "./row-changes.ts";

const orderingMeasure = "ndcg_reference@10" satisfies MeasureName;

export interface EngineLabelling extends RowLabels {
  readonly values: QueryMeasures["values"];
}

export interface EngineLabelledTwice {
  readonly engine: string;
  readonly titles: readonly string[];
  readonly queryOfRow: Int32Array;
  readonly before: EngineLabelling;
  readonly after: EngineLabelling;
}

interface MeasureChange {
  /** Means over the queries that each labelling can measure; null where there is none. */
  readonly before: number | null;
  readonly after: number | null;
  readonly change: number | null;
  /** The first query whose value changes most, with after - before; null where none changes. */
  readonly largest: { readonly query: string; readonly change: number } | null;
  /** Queries that one labelling can measure and the other cannot. */
  readonly measuredOnce: number;
}

interface ChangedConclusion {
  readonly kind: "reversed" | "lost" | "gained";
  /** Significantly better than `worse` before; where the conclusion is gained, after. */
  readonly better: string;
  readonly worse: string;
  /** Means, better - worse. */
  readonly before: number;
  readonly after: number;
}

/** pairs = kept + changed + pairs that neither labelling tells apart. */
export interface ConclusionChanges {
  readonly pairs: number;
  /** Significant both times, and the same engine is the better one. */
  readonly kept: number;
  readonly changed: readonly ChangedConclusion[];
}

/** Numbers are null where nothing matched, or labels.csv lacks them. */
export interface LabelOfRow {
  readonly match: MatchKind;
  readonly label: number;
  readonly referenceRank: number | null;
  readonly referenceTitle: string | null;
  readonly similarity: number | null;
  readonly margin: number | null;
}

interface ChangedExample {
  readonly engine: string;
  readonly query: string;
  readonly title: string;
  readonly before: LabelOfRow;
  readonly after: LabelOfRow;
  readonly change: number;
}

export interface LabellingComparison {
  readonly rows: RowChanges;
  readonly engines: {
    readonly [engine: string]: {
      readonly rows: RowChanges;
      readonly measures: { readonly [measure in MeasureName]: MeasureChange };
    };
  };
  readonly order: OrderChange & { readonly measure: MeasureName };
  /** Of every pair of engines, as `wrongConclusions` tests them. Null below two engines and ten queries. */
  readonly conclusions: ConclusionChanges | null;
  /** The largest change of a label first; of one title of one query the first row alone. */
  readonly examples: readonly ChangedExample[];
}

export interface LabellingsToCompare {
  /** Names. */
  readonly queries: readonly string[];
  /** Each row has the same title, query and engine in both labellings. */
  readonly engines: readonly EngineLabelledTwice[];
  referenceTitleOf(query: number, rank: number): string | null;
}

export interface CompareLabellingsOptions {
  /** >= 0 */
  readonly examples: number;
}

/** Cost O(rows log rows + engines² x queries). */
export function compareLabellings(lists: LabellingsToCompare, options: CompareLabellingsOptions): LabellingComparison {
  const { queries, engines } = lists;
  const ofEngines = engines.map((engine) => ({
    rows: rowChanges([engine]),
    measures: Object.fromEntries(
      measureNames.map((measure) => [
        measure,
        measureChange(engine.before.values[measure], engine.after.values[measure], queries),
      ]),
    ) as Record<MeasureName, MeasureChange>,
  }));
  const names = engines.map(({ engine }) => engine);
  const meansOf = (side: "before" | "after") =>
    Float64Array.from(ofEngines, ({ measures }) => measures[orderingMeasure][side] ?? Number.NaN);
  return {
    rows: rowChanges(engines),
    engines: Object.fromEntries(names.map((name, place) => [name, at(ofEngines, place)])),
    order: { measure: orderingMeasure, ...orderChange(names, meansOf("before"), meansOf("after")) },
    conclusions: engines.length < 2 ? null : conclusionChanges(names, engines),
    examples: largestChanges(lists, options.examples),
  };
}

function measureChange(before: Float64Array, after: Float64Array, queries: readonly string[]): MeasureChange {
  const [was, is] = [describe(before).mean, describe(after).mean];
  let largest: MeasureChange["largest"] = null;
  let measuredOnce = 0;
  before.forEach((value, query) => {
    const change = at(after, query) - value;
    if (Number.isNaN(value) !== Number.isNaN(at(after, query))) measuredOnce++;
    if (Math.abs(change) > Math.abs(largest?.change ?? 0)) largest = { query: at(queries, query), change };
  });
  return { before: was, after: is, change: was === null || is === null ? null : is - was, measuredOnce, largest };
}

/** By the queries that both labellings can measure, for every engine. */
function conclusionChanges(
  names: readonly string[],
  engines: readonly EngineLabelledTwice[],
): ConclusionChanges | null {
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
  const seenBefore = shownBefore.wrong.map(({ kind, better, worse, byLabels, byGrades }): ChangedConclusion => {
    return { kind: kind === "reversed" ? "reversed" : "lost", better, worse, before: byLabels, after: byGrades };
  });
  const seenAfter = shownAfter.wrong
    .filter(({ kind }) => kind === "invented")
    .map(({ better, worse, byLabels, byGrades }): ChangedConclusion => {
      return { kind: "gained", better, worse, before: byGrades, after: byLabels };
    });
  // `wrong` has the reversed ones first.
  return { pairs: shownBefore.pairs, kept: shownBefore.agree, changed: [...seenBefore, ...seenAfter] };
}

function largestChanges(lists: LabellingsToCompare, count: number): ChangedExample[] {
  const seen = new Set<string>();
  return lists.engines
    .flatMap((engine, place) =>
      [...engine.titles.keys()]
        .filter((row) => isChanged(engine, row))
        .map((row) => ({
          engine,
          place,
          row,
          key: `${engine.queryOfRow[row]} ${engine.titles[row]}`,
          change: Math.abs(at(engine.after.labels, row) - at(engine.before.labels, row)),
        })),
    )
    .sort((one, other) => other.change - one.change || one.place - other.place || one.row - other.row)
    .filter(({ key }) => !seen.has(key) && seen.add(key))
    .slice(0, count)
    .map(({ engine, row }) => exampleOf(engine, row, lists));
}

function exampleOf(
  { engine, titles, queryOfRow, before, after }: EngineLabelledTwice,
  row: number,
  { queries, referenceTitleOf }: LabellingsToCompare,
): ChangedExample {
  const query = at(queryOfRow, row);
  const labelOf = (side: RowLabels): LabelOfRow => {
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
  return {
    engine,
    query: at(queries, query),
    title: at(titles, row),
    before: labelOf(before),
    after: labelOf(after),
    change: at(after.labels, row) - at(before.labels, row),
  };
}

/** What did each engine return for each query, beside what the reference has, and why did a result get its label? */
import { at } from "../../core/at.ts";
import { finiteOrNull } from "../../core/text/wording.ts";
import { rowOrigin, rowsOfQuery } from "../../lists/group-results.ts";
import { doubtsOf } from "./doubtful-matches.ts";
import { labelledRow } from "./labelled-rows.ts";
import { listedQueries } from "./listed-queries.ts";
import { queryMeans } from "./query-means.ts";
import type { ReportInputs, ReportMeasures } from "./report-inputs.ts";
import { measuresOf } from "./report-measures.ts";
import type { ReportQuery, ReportQueryEngine, ReportReferenceResult, ReportResult } from "./run-report.ts";

/** @param query place in the folder */
export function queryAnchor(query: number): string {
  return `query-${query + 1}`;
}

/** Where a query's lists are, for those that have them. */
export function linkTo(query: number, listed: ReadonlySet<number>): string | null {
  return listed.has(query) ? queryAnchor(query) : null;
}

/**
 * Worst first: by the mean over engines of the first measure, equal ones in the order of the folder; queries without a
 * value last. Lists are cut at `resultsShown`, and say how much is hidden: all of it for queries that are not listed.
 */
export function reportQueries(inputs: ReportInputs, listed = listedQueries(inputs)): ReportQuery[] {
  const measures = measuresOf(inputs);
  const rowToResult = resultsOf(inputs);
  const measuresOfEngine = new Map(inputs.measures.map((one) => [one.engine, one]));
  const { means } = queryMeans(inputs);
  const last = Number.POSITIVE_INFINITY;
  const keys = means.map((mean) => (Number.isNaN(mean) ? last : mean));
  const order = [...keys.keys()].sort((one, other) =>
    keys[one] === keys[other] ? 0 : at(keys, one) - at(keys, other),
  );
  return order.map((query) => {
    const { name, id } = at(inputs.stored.queries, query);
    const shown = listed.has(query) ? inputs.resultsShown : 0;
    const engines = inputs.stored.engines.map(({ lists }, place): ReportQueryEngine => {
      const rows = rowsOfQuery(lists, query);
      const own = measuresOfEngine.get(lists.engine);
      return {
        engine: lists.engine,
        reason: reasonOf(own, query),
        values: measures.map((measure) => finiteOrNull(own?.values.get(measure)?.[query])),
        results: Array.from(rows.subarray(0, shown), (row) => rowToResult(place, row)),
        hidden: Math.max(0, rows.length - shown),
      };
    });
    return {
      ...{ anchor: queryAnchor(query), name, id, listed: listed.has(query) },
      ...referenceOf(inputs, query, shown),
      engines,
    };
  });
}

function resultsOf(inputs: ReportInputs): (engine: number, row: number) => ReportResult {
  const doubtOf = doubtsOf(inputs);
  return (engine, row) => {
    const found = labelledRow(inputs, engine, row);
    const { rank, title, label, match, referenceRank, similarity, margin, origin } = found;
    const id = at(inputs.stored.engines, engine).lists.ids?.[row] || null;
    const doubt = doubtOf(found)?.reason ?? null;
    return { rank, title, id, label, match, referenceRank, similarity, margin, origin, doubt };
  };
}

function referenceOf(
  { stored: { reference } }: ReportInputs,
  query: number,
  shown: number,
): Pick<ReportQuery, "reference" | "hiddenReference"> {
  if (reference === null) return { reference: [], hiddenReference: 0 };
  const { lists, labels, pointRanks } = reference;
  const rows = rowsOfQuery(lists, query);
  return {
    reference: Array.from(rows.subarray(0, shown), (row): ReportReferenceResult => {
      return {
        rank: at(lists.ranks, row),
        title: lists.titles[row] ?? "",
        id: lists.ids?.[row] || null,
        label: at(labels, row),
        engine: rowOrigin(lists, row).engine,
        pointRank: at(pointRanks, row),
      };
    }),
    hiddenReference: Math.max(0, rows.length - shown),
  };
}

const reasons = ["no-reference", "no-candidate-results", "no-positive-label", "not-rated"] as const;

function reasonOf(measures: ReportMeasures | undefined, query: number): ReportQueryEngine["reason"] {
  return reasons.find((reason) => reason === measures?.reasons[query]) ?? null;
}

/**
 * What did each engine return for each query, beside what the reference has, and why did a result get its label?
 */
import { rowsOfQuery } from "../lists/group-results.ts";
import { rowOrigin } from "../lists/row-origin.ts";
import type { UnmeasurableReason } from "../types.ts";
import { doubtsOf } from "./doubtful-matches.ts";
import { labelledRow } from "./labelled-rows.ts";
import type { ReportInputs, ReportMeasures } from "./report-inputs.ts";
import { measuresOf } from "./report-measures.ts";
import type { ReportQuery, ReportQueryEngine, ReportReferenceResult, ReportResult } from "./run-report.ts";
import { finiteOrNull } from "./say-numbers.ts";

/** Identifier of the element of a query. @param query place in the folder */
export function queryAnchor(query: number): string {
  return `query-${query + 1}`;
}

/**
 * Worst first: by the mean over engines of the first measure, equal ones in the order of the folder; queries without a
 * value last. Lists are cut at `resultsShown`, and say how much is hidden.
 *
 * Cost O(results).
 */
export function reportQueries(inputs: ReportInputs): ReportQuery[] {
  const measures = measuresOf(inputs);
  const rowToResult = resultsOf(inputs);
  const measuresOfEngine = new Map(inputs.measures.map((one) => [one.engine, one]));
  const found = inputs.stored.queries.map(({ name, id }, query) => {
    const engines = inputs.stored.engines.map(({ lists }, place): ReportQueryEngine => {
      const rows = rowsOfQuery(lists, query);
      const own = measuresOfEngine.get(lists.engine);
      return {
        engine: lists.engine,
        reason: reasonOf(own, query),
        values: measures.map((measure) => finiteOrNull(own?.values.get(measure)?.[query])),
        results: Array.from(rows.subarray(0, inputs.resultsShown)).flatMap((row) => rowToResult(place, row)),
        hidden: Math.max(0, rows.length - inputs.resultsShown),
      };
    });
    const anchor = queryAnchor(query);
    const deciding = engines.flatMap(({ values: [value = null] }) => (value === null ? [] : [value]));
    const mean = deciding.reduce((sum, value) => sum + value, 0) / deciding.length;
    return { mean, query: { anchor, name, id, ...referenceOf(inputs, query), engines } satisfies ReportQuery };
  });
  const key = (mean: number) => (Number.isNaN(mean) ? Number.POSITIVE_INFINITY : mean);
  return found
    .sort((one, other) => (key(one.mean) === key(other.mean) ? 0 : key(one.mean) - key(other.mean)))
    .map(({ query }) => query);
}

function resultsOf(inputs: ReportInputs): (engine: number, row: number) => ReportResult[] {
  const doubtOf = doubtsOf(inputs);
  return (engine, row) => {
    const found = labelledRow(inputs, engine, row);
    if (found === null) return [];
    const { rank, title, label, match, referenceRank, similarity, margin, origin } = found;
    const id = inputs.stored.engines[engine]?.lists.ids?.[row] || null;
    const doubt = doubtOf(found)?.reason ?? null;
    return [{ rank, title, id, label, match, referenceRank, similarity, margin, origin, doubt }];
  };
}

function referenceOf(
  { stored: { reference }, resultsShown }: ReportInputs,
  query: number,
): Pick<ReportQuery, "reference" | "hiddenReference"> {
  if (reference === null) return { reference: [], hiddenReference: 0 };
  const { lists, labels, pointRanks } = reference;
  const rows = rowsOfQuery(lists, query);
  return {
    reference: Array.from(rows.subarray(0, resultsShown), (row): ReportReferenceResult => {
      const rank = lists.ranks[row] ?? 0;
      return {
        ...{ rank, title: lists.titles[row] ?? "", id: lists.ids?.[row] || null, label: labels[row] ?? 0 },
        ...{ engine: rowOrigin(lists, row).engine, pointRank: pointRanks[row] ?? rank },
      };
    }),
    hiddenReference: Math.max(0, rows.length - resultsShown),
  };
}

const reasons: readonly (UnmeasurableReason | "not-rated")[] = [
  ...(["no-reference", "no-candidate-results", "no-positive-label", "not-rated"] as const),
];

function reasonOf(measures: ReportMeasures | undefined, query: number): ReportQueryEngine["reason"] {
  const said = measures?.reasons[query] ?? null;
  return reasons.find((reason) => reason === said) ?? null;
}

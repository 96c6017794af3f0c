import { at } from "../../core/at.ts";
import { finiteOrNull } from "../../core/text/wording.ts";
import { rowOrigin, rowsOfQuery } from "../../lists/group-results.ts";
import { doubtfulTitles, doubtsOf, labelledRow, missedTitles, referenceRowOf } from "./doubtful-titles.ts";
import {
  measuresOf,
  type ReportInputs,
  type ReportLists,
  type ReportReference,
  valuesOfEngine,
} from "./report-inputs.ts";
import type { ReportQuery, ReportReferenceResult, ReportResult } from "./run-report.ts";

/** Returns each query's mean and range of the deciding measure over the engines; NaN without values. */
export function queryMeans(inputs: ReportInputs) {
  const [measure = ""] = measuresOf(inputs);
  const engines = inputs.stored.engines.map(({ lists }) => valuesOfEngine(inputs.measures, lists.engine, measure));
  const means = new Float64Array(inputs.stored.queries.length);
  const spreads = new Float64Array(means.length);
  for (const query of means.keys()) {
    const values = engines.map((values) => values[query] ?? Number.NaN).filter(Number.isFinite);
    means[query] = values.reduce((sum, value) => sum + value, 0) / values.length;
    spreads[query] = values.length === 0 ? Number.NaN : Math.max(...values) - Math.min(...values);
  }
  return { means, spreads };
}

/**
 * Returns at most `inputs.lists.most` queries whose lists are shown, as indexes in the folder. Named queries come
 * first, then queries with the most doubtful labels or missed titles. The next are the worst query, the query on which
 * engines differ most, the best query, the second worst query, and so on.
 */
export function listedQueries(inputs: ReportInputs, doubts = doubtfulTitles(inputs)): ReadonlySet<number> {
  const { most = Number.POSITIVE_INFINITY, named = [] } = inputs.lists ?? {};
  const all = [...inputs.stored.queries.keys()];
  if (all.length <= most) return new Set(all);
  const { means, spreads } = queryMeans(inputs);
  const measured = all.filter((query) => !Number.isNaN(means[query]));
  const rising = measured.toSorted((one, other) => at(means, one) - at(means, other));
  const falling = measured.toSorted((one, other) => at(means, other) - at(means, one));
  const differing = measured
    .filter((query) => at(spreads, query) > 0)
    .sort((one, other) => at(spreads, other) - at(spreads, one));
  const inTurn = measured.flatMap((_, place) => [rising, differing, falling].flatMap((order) => order[place] ?? []));
  const inOrder = new Set([
    ...named,
    ...doubts.first.map(({ match }) => match.query),
    ...(missedTitles(inputs)?.first ?? []).map(({ query }) => query),
    ...inTurn,
    ...all,
  ]);
  return new Set([...inOrder].slice(0, most));
}

/** Returns the rows whose titles are shown: rows of listed queries, rows with doubtful labels, and unmatched titles. */
export function rowsToShow(inputs: ReportInputs) {
  const { engines, reference } = inputs.stored;
  const doubts = doubtfulTitles(inputs);
  const listed = listedQueries(inputs, doubts);
  const firstRows = (lists: ReportLists) => {
    const rows = new Set<number>();
    for (const query of listed) {
      for (const row of rowsOfQuery(lists, query).subarray(0, inputs.resultsShown)) rows.add(row);
    }
    return rows;
  };
  const ofEngines = engines.map(({ lists }) => firstRows(lists));
  if (reference === null) return { engines: ofEngines, reference: new Set<number>() };
  const ofReference = firstRows(reference.lists);
  for (const { match } of doubts.first) {
    at(ofEngines, match.engine).add(match.row);
    if (match.referenceRank !== null) ofReference.add(referenceRowOf(reference, match.query, match.referenceRank));
  }
  for (const { row } of missedTitles(inputs)?.first ?? []) ofReference.add(row);
  ofReference.delete(-1);
  return { engines: ofEngines, reference: ofReference };
}

/** @param query - index in the folder */
export function queryAnchor(query: number): string {
  return `query-${query + 1}`;
}

export function linkTo(query: number, listed: ReadonlySet<number>): string | null {
  return listed.has(query) ? queryAnchor(query) : null;
}

const reasons = ["no-reference", "no-candidate-results", "no-positive-label", "not-rated"] as const;

/** Returns all queries, sorted as `RunReport` says. Ties keep the order of the folder. Hidden results are counted. */
export function reportQueries(inputs: ReportInputs, listed = listedQueries(inputs)): ReportQuery[] {
  const { queries, engines, reference } = inputs.stored;
  const measures = measuresOf(inputs);
  const doubtOf = doubtsOf(inputs);
  const resultOf = (engine: number, row: number): ReportResult => {
    const found = labelledRow(inputs, engine, row);
    const { rank, title, label, match, referenceRank, similarity, margin, origin } = found;
    const id = at(engines, engine).lists.ids?.[row] || null;
    const doubt = doubtOf(found)?.reason ?? null;
    return { rank, title, id, label, match, referenceRank, similarity, margin, origin, doubt };
  };
  const referenceResultOf = ({ lists, labels, pointRanks }: ReportReference, row: number): ReportReferenceResult => ({
    rank: at(lists.ranks, row),
    title: lists.titles[row] ?? "",
    id: lists.ids?.[row] || null,
    label: at(labels, row),
    engine: rowOrigin(lists, row).engine,
    pointRank: at(pointRanks, row),
  });
  const measuresOfEngine = new Map(inputs.measures.map((one) => [one.engine, one]));
  const keys = queryMeans(inputs).means.map((mean) => (Number.isNaN(mean) ? Number.POSITIVE_INFINITY : mean));
  const order = [...keys.keys()].sort((one, other) =>
    keys[one] === keys[other] ? 0 : at(keys, one) - at(keys, other),
  );
  return order.map((query) => {
    const { name, id } = at(queries, query);
    const shown = listed.has(query) ? inputs.resultsShown : 0;
    const ofReference = reference === null ? null : rowsOfQuery(reference.lists, query);
    return {
      anchor: queryAnchor(query),
      name,
      id,
      listed: listed.has(query),
      reference:
        reference === null
          ? []
          : Array.from(ofReference?.subarray(0, shown) ?? [], (row) => referenceResultOf(reference, row)),
      hiddenReference: Math.max(0, (ofReference?.length ?? 0) - shown),
      engines: engines.map(({ lists }, place) => {
        const rows = rowsOfQuery(lists, query);
        const own = measuresOfEngine.get(lists.engine);
        return {
          engine: lists.engine,
          reason: reasons.find((reason) => reason === own?.reasons[query]) ?? null,
          values: measures.map((measure) => finiteOrNull(own?.values.get(measure)?.[query])),
          results: Array.from(rows.subarray(0, shown), (row) => resultOf(place, row)),
          hidden: Math.max(0, rows.length - shown),
        };
      }),
    };
  });
}

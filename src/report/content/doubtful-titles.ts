/** Finds doubtful labels, such as high labels on weak matches, and reference titles without a match. */
import { at } from "../../core/at.ts";
import { finiteOrNull } from "../../core/text/wording.ts";
import { titleKey } from "../../core/titles/clean-title.ts";
import { MATCH_NONE, MATCH_SEMANTIC, matchKinds } from "../../core/types.ts";
import { pointLabels } from "../../lists/group-judgments.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import { quantile } from "../../maths/summary.ts";
import { isCalibrated, type ReportEngine, type ReportInputs, type ReportReference } from "./report-inputs.ts";

export type LabelledRow = ReturnType<typeof labelledRow>;

/** Returns facts of a row. `title` is "" if `stored` has no title for it. @param engine - index in `stored.engines` */
export function labelledRow(inputs: ReportInputs, engine: number, row: number) {
  const { stored } = inputs;
  const { lists, labels, kinds, referenceRanks, similarities, margins, origins } = at(stored.engines, engine);
  const query = lists.queryOfRow[row] ?? 0;
  const label = finiteOrNull(labels[row]);
  const offsets = stored.reference?.lists.offsets;
  const hasReference = offsets === undefined ? label !== null : (offsets[query + 1] ?? 0) > (offsets[query] ?? 0);
  const kind = kinds[row] ?? MATCH_NONE;
  const rank = referenceRanks[row] ?? -1;
  // There may be millions of rows, for which spread syntax would be slow.
  return {
    row,
    query,
    rank: lists.ranks[row] ?? 0,
    title: lists.titles[row] ?? "",
    /** Key that equal titles share; 0 or "" without a title. */
    titleKey: lists.titleNumbers?.[row] ?? titleKey(lists.titles[row] ?? ""),
    label,
    match: hasReference ? (matchKinds[kind] ?? "none") : ("no-reference" as const),
    referenceRank: rank < 0 ? null : rank,
    similarity: finiteOrNull(similarities[row]),
    margin: finiteOrNull(margins[row]),
    // In a folder of `calibrate`, a label may be predicted or come from a person. Only `origins` tells which.
    origin: origins?.[row] ?? (label === null || !hasReference || isCalibrated(inputs) ? "" : "proxy"),
  };
}

export function referenceRowOf({ lists }: ReportReference, query: number, rank: number): number {
  return rowsOfQuery(lists, query).find((row) => lists.ranks[row] === rank) ?? -1;
}

export function isMatched({ kinds }: Pick<ReportEngine, "kinds">, row: number): boolean {
  return kinds[row] !== MATCH_NONE;
}

/** Largest similarity of a weak match, by convention: different works on a subject often have a cosine of .5 to .7. */
const WEAK_SIMILARITY = 0.6;
/** The similarity of a weak match is also at most this quantile of the similarities of all matches by meaning. */
const LOWEST_PART = 0.25;
/** A weak match or small margin is doubtful if the label's error may reach this share of the query's largest label. */
const HIGH_LABEL = 0.5;
/** If the margin over the second nearest title is smaller than this, the nearest title may be the wrong one. */
const CLOSE = 0.005;
/** A result without a match is doubtful if its similarity is below the threshold by at most this much. */
const NEARLY = 0.03;

/**
 * Returns a function that gives the reason and a weight if a row's label is doubtful, else null. Exact matches, people
 * and calibration never give doubtful labels. The weight is above 0 and at most 1, and rises with the doubt.
 */
export function doubtsOf(inputs: ReportInputs) {
  const { stored, origin } = inputs;
  const { reference } = stored;
  const { threshold } = origin.options;
  const weak = Math.min(WEAK_SIMILARITY, lowestPart(inputs));
  const labelsOf = stored.queries.map((_, query) => {
    const labels = reference === null ? new Float64Array(0) : pointLabels(reference, query);
    // Not `Math.max(...)`, because a list may be longer than the allowed number of arguments.
    const largest = labels.reduce((one, other) => Math.max(one, other), 0);
    const smallest = labels.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
    return { largest, smallest, titles: labels.length };
  });
  return ({ query, titleKey, match, label, similarity, margin, origin: who }: LabelledRow) => {
    const { largest, smallest, titles } = at(labelsOf, query);
    if (similarity === null || label === null || who !== "proxy" || largest === 0) return null;
    if (match === "none") {
      if (typeof threshold !== "number" || similarity >= threshold || similarity < threshold - NEARLY) return null;
      return {
        reason: `just below the threshold ${threshold}`,
        weight: 0.25 * (1 - (threshold - similarity) / NEARLY) + 0.01,
      };
    }
    if (match !== "semantic") return null;
    if (titleKey === "" || titleKey === 0) {
      return { reason: "no title, so its match is meaningless", weight: 0.1 * (label / largest) + 0.01 };
    }
    if (similarity <= weak && label >= HIGH_LABEL * largest) {
      return { reason: "high label on a weak match", weight: (label / largest) * Math.min(1, 1 - similarity) };
    }
    const stake = Math.max(largest - label, label - smallest) / largest;
    if (margin !== null && margin < CLOSE && titles > 1 && stake >= HIGH_LABEL) {
      return {
        reason: `another reference title is almost equally near, and may have another label: reference titles of this query have labels from ${short(smallest)} to ${short(largest)}`,
        weight: 0.5 * stake * Math.min(1, 1 - similarity) + 0.01,
      };
    }
    return null;
  };
}

export type DoubtfulMatch = ReturnType<ReturnType<typeof doubtfulMatches>>[number];

/** Returns a function from a query to its doubtful matches, the most doubtful first; ties are by engine, then rank. */
export function doubtfulMatches(inputs: ReportInputs) {
  const doubtOf = doubtsOf(inputs);
  return (query: number) => {
    const found = inputs.stored.engines.flatMap(({ lists }, engine) =>
      Array.from(rowsOfQuery(lists, query)).flatMap((row) => {
        const labelled = labelledRow(inputs, engine, row);
        const doubt = doubtOf(labelled);
        return doubt === null ? [] : [{ ...labelled, engine, doubt }];
      }),
    );
    return found.sort((one, other) => other.doubt.weight - one.doubt.weight);
  };
}

function lowestPart({ stored }: ReportInputs): number {
  const ofEngines = stored.engines.map(({ kinds, similarities }) =>
    similarities.filter((similarity, row) => kinds[row] === MATCH_SEMANTIC && !Number.isNaN(similarity)),
  );
  const all = new Float64Array(ofEngines.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const similarities of ofEngines) {
    all.set(similarities, end);
    end += similarities.length;
  }
  return all.length === 0 ? Number.NEGATIVE_INFINITY : quantile(all.sort(), LOWEST_PART);
}

function short(label: number): string {
  return String(Number(label.toFixed(3)));
}

const MOST_DOUBTS_SHOWN = 12;
/** Maximum number of doubtful titles per query, so that one query does not fill the table. */
export const DOUBTS_OF_QUERY = 2;

/**
 * Returns the number of doubtful titles, and the most doubtful in order: up to `most`, and up to `ofQuery` per query.
 * Memory grows with the number of queries, not of doubtful titles.
 */
export function doubtfulTitles(
  inputs: ReportInputs,
  { most, ofQuery } = { most: MOST_DOUBTS_SHOWN, ofQuery: DOUBTS_OF_QUERY },
) {
  const matchesOf = doubtfulMatches(inputs);
  let count = 0;
  const first: ReturnType<typeof joinEngines> = [];
  for (const query of inputs.stored.queries.keys()) {
    const titles = joinEngines(inputs, matchesOf(query));
    count += titles.length;
    first.push(...titles.slice(0, ofQuery));
  }
  first.sort(({ match: one }, { match: other }) => other.doubt.weight - one.doubt.weight || one.engine - other.engine);
  return { count, first: first.slice(0, most) };
}

/** Joins the matches of a title that several engines return for a query. The most doubtful match is kept. */
function joinEngines({ stored }: ReportInputs, ofQuery: readonly DoubtfulMatch[]) {
  const joined = new Map<number | string, { match: DoubtfulMatch; engines: string[] }>();
  for (const match of ofQuery) {
    const { engine } = at(stored.engines, match.engine).lists;
    const known = joined.get(match.titleKey);
    if (known === undefined) joined.set(match.titleKey, { match, engines: [engine] });
    else if (!known.engines.includes(engine)) known.engines.push(engine);
  }
  return [...joined.values()];
}

export const TOP_OF_REFERENCE = 3;
const MOST_SHOWN = 12;

/**
 * Returns the number of reference titles at the top ranks (`top`), how many of them have no match (`count`), and the
 * unmatched titles with the highest labels, as rows of the reference (`first`). Null without reference or engines.
 */
export function missedTitles({ stored: { queries, engines, reference } }: ReportInputs) {
  if (reference === null || engines.length === 0) return null;
  const { lists, labels, pointRanks } = reference;
  let top = 0;
  const missed: { query: number; row: number }[] = [];
  for (const query of queries.keys()) {
    const found = new Set<number>();
    for (const engine of engines) {
      for (const row of rowsOfQuery(engine.lists, query)) {
        if (isMatched(engine, row)) found.add(engine.referenceRanks[row] ?? -1);
      }
    }
    for (const row of rowsOfQuery(lists, query).subarray(0, TOP_OF_REFERENCE)) {
      const rank = at(lists.ranks, row);
      // Repeats of an earlier title do not count.
      if (pointRanks[row] !== rank) continue;
      top++;
      if (!found.has(rank)) missed.push({ query, row });
    }
  }
  const first = missed.toSorted((one, other) => at(labels, other.row) - at(labels, one.row));
  return { top, count: missed.length, first: first.slice(0, MOST_SHOWN) };
}

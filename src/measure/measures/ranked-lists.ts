/** How do the judgments meet a run? */
import { SemqrelError } from "../../core/errors.ts";
import type { Judgments, Run } from "../../core/types.ts";
import type { RankedList, RunContext } from "./ranked-list.ts";

/** One query of a run, ranked and joined with its judgments. */
export interface RankedQuery {
  /** Place of the query in the judgments. */
  readonly query: number;
  readonly list: RankedList;
  /** The run lacks the query; its list is empty. */
  readonly isMissing: boolean;
}

/**
 * The list of every judged query, its labels looked up. Cost O(results + judgments).
 *
 * @param run   shares its names with the judgments
 * @param depth results used of each list; Infinity for all
 * @throws SemqrelError INVALID_OPTION  the depth is no whole number >= 1   details: { depth }
 */
export function* rankedLists(
  judgments: Judgments,
  run: Run,
  depth: number,
  context: RunContext = { catalogueSize: null, similarity: null },
): Iterable<RankedQuery> {
  if (depth !== Number.POSITIVE_INFINITY && !(Number.isInteger(depth) && depth >= 1)) {
    const message = `Measuring ${run.source}: the depth ${depth} is no whole number >= 1.`;
    throw new SemqrelError("INVALID_OPTION", message, { details: { depth } });
  }
  const placeInRun = new Int32Array(judgments.names.queries.size).fill(-1);
  for (let place = 0; place < run.queries.length; place++) placeInRun[run.queries[place] as number] = place;
  /** By document, of the current query alone. */
  const labelOf = new Float64Array(judgments.names.documents.size).fill(Number.NaN);
  for (let query = 0; query < judgments.queries.length; query++) {
    const place = placeInRun[judgments.queries[query] as number] as number;
    const list = listOf(judgments, query, run, place, labelOf, depth);
    yield { query, list: { ...list, context }, isMissing: place < 0 };
  }
}

/** @param labelOf by document: NaN, and NaN again on return */
function listOf(
  judgments: Judgments,
  query: number,
  run: Run,
  placeInRun: number,
  labelOf: Float64Array,
  depth: number,
): RankedList {
  const begin = judgments.offsets[query] as number;
  const end = judgments.offsets[query + 1] as number;
  const from = placeInRun < 0 ? 0 : (run.offsets[placeInRun] as number);
  const to = placeInRun < 0 ? 0 : Math.min(run.offsets[placeInRun + 1] as number, from + depth);
  for (let at = begin; at < end; at++) labelOf[judgments.documents[at] as number] = judgments.labels[at] as number;
  const labels = new Float64Array(to - from);
  for (let at = from; at < to; at++) labels[at - from] = labelOf[run.documents[at] as number] as number;
  for (let at = begin; at < end; at++) labelOf[judgments.documents[at] as number] = Number.NaN;
  return {
    labels,
    judgedLabels: judgedLabels(judgments.labels.slice(begin, end)),
    scores: run.scores.subarray(from, to),
    documents: run.documents.subarray(from, to),
  };
}

/** @param labels are sorted */
function judgedLabels(labels: Float64Array): Float64Array {
  labels.sort().reverse();
  let count = labels.length;
  while (count > 0 && (labels[count - 1] as number) < 0) count--;
  return labels.subarray(0, count);
}

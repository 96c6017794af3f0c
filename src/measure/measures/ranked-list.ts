/** Joins the result list of each query with its judgments, for measures. */
import { invalidOption } from "../../core/errors.ts";
import type { Judgments, Run } from "../../core/types.ts";

/** Data that only the measures Coverage and Diversity need. */
export interface RunContext {
  /** Number of documents that the engine could have returned, >= 1; null if unknown. */
  readonly catalogueSize: number | null;
  /** Returns the cosine of two documents' titles, NaN if a title is missing. Null if there are no titles at all. */
  readonly similarity: ((one: number, other: number) => number) | null;
}

/** The results of one query, best first, with their labels. */
export interface RankedList {
  /** Label at each rank; NaN if the document is not in the judgments, negative if it is pooled but not judged. */
  readonly labels: Float64Array;
  /** Labels >= 0 of all judged documents of the query, retrieved or not, largest first. */
  readonly judgedLabels: Float64Array;
  /** The engine's score at each rank, falling. */
  readonly scores: Float64Array;
  /** The document at each rank, as its index in the shared table of names. */
  readonly documents: Int32Array;
  readonly context?: RunContext;
}

export function hasRelevant(list: RankedList, level: number | null): boolean {
  const largest = list.judgedLabels[0] ?? 0;
  return level === null ? largest > 0 : largest >= level;
}

/** Returns the number of judged documents with a label of at least `level`. */
export function countRelevant(list: RankedList, level: number): number {
  const { judgedLabels } = list;
  let count = 0;
  while (count < judgedLabels.length && (judgedLabels[count] as number) >= level) count++;
  return count;
}

export function countRelevantRetrieved(list: RankedList, level: number, cutoff: number): number {
  const { labels } = list;
  const depth = Math.min(labels.length, cutoff);
  let count = 0;
  for (let rank = 0; rank < depth; rank++) if ((labels[rank] as number) >= level) count++;
  return count;
}

export function onlyJudged(list: RankedList): RankedList {
  const isJudged = (_: number, rank: number) => (list.labels[rank] as number) >= 0;
  return {
    ...list,
    labels: list.labels.filter(isJudged),
    scores: list.scores.filter(isJudged),
    documents: list.documents.filter(isJudged),
  };
}

/** One query of a run, ranked and joined with its judgments. */
export interface RankedQuery {
  /** Index of the query in the judgments. */
  readonly query: number;
  readonly list: RankedList;
  /** Whether the run lacks the query. Its list is then empty. */
  readonly isMissing: boolean;
}

/**
 * Yields the list of every judged query with its labels. Cost O(results + judgments).
 * @param run   - shares its table of names with the judgments
 * @param depth - number of results used from each list; Infinity for all
 * @throws SemqrelError INVALID_OPTION  the depth is not a whole number >= 1   details: { depth }
 */
export function* rankedLists(
  judgments: Judgments,
  run: Run,
  depth: number,
  context: RunContext = { catalogueSize: null, similarity: null },
): Iterable<RankedQuery> {
  if (depth !== Number.POSITIVE_INFINITY && !(Number.isInteger(depth) && depth >= 1)) {
    const message = `Measuring ${run.source}: the depth ${depth} is not a whole number >= 1.`;
    throw invalidOption(message, { depth });
  }
  const indexInRun = new Int32Array(judgments.names.queries.size).fill(-1);
  for (let index = 0; index < run.queries.length; index++) indexInRun[run.queries[index] as number] = index;
  /** Label of each document for the current query; NaN without a label. */
  const labelOf = new Float64Array(judgments.names.documents.size).fill(Number.NaN);
  // All lists share one array, because one array per query would slow down garbage collection.
  const labels = new Float64Array(run.documents.length);
  const judgedLabels = judgments.labels.slice();
  for (let query = 0; query < judgments.queries.length; query++) {
    const begin = judgments.offsets[query] as number;
    const end = judgments.offsets[query + 1] as number;
    const index = indexInRun[judgments.queries[query] as number] as number;
    const from = index < 0 ? 0 : (run.offsets[index] as number);
    const to = index < 0 ? 0 : Math.min(run.offsets[index + 1] as number, from + depth);
    for (let at = begin; at < end; at++) labelOf[judgments.documents[at] as number] = judgments.labels[at] as number;
    for (let at = from; at < to; at++) labels[at] = labelOf[run.documents[at] as number] as number;
    for (let at = begin; at < end; at++) labelOf[judgments.documents[at] as number] = Number.NaN;
    const list = {
      labels: labels.subarray(from, to),
      judgedLabels: sortedJudged(judgedLabels.subarray(begin, end)),
      scores: run.scores.subarray(from, to),
      documents: run.documents.subarray(from, to),
      context,
    };
    yield { query, list, isMissing: index < 0 };
  }
}

/** Sorts the given labels in place, largest first, and returns those of judged documents (labels >= 0). */
function sortedJudged(labels: Float64Array): Float64Array {
  labels.sort().reverse();
  let count = labels.length;
  while (count > 0 && (labels[count - 1] as number) < 0) count--;
  return labels.subarray(0, count);
}

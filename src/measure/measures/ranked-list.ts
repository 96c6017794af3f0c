/** What does a measure see of one query of one run? */

/** For measures of coverage and diversity. */
export interface RunContext {
  /** Documents that the engine could have returned, >= 1; null where it is not known. */
  readonly catalogueSize: number | null;
  /** Cosine of two documents' titles, by their numbers; null where there are no titles. NaN for one without. */
  readonly similarity: ((one: number, other: number) => number) | null;
}

/** One query's results in order, as labels. */
export interface RankedList {
  /** By rank: the document's label. NaN where it is not in the judgments; negative where it is, but was not judged. */
  readonly labels: Float64Array;
  /** Labels >= 0 of all judged documents of the query, retrieved or not, largest first. */
  readonly judgedLabels: Float64Array;
  /** By rank: the engine's own number, falling. */
  readonly scores: Float64Array;
  /** By rank: the document's number in the names that judgments and runs share. */
  readonly documents: Int32Array;
  readonly context?: RunContext;
}

/** Whether any judged document has a label of at least `level`; above 0 where `level` is null. */
export function hasRelevant(list: RankedList, level: number | null): boolean {
  const largest = list.judgedLabels[0] ?? 0;
  return level === null ? largest > 0 : largest >= level;
}

/** How many judged documents have a label of at least `level`. */
export function countRelevant(list: RankedList, level: number): number {
  const { judgedLabels } = list;
  let count = 0;
  // Largest first: the first smaller one ends it.
  while (count < judgedLabels.length && (judgedLabels[count] as number) >= level) count++;
  return count;
}

/** How many of the first `cutoff` results have a label of at least `level`; unjudged ones have none. */
export function countRelevantRetrieved(list: RankedList, level: number, cutoff: number): number {
  const { labels } = list;
  const depth = Math.min(labels.length, cutoff);
  let count = 0;
  for (let rank = 0; rank < depth; rank++) if ((labels[rank] as number) >= level) count++;
  return count;
}

/** The list without its unjudged results. */
export function onlyJudged(list: RankedList): RankedList {
  const isJudged = (_: number, rank: number) => (list.labels[rank] as number) >= 0;
  return {
    ...list,
    labels: list.labels.filter(isJudged),
    scores: list.scores.filter(isJudged),
    documents: list.documents.filter(isJudged),
  };
}

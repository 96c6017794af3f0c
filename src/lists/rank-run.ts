import { at } from "../core/at.ts";
import type { RawRun, Run } from "../core/types.ts";
import { SHOWN_EXAMPLES, type Warning } from "../core/warnings.ts";
import { groupRows } from "./group-results.ts";

/** How scores are compared, and which results are left out. */
export interface RankRunOptions {
  /** `single`: scores that are equal as 32-bit numbers tie, as in trec_eval 9. `double`: as in trec_eval 10. */
  readonly scorePrecision: "single" | "double";
  /** Leaves out results whose id equals the id of their query, as BEIR does. @default false */
  readonly dropSelf?: boolean;
}

/**
 * Groups a run by query and, like trec_eval, sorts by score, then document id (its bytes), both descending. If a list
 * repeats a document, only its first position counts. A warning gives the number of repeats.
 */
export function rankRun(raw: RawRun, options: RankRunOptions): { run: Run; warnings: Warning[] } {
  const { name, tag, source, names } = raw;
  const { queries, offsets: offsetsOfRows, rows } = groupRows(raw.queries, names.queries.size);
  const documents = new Int32Array(rows.length);
  const scores = new Float64Array(rows.length);
  const offsets = new Int32Array(queries.length + 1);
  /** For each document, one more than the index of the last query that returned it. */
  const lastQuery = new Int32Array(names.documents.size);
  const examples: string[] = [];
  const compared = options.scorePrecision === "single" ? new Float64Array(new Float32Array(raw.scores)) : raw.scores;
  let [againstRanks, withRanks, tiedResults, tiedLists, selfFirst] = [0, 0, 0, 0, 0];
  let dropped = 0;
  let length = 0;
  for (let query = 0; query < queries.length; query++) {
    const ofQuery = rows.subarray(offsetsOfRows[query], offsetsOfRows[query + 1]);
    const order = orderOfRanks(ofQuery, compared, raw);
    if (order > 0) againstRanks++;
    else if (order < 0) withRanks++;
    sortRows(ofQuery, compared, raw);
    const tied = countTied(ofQuery, compared, raw.scores);
    tiedResults += tied;
    if (tied > 0) tiedLists++;
    const self = names.documents.find(names.queries.nameOf(at(queries, query)));
    if (self >= 0 && raw.documents[ofQuery[0] as number] === self) selfFirst++;
    for (let index = 0; index < ofQuery.length; index++) {
      const row = ofQuery[index] as number;
      const document = raw.documents[row] as number;
      if (options.dropSelf === true && document === self) {
        dropped++;
        continue;
      }
      if (lastQuery[document] === query + 1) {
        if (examples.length < SHOWN_EXAMPLES) {
          examples.push(`${names.queries.nameOf(at(queries, query))} ${names.documents.nameOf(document)}`);
        }
        continue;
      }
      lastQuery[document] = query + 1;
      documents[length] = document;
      scores[length] = compared[row] as number;
      length++;
    }
    offsets[query + 1] = length;
  }
  const repeated = rows.length - length - dropped;
  const warnings = [...(raw.warnings ?? [])];
  const warn = (kind: RunOddity, count: number, isOdd: boolean, lists = queries.length) => {
    if (isOdd) warnings.push({ kind, run: name, count, lists });
  };
  const partial = (raw.partialQueries ?? []).map((query) => names.queries.nameOf(query));
  if (partial.length > 0) {
    const shown = partial.slice(0, SHOWN_EXAMPLES);
    warnings.push({ kind: "partial-responses", run: name, count: partial.length, examples: shown });
  }
  warn("ranks-against-scores", againstRanks, againstRanks > withRanks);
  warn("single-ties", tiedResults, tiedResults > 0, tiedLists);
  warn("self-first", selfFirst, options.dropSelf !== true && selfFirst > 0 && 2 * selfFirst >= queries.length);
  if (repeated > 0) warnings.push({ kind: "repeated-documents", run: name, count: repeated, examples });
  const kept = { documents: documents.subarray(0, length), scores: scores.subarray(0, length) };
  return { run: { name, tag, source, names, queries, offsets, ...kept }, warnings };
}

type RunOddity = "ranks-against-scores" | "single-ties" | "self-first";

/**
 * Compares neighbouring rows that differ in both score and rank. Returns 0 if there are no such neighbours, and -1 if
 * any two are in the expected order, with the smaller rank for the higher score. Otherwise returns 1.
 */
function orderOfRanks(rows: Int32Array, scores: Float64Array, { ranks }: RawRun): number {
  if (ranks === undefined) return 0;
  let order = 0;
  for (let index = 1; index < rows.length; index++) {
    const [before, row] = [rows[index - 1] as number, rows[index] as number];
    const [rankBefore, rank] = [ranks[before] as number, ranks[row] as number];
    if (rankBefore < 0 || rank < 0) continue;
    const sign = Math.sign((rank - rankBefore) * ((scores[row] as number) - (scores[before] as number)));
    if (sign < 0) return -1;
    if (sign > 0) order = 1;
  }
  return order;
}

/** Counts results whose score differs from a neighbour's, but is equal after rounding. */
function countTied(rows: Int32Array, compared: Float64Array, scores: Float64Array): number {
  if (compared === scores) return 0;
  let count = 0;
  let wasCounted = false;
  for (let index = 1; index < rows.length; index++) {
    const [before, row] = [rows[index - 1] as number, rows[index] as number];
    const isTied = compared[before] === compared[row] && scores[before] !== scores[row];
    if (isTied) count += wasCounted ? 1 : 2;
    wasCounted = isTied;
  }
  return count;
}

function sortRows(rows: Int32Array, scores: Float64Array, { documents, names }: RawRun): void {
  const compare = (one: number, other: number): number => {
    const score = scores[one] as number;
    const otherScore = scores[other] as number;
    // Compares instead of subtracting, because the difference of two infinite scores may be NaN.
    if (score !== otherScore) return score > otherScore ? -1 : 1;
    return names.documents.compare(documents[other] as number, documents[one] as number);
  };
  for (let index = 1; index < rows.length; index++) {
    const before = rows[index - 1] as number;
    const row = rows[index] as number;
    if ((scores[before] as number) > (scores[row] as number) || compare(before, row) <= 0) continue;
    rows.sort(compare);
    return;
  }
}

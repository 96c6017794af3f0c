/** In which order do a run's results stand? */
import { at } from "../core/at.ts";
import type { RawRun, Run } from "../core/types.ts";
import { SHOWN_EXAMPLES, type Warning } from "../core/warnings.ts";
import { groupRows } from "./group-rows.ts";

/** How scores are compared. */
export interface RankRunOptions {
  /** `single`: scores that are equal as 32-bit numbers tie, as in trec_eval 9. `double`: as in trec_eval 10. */
  readonly scorePrecision: "single" | "double";
}

/**
 * A run query by query, by score, equal scores by document id (its bytes), both descending: trec_eval's order. Of a
 * document that a list repeats only the first place counts; a warning counts the others.
 *
 * Cost O(rows) where the lists are in that order already, else O(rows log rows).
 */
export function rankRun(raw: RawRun, options: RankRunOptions): { run: Run; warnings: Warning[] } {
  const { name, tag, source, names } = raw;
  const { queries, offsets: offsetsOfRows, rows } = groupRows(raw.queries, names.queries.size);
  const documents = new Int32Array(rows.length);
  const scores = new Float64Array(rows.length);
  const offsets = new Int32Array(queries.length + 1);
  /** By document: one more than the place of the last query that held it. */
  const lastQuery = new Int32Array(names.documents.size);
  const examples: string[] = [];
  // So that scores that tie are equal.
  const compared = options.scorePrecision === "single" ? new Float64Array(new Float32Array(raw.scores)) : raw.scores;
  let length = 0;
  for (let query = 0; query < queries.length; query++) {
    const ofQuery = rows.subarray(offsetsOfRows[query], offsetsOfRows[query + 1]);
    sortRows(ofQuery, compared, raw);
    for (let place = 0; place < ofQuery.length; place++) {
      const row = ofQuery[place] as number;
      const document = raw.documents[row] as number;
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
  const count = rows.length - length;
  return {
    run: {
      name,
      tag,
      source,
      names,
      queries,
      offsets,
      documents: documents.subarray(0, length),
      scores: scores.subarray(0, length),
    },
    warnings: [
      ...(raw.warnings ?? []),
      ...partialResponses(raw),
      ...(count === 0 ? [] : [{ kind: "repeated-documents", run: name, count, examples } as const]),
    ],
  };
}

function partialResponses({ name, names, partialQueries = [] }: RawRun): Warning[] {
  if (partialQueries.length === 0) return [];
  const examples = partialQueries.slice(0, SHOWN_EXAMPLES).map((query) => names.queries.nameOf(query));
  return [{ kind: "partial-responses", run: name, count: partialQueries.length, examples }];
}

/** Sorts the row numbers of one query in place. */
function sortRows(rows: Int32Array, scores: Float64Array, { documents, names }: RawRun): void {
  /** Negative where the result of row `one` stands before that of `other`. */
  const compare = (one: number, other: number): number => {
    const score = scores[one] as number;
    const otherScore = scores[other] as number;
    // The difference of two scores too large for 32 bits would be no number.
    if (score !== otherScore) return score > otherScore ? -1 : 1;
    return names.documents.compare(documents[other] as number, documents[one] as number);
  };
  for (let place = 1; place < rows.length; place++) {
    const before = rows[place - 1] as number;
    const row = rows[place] as number;
    if ((scores[before] as number) > (scores[row] as number) || compare(before, row) <= 0) continue;
    rows.sort(compare);
    return;
  }
}

import { at } from "../core/at.ts";
import { plainSpelling } from "../core/text/escape.ts";
import type { Judgments, NumberedNames, RawJudgments, ReferenceLists, ResultLists } from "../core/types.ts";
import { SHOWN_EXAMPLES, type Warning } from "../core/warnings.ts";
import { groupRows, rowsOfQuery } from "./group-results.ts";

/**
 * Groups judgments by query. Each document occurs once; unrated rows and queries are left out. If a rater labelled a
 * document repeatedly, the largest label counts (rows without a rater count as one rater). Raters are averaged.
 */
export function groupJudgments(raw: RawJudgments): { judgments: Judgments; warnings: Warning[] } {
  const { names, source, raters } = raw;
  const { queries, offsets: offsetsOfRows, rows } = groupRows(raw.queries, names.queries.size);
  const documents = new Int32Array(rows.length);
  const labels = new Float64Array(rows.length);
  const offsets = new Int32Array(queries.length + 1);
  const judged = new Int32Array(queries.length);
  let judgedQueries = 0;
  const unratedQueries: number[] = [];
  /** For each document, 1 + the index of its last copy in `documents`, even of an earlier query; 0 if there is none. */
  const indexOf = new Int32Array(names.documents.size);
  /** Labels of the current query, by document and rater. Empty if the file does not name raters. */
  const ratings = new Map<number, Map<string, number>>();
  const conflicts: string[] = [];
  let unrated = 0;
  let repeated = 0;
  let conflicting = 0;
  let length = 0;
  for (let query = 0; query < queries.length; query++) {
    const first = length;
    for (let index = offsetsOfRows[query] as number; index < (offsetsOfRows[query + 1] as number); index++) {
      const row = rows[index] as number;
      const label = raw.labels[row] as number;
      if (Number.isNaN(label)) {
        unrated++;
        continue;
      }
      const document = raw.documents[row] as number;
      const rater = raters?.[row] ?? "";
      const known = (indexOf[document] as number) - 1;
      if (known < first) {
        indexOf[document] = length + 1;
        documents[length] = document;
        labels[length] = label;
        if (raters !== null) ratings.set(document, new Map([[rater, label]]));
        length++;
        continue;
      }
      const ofRaters = ratings.get(document);
      const before = ofRaters === undefined ? labels[known] : ofRaters.get(rater);
      if (label === before) {
        repeated++;
        continue;
      }
      const larger = Math.max(label, before ?? label);
      if (ofRaters === undefined) labels[known] = larger;
      else ofRaters.set(rater, larger);
      if (before !== undefined) {
        conflicting++;
        if (conflicts.length < SHOWN_EXAMPLES) {
          conflicts.push(`${names.queries.nameOf(at(queries, query))} ${names.documents.nameOf(document)}`);
        }
      }
    }
    for (const [document, ofRaters] of ratings) {
      const sum = [...ofRaters.values()].reduce((total, label) => total + label, 0);
      labels[at(indexOf, document) - 1] = sum / ofRaters.size;
    }
    ratings.clear();
    if (length === first) unratedQueries.push(at(queries, query));
    else {
      judged[judgedQueries++] = at(queries, query);
      offsets[judgedQueries] = length;
    }
  }
  const warnings: Warning[] = [...(raw.warnings ?? [])];
  if (unrated > 0) warnings.push({ kind: "unrated-judgments", source, count: unrated });
  if (unratedQueries.length > 0) {
    const examples = unratedQueries.slice(0, SHOWN_EXAMPLES).map((query) => names.queries.nameOf(query));
    warnings.push({ kind: "unrated-queries", source, count: unratedQueries.length, examples });
  }
  if (repeated > 0) warnings.push({ kind: "repeated-judgments", source, count: repeated });
  if (conflicting > 0) {
    warnings.push({ kind: "conflicting-judgments", source, count: conflicting, examples: conflicts });
  }
  const kept = { documents: documents.subarray(0, length), labels: labels.subarray(0, length) };
  const grouped = { queries: judged.subarray(0, judgedQueries), offsets: offsets.subarray(0, judgedQueries + 1) };
  return { judgments: { source, names, ...grouped, ...kept }, warnings };
}

/** Gives one spelling to names that only differ in white space, invisible characters or Unicode form. */
export function withOneSpelling(judgments: RawJudgments): RawJudgments {
  const { names, queries, documents, queryTexts } = judgments;
  const [ofQueries, ofDocuments] = [firstSpellings(names.queries), firstSpellings(names.documents)];
  if (ofQueries.size === 0 && ofDocuments.size === 0) return judgments;
  return {
    ...judgments,
    queries: queries.map((query) => ofQueries.get(query) ?? query),
    documents: documents.map((document) => ofDocuments.get(document) ?? document),
    queryTexts: new Map(Array.from(queryTexts, ([query, text]) => [ofQueries.get(query) ?? query, text])),
  };
}

/** Maps numbers of unusual spellings to that of the plain spelling, or, if no name has it, of the first variant. */
function firstSpellings(names: NumberedNames): ReadonlyMap<number, number> {
  const first = new Map<string, number>();
  const mapped = new Map<number, number>();
  for (const number of names.unusual()) {
    const plain = plainSpelling(names.nameOf(number));
    const known = first.get(plain) ?? names.find(plain);
    if (known >= 0 && known !== number) mapped.set(number, known);
    first.set(plain, known < 0 ? number : known);
  }
  return mapped;
}

type PointReference = Omit<ReferenceLists, "lists"> & { readonly lists: Pick<ResultLists, "rowsInOrder" | "offsets"> };

/** Returns one label per distinct reference title, in order of rank. A row without a title has no label. */
export function pointLabels({ lists, labels, pointRanks }: PointReference, query: number): Float64Array {
  const rowOfPoint = new Map<number, number>();
  for (const row of rowsOfQuery(lists, query)) {
    const point = at(pointRanks, row);
    if (point >= 0 && !rowOfPoint.has(point)) rowOfPoint.set(point, row);
  }
  return Float64Array.from(rowOfPoint.values(), (row) => at(labels, row));
}

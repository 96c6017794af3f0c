import { invalidOption } from "../../core/errors.ts";
import {
  type CutoffOptions,
  checkCutoff,
  defineMeasure,
  optionalRelParameter,
  relParameter,
} from "./define-measure.ts";
import { countRelevant, countRelevantRetrieved, type RankedList } from "./ranked-list.ts";

/** Parameters of Judged. */
export type JudgedShareOptions = CutoffOptions;

/**
 * Share of judged results (label >= 0) among the first `cutoff` results. Cost O(n). Source: ir_measures.
 * @returns 0..1; NaN for an empty list
 * @throws SemqrelError INVALID_CUTOFF  the cutoff is not a whole number >= 1
 */
export function judgedShare(list: RankedList, { cutoff = Number.POSITIVE_INFINITY }: JudgedShareOptions = {}): number {
  checkCutoff("Judged", cutoff);
  return countRelevantRetrieved(list, 0, cutoff) / Math.min(list.labels.length, cutoff);
}

export const judgedShareMeasure = defineMeasure({
  name: "Judged",
  summary: "Share of the first k results that have a judgment.",
  citation: "ir_measures",
  at: "cutoff",
  needsRelevant: false,
  compute: (list, { at }) => judgedShare(list, { cutoff: at }),
});

const countRules = {
  citation: "trec_eval",
  range: [0, Number.POSITIVE_INFINITY],
  aggregate: "sum",
  needsRelevant: false,
} as const;

export const queryCountMeasure = defineMeasure({
  name: "NumQ",
  summary: "Number of queries.",
  ...countRules,
  range: [1, 1],
  trecInput: { num_q: "NumQ" },
  onlyOfAll: true,
  compute: () => 1,
});

export const retrievedCountMeasure = defineMeasure({
  name: "NumRet",
  presets: { NumRelRet: { rel: 1 } },
  summary: "Number of results, or of relevant results.",
  ...countRules,
  parameters: {
    rel: optionalRelParameter("the smallest label that is counted; by default, all results are counted"),
  },
  trecInput: { num_ret: "NumRet", num_rel_ret: "NumRet(rel=1)" },
  compute: (list, { rel }) =>
    rel === null ? list.labels.length : countRelevantRetrieved(list, rel, Number.POSITIVE_INFINITY),
});

export const relevantCountMeasure = defineMeasure({
  name: "NumRel",
  summary: "Number of relevant documents, retrieved or not.",
  ...countRules,
  parameters: { rel: relParameter },
  trecInput: { num_rel: "NumRel" },
  compute: (list, { rel }) => countRelevant(list, rel),
});

/**
 * Share of the catalogue that is in some list. Cost O(results). Source: Ge, Delgado-Battenfeld & Jannach 2010 (RecSys).
 * @param lists         - documents of each list, as numbers or ids
 * @param catalogueSize - number of documents that could have been recommended, >= 1
 * @returns 0..1, provided that every document is in the catalogue
 * @throws SemqrelError INVALID_OPTION  the catalogue's size is not a number >= 1   details: { catalogueSize }
 */
export function catalogueCoverage(lists: Iterable<Iterable<number | string>>, catalogueSize: number): number {
  if (!(catalogueSize >= 1 && catalogueSize < Number.POSITIVE_INFINITY)) {
    throw invalidOption(
      `Computing Coverage: the size of the catalogue, ${catalogueSize}, is not a number >= 1. Give the number of documents.`,
      { catalogueSize },
    );
  }
  const shown = new Set<number | string>();
  for (const documents of lists) for (const document of documents) shown.add(document);
  return shown.size / catalogueSize;
}

export const catalogueCoverageMeasure = defineMeasure({
  name: "Coverage",
  summary: "Share of the catalogue that is in at least one list; for one query, in its list.",
  citation: "Ge, Delgado-Battenfeld & Jannach 2010",
  at: "cutoff",
  needsRelevant: false,
  needs: "catalogue",
  compute: (list, { at }) => catalogueCoverage([list.documents.subarray(0, at)], sizeOf(list)),
  computeRun(lists, { at }) {
    const all = [...lists];
    return catalogueCoverage(
      all.map(({ documents }) => documents.subarray(0, at)),
      sizeOf(all[0]),
    );
  },
});

function sizeOf(list: RankedList | undefined): number {
  const size = list?.context?.catalogueSize ?? 0;
  if (size >= 1) return size;
  throw invalidOption(
    "Computing Coverage: the size of the catalogue is unknown. Pass --catalogue with a number of documents, or a file with one id per line.",
  );
}

/**
 * One minus the mean similarity of all pairs of items. Cost O(count²). Source: Ziegler et al. 2005 (WWW).
 * @param count      - number of items, >= 0
 * @param similarity - takes the indexes of two items, from 0. Pairs for which it returns NaN are left out.
 * @returns 0..2 for cosines; NaN if all pairs are left out
 */
export function diversity(count: number, similarity: (one: number, other: number) => number): number {
  let sum = 0;
  let pairs = 0;
  for (let one = 0; one < count; one++) {
    for (let other = one + 1; other < count; other++) {
      const value = similarity(one, other);
      if (Number.isNaN(value)) continue;
      sum += value;
      pairs++;
    }
  }
  return pairs === 0 ? Number.NaN : 1 - sum / pairs;
}

export const titleDiversityMeasure = defineMeasure({
  name: "Diversity",
  summary: "One minus the mean cosine of all pairs of titles in the list.",
  citation: "Ziegler et al. 2005",
  at: "cutoff",
  range: [0, 2],
  // The diversity of an empty list is undefined, not 0.
  whenMissing: Number.NaN,
  needsRelevant: false,
  needs: "titles",
  compute({ documents, context }, { at }) {
    const similarity = context?.similarity ?? null;
    if (similarity === null) {
      throw invalidOption(
        "Computing Diversity: the titles of the documents are unknown. Pass --titles FILE (id TAB title).",
      );
    }
    const shown = documents.subarray(0, at);
    return diversity(shown.length, (one, other) => similarity(shown[one] as number, shown[other] as number));
  },
});

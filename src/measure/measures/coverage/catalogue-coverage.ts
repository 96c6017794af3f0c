/** How much of the catalogue do the lists show? */
import { SemqrelError } from "../../../core/errors.ts";
import { defineMeasure } from "../define-measure.ts";
import type { RankedList } from "../ranked-list.ts";

/**
 * Share of a catalogue that is recommended at least once, over all lists. Cost O(results). Source: catalogue coverage,
 * Ge, Delgado-Battenfeld & Jannach 2010 (RecSys).
 *
 * @param lists         documents of each list, by number or id
 * @param catalogueSize documents that could have been recommended, >= 1
 * @returns 0..1 where every document is of the catalogue
 * @throws SemqrelError INVALID_OPTION  the catalogue's size is no number >= 1   details: { catalogueSize }
 */
export function catalogueCoverage(lists: Iterable<Iterable<number | string>>, catalogueSize: number): number {
  if (!(catalogueSize >= 1 && catalogueSize < Number.POSITIVE_INFINITY)) {
    throw new SemqrelError(
      "INVALID_OPTION",
      `Computing Coverage: the size of the catalogue, ${catalogueSize}, is no number >= 1. Give the number of documents.`,
      { details: { catalogueSize } },
    );
  }
  const shown = new Set<number | string>();
  for (const documents of lists) for (const document of documents) shown.add(document);
  return shown.size / catalogueSize;
}

export const catalogueCoverageMeasure = defineMeasure({
  name: "Coverage",
  summary: "Share of the catalogue that stands in at least one list; for one query, in its list.",
  citation: "Ge, Delgado-Battenfeld & Jannach 2010",
  at: "cutoff",
  needsRelevant: false,
  needs: "catalogue",
  compute: (list, { at }) => catalogueCoverage([list.documents.subarray(0, at)], sizeOf(list)),
  computeRun(lists, { at }) {
    const all = [...lists];
    const shown = all.map(({ documents }) => documents.subarray(0, at));
    return catalogueCoverage(shown, sizeOf(all[0]));
  },
});

function sizeOf(list: RankedList | undefined): number {
  const size = list?.context?.catalogueSize ?? 0;
  if (size >= 1) return size;
  throw new SemqrelError(
    "INVALID_OPTION",
    "Computing Coverage: the size of the catalogue is not known. Pass --catalogue with a number of documents, or a file with one id a line.",
  );
}

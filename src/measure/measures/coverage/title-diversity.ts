/** How different are the results of one list from each other? */
import { SemqrelError } from "../../../core/errors.ts";
import { defineMeasure } from "../define-measure.ts";

/**
 * One minus the mean similarity of all pairs of items. Cost O(count²). Source: intra-list diversity, Ziegler et al.
 * 2005 (WWW).
 *
 * @param count      items, >= 0
 * @param similarity of two items, by place from 0; pairs that it says NaN of do not count
 * @returns 0..2 for cosines; NaN below two items
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
  // An empty list shows nothing: there is no diversity to call 0.
  whenMissing: Number.NaN,
  needsRelevant: false,
  needs: "titles",
  compute({ documents, context }, { at }) {
    const similarity = context?.similarity ?? null;
    if (similarity === null) {
      throw new SemqrelError(
        "INVALID_OPTION",
        "Computing Diversity: the titles of the documents are not known. Pass --titles FILE (id TAB title).",
      );
    }
    const shown = documents.subarray(0, at);
    return diversity(shown.length, (one, other) => similarity(shown[one] as number, shown[other] as number));
  },
});

/**
 * Which labels are judged: those of `label`, or those of any other file?
 */

import type { StoredLabels } from "../core/types.ts";
import { pointLabels } from "../lists/point-labels.ts";
import type { LabelSource, ListsToJudge } from "./judged-lists.ts";

/** The labels of a folder of `label`; the ideal holds the label of every distinct reference title once. */
export function storedLabelSource({ engines, reference }: StoredLabels, name: string): LabelSource {
  return {
    name,
    labelOf: (engine, row) => engines[engine]?.labels[row] ?? Number.NaN,
    idealOf(query) {
      const labels = reference === null ? new Float64Array(0) : pointLabels(reference, query);
      return labels.length === 0 ? null : labels;
    },
  };
}

/** Labels by document, such as a language model's or those of clicks; the ideal is made of all of a query's. */
export function documentLabelSource(
  { engines, grades }: Pick<ListsToJudge, "engines" | "grades">,
  name: string,
): LabelSource {
  return {
    name,
    labelOf(engine, row) {
      const { lists, documentKeys } = engines[engine] ?? {};
      const label = grades[lists?.queryOfRow[row] ?? -1]?.get(documentKeys?.[row] ?? "") ?? Number.NaN;
      return label >= 0 ? label : Number.NaN;
    },
    idealOf(query) {
      const labels = Float64Array.from(grades[query]?.values() ?? []).filter((label) => label >= 0);
      return labels.length === 0 ? null : labels;
    },
  };
}

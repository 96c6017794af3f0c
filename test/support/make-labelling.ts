/** Writes one engine that is labelled twice. */

import { MATCH_EXACT, MATCH_NONE, MATCH_SEMANTIC, measureNames, type QueryMeasures } from "../../src/core/types.ts";
import type { EngineLabelledTwice, EngineLabelling, RowLabels } from "../../src/trust/fidelity/compare-labellings.ts";

/**
 * The rank of the reference title (-1: no match; "none": no reference), the label, the margin, and the kind of match.
 */
export type LabelOf = readonly [rank: number | "none", label?: number, margin?: number, kind?: "exact"];

export function makeRowLabels(rows: readonly LabelOf[]): RowLabels {
  return {
    labels: Float64Array.from(rows, ([rank, label = 0]) => (rank === "none" ? Number.NaN : label)),
    kinds: Uint8Array.from(rows, ([rank, , , kind]) =>
      rank === "none" || rank < 0 ? MATCH_NONE : kind === "exact" ? MATCH_EXACT : MATCH_SEMANTIC,
    ),
    referenceRanks: Int32Array.from(rows, ([rank]) => (rank === "none" ? -1 : rank)),
    similarities: Float64Array.from(rows, ([rank]) => (rank === "none" ? Number.NaN : 0.5)),
    margins: Float64Array.from(rows, ([rank, , margin = 0.1]) => (rank === "none" ? Number.NaN : margin)),
  };
}

/** Every measure has the same values, by query. */
export function makeEngineLabelling(rows: readonly LabelOf[], values: readonly number[]): EngineLabelling {
  const all = Object.fromEntries(measureNames.map((name) => [name, Float64Array.from(values)]));
  return { ...makeRowLabels(rows), values: all as QueryMeasures["values"] };
}

/** Row r has the title `title r` and belongs to the given query, or to query 0. */
export function makeLabelledTwice(
  engine: string,
  before: { readonly rows: readonly LabelOf[]; readonly values: readonly number[] },
  after: { readonly rows: readonly LabelOf[]; readonly values: readonly number[] },
  queryOfRow: readonly number[] = before.rows.map(() => 0),
): EngineLabelledTwice {
  return {
    engine,
    titles: before.rows.map((_, row) => `title ${row}`),
    queryOfRow: Int32Array.from(queryOfRow),
    before: makeEngineLabelling(before.rows, before.values),
    after: makeEngineLabelling(after.rows, after.values),
  };
}

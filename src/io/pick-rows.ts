/**
 * Which rows of some judgments are kept?
 */
import type { RawJudgments } from "../core/types.ts";

/** Those that `keeps` says, in their order, with all columns. */
export function pickRows(raw: RawJudgments, keeps: (row: number) => boolean): RawJudgments {
  const rows = [...raw.queries.keys()].filter(keeps);
  const pick = (cells: readonly string[] | null) => cells && rows.map((row) => cells[row] ?? "");
  return {
    ...raw,
    queries: Int32Array.from(rows, (row) => raw.queries[row] ?? 0),
    documents: Int32Array.from(rows, (row) => raw.documents[row] ?? 0),
    labels: Float64Array.from(rows, (row) => raw.labels[row] ?? Number.NaN),
    raters: pick(raw.raters),
    iterations: pick(raw.iterations),
    titles: pick(raw.titles),
  };
}

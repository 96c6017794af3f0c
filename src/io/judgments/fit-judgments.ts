/**
 * What of some judgments can a format hold?
 */
import type { RawJudgments } from "../../core/types.ts";
import { fitNames } from "../fit-names.ts";
import type { JudgmentHolds, Lost } from "../holds.ts";
import { isSaidCell } from "../is-said.ts";
import { pickRows } from "../pick-rows.ts";
import { mergeJudgments } from "./merge-judgments.ts";

/**
 * The judgments as the format can hold them, and what it cannot. Rows without rating, and negative labels, are left
 * out; several ratings of one pair become one. Fractions are not touched: rounding them is the caller's decision.
 */
export function fitJudgments(raw: RawJudgments, holds: JudgmentHolds): { judgments: RawJudgments; lost: Lost[] } {
  const lost: Lost[] = [];
  const lose = (what: string, rows: number) => {
    if (rows > 0) lost.push({ what, rows });
  };
  const isLost = (label: number) => (Number.isNaN(label) ? !holds.unrated : label < 0 ? !holds.negatives : false);
  lose("unrated rows", holds.unrated ? 0 : raw.labels.filter((label) => Number.isNaN(label)).length);
  lose("negative labels", holds.negatives ? 0 : raw.labels.filter((label) => label < 0).length);
  const kept = raw.labels.some(isLost) ? pickRows(raw, (row) => !isLost(raw.labels[row] ?? 0)) : raw;

  if (!holds.raters) lose("raters", kept.raters?.filter(isSaidCell).length ?? 0);
  const severalRaters = !holds.raters && new Set(kept.raters).size > 1;
  const merged =
    severalRaters || !holds.repeats ? mergeJudgments(kept, holds.raters) : { judgments: kept, repeated: 0 };
  if (!severalRaters) lose("repeated judgments", merged.repeated);

  const { iterations } = merged.judgments;
  if (!holds.iterations) lose("iterations", iterations?.filter(isSaidCell).length ?? 0);
  const words = holds.whiteSpace ? null : new Set([...(merged.judgments.raters ?? []), ...(iterations ?? [])]);
  const fitted = fitNames(merged.judgments, holds);
  lost.push(...fitted.lost);
  if (words === null || ![...words].some((word) => /\s/.test(word))) return { judgments: fitted.rows, lost };
  const oneWord = (cell: string) => cell.replace(/\s+/g, "_");
  const { raters } = fitted.rows;
  if (holds.raters) lose("white space in raters", raters?.filter((rater) => /\s/.test(rater)).length ?? 0);
  if (holds.iterations) lose("white space in iterations", iterations?.filter((text) => /\s/.test(text)).length ?? 0);
  return {
    judgments: { ...fitted.rows, raters: raters?.map(oneWord) ?? null, iterations: iterations?.map(oneWord) ?? null },
    lost,
  };
}

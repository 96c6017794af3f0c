/**
 * What does a comparison of two labellings of the same lists say?
 * The document of `fidelity --json`.
 */
import { counted } from "../../core/text/wording.ts";
import type { ModelIdentity } from "../../core/types.ts";
import {
  CLEAR_MARGIN,
  type CompareLabellingsOptions,
  type ConclusionChanges,
  compareLabellings,
  type LabellingComparison,
  type LabellingsToCompare,
  LEAST_KEPT,
  type OrderChange,
} from "./compare-labellings.ts";

export interface LabellingSource {
  /** The folder; null where the lists were labelled for this comparison. */
  readonly labels: string | null;
  readonly model: ModelIdentity;
}

export interface FidelityReport extends LabellingComparison {
  readonly schema: "semqrel.fidelity/1";
  readonly before: LabellingSource;
  readonly after: LabellingSource;
  readonly sameModel: boolean;
  /** Queries with a reference. */
  readonly queries: number;
  readonly rule: {
    readonly clearMargin: number;
    readonly leastKept: number;
    /** Null where no row has a clear margin. */
    readonly holds: boolean | null;
  };
  readonly verdict: string;
}

interface LabellingsToReport extends LabellingsToCompare, Pick<FidelityReport, "before" | "after"> {
  readonly answered: number;
}

export function fidelityReport(found: LabellingsToReport, options: CompareLabellingsOptions): FidelityReport {
  const { before, after } = found;
  const comparison = compareLabellings(found, options);
  const { clearKeptShare } = comparison.rows;
  const sameModel = before.model.sha256 === after.model.sha256 && before.model.precision === after.model.precision;
  return {
    schema: "semqrel.fidelity/1",
    before,
    after,
    sameModel,
    queries: found.answered,
    rule: {
      clearMargin: CLEAR_MARGIN,
      leastKept: LEAST_KEPT,
      holds: clearKeptShare === null ? null : clearKeptShare >= LEAST_KEPT,
    },
    ...comparison,
    verdict: sayVerdict(comparison, sameModel ? null : after.model),
  };
}

/** @param model null where both labellings are the same model's */
function sayVerdict({ rows, order, conclusions }: LabellingComparison, model: ModelIdentity | null): string {
  const who = model === null ? "With the same model" : `With ${model.name} (${model.precision})`;
  const what = `the labels of ${rows.otherLabel} of ${counted(rows.rows, "result")} change`;
  return `${who} ${what}; ${sayConclusions(order, conclusions)}.`;
}

function sayConclusions(order: OrderChange, conclusions: ConclusionChanges | null): string {
  const { winnersBefore, winnersAfter, winnerChanges, changedPairs, pairs } = order;
  if (pairs === 0) return "there is only one engine, so there is no order to change";
  const moved = `${changedPairs.length} of ${counted(pairs, "pair")} of engines ${changedPairs.length === 1 ? "changes places or ties" : "change places or tie"}`;
  if (winnerChanges) {
    return `the winner changes from ${winnersBefore.join(" and ")} to ${winnersAfter.join(" and ")}, and ${moved}`;
  }
  const winner = `the winner stays ${winnersBefore.join(" and ")}`;
  if (conclusions === null)
    return changedPairs.length === 0 ? "the engines keep their places" : `${winner}, and ${moved}`;
  const changed = conclusions.changed.length;
  if (changed > 0)
    return `${winner}, but ${changed} of ${counted(pairs, "pair")} of engines ${changed === 1 ? "leads" : "lead"} to another conclusion`;
  if (changedPairs.length === 0) return "no conclusion changes";
  return `no conclusion changes: ${winner}, and ${moved}, none significantly`;
}

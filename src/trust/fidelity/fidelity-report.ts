/**
 * What does a comparison of two labellings of the same lists say?
 * The document of `fidelity --json`.
 */
import { at } from "../../core/at.ts";
import { finiteOrNull } from "../../core/text/say-numbers.ts";
import { counted } from "../../core/text/wording.ts";
import { type MatchKind, type MeasureName, type ModelIdentity, matchKinds, measureNames } from "../../core/types.ts";
import {
  type ConclusionChanges,
  type EngineLabelledTwice,
  type LabellingComparison,
  type MeasureChange,
  orderingMeasure,
} from "./compare-labellings.ts";
import type { OrderChange } from "./order-change.ts";
import { CLEAR_MARGIN, LEAST_KEPT, type RowChanges, type RowLabels } from "./row-changes.ts";

/** Counts of rows, and shares: 0..1, null of no rows. */
export interface ReportedRows extends Omit<RowChanges, "absoluteChange" | "largestChange"> {
  readonly otherTitleShare: number | null;
  /** Of the rows with a clear margin, those that keep their reference title. */
  readonly clearKeptShare: number | null;
  readonly otherLabelShare: number | null;
  readonly label: { readonly meanAbsoluteChange: number | null; readonly largestChange: number };
}

export interface ReportedChange extends Omit<MeasureChange, "largest"> {
  readonly largest: { readonly query: string; readonly change: number } | null;
}

/** Numbers are null where nothing matched, or labels.csv lacks them. */
export interface LabelOfRow {
  readonly match: MatchKind;
  readonly label: number;
  readonly referenceRank: number | null;
  readonly referenceTitle: string | null;
  readonly similarity: number | null;
  readonly margin: number | null;
}

export interface ChangedExample {
  readonly engine: string;
  readonly query: string;
  readonly title: string;
  readonly before: LabelOfRow;
  readonly after: LabelOfRow;
  readonly change: number;
}

export interface LabellingSource {
  /** The folder; null where the lists were labelled for this comparison. */
  readonly labels: string | null;
  readonly model: ModelIdentity;
}

export interface FidelityReport {
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
  readonly rows: ReportedRows;
  readonly engines: Readonly<
    Record<
      string,
      { readonly rows: ReportedRows; readonly measures: { readonly [measure in MeasureName]: ReportedChange } }
    >
  >;
  readonly order: OrderChange & { readonly measure: MeasureName };
  readonly conclusions: ConclusionChanges | null;
  readonly examples: readonly ChangedExample[];
  readonly verdict: string;
}

export interface LabellingsToReport extends Pick<FidelityReport, "before" | "after"> {
  readonly queries: readonly string[];
  readonly answered: number;
  readonly engines: readonly EngineLabelledTwice[];
  readonly referenceTitleOf: (query: number, rank: number) => string | null;
  readonly comparison: LabellingComparison;
}

export function fidelityReport(found: LabellingsToReport): FidelityReport {
  const { before, after, queries, engines, comparison } = found;
  const rows = reportRows(comparison.rows);
  const sameModel = before.model.sha256 === after.model.sha256 && before.model.precision === after.model.precision;
  const changeOf = ({ largest, ...change }: MeasureChange): ReportedChange => ({
    ...change,
    largest: largest && { query: at(queries, largest.query), change: largest.change },
  });
  const reportMeasures = (measures: Record<MeasureName, MeasureChange>) =>
    Object.fromEntries(measureNames.map((name) => [name, changeOf(measures[name])])) as Record<
      MeasureName,
      ReportedChange
    >;
  return {
    schema: "semqrel.fidelity/1",
    before,
    after,
    sameModel,
    queries: found.answered,
    rule: {
      clearMargin: CLEAR_MARGIN,
      leastKept: LEAST_KEPT,
      holds: rows.clearKeptShare === null ? null : rows.clearKeptShare >= LEAST_KEPT,
    },
    rows,
    engines: Object.fromEntries(
      comparison.engines.map(({ rows: ofEngine, measures }, place) => [
        at(engines, place).engine,
        {
          rows: reportRows(ofEngine),
          measures: reportMeasures(measures),
        },
      ]),
    ),
    order: { measure: orderingMeasure, ...comparison.order },
    conclusions: comparison.conclusions,
    examples: comparison.examples.map(({ engine, row }) => exampleOf(at(engines, engine), row, found)),
    verdict: sayVerdict(comparison, sameModel ? null : after.model),
  };
}

function reportRows({ absoluteChange, largestChange, ...rows }: RowChanges): ReportedRows {
  return {
    ...rows,
    otherTitleShare: shareOf(rows.otherTitle, rows.matched),
    clearKeptShare: shareOf(rows.clear - rows.clearOtherTitle, rows.clear),
    otherLabelShare: shareOf(rows.otherLabel, rows.rows),
    label: { meanAbsoluteChange: shareOf(absoluteChange, rows.rows), largestChange },
  };
}

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function exampleOf(
  { engine, titles, queryOfRow, before, after }: EngineLabelledTwice,
  row: number,
  { queries, referenceTitleOf }: LabellingsToReport,
): ChangedExample {
  const query = at(queryOfRow, row);
  const labelOf = (side: RowLabels): LabelOfRow => {
    const rank = at(side.referenceRanks, row);
    return {
      match: at(matchKinds, at(side.kinds, row)),
      label: at(side.labels, row),
      referenceRank: rank < 0 ? null : rank,
      referenceTitle: rank < 0 ? null : referenceTitleOf(query, rank),
      similarity: finiteOrNull(side.similarities[row]),
      margin: finiteOrNull(side.margins[row]),
    };
  };
  return {
    engine,
    query: at(queries, query),
    title: at(titles, row),
    before: labelOf(before),
    after: labelOf(after),
    change: at(after.labels, row) - at(before.labels, row),
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
  if (pairs === 0) return "one engine has no order that could change";
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

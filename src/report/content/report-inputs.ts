/** The inputs of a report: a folder of labels, and documents from other commands. */
import { column } from "../../core/document/blocks.ts";
import type { LabelFolderOrigin, LabelledLists, ReferenceLists, ResultLists, StoredLabels } from "../../core/types.ts";
import type { EstimateReport } from "../../estimate/estimate-report.ts";
import type { SuggestReport } from "../../estimate/suggest-report.ts";
import type { AgreementReport } from "../../gold/agreement/rater-agreement.ts";
import type { GoldDocument } from "../../gold/gold-view.ts";
import type { JudgingReport } from "../../gold/judge/judging-report.ts";
import type { RatingsBeside } from "../../gold/known-ratings.ts";
import type { LabelSummary } from "../../label/folder/label-summary.ts";
import type { describe } from "../../maths/summary.ts";
import * as engines from "../../measure/measures/compare-engines.ts";
import type { RerankReport } from "../../rerank/rerank-report.ts";
import type { FidelityReport } from "../../trust/fidelity/fidelity-report.ts";
import type { PoliciesReport } from "../../trust/policies/policies-report.ts";
import type { ValidationReport } from "../../trust/validation-report.ts";

/** The rows of one engine in measures.csv. */
export interface ReportMeasures {
  readonly engine: string;
  /** For each measure, in the order of the file: the value of each query of `stored`, NaN if undefined. */
  readonly values: ReadonlyMap<string, Float64Array>;
  /** For each query: why the engine is not measured; null if it is measured. */
  readonly reasons: readonly (string | null)[];
}

/** Documents that other commands printed with --json, at most one of each kind. */
export interface ReportDocuments {
  readonly validation: ValidationReport | null;
  readonly estimate: EstimateReport | null;
  readonly gold: GoldDocument | null;
  readonly judging: JudgingReport | null;
  readonly suggestion: SuggestReport | null;
  readonly policies: PoliciesReport | null;
  readonly fidelity: FidelityReport | null;
  readonly agreement: AgreementReport | null;
  readonly rerank: RerankReport | null;
}

/** Text of each row, or only of the rows that are shown. */
type TextOfRow = Readonly<Record<number, string>>;

/** Lists with all numbers, but only the texts of rows that are shown. `ResultLists` have all texts. */
export interface ReportLists
  extends Pick<ResultLists, "engine" | "source" | "ranks" | "queryOfRow" | "rowsInOrder" | "offsets" | "origins"> {
  readonly titles: TextOfRow;
  readonly ids: TextOfRow | null;
  /** Hash of each row's title, from the function `titleNumber`. Absent if `titles` has every row. */
  readonly titleNumbers?: Float64Array;
}

export interface ReportEngine extends Omit<LabelledLists, "lists" | "origins"> {
  readonly lists: ReportLists;
  readonly origins?: TextOfRow;
}

export interface ReportReference extends Omit<ReferenceLists, "lists"> {
  readonly lists: ReportLists;
}

export interface ReportLabels extends Pick<StoredLabels, "source" | "queries"> {
  readonly engines: readonly ReportEngine[];
  readonly reference: ReportReference | null;
}

export interface ReportInputs {
  /** Name of the folder, without its path. */
  readonly name: string;
  readonly stored: ReportLabels;
  readonly measures: readonly ReportMeasures[];
  /** Null for a folder of `calibrate`, whose summary is `documents.estimate`. */
  readonly summary: LabelSummary | null;
  readonly origin: LabelFolderOrigin;
  readonly documents: ReportDocuments;
  /** Ratings beside the folder, with paths relative to the parent folder. @default none */
  readonly ratings?: RatingsBeside;
  /** Sentences about documents that are left out, because labels or ratings changed. @default none */
  readonly stale?: readonly string[];
  /** Maximum number of results shown from each list of a query. Hidden results are counted. */
  readonly resultsShown: number;
  /** `most`: maximum number of queries with lists; `named`: indexes of queries to show first. @default all queries */
  readonly lists?: { readonly most: number; readonly named: readonly number[] };
  readonly seed: number;
}

/** One of several runs that are compared over time. */
export interface HistoryStep {
  readonly name: string;
  readonly measures: readonly ReportMeasures[];
  readonly queries: readonly string[];
  readonly origin: LabelFolderOrigin;
}

/** Maximum number of engines or pairs in a plot. Readers can only tell six colours apart. */
export const MOST_PLOTTED = 6;

/** The measure of a folder of `calibrate`. It orders engines, but its value alone means nothing. */
export const calibratedScore = "calibrated_score";

const preferred = ["ndcg_reference@10", "ndcg_reference", "ndcg_returned@10", "ndcg_returned", calibratedScore];

export function isCalibrated({ origin }: Pick<ReportInputs, "origin">): boolean {
  return origin.calibration !== null;
}

/** Returns the deciding measure, then all other measures in the order of the files. */
export function measuresOf({ measures }: Pick<ReportInputs, "measures">): string[] {
  const names = [...new Set(measures.flatMap(({ values }) => [...values.keys()]))];
  const isKnown = (name: string) =>
    measures.some(({ values }) => values.get(name)?.some((value) => !Number.isNaN(value)));
  const decisive = preferred.find((name) => names.includes(name) && isKnown(name));
  return decisive === undefined ? names : [decisive, ...names.filter((name) => name !== decisive)];
}

export function valuesOf(engine: ReportMeasures | undefined, measure: string): Float64Array {
  return engine?.values.get(measure) ?? new Float64Array(0);
}

export function valuesOfEngine(measures: readonly ReportMeasures[], name: string, measure: string): Float64Array {
  const own = measures.find(({ engine }) => engine === name);
  return valuesOf(own, measure);
}

/** Sorts engines by mean, the largest first. Equal means keep their order; engines without a mean are last. */
export function enginesByMean(measures: readonly ReportMeasures[], measure: string): engines.EngineMean[] {
  return engines.enginesByMean(measures.map((one) => ({ engine: one.engine, values: valuesOf(one, measure) })));
}

/** Returns the engines to plot, in the report's order. If there are many, keeps the best by the deciding measure. */
export function plottedEngines(inputs: Pick<ReportInputs, "measures" | "stored">): string[] {
  const names = inputs.stored.engines.map(({ lists }) => lists.engine);
  if (names.length <= MOST_PLOTTED) return names;
  const [decisive = ""] = measuresOf(inputs);
  const best = enginesByMean(inputs.measures, decisive).map(({ engine }) => engine);
  const chosen = [...best.filter((engine) => names.includes(engine)), ...names].slice(0, MOST_PLOTTED);
  return names.filter((name) => chosen.includes(name));
}

export function sayPlotted(inputs: Pick<ReportInputs, "measures" | "stored">): string {
  const all = inputs.stored.engines.length;
  if (all <= MOST_PLOTTED) return "";
  return ` The plot shows the ${MOST_PLOTTED} of ${all} engines with the best mean ${measuresOf(inputs)[0] ?? ""}; the table has all.`;
}

export type Summary = ReturnType<typeof describe>;

export const quartileColumns = [
  column<Summary>("min", "measure", ({ min }) => min),
  column<Summary>("25%", "measure", (found) => found["25%"]),
  column<Summary>("median", "measure", (found) => found["50%"]),
  column<Summary>("75%", "measure", (found) => found["75%"]),
  column<Summary>("max", "measure", ({ max }) => max),
];

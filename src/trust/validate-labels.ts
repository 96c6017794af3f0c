/**
 * How far can these labels be trusted?
 * Every question that judgments of people can answer, for one source of labels; the sentence at the end is `trustVerdict`.
 */
import type { Measure } from "../measures/define-measure.ts";
import { kendallTauB } from "../statistics/kendall-tau-b.ts";
import { engineHoles, type Holes } from "./engine-holes.ts";
import { type EngineValues, engineMeans, gradeValues, labelValues } from "./engine-values.ts";
import { type FreeBaselines, freeBaselines, type TitleLists } from "./free-baselines.ts";
import { type JudgedLists, judgedLists, type LabelSource, type ListsToJudge } from "./judged-lists.ts";
import { type LabelAgreement, type LabelAgreementOptions, labelAgreement } from "./label-agreement.ts";
import { FEWEST_ENGINES, type OrderTrust, orderTrust } from "./order-trust.ts";
import { type WrongConclusions, wrongConclusions } from "./wrong-conclusions.ts";

export const baselineNames = ["exact", "overlap@10", "popularity", "queryTitleCosine"] as const;
export type BaselineName = (typeof baselineNames)[number];
/** Kendall's τ-b with the order by people; null where it cannot be told. */
export type BaselineTaus = { readonly [name in BaselineName]: number | null };

export interface ValidateOptions extends LabelAgreementOptions {
  /** By people's grades. */
  readonly measure: Measure;
  /** Of each null, and resamples of the queries, >= 1. */
  readonly draws: number;
  readonly onDraw?: (drawn: number) => void;
}

export interface Validation {
  readonly name: string;
  readonly leftOut: JudgedLists["leftOut"];
  readonly order: OrderTrust;
  readonly labels: LabelAgreement;
  /** Null below two queries. */
  readonly conclusions: WrongConclusions | null;
}

/** What holds whatever the labels are: the lists, the judgments, the free baselines. */
export interface ValidationGround {
  readonly judged: JudgedLists;
  readonly baselines: BaselineTaus;
  readonly holes: Holes;
}

/** Cost as `nullOrders`: some seconds for 1,000 draws of 29 engines and 225 queries. */
export function validateLabels(lists: ListsToJudge, source: LabelSource, options: ValidateOptions): Validation {
  const judged = judgedLists(lists, source);
  const { measure, seed, draws, onDraw } = options;
  const cutoff = measure.at;
  const grades = signedGrades(judged, measure);
  return {
    name: source.name,
    leftOut: judged.leftOut,
    order: orderTrust(judged, grades, { cutoff, seed, draws, ...(onDraw === undefined ? {} : { onDraw }) }),
    labels: labelAgreement(judged, options),
    conclusions: wrongConclusions(judged.engines, labelValues(judged, cutoff), grades),
  };
}

/** Over the queries that the first source of labels can measure, so that both stand on the same ground. */
export function validationGround(
  lists: ListsToJudge,
  titles: TitleLists,
  source: LabelSource,
  measure: Measure,
): ValidationGround {
  const judged = judgedLists(lists, source);
  const truth = engineMeans(signedGrades(judged, measure));
  const found = freeBaselines(judged, titles, measure.at);
  const tauOf = (values: FreeBaselines[BaselineName]) =>
    values === null || judged.engines.length < FEWEST_ENGINES || judged.queries.length === 0
      ? null
      : (kendallTauB(engineMeans(values), truth)?.tau ?? null);
  const baselines = Object.fromEntries(baselineNames.map((name) => [name, tauOf(found[name])])) as BaselineTaus;
  return { judged, baselines, holes: engineHoles(judged, measure.at) };
}

/** Larger is better. */
function signedGrades(judged: JudgedLists, measure: Measure): EngineValues {
  const values = gradeValues(judged, measure);
  return measure.kind.lowerIsBetter ? values.map((ofEngine) => ofEngine.map((value) => -value)) : values;
}

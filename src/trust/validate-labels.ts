/** How far can labels of one source be trusted? All that judgments of people can answer but for the verdict in words. */
import { at } from "../core/at.ts";
import { FEWEST_ENGINES, kendallTauB } from "../maths/correlation/rank-correlation.ts";
import { compareEngines, type EngineComparison } from "../measure/measures/compare-engines.ts";
import type { Measure } from "../measure/measures/define-measure.ts";
import { engineHoles, type Holes } from "./engine-holes.ts";
import { type EngineValues, engineMeans, gradeValues, labelValues } from "./engine-values.ts";
import { type FreeBaselines, freeBaselines, type TitleLists } from "./free-baselines.ts";
import type { JudgedLists } from "./judged-lists.ts";
import { type LabelAgreement, type LabelAgreementOptions, labelAgreement } from "./label-agreement.ts";
import { type OrderTrust, orderTrust } from "./order-trust.ts";
import { type WrongConclusions, wrongConclusions } from "./wrong-conclusions.ts";

export const baselineNames = ["exact", "overlap@10", "popularity", "queryTitleCosine"] as const;
export type BaselineName = (typeof baselineNames)[number];
/** Kendall's τ-b with the order by people; null where it is undefined. */
export type BaselineTaus = { readonly [name in BaselineName]: number | null };

/** How labels are compared with people's judgments. */
export interface ValidateOptions extends LabelAgreementOptions {
  /** By people's grades. */
  readonly measure: Measure;
  /** Of each null, and resamples of the queries, >= 1. */
  readonly draws: number;
  /** Called with the number of draws done. */
  readonly onDraw?: (drawn: number) => void;
}

/** How far labels agree with people, beside chance and what costs nothing. */
export interface Validation {
  readonly leftOut: JudgedLists["leftOut"];
  readonly order: OrderTrust;
  readonly labels: LabelAgreement;
  /** Null below two queries. */
  readonly conclusions: WrongConclusions | null;
}

/** What does not depend on the labels. */
export interface ValidationGround {
  readonly baselines: BaselineTaus;
  readonly holes: Holes;
  /** By people's grades; null without queries. */
  readonly people: EngineComparison | null;
}

/** Cost as `nullOrders`. */
export function validateLabels(judged: JudgedLists, options: ValidateOptions): Validation {
  const { measure, seed, draws, onDraw } = options;
  const cutoff = measure.at;
  const grades = signedGrades(judged, measure);
  return {
    leftOut: judged.leftOut,
    order: orderTrust(judged, grades, { cutoff, seed, draws, ...(onDraw && { onDraw }) }),
    labels: labelAgreement(judged, options),
    conclusions: wrongConclusions(judged.engines, labelValues(judged, cutoff), grades),
  };
}

/** @param judged by the first source of labels */
export function validationGround(
  judged: JudgedLists,
  titles: TitleLists,
  measure: Measure,
  seed: number,
): ValidationGround {
  const grades = signedGrades(judged, measure);
  const truth = engineMeans(grades);
  const found = freeBaselines(judged, titles, measure.at);
  const tauOf = (values: FreeBaselines[BaselineName]) =>
    values === null || judged.engines.length < FEWEST_ENGINES || judged.queries.length === 0
      ? null
      : (kendallTauB(engineMeans(values), truth)?.tau ?? null);
  const baselines = Object.fromEntries(baselineNames.map((name) => [name, tauOf(found[name])])) as BaselineTaus;
  const values = judged.engines.map((engine, place) => ({ engine, values: at(grades, place) }));
  const people = compareEngines(measure.name, values, seed);
  return { baselines, holes: engineHoles(judged, measure.at), people };
}

/** Larger is better. */
function signedGrades(judged: JudgedLists, measure: Measure): EngineValues {
  const values = gradeValues(judged, measure);
  return measure.kind.lowerIsBetter ? values.map((ofEngine) => ofEngine.map((value) => -value)) : values;
}

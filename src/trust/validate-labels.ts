/** How far can labels of one source be trusted? All that judgments of people can answer but for the verdict in words. */
import { at } from "../core/at.ts";
import { FEWEST_ENGINES, kendallTauB } from "../maths/correlation/rank-correlation.ts";
import { holm } from "../maths/significance/corrections.ts";
import { pairedTTest } from "../maths/significance/paired-tests.ts";
import { compareEngines, type EngineComparison } from "../measure/measures/compare-engines.ts";
import type { Measure } from "../measure/measures/define-measure.ts";
import { engineHoles, type Holes } from "./engine-holes.ts";
import { type EngineValues, engineMeans, gradeValues, labelValues } from "./engine-values.ts";
import { type FreeBaselines, freeBaselines, type TitleLists } from "./free-baselines.ts";
import type { JudgedLists } from "./judged-lists.ts";
import { type LabelAgreement, type LabelAgreementOptions, labelAgreement } from "./label-agreement.ts";
import { type OrderTrust, orderTrust } from "./order-trust.ts";

export const baselineNames = ["exact", "overlap@10", "popularity", "queryTitleCosine"] as const;
export type BaselineName = (typeof baselineNames)[number];
/** Kendall's τ-b with the order by people; null if it is undefined. */
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

/** A difference is significant where Holm's adjusted p is below. */
const LEVEL = 0.05;

/** Each pair of engines counts once: pairs = agree + agreeNot + missed + reversed + invented. */
export interface WrongConclusions {
  readonly pairs: number;
  /** Significant by both, with the same sign. */
  readonly agree: number;
  /** Significant by neither. */
  readonly agreeNot: number;
  /** Significant by grades alone. */
  readonly missed: number;
  /** Significant by both, with opposite signs. */
  readonly reversed: number;
  /** Significant by labels alone. */
  readonly invented: number;
  /** The reversed pairs, then the invented ones, each in the order of engines. */
  readonly wrong: readonly WrongConclusion[];
}

/** Labels say that `better` beats `worse`. */
interface WrongConclusion {
  readonly kind: "reversed" | "invented";
  readonly better: string;
  readonly worse: string;
  /** Mean by labels, better - worse: above 0. */
  readonly byLabels: number;
  /** Mean by people's grades, better - worse. */
  readonly byGrades: number;
}

/**
 * Student's paired t test over queries for every pair of engines, by labels and by grades, each with Holm's correction
 * over all pairs.
 *
 * @param engines names, in the order of the values
 * @param labels  larger is better
 * @param grades  the same engines and queries; larger is better
 * @returns null below two queries
 *
 * Cost O(engines² x queries). Source of the classes: Urbano, Marrero & Martín 2013 (SIGIR, 925-928), who compare two
 * halves of the queries: success (agree), lack of power (missed), major error (reversed). Here grades are the truth, so
 * that differences by labels alone are invented.
 */
export function wrongConclusions(
  engines: readonly string[],
  labels: EngineValues,
  grades: EngineValues,
): WrongConclusions | null {
  if ((grades[0]?.length ?? 0) < 2) return null;
  const pairs = engines.flatMap((_, one) => engines.slice(one + 1).map((__, after) => [one, one + 1 + after] as const));
  const byLabels = compare(pairs, labels);
  const byGrades = compare(pairs, grades);
  const counts = { agree: 0, agreeNot: 0, missed: 0, reversed: 0, invented: 0 };
  const wrong: WrongConclusion[] = [];
  pairs.forEach(([one, other], pair) => {
    const [labelled, graded] = [at(byLabels, pair), at(byGrades, pair)];
    const kind = kindOf(labelled.shown, graded.shown);
    counts[kind]++;
    if (kind !== "reversed" && kind !== "invented") return;
    const [better, worse] = labelled.shown > 0 ? [one, other] : [other, one];
    wrong.push({
      kind,
      better: at(engines, better),
      worse: at(engines, worse),
      byLabels: labelled.shown * labelled.mean,
      byGrades: labelled.shown * graded.mean,
    });
  });
  const ofKind = (kind: WrongConclusion["kind"]) => wrong.filter((conclusion) => conclusion.kind === kind);
  return { pairs: pairs.length, ...counts, wrong: [...ofKind("reversed"), ...ofKind("invented")] };
}

/** Of each pair: first - second, and its sign if it is significant, else 0. */
function compare(pairs: readonly (readonly [number, number])[], values: EngineValues) {
  const tests = pairs.map(([one, other]) => pairedTTest(at(values, one), at(values, other)));
  const adjusted = holm(tests.map((test) => test?.p ?? 1));
  return tests.map((test, pair) => {
    const mean = test?.mean ?? 0;
    return { mean, shown: at(adjusted, pair) < LEVEL ? Math.sign(mean) : 0 };
  });
}

function kindOf(byLabels: number, byGrades: number) {
  if (byLabels === 0) return byGrades === 0 ? "agreeNot" : "missed";
  if (byGrades === 0) return "invented";
  return byLabels === byGrades ? "agree" : "reversed";
}

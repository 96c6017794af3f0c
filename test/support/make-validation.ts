/** Makes engines with grades from people, and labels of any quality. */

import { seededRandom } from "../../src/maths/random.ts";
import { parseMeasures } from "../../src/measure/measures/parse-measures.ts";
import type { TitleLists } from "../../src/trust/baselines.ts";
import {
  documentLabelSource,
  judgedLists,
  type LabelSource,
  type ListsToJudge,
  type QueryGrades,
} from "../../src/trust/engine-values.ts";
import type { SameEmbedder } from "../../src/trust/same-embedder.ts";
import { type ValidateOptions, validateLabels, validationGround } from "../../src/trust/validate-labels.ts";
import { type ValidationReport, type ValidationToReport, validationReport } from "../../src/trust/validation-report.ts";
import { makeLists, makeQueries, type Row } from "./make-lists.ts";

const TITLES = 30;

export interface SomeEngines {
  readonly engines?: number;
  readonly queries?: number;
  readonly seed?: number;
  /** Names of the engines, by default `engine 0`, `engine 1`, … */
  readonly names?: readonly string[];
  /** Share of judged documents. @default 1 */
  readonly judged?: number;
}

/** Engines that order 30 documents per query by grades 0..4 and noise, each with more noise than the one before. */
export function someEngines(options: SomeEngines = {}): ListsToJudge {
  const { engines = 6, queries = 20, seed = 5, names = [], judged = 1 } = options;
  const random = seededRandom(seed);
  const truth = Array.from({ length: queries }, () =>
    Float64Array.from({ length: TITLES }, (_, title) => (title === 0 ? 4 : Math.floor(5 * random() ** 4))),
  );
  const made = Array.from({ length: engines }, (_, engine) => {
    const rows = truth.flatMap((gradeOf, query) => {
      const score = gradeOf.map((grade) => grade + (2 + engine / 2) * random());
      const order = Array.from(score.keys()).sort((one, other) => (score[other] ?? 0) - (score[one] ?? 0));
      return order.slice(0, 10).map((title, rank): Row => [query, rank, `title ${title} of ${query}`, `d${title}`]);
    });
    const lists = makeLists(names[engine] ?? `engine ${engine}`, rows, queries);
    return { lists, documentKeys: lists.ids ?? [] };
  });
  const grades = truth.map((gradeOf) => {
    const known = Array.from(gradeOf, (grade, title) => [`d${title}`, grade] as const);
    return new Map(known.filter((_, title) => title === 0 || random() < judged));
  });
  return { queries, engines: made, grades };
}

type NamedSource = LabelSource & { readonly name: string };

/** Labels that follow grades with this much noise; 0 gives labels equal to grades. */
export function noisyLabels(lists: ListsToJudge, noise: number, name = "labels"): NamedSource {
  const random = seededRandom(11);
  const grades = lists.grades.map(
    (ofQuery): QueryGrades =>
      new Map(Array.from(ofQuery ?? [], ([document, grade]) => [document, Math.max(0, grade) + noise * random()])),
  );
  return { name, ...documentLabelSource({ engines: lists.engines, grades }) };
}

/** Labels unrelated to grades: one per document, drawn from 0..1. */
export function chanceLabels(lists: ListsToJudge, seed: number, name = "chance"): NamedSource {
  const random = seededRandom(seed);
  const grades = lists.grades.map(
    () => new Map(Array.from({ length: TITLES }, (_, title) => [`d${title}`, random()] as const)),
  );
  return { name, ...documentLabelSource({ engines: lists.engines, grades }) };
}

/** Has no reference and no cosines, so popularity is the only baseline of `validate`. */
export function titlesOf({ engines, queries }: ListsToJudge): TitleLists {
  return {
    engines: engines.map(({ lists }) => lists),
    reference: null,
    queryTexts: makeQueries(queries).map(({ text }) => text),
    similarity: () => Number.NaN,
  };
}

export function validateOptions(more: Partial<ValidateOptions> & { readonly name?: string } = {}): ValidateOptions {
  const { name = "nDCG@10", ...others } = more;
  const [measure] = parseMeasures([name]);
  if (measure === undefined) throw new Error(`no measure ${name}`);
  return { measure, draws: 100, seed: 1, unjudged: "nonrelevant", ...others };
}

export const nobodyAlike: SameEmbedder = {
  engines: [],
  scores: new Float64Array(0),
  median: null,
  inOrder: new Float64Array(0),
  named: [],
};

/** What `validate` reports for these labels. The first source is the folder's, the others are proxies. */
export function makeValidationReport(
  lists: ListsToJudge,
  [source, ...proxies]: readonly [NamedSource, ...NamedSource[]],
  more: Partial<ValidationToReport> & { readonly options?: ValidateOptions } = {},
): ValidationReport {
  const { options = validateOptions(), ...others } = more;
  return validationReport({
    ...{ gold: "gold.qrels", measure: options.measure.name, cutoff: options.measure.at, reference: "old" },
    ...{ unjudged: options.unjudged, draws: options.draws, seed: options.seed, sameEmbedder: nobodyAlike },
    engines: lists.engines.map(({ lists: { engine } }) => engine),
    labelled: lists.queries,
    taught: { queries: 0, areJudged: false, humanShare: null },
    validation: validateLabels(judgedLists(lists, source), options),
    ground: validationGround(judgedLists(lists, source), titlesOf(lists), options.measure, 1),
    proxies: proxies.map((proxy) => ({
      name: proxy.name,
      validation: validateLabels(judgedLists(lists, proxy), options),
      limits: [],
    })),
    ...others,
  });
}

/** What several sections need: which engine is better by the labels, which labels are doubtful, which queries are shown. */

import { type BlockPart, blocksOf } from "../../core/document/blocks.ts";
import { pageBlocks } from "../../core/document/page-blocks.ts";
import * as engines from "../../measure/measures/compare-engines.ts";
import { type DoubtfulTitles, doubtfulTitles } from "./doubtful-titles.ts";
import type { ReportInputs } from "./report-inputs.ts";
import { isCalibrated, measuresOf, valuesOf } from "./report-measures.ts";
import { listedQueries } from "./report-queries.ts";
import type { ReportSection } from "./run-report.ts";

/** A query without results counts 0 in most measures, and has no precision. */
export const PER_ANSWER = "precision";

/** Queries for which each engine has results, of those that are measured. */
export interface AnsweredQueries {
  readonly queries: number;
  readonly countOf: ReadonlyMap<string, number>;
  /** Of two engines, over the queries that both answer; null if there are none. */
  compareOverBoth(one: string, other: string): engines.EnginePair | null;
}

/** By the measure that decides. */
export interface ComparedEngines {
  /** Null where nothing is measured, and for calibrated labels, of which no mean is a measure. */
  readonly comparison: engines.EngineComparison | null;
  /** Null also where results are not counted. */
  readonly answered: AnsweredQueries | null;
}

export function compareEngines(inputs: Pick<ReportInputs, "measures" | "origin" | "seed">): ComparedEngines {
  const [measure] = measuresOf(inputs);
  if (measure === undefined || isCalibrated(inputs)) return { comparison: null, answered: null };
  const values = inputs.measures.map((one) => {
    return { engine: one.engine, values: valuesOf(one, measure), perAnswer: valuesOf(one, PER_ANSWER) };
  });
  const isCounted = values.every(({ perAnswer }) => perAnswer.length > 0);
  return {
    comparison: engines.compareEngines(measure, values, inputs.seed),
    answered: isCounted ? answeredQueries(measure, values, inputs.seed) : null,
  };
}

/** @param measured by engine; `perAnswer` is NaN where the engine has no result */
export function answeredQueries(
  measure: string,
  measured: readonly (engines.EngineValues & { readonly perAnswer: Float64Array })[],
  seed: number,
): AnsweredQueries {
  const answers = (query: number) => measured.some(({ values }) => !Number.isNaN(values[query]));
  const queries = [...(measured[0]?.values.keys() ?? [])].filter(answers);
  const hasResults = (perAnswer: Float64Array, query: number) => !Number.isNaN(perAnswer[query]);
  return {
    queries: queries.length,
    countOf: new Map(
      measured.map(({ engine, perAnswer }) => [engine, queries.filter((query) => hasResults(perAnswer, query)).length]),
    ),
    compareOverBoth(one, other) {
      const two = measured.filter(({ engine }) => engine === one || engine === other);
      const ofBoth = two.map(({ engine, values }) => {
        const areAnswered = (_: unknown, query: number) => two.every(({ perAnswer }) => hasResults(perAnswer, query));
        return { engine, values: values.filter(areAnswered) };
      });
      return engines.compareEngines(measure, ofBoth, seed)?.pairs[0] ?? null;
    },
  };
}

/** What several sections need, found once. */
export interface SharedFindings extends ComparedEngines {
  readonly doubts: DoubtfulTitles;
  /** Queries whose lists are shown, as places in the folder. */
  readonly listed: ReadonlySet<number>;
}

export function sharedFindings(inputs: ReportInputs): SharedFindings {
  const doubts = doubtfulTitles(inputs);
  return { ...compareEngines(inputs), doubts, listed: listedQueries(inputs, doubts) };
}

/** Null if there is nothing to say. */
export type SectionOf = (inputs: ReportInputs, shared: SharedFindings) => ReportSection | null;

export function reportSection(id: string, title: string, parts: readonly BlockPart[]): ReportSection {
  return { id, title, blocks: pageBlocks(blocksOf(...parts)) };
}

import { type BlockPart, blocksOf } from "../../core/document/blocks.ts";
import { pageBlocks } from "../../core/document/page-blocks.ts";
import * as engines from "../../measure/measures/compare-engines.ts";
import { doubtfulTitles } from "./doubtful-titles.ts";
import { isCalibrated, measuresOf, type ReportInputs, valuesOf } from "./report-inputs.ts";
import { listedQueries } from "./report-queries.ts";
import type { ReportSection } from "./run-report.ts";

/** Measure that shows whether a query has results. Without results, it is undefined, while most measures are 0. */
export const PER_ANSWER = "precision";

export type AnsweredQueries = ReturnType<typeof answeredQueries>;
export type ComparedEngines = ReturnType<typeof compareEngines>;

/**
 * Compares engines by the deciding measure. `comparison` and `answered` are null if nothing is measured, and for
 * calibrated labels, whose means are not scores. `answered` is also null if an engine has no values of `PER_ANSWER`.
 */
export function compareEngines(inputs: Pick<ReportInputs, "measures" | "origin" | "seed">) {
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

/** Counts each engine's measured queries with results. @param measured - `perAnswer` is NaN without results */
export function answeredQueries(
  measure: string,
  measured: readonly (engines.EngineValues & { readonly perAnswer: Float64Array })[],
  seed: number,
) {
  const answers = (query: number) => measured.some(({ values }) => !Number.isNaN(values[query]));
  const queries = [...(measured[0]?.values.keys() ?? [])].filter(answers);
  const hasResults = (perAnswer: Float64Array, query: number) => !Number.isNaN(perAnswer[query]);
  return {
    queries: queries.length,
    countOf: new Map(
      measured.map(({ engine, perAnswer }) => [engine, queries.filter((query) => hasResults(perAnswer, query)).length]),
    ),
    compareOverBoth(one: string, other: string): engines.EnginePair | null {
      const two = measured.filter(({ engine }) => engine === one || engine === other);
      const ofBoth = two.map(({ engine, values }) => {
        const areAnswered = (_: unknown, query: number) => two.every(({ perAnswer }) => hasResults(perAnswer, query));
        return { engine, values: values.filter(areAnswered) };
      });
      return engines.compareEngines(measure, ofBoth, seed)?.pairs[0] ?? null;
    },
  };
}

export type SharedFindings = ReturnType<typeof sharedFindings>;

export function sharedFindings(inputs: ReportInputs) {
  const doubts = doubtfulTitles(inputs);
  return { ...compareEngines(inputs), doubts, listed: listedQueries(inputs, doubts) };
}

/** Makes a section; null if there is nothing to show. */
export type SectionOf = (inputs: ReportInputs, shared: SharedFindings) => ReportSection | null;

export function reportSection(id: string, title: string, parts: readonly BlockPart[]): ReportSection {
  return { id, title, blocks: pageBlocks(blocksOf(...parts)) };
}

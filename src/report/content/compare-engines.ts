/** Which engine is better by these labels, how sure is that, and what have unanswered queries to do with it? */
import * as engines from "../../measure/measures/compare-engines.ts";
import type { ReportInputs } from "./report-inputs.ts";
import { isCalibrated, measuresOf, valuesOf } from "./report-measures.ts";

/** A query without results counts 0 in most measures, and has no precision. */
export const PER_ANSWER = "precision";

/** Queries for which each engine has results, of those that are measured. */
export interface AnsweredQueries {
  readonly queries: number;
  readonly countOf: ReadonlyMap<string, number>;
  /** Of two engines, over the queries that both answer; null where there are none. */
  compareOverBoth(one: string, other: string): engines.EnginePair | null;
}

/** By the measure that decides. Null where nothing is measured, and for calibrated labels, of which no mean is a measure. */
export function compareEngines(inputs: Measured): engines.EngineComparison | null {
  const found = valuesToCompare(inputs);
  return found && engines.compareEngines(found.measure, found.values, inputs.seed);
}

/** By the same measure; null also where results are not counted. */
export function answeredInReport(inputs: Measured): AnsweredQueries | null {
  const found = valuesToCompare(inputs);
  if (found === null || found.values.some(({ perAnswer }) => perAnswer.length === 0)) return null;
  return answeredQueries(found.measure, found.values, inputs.seed);
}

type Measured = Pick<ReportInputs, "measures" | "origin" | "seed">;

function valuesToCompare(inputs: Measured) {
  const [measure] = measuresOf(inputs);
  if (measure === undefined || isCalibrated(inputs)) return null;
  const values = inputs.measures.map((one) => {
    return { engine: one.engine, values: valuesOf(one, measure), perAnswer: valuesOf(one, PER_ANSWER) };
  });
  return { measure, values };
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

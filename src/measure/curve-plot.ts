/** How do precision and recall of runs look, in a picture of their own? */
import { type CurvePlot, linesInOnePlot } from "../core/document/plot.ts";
import { invalidOption } from "../core/errors.ts";
import { sayMeasure } from "../core/text/say-numbers.ts";
import { suggestion } from "../core/text/suggestion.ts";
import { counted, quoted } from "../core/text/wording.ts";
import {
  elevenRecalls,
  interpolatePrecision,
  type PrecisionRecallCurve,
  type RunCurves,
} from "./measures/run-curves.ts";

interface NamedCurves {
  readonly name: string;
  readonly curves: RunCurves;
}

const refuse = (what: string) => invalidOption(`Drawing curves: ${what}`);

/**
 * The points and the interpolated curve of one query, or the mean of every run.
 *
 * @param judged names of all judged queries
 * @param named  the query to draw; null draws the mean over all, or the only one
 * @throws SemqrelError INVALID_OPTION  the query cannot be drawn, or the runs are too many to tell apart
 */
export function curvePlot(runs: readonly NamedCurves[], judged: readonly string[], named: string | null): CurvePlot {
  const query = named ?? (judged.length === 1 ? (judged[0] ?? null) : null);
  const { of, drawn } = query === null ? meansOf(runs) : curvesOfQuery(runs, judged, query);
  const series = drawn.flatMap(({ lines }) => lines);
  const most = (linesInOnePlot * runs.length) / series.length;
  if (runs.length > most) {
    throw refuse(
      `${runs.length} runs need ${series.length} curves, and more than ${linesInOnePlot} in one picture cannot be told apart. Give at most ${most} runs.`,
    );
  }
  const values = drawn.map(
    ({ interpolated }, run) => `${runs[run]?.name}: ${interpolated.map(sayMeasure).join(", ")}.`,
  );
  return {
    ...{ shape: "curves", title: `Precision by recall, ${of}`, diagonal: false },
    description: `Interpolated precision at recall 0, 0.1 … 1. ${values.join(" ")}`,
    ...{ x: { title: "recall", from: 0, to: 1 }, y: { title: "precision", from: 0, to: 1 } },
    series,
  };
}

function meansOf(runs: readonly NamedCurves[]) {
  const counts = runs.map(({ curves }) => curves.queries);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  if (most === 0) throw refuse("no query has a relevant document (a label of 1 or more). Check the labels.");
  const drawn = runs.map(({ name, curves: { average, queries } }) => {
    const points = elevenRecalls.map((recall, step) => [recall, average[step] ?? Number.NaN] as const);
    const shown = fewest === most ? name : `${name} (${counted(queries, "query", "queries")})`;
    return { interpolated: average, lines: [{ name: shown, points }] };
  });
  return { of: `mean over ${fewest === most ? "" : `${fewest} to `}${counted(most, "query", "queries")}`, drawn };
}

function curvesOfQuery(runs: readonly NamedCurves[], judged: readonly string[], query: string) {
  const name = `the query ${quoted(query)}`;
  if (!judged.includes(query))
    throw refuse(`${name} has no judgments.${suggestion(query, judged)} Name a judged query.`);
  const curvesOf = ({ perQuery }: RunCurves) => (Object.hasOwn(perQuery, query) ? perQuery[query] : undefined);
  if (runs.every(({ curves }) => curvesOf(curves) === undefined)) {
    throw refuse(
      `${name} has no recall. None of its documents is relevant (a label of 1 or more), or --missing-queries skip leaves it out. Name another query with --query, or check the labels.`,
    );
  }
  const drawn = runs.map((run) => {
    const { interpolated, ...curve } = curvesOf(run.curves) ?? { interpolated: [], precision: [], recall: [] };
    const points = curve.recall.map((reached, rank) => [reached, curve.precision[rank] ?? Number.NaN] as const);
    const steps = { name: `${run.name}, interpolated`, points: interpolated.length === 0 ? [] : stepsOf(curve) };
    return { interpolated, lines: [{ name: run.name, points }, steps] };
  });
  return { of: `query ${quoted(query)}`, drawn };
}

/** The interpolated precision is the same from one recall that the list reaches to the next. */
function stepsOf(curve: PrecisionRecallCurve) {
  const recalls = [...new Set([...curve.recall.filter((reached) => reached > 0), 1])];
  return interpolatePrecision(curve, recalls).flatMap((precision, step) => [
    [recalls[step - 1] ?? 0, precision] as const,
    [recalls[step] ?? 1, precision] as const,
  ]);
}

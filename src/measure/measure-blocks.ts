import { type Block, cellTable, textBlock } from "../core/document/blocks.ts";
import { type CurvePlot, linesInOnePlot } from "../core/document/plot.ts";
import { invalidOption } from "../core/errors.ts";
import { suggestion } from "../core/text/suggestion.ts";
import { counted, quoted, sayGroup, sayMeasure } from "../core/text/wording.ts";
import {
  describeMeasured,
  type MeasureForms,
  type MeasureReport,
  sayRules,
  summariseSegments,
} from "./measure-report.ts";
import {
  elevenRecalls,
  interpolatePrecision,
  type MeasuredQueries,
  type PrecisionRecallCurve,
  QUERY_MISSING,
  type RunCurves,
} from "./measures/evaluate-run.ts";

const statistics = ["count", "mean", "std", "min", "25%", "50%", "75%", "max"] as const;
/** Maximum number of measures in columns. With more, the table would be too wide, so measures become rows. */
const MOST_COLUMNS = 8;

export function measureBlocks(report: MeasureReport, options: MeasureForms): Block[] {
  return [
    textBlock(headline(report)),
    cellTable(`Means over queries${weighting(report)}`, ...meansTable(report)),
    ...segmentTables(report),
    ...(options.describe ? describeTables(report) : []),
    ...(options.curves === null ? [] : [curveTable(report, options.curves)]),
    ...(options.perQuery ? perQueryTables(report) : []),
  ];
}

/** Yields rows for CSV and TSV with full precision; `options` and segments determine the columns. */
export function* measureRows(report: MeasureReport, options: MeasureForms): Iterable<readonly string[]> {
  const measures = measuresOf(report);
  if (options.curves !== null) {
    yield ["name", "qid", "recall", "precision"];
    for (const { run } of report.runs) {
      const { average = [] } = options.curves[run.name] ?? {};
      for (const [step, value] of average.entries()) yield [run.name, "all", String(step / 10), cell(value)];
    }
  } else if (options.perQuery) {
    yield ["name", "qid", "measure", "value"];
    for (const { run, measured } of report.runs) {
      for (const [index, query] of report.queries.entries()) {
        for (const { measure, values } of measured) yield [run.name, query, measure.name, cell(values[index])];
      }
    }
  } else if (options.describe) {
    yield ["name", "measure", ...statistics];
    for (const { run, measured } of report.runs) {
      for (const one of measured) {
        const description = describeMeasured(one);
        yield [run.name, one.measure.name, ...statistics.map((statistic) => String(description[statistic] ?? ""))];
      }
    }
  } else if (report.segmentation !== null) {
    yield ["name", report.segmentation.column, "queries", ...measures];
    for (const { segment, queries, runs } of summariseSegments(report, report.segmentation)) {
      for (const { run } of report.runs) {
        yield [run.name, segment, String(queries), ...measures.map((name) => cell(runs[run.name]?.[name]?.mean))];
      }
    }
  } else {
    const all = report.queries.length;
    const partial = measures.map((_, index) => report.runs.some(({ measured }) => measured[index]?.count !== all));
    const hasCounts = partial.includes(true);
    const { weightColumn } = report;
    yield [
      ...["name", ...measures],
      ...(hasCounts
        ? ["queries", ...measures.filter((_, index) => partial[index]).map((name) => `${name} count`)]
        : []),
      ...(weightColumn === null ? [] : ["weights"]),
    ];
    for (const { run, measured } of report.runs) {
      const counts = measured.filter((_, index) => partial[index]).map(({ count }) => String(count));
      yield [
        ...[run.name, ...measured.map(({ value }) => cell(value))],
        ...(hasCounts ? [String(all), ...counts] : []),
        ...(weightColumn === null ? [] : [weightColumn]),
      ];
    }
  }
}

/** Weights do not apply to measures that are sums over queries, or to measures of the whole run. */
function weighting({ weightColumn, runs }: MeasureReport): string {
  if (weightColumn === null) return "";
  const others = runs[0]?.measured.filter(
    ({ measure }) => measure.kind.aggregate === "sum" || measure.computeRun !== null,
  );
  const names = others?.map(({ measure }) => measure.name).join(", ");
  return `, weighted by ${weightColumn}${names ? ` (but not ${names})` : ""}`;
}

function headline(report: MeasureReport): string {
  const runs = report.runs.map(({ run }) => `${run.name} (${counted(run.documents.length, "result")})`);
  return `${counted(report.queries.length, "judged query", "judged queries")}. Runs: ${runs.join(", ")}.${sayRules(report.rules)}`;
}

function measuresOf(report: MeasureReport): string[] {
  return report.runs[0]?.measured.map(({ measure }) => measure.name) ?? [];
}

function meansTable(report: MeasureReport): [header: string[], rows: string[][]] {
  const names = report.runs.map(({ run }) => run.name);
  const measures = measuresOf(report);
  const cells = report.runs.map(({ measured }) => measured.map(valueWithCount(report.queries.length)));
  return measures.length > MOST_COLUMNS
    ? [["measure", ...names], measures.map((measure, index) => [measure, ...cells.map((ofRun) => ofRun[index] ?? "")])]
    : [["run", ...measures], names.map((name, index) => [name, ...(cells[index] ?? [])])];
}

function valueWithCount(queries: number) {
  return ({ measure, value, count }: MeasuredQueries) =>
    `${shown(value, measure.kind.aggregate === "sum")}${count === queries ? "" : ` (${count})`}`;
}

function segmentTables(report: MeasureReport): Block[] {
  if (report.segmentation === null) return [];
  const { column } = report.segmentation;
  const measures = report.runs[0]?.measured.map(({ measure }) => measure) ?? [];
  return summariseSegments(report, report.segmentation).map(({ segment, queries, runs }) =>
    cellTable(
      `${sayGroup(column, segment)}: ${counted(queries, "query", "queries")}`,
      ["run", ...measures.map(({ name }) => name)],
      report.runs.map(({ run }) => [
        run.name,
        ...measures.map(({ name, kind }) =>
          shown(runs[run.name]?.[name]?.mean ?? Number.NaN, kind.aggregate === "sum"),
        ),
      ]),
    ),
  );
}

function describeTables(report: MeasureReport): Block[] {
  const whole = report.segmentation === null ? "" : " over all queries";
  const unweighted = report.weightColumn === null ? "" : ", unweighted";
  return report.runs.map(({ run, measured }) =>
    cellTable(
      `${run.name}${whole}${unweighted}`,
      ["measure", ...statistics],
      measured.map((one) => {
        const description = describeMeasured(one);
        const cells = statistics.map((name) => shown(description[name] ?? Number.NaN, name === "count"));
        return [one.measure.name, ...cells];
      }),
    ),
  );
}

function curveTable({ runs, weightColumn }: MeasureReport, curves: Readonly<Record<string, RunCurves>>): Block {
  const steps = Array.from({ length: 11 }, (_, step) => step);
  return cellTable(
    "Interpolated precision (the largest at this recall or beyond), mean over the queries with a relevant document" +
      (weightColumn === null ? "" : ", unweighted"),
    ["recall", ...runs.map(({ run }) => run.name)],
    steps.map((step) => [
      (step / 10).toFixed(1),
      ...runs.map(({ run }) => shown(curves[run.name]?.average[step] ?? Number.NaN, false)),
    ]),
  );
}

function perQueryTables(report: MeasureReport): Block[] {
  return report.runs.map(({ run, measured }) =>
    cellTable(
      run.name,
      ["query", ...measured.map(({ measure }) => measure.name)],
      report.queries.map((query, index) => [
        query,
        ...measured.map(({ measure, values }) => shown(values[index] ?? Number.NaN, measure.kind.aggregate === "sum")),
      ]),
    ),
  );
}

function shown(value: number, isCount: boolean): string {
  if (Number.isNaN(value)) return "-";
  return isCount && Number.isInteger(value) ? String(value) : value.toFixed(4);
}

function cell(value: number | null | undefined): string {
  return value === null || value === undefined || Number.isNaN(value) ? "" : String(value);
}

/** Yields lines in the format of trec_eval, for the queries that the run has, in byte order of their names. */
export function* trecEvalText(report: MeasureReport, perQuery: boolean, isOfficial: boolean): Iterable<string> {
  for (const { run, measured } of report.runs) {
    if (perQuery) {
      const { names } = run;
      const indexes = report.queries
        .map((name, index) => ({ name, index, number: names.queries.find(name) }))
        .sort((one, other) => names.queries.compare(one.number, other.number));
      for (const { name, index } of indexes) {
        for (const one of measured) {
          const value = one.values[index] ?? Number.NaN;
          const isMissing = one.gapOfQuery[index] === QUERY_MISSING;
          if (!Number.isNaN(value) && !isMissing && !one.measure.kind.onlyOfAll) yield line(one, name, value);
        }
      }
    }
    if (isOfficial || report.runs.length > 1) yield `${"runid".padEnd(22)}\tall\t${run.tag ?? run.name}\n`;
    for (const one of measured) yield line(one, "all", one.value);
  }
}

function line(one: MeasuredQueries, query: string, value: number): string {
  const name = one.measure.trecName ?? one.measure.name;
  const shown = one.measure.kind.aggregate === "sum" ? value.toFixed(0) : fourDecimals(value);
  return `${name.padEnd(22)}\t${query}\t${shown}\n`;
}

/**
 * Rounds ties to the even digit, like C's printf; `toFixed` rounds ties up. A tie is halfway between two numbers with
 * four decimals. All ties are odd multiples of 1/32, because other halfway points are not exact in binary.
 */
function fourDecimals(value: number): string {
  if (Math.abs((value * 32) % 2) !== 1) return value.toFixed(4);
  const below = Math.floor(value * 1e4);
  return ((below % 2 === 0 ? below : below + 1) / 1e4).toFixed(4);
}

interface NamedCurves {
  readonly name: string;
  readonly curves: RunCurves;
}

const refuse = (what: string) => invalidOption(`Drawing curves: ${what}`);

/** Plots each run's curve for the query `named`. If that is null, plots the only judged query, or a mean curve. */
export function curvePlot(runs: readonly NamedCurves[], judged: readonly string[], named: string | null): CurvePlot {
  const query = named ?? (judged.length === 1 ? (judged[0] ?? null) : null);
  const { of, drawn } = query === null ? meansOf(runs) : curvesOfQuery(runs, judged, query);
  const series = drawn.flatMap(({ lines }) => lines);
  const most = (linesInOnePlot * runs.length) / series.length;
  if (runs.length > most) {
    throw refuse(
      `${runs.length} runs need ${series.length} curves, but more than ${linesInOnePlot} in one plot cannot be told apart. Give at most ${most} runs.`,
    );
  }
  const values = drawn.map(
    ({ interpolated }, run) => `${runs[run]?.name}: ${interpolated.map(sayMeasure).join(", ")}.`,
  );
  return {
    shape: "curves",
    title: `Precision by recall, ${of}`,
    diagonal: false,
    description: `Interpolated precision at recall 0, 0.1 … 1. ${values.join(" ")}`,
    x: { title: "recall", from: 0, to: 1 },
    y: { title: "precision", from: 0, to: 1 },
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

/** Returns the interpolated curve in steps: precision is constant between two recalls that the list reaches. */
function stepsOf(curve: PrecisionRecallCurve) {
  const recalls = [...new Set([...curve.recall.filter((reached) => reached > 0), 1])];
  return interpolatePrecision(curve, recalls).flatMap((precision, step) => [
    [recalls[step - 1] ?? 0, precision] as const,
    [recalls[step] ?? 1, precision] as const,
  ]);
}

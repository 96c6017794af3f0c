import { at } from "../core/at.ts";
import { type Block, column, noteBlock, tableOf, textBlock } from "../core/document/blocks.ts";
import { invalidOption } from "../core/errors.ts";
import type { Progress } from "../core/ports.ts";
import { quoted } from "../core/text/wording.ts";
import type { Warning } from "../core/warnings.ts";
import { readTable } from "../io/tables/read-table.ts";
import { columnsThere, findColumn, isAmong } from "../io/tables/recognise-columns.ts";
import { findPlaces } from "../lists/find-oddities.ts";
import { type CorrelateOptions, correlate } from "../maths/correlation/correlate.ts";
import { roundScore } from "../maths/numbers.ts";
import { holm } from "../maths/significance/corrections.ts";
import {
  cellsOf,
  type FeatureRows,
  firstRows,
  idNames,
  idsOf,
  missingFeatureColumn,
  numberOf,
  readFeatures,
} from "./read-features.ts";

interface CorrelateFiles {
  readonly features: string;
  readonly with: string;
  /** Table with ids and the column that `with` names; null if the file of features has that column. */
  readonly from: string | null;
}

export async function correlateFeatures(files: CorrelateFiles, options: CorrelateOptions, progress: Progress) {
  const warnings: Warning[] = [];
  const columns = await readColumns(files, warnings);
  progress.start("Correlating", columns.features.size, "features");
  const report: CorrelationReport = correlationReport(columns, options, (done) => progress.update(done));
  progress.finish();
  return { report, warnings };
}

async function readColumns(files: CorrelateFiles, warnings: Warning[]) {
  const read = await readFeatures(files.features);
  warnings.push(...read.warnings);
  const { table, rows, ids } = read;
  const own = findColumn(table.names, [files.with]);
  const ownCells = () => {
    if (own === null) throw missingFeatureColumn(table, files.with, "Name one of these columns, or pass --from FILE.");
    const all = cellsOf(table, own);
    return rows.map((row) => at(all, row));
  };
  const cells = files.from === null ? ownCells() : await joinColumn(files.from, files.with, read, warnings);
  const values = Float64Array.from(cells, numberOf);
  if (!values.some(Number.isFinite)) {
    throw invalidOption(
      `Correlating with ${files.with}: the column has no number in ${rows.length} documents (first cell: ${quoted(cells[0] ?? "")}). Name a column of numbers.`,
      { column: files.with },
    );
  }
  const isOther = (name: string) => files.from !== null || name !== own;
  const features = new Map([...read.columns].filter(([name]) => isOther(name)));
  if (features.size === 0) {
    throw invalidOption(
      `Correlating with ${files.with}: ${table.source} has no other column of numbers (${columnsThere(table.names)}). Give a file that semqrel rerank features wrote.`,
      { file: table.source, columns: table.names },
    );
  }
  const nameOf = (place: number) => ids?.[place] ?? `line ${table.lines[at(rows, place)]}`;
  for (const [column, numbers] of [[files.with, values] as const, ...features]) {
    const found = findPlaces(rows.length, (place) => !Number.isFinite(numbers[place]), nameOf);
    if (found.count > 0) warnings.push({ kind: "not-numbers", column, ...found });
  }
  return { with: files.with, values, features, skipped: read.skipped.filter(isOther) };
}

async function joinColumn(
  from: string,
  column: string,
  { table: features, ids, rows }: FeatureRows,
  warnings: Warning[],
): Promise<string[]> {
  const remedy = "The two files are joined by id. Give both a column of ids.";
  if (ids === null) throw missingFeatureColumn(features, "id", remedy);
  const table = await readTable(from, isAmong([column, ...idNames]), null);
  const idColumn = findColumn(table.names, idNames);
  const found = findColumn(table.names, [column]);
  if (idColumn === null) throw missingFeatureColumn(table, "id", remedy);
  if (found === null) throw missingFeatureColumn(table, column, "Name one of these columns.");
  const otherIds = idsOf(table, idColumn);
  const cells = cellsOf(table, found);
  const named = firstRows(table, otherIds).rows.filter((row) => at(otherIds, row) !== "");
  const cellOf = new Map(named.map((row) => [at(otherIds, row), at(cells, row)]));
  const idOf = (place: number) => at(ids, place);
  const absent = findPlaces(rows.length, (place) => !cellOf.has(idOf(place)), idOf);
  if (absent.count > 0) warnings.push({ kind: "ids-not-found", source: table.source, ...absent });
  return ids.map((id) => cellOf.get(id) ?? "");
}

const coefficients = [
  ["pearson", "Pearson"],
  ["spearman", "Spearman"],
  ["kendall", "Kendall τ-b"],
] as const;

export interface CorrelationReport extends ReturnType<typeof correlationReport> {}

/** Correlates each feature with `values`, over rows in which both are finite. A missing value is NaN. */
export function correlationReport(
  columns: {
    readonly with: string;
    readonly values: Float64Array;
    readonly features: ReadonlyMap<string, Float64Array>;
    readonly skipped: readonly string[];
  },
  options: CorrelateOptions,
  onDone: (done: number) => void = () => {},
) {
  const found = [...columns.features].map(([feature, values], place) => {
    const isKnown = (row: number) => Number.isFinite(values[row]) && Number.isFinite(columns.values[row]);
    const own = values.filter((_, row) => isKnown(row));
    const other = columns.values.filter((_, row) => isKnown(row));
    const correlations = correlate(own, other, options);
    onDone(place + 1);
    return { feature, count: own.length, correlations, reason: correlations === null ? reasonOf(own) : null };
  });
  const tested = found.flatMap(({ correlations }) =>
    correlations === null ? [] : coefficients.map(([name]) => correlations[name].p),
  );
  const corrected = holm(tested).values();
  const withHolm = <One>(one: One) => ({ ...one, holm: corrected.next().value ?? 1 });
  return {
    schema: "semqrel.correlate/1" as const,
    with: columns.with,
    rows: columns.values.length,
    /** Number of p-values that were corrected together. */
    tests: tested.length,
    ...options,
    features: found.map(({ feature, count, correlations, reason }) => {
      // Each call of `withHolm` takes the next corrected p-value, so the order must be that of `tested`.
      const coefficients = correlations && {
        pearson: withHolm(correlations.pearson),
        spearman: withHolm(correlations.spearman),
        kendall: withHolm(correlations.kendall),
      };
      return { feature, count, coefficients, reason };
    }),
    /** Names of columns that have no finite number. */
    skipped: columns.skipped,
  };
}

function reasonOf(own: Float64Array): "constant" | "column constant" | "fewer than three documents" {
  if (own.length < 3) return "fewer than three documents";
  const [first = 0] = own;
  return own.every((value) => roundScore(value) === roundScore(first)) ? "constant" : "column constant";
}

/** If a feature has no coefficients, the column of the first coefficient shows the reason. */
export function correlationBlocks(report: CorrelationReport): Block[] {
  type Row = CorrelationReport["features"][number];
  const { features, rows, tests, resamples, seed, skipped } = report;
  return [
    tableOf("correlations", `Correlation of features with ${report.with}, ${rows} documents`, features, [
      column("feature", "text", ({ feature }) => feature),
      column("n", "count", ({ count }) => count),
      ...coefficients.flatMap(([name, title]) => [
        column<Row>(
          title,
          "measure",
          (row) => row.coefficients?.[name].value ?? (name === "pearson" ? row.reason : null),
        ),
        column<Row>("95 %", "interval", (row) => row.coefficients?.[name].interval),
        column<Row>("p (Holm)", "probability", (row) => row.coefficients?.[name].holm),
      ]),
    ]),
    textBlock(
      `p: probability of a correlation at least this strong if there is none, corrected for all ${tests} tests (Holm). Intervals: Fisher's for Pearson, ${resamples} resamples of documents (seed ${seed}) for Spearman and Kendall.`,
    ),
    ...(skipped.length === 0
      ? []
      : [noteBlock(`Not used as features, because they have no numbers: ${skipped.join(", ")}.`)]),
  ];
}

/** Yields one row per coefficient. Undefined values are empty. `reason` says why a feature has no coefficients. */
export function* correlationRows({ features }: CorrelationReport): Iterable<readonly string[]> {
  yield ["feature", "coefficient", "value", "low", "high", "p", "holm", "count", "reason"];
  for (const { feature, count, coefficients: found, reason } of features) {
    for (const [name] of coefficients) {
      const { value, interval, p, holm } = found?.[name] ?? { interval: null };
      const numbers = [value, interval?.[0], interval?.[1], p, holm].map((number) => String(number ?? ""));
      yield [feature, name, ...numbers, String(count), reason ?? ""];
    }
  }
}

/**
 * Do new lists have what a calibration learned from, and are they like the lists that it learned from?
 */
import { SemqrelError } from "../../core/errors.ts";
import { counted } from "../../core/text/wording.ts";
import { type FeatureColumns, prepareFeatures } from "../../maths/regression/prepare-features.ts";
import type { Calibration } from "./calibration-model.ts";
import { proxyFeature } from "./match-features.ts";

/** How the features of new lists differ from those that a calibration learned from. */
export interface FeatureFit {
  /** With a column for every feature that the calibration knows. */
  readonly features: FeatureColumns;
  /** By feature that no title lacked before: the share of the compared titles that lack it now, above 0. The median stands for it. */
  readonly gaps: Readonly<Record<string, number>>;
  /** By feature, where it is more than one: how many standard deviations the mean lies off. */
  readonly shifts: Readonly<Record<string, number>>;
}

/** Predictions that far from what was learned from are extrapolations. A convention of ours. */
const LARGEST_SHIFT = 1;

const popularity = ["popularity", "discounted popularity", "fused rank", "returned"];

/**
 * @param columns of the new lists
 * @param rows    numbers of the rows that are compared with those that taught: the first results of lists
 * @param source  the calibration's file, for messages
 * @throws SemqrelError DIFFERENT_CONDITIONS  a feature that counts cannot be had, or no title has it   details: { missing }
 */
export function requireFeatures(
  calibration: Calibration,
  columns: FeatureColumns,
  { rows, source }: { readonly rows: Int32Array; readonly source: string },
): FeatureFit {
  const { preparation } = calibration;
  requireColumns(calibration, columns.names, source);
  const unheeded = preparation.names.filter((name) => !columns.names.includes(name));
  const unknown = new Float64Array(columns.columns[0]?.length ?? 0).fill(Number.NaN);
  const features = {
    names: [...columns.names, ...unheeded],
    columns: [...columns.columns, ...unheeded.map(() => unknown)],
  };
  const gapOf = (name: string) => {
    const column = features.columns[features.names.indexOf(name)] ?? unknown;
    return rows.filter((row) => Number.isNaN(column[row])).length / Math.max(1, rows.length);
  };
  const needed = neededFeatures(calibration);
  const empty = needed.filter((name) => gapOf(name) === 1);
  if (empty.length > 0) throw missingFeatures(source, empty, emptyBecause(empty[0] ?? ""));
  const neverMissing = needed.filter((name) => preparation.missing[preparation.names.indexOf(name)] === 0);
  const gaps = neverMissing.map((name) => [name, gapOf(name)] as const).filter(([, gap]) => gap > 0);
  return { features, gaps: Object.fromEntries(gaps), shifts: shiftsOf(calibration, features, rows) };
}

/** The same for names alone, before anything is embedded. @throws SemqrelError DIFFERENT_CONDITIONS */
export function requireColumns(calibration: Calibration, names: readonly string[], source: string): void {
  const missing = neededFeatures(calibration).filter((name) => !names.includes(name));
  if (missing.length > 0) throw missingFeatures(source, missing, absentBecause(missing[0] ?? ""));
}

/** One that no title had when it learned has no weight. */
function neededFeatures({ preparation: { names, medians } }: Calibration): string[] {
  return names.filter((_, feature) => medians[feature] !== null);
}

/** The matrix is in standard deviations from the means of the titles that taught. */
function shiftsOf({ preparation }: Calibration, features: FeatureColumns, rows: Int32Array): FeatureFit["shifts"] {
  const { values, features: width } = prepareFeatures(features, rows, preparation);
  const shifts = preparation.matrixNames.flatMap((name, column): [string, number][] => {
    const sum = rows.reduce((total, _, row) => total + (values[row * width + column] ?? 0), 0);
    const shift = sum / Math.max(1, rows.length);
    return preparation.names.includes(name) && Math.abs(shift) > LARGEST_SHIFT ? [[name, shift]] : [];
  });
  return Object.fromEntries(shifts);
}

function missingFeatures(source: string, missing: readonly string[], [why, remedy]: readonly [string, string]) {
  return new SemqrelError(
    "DIFFERENT_CONDITIONS",
    `Applying ${source}: ${why} (${counted(missing.length, "feature")}: ${missing.join(", ")}). ${remedy}`,
    { details: { file: source, missing } },
  );
}

function absentBecause(feature: string): readonly [string, string] {
  if (feature.startsWith(proxyFeature(""))) {
    const name = feature.slice(proxyFeature("").length);
    return [
      `it learned from other labels that are called ${name}, which are not given`,
      `Give such labels of these results: --proxy ${name}=FILE.`,
    ];
  }
  if (popularity.includes(feature)) {
    return [
      "it learned from how many engines return a title, which takes three engines",
      "Label three engines or more together, or pass ratings of these lists with --gold.",
    ];
  }
  return [
    "it learned from the reference's titles, and these labels come without them",
    "Give the whole folder that semqrel label --out wrote, not labels.csv alone.",
  ];
}

function emptyBecause(feature: string): readonly [string, string] {
  if (feature.startsWith(proxyFeature(""))) {
    const name = feature.slice(proxyFeature("").length);
    return [
      `the labels called ${name} have none of these results`,
      `Give labels of these queries and documents: --proxy ${name}=FILE.`,
    ];
  }
  if (feature.startsWith("query")) {
    return [
      "it learned from the texts of queries, and these have ids alone",
      "Run semqrel label with --queries FILE (id TAB text).",
    ];
  }
  return ["no title here has what it learned from", "Calibrate by ratings of these lists."];
}

/** Turns raw features into a matrix: fills gaps and scales columns, by medians and spreads of the training rows. */
import { at } from "../../core/at.ts";
import { invalidOption, SemqrelError } from "../../core/errors.ts";
import { counted } from "../../core/text/wording.ts";
import { quantile, squaresAround } from "../summary.ts";

/** Columns of features. NaN and infinite numbers are missing values. */
export interface FeatureColumns {
  readonly names: readonly string[];
  readonly columns: readonly Float64Array[];
}

export interface FeaturePreparation {
  /** Names of the raw features. The lists from `medians` to `infinite` have one entry per name. */
  readonly names: readonly string[];
  /** Replacements of missing values. Null if no training row has a number; the feature is then left out. */
  readonly medians: readonly (number | null)[];
  /** True if a matrix column marks the feature's gaps. If features have the same gaps, only the first gets a column. */
  readonly indicators: readonly boolean[];
  /** Number of training rows in which the feature is NaN. */
  readonly missing: readonly number[];
  /** Number of training rows in which the feature is infinite or beyond ±1e100. */
  readonly infinite: readonly number[];
  /** Names of the matrix columns: features, each followed by its indicator if any, such as `katz`, `katz missing`. */
  readonly matrixNames: readonly string[];
  /** Mean of each matrix column before scaling; `deviations`: its population standard deviation, 1 if constant. */
  readonly means: readonly number[];
  readonly deviations: readonly number[];
  /** Names of matrix columns that are constant in the training rows, and 0 after scaling. */
  readonly constant: readonly string[];
  /** Names of the features that are left out. */
  readonly empty: readonly string[];
}

export interface FeatureMatrix {
  readonly rows: number;
  readonly features: number;
  /** Finite numbers, row after row. */
  readonly values: Float64Array;
}

/** Larger numbers count as infinite, because sums of their squares may overflow. */
const LARGEST = 1e100;

/**
 * Learns medians, fills gaps with them, and learns means and population standard deviations. Equals scikit-learn's
 * `SimpleImputer(strategy="median", add_indicator=True)` followed by `StandardScaler`, except for the order of columns.
 */
export function learnPreparation({ names, columns }: FeatureColumns, rows: Int32Array): FeaturePreparation {
  if (rows.length === 0) throw invalidOption("Preparing features: there is no training row. Give at least one.");
  const given = columns.map((column) => pick(column, rows));
  const numbers = given.map((column) => column.filter(isNumber).sort());
  const medians = numbers.map((sorted) => (sorted.length === 0 ? null : quantile(sorted, 0.5)));
  const hasGaps = numbers.map(({ length }) => length > 0 && length < rows.length);
  const gaps = given.map((column, feature) => (hasGaps[feature] ? gapsOf(column).join("") : null));
  // Keeps only one of several equal indicators, because a model cannot tell their effects apart.
  const indicators = gaps.map((pattern, feature) => pattern !== null && gaps.indexOf(pattern) === feature);
  const spreads = fillGaps(given, medians, indicators).map(spreadOf);
  const matrixNames = names.flatMap((name, feature) => [
    ...(medians[feature] === null ? [] : [name]),
    ...(indicators[feature] ? [`${name} missing`] : []),
  ]);
  const missing = given.map((column) => column.filter(Number.isNaN).length);
  return {
    names,
    medians,
    indicators,
    missing,
    infinite: numbers.map(({ length }, feature) => rows.length - length - (missing[feature] as number)),
    matrixNames,
    means: spreads.map(({ mean }) => mean),
    deviations: spreads.map(({ deviation }) => deviation || 1),
    constant: matrixNames.filter((_, column) => spreads[column]?.deviation === 0),
    empty: names.filter((_, feature) => medians[feature] === null),
  };
}

/** Fills all gaps, even those of features without an indicator. Ignores columns unknown to the preparation. */
export function prepareFeatures(
  { names, columns }: FeatureColumns,
  rows: Int32Array,
  { names: known, medians, indicators, means, deviations }: FeaturePreparation,
): FeatureMatrix {
  const missing = known.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new SemqrelError(
      "MISSING_COLUMN",
      `Preparing features: ${counted(missing.length, "feature")} of the model ${missing.length === 1 ? "is" : "are"} missing: ${missing.join(", ")} (given: ${names.join(", ")}). Give all features that it was trained on.`,
      { details: { missing, given: names } },
    );
  }
  const given = known.map((name) => pick(at(columns, names.indexOf(name)), rows));
  const filled = fillGaps(given, medians, indicators);
  const features = filled.length;
  const values = new Float64Array(rows.length * features);
  for (const [feature, column] of filled.entries()) {
    const [mean, deviation] = [at(means, feature), at(deviations, feature)];
    for (let row = 0; row < rows.length; row++) {
      values[row * features + feature] = ((column[row] as number) - mean) / deviation;
    }
  }
  return { rows: rows.length, features, values };
}

function fillGaps(
  given: readonly Float64Array[],
  medians: readonly (number | null)[],
  indicators: readonly boolean[],
): Float64Array[] {
  return given.flatMap((column, feature) => {
    const median = medians[feature] ?? null;
    if (median === null) return [];
    const filled = column.slice();
    for (let row = 0; row < filled.length; row++) if (!isNumber(filled[row] as number)) filled[row] = median;
    return indicators[feature] ? [filled, gapsOf(column)] : [filled];
  });
}

function gapsOf(column: Float64Array): Float64Array {
  return column.map((value) => (isNumber(value) ? 0 : 1));
}

/** Returns the values of the given rows; NaN beyond the end. One callback per row would take half of a fit's time. */
function pick(column: Float64Array, rows: Int32Array): Float64Array {
  const picked = new Float64Array(rows.length);
  for (let place = 0; place < rows.length; place++) picked[place] = column[rows[place] as number] as number;
  return picked;
}

function isNumber(value: number): boolean {
  return Math.abs(value) <= LARGEST;
}

/** Sums differences from the first value, so that equal values have a standard deviation of exactly 0. */
function spreadOf(column: Float64Array) {
  const origin = column[0] ?? 0;
  const mean = origin + column.reduce((sum, value) => sum + (value - origin), 0) / column.length;
  return { mean, deviation: Math.sqrt(squaresAround(column, mean) / column.length) };
}

export function linearPrediction(
  { intercept, coefficients }: { readonly intercept: number; readonly coefficients: ArrayLike<number> },
  matrix: FeatureMatrix,
): Float64Array {
  const { rows, features, values } = matrix;
  if (coefficients.length !== features) {
    throw invalidOption(
      `Predicting: the model has ${coefficients.length} coefficients, but the rows have ${features} features. Prepare the rows like the training rows.`,
      { features, coefficients: coefficients.length },
    );
  }
  const predictions = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    let sum = intercept;
    const start = row * features;
    for (let feature = 0; feature < features; feature++) {
      sum += (coefficients[feature] as number) * (values[start + feature] as number);
    }
    predictions[row] = sum;
  }
  return predictions;
}

export function requireTargets({ rows }: FeatureMatrix, targets: ArrayLike<number>): void {
  if (rows === 0 || targets.length !== rows) {
    throw invalidOption(
      `Fitting a model: found ${counted(rows, "row")} and ${counted(targets.length, "target")}. Give at least one row, and one target for each row.`,
      { rows, targets: targets.length },
    );
  }
  for (let row = 0; row < rows; row++) {
    const target = targets[row];
    if (Number.isFinite(target)) continue;
    throw invalidOption(
      `Fitting a model: the target of row ${row} is ${target}. Leave out rows without a finite target.`,
      { row, target },
    );
  }
}

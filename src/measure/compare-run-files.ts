/** How do runs in files become values to compare? */

import { at } from "../core/at.ts";
import { SemqrelError } from "../core/errors.ts";
import type { Segmentation } from "../lists/segment-queries.ts";
import { type MeasureFiles, type MeasureFilesOptions, measureFiles } from "./measure-files.ts";
import type { Measure } from "./measures/define-measure.ts";
import { noCommonQuery, type QueryChoice, requireSameQueries, type ValuesToCompare } from "./values-to-compare.ts";

/**
 * @throws SemqrelError as `measureFiles`; INVALID_MEASURE for a measure that is no mean over queries; DIFFERENT_QUERIES
 *         where runs lack different queries and no option says what to do; NO_COMMON_QUERY where no query is left
 */
export async function compareRunFiles(
  files: MeasureFiles,
  measures: readonly Measure[],
  options: Omit<MeasureFilesOptions, "missingQueries"> & QueryChoice,
): Promise<ValuesToCompare> {
  requireMeans(measures);
  const isIntersection = options.differentQueries === "intersection";
  const missingQueries = isIntersection ? "skip" : "zero";
  const measured = await measureFiles(files, measures, { ...options, missingQueries });
  const { judgments, queries, segmentation, weights } = measured;
  const answered = measured.runs.map(({ run }) => {
    const queriesOfRun = new Set(run.queries);
    const places = [...queries.keys()].filter((place) => queriesOfRun.has(at(judgments.queries, place)));
    return { name: run.name, places: new Set(places), queries: places.map((place) => at(queries, place)) };
  });
  if (options.differentQueries === "refuse") requireSameQueries(answered);
  const isKept = (place: number) => !isIntersection || answered.every(({ places }) => places.has(place));
  const kept = [...queries.keys()].filter(isKept);
  if (kept.length === 0) throw noCommonQuery(answered.map(({ name }) => name));
  const pick = (values: Float64Array) => Float64Array.from(kept, (place) => at(values, place));
  return {
    runs: measured.runs.map(({ run }) => run.name),
    queries: kept.map((place) => at(queries, place)),
    measures: measures.map((measure, place) => ({
      measure: measure.name,
      lowerIsBetter: measure.kind.lowerIsBetter,
      values: measured.runs.map(({ measured: all }) => pick(at(all, place).values)),
    })),
    segmentation: segmentation && pickSegments(segmentation, kept),
    weights: weights && pick(weights),
    warnings: measured.warnings,
    usualPairs: measured.runs.slice(1).map((_, place) => ({ run: place + 1, baseline: 0 })),
  };
}

/** What is tested is the mean of differences query by query. */
function requireMeans(measures: readonly Measure[]): void {
  const other = measures.find(({ kind, computeRun }) => kind.aggregate !== "mean" || computeRun !== null);
  if (other === undefined) return;
  const what = other.computeRun === null ? `a ${other.kind.aggregate} over queries` : "a number of the whole run";
  throw new SemqrelError(
    "INVALID_MEASURE",
    `Comparing runs: ${other.name} is ${what}, and differences are tested query by query. Give a measure that is a mean (such as AP or P@10), or show ${other.name} with semqrel measure.`,
    { details: { measure: other.name } },
  );
}

/** The segments of these queries, without empty ones. */
function pickSegments({ column, segments, segmentOfQuery }: Segmentation, places: readonly number[]): Segmentation {
  const ofPlaces = places.map((place) => at(segmentOfQuery, place));
  const kept = [...new Set(ofPlaces)];
  return {
    column,
    segments: kept.map((segment) => at(segments, segment)),
    segmentOfQuery: Int32Array.from(ofPlaces, (segment) => kept.indexOf(segment)),
  };
}

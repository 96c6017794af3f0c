import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { at } from "../core/at.ts";
import { type Block, column, tableOf, textBlock } from "../core/document/blocks.ts";
import { invalidOption } from "../core/errors.ts";
import { sha256 } from "../core/files/read-whole.ts";
import { counted, signed, textsOf } from "../core/text/wording.ts";
import { readOwnText } from "../io/read-own-document.ts";
import { readStoredLabels } from "../label/stored-labels.ts";
import { meanOf } from "../maths/summary.ts";
import type { Measure } from "../measure/measures/define-measure.ts";
import { type TitleVectorTools, titleVectors } from "../model/title-vectors.ts";
import { valuesOfQueries } from "../trust/engine-values.ts";
import { readProxies } from "../trust/read-proxies.ts";
import {
  CALIBRATED_SCORE,
  calibratedLabels,
  calibratedReferenceLabels,
  calibratedValues,
} from "./calibration/calibrated-values.ts";
import {
  type Calibration,
  parseCalibration,
  predictGrades,
  requireSameEmbedding,
} from "./calibration/calibration-model.ts";
import { matchFeatures, proxyFeature, requireColumns, requireFeatures } from "./calibration/match-features.ts";
import { answeredQueries, type TitlePool, titlePoolOf, visitFirst } from "./calibration/title-pool.ts";
import type { StudyFiles } from "./study-settings.ts";

/** `calibration`: a calibration.json, or a folder with one that `calibrate` wrote. */
export type ApplyFiles = Pick<StudyFiles, "labels" | "proxies"> & { readonly calibration: string };

/** Number of top results of each list that are compared with the training results: the default depth of `calibrate`. */
const COMPARED_DEPTH = 10;

/** Labels new lists with a calibration, and orders the engines by their mean of `measure` with the new labels. */
export async function applyCalibration(files: ApplyFiles, measure: Measure, tools: TitleVectorTools) {
  const { calibration, file } = readCalibration(files.calibration);
  const embedding = tools.embedder.model;
  requireSameEmbedding(calibration, embedding, file.path);
  requireKnownProxies(files, calibration);
  const { stored, files: labelFiles, warnings } = await readStoredLabels(files.labels);
  const proxies = await readProxies(files.proxies, stored);
  const pool = titlePoolOf(stored);
  const queryTexts = stored.queries.map(({ text }) => text);
  const sources = { queryTexts, proxies: proxies.map(({ source }) => source) };
  requireColumns(calibration, matchFeatures(pool, { ...sources, vectorOf: () => null }).names, file.path);
  const { vectorOf } = await titleVectors([...pool.titles, ...queryTexts.filter((text) => text !== null)], tools);
  const columns = matchFeatures(pool, { ...sources, vectorOf });
  const { features, gaps, shifts } = requireFeatures(calibration, columns, firstRows(pool), file.path);
  const everyRow = Int32Array.from(pool.titles.keys());
  const expected = predictGrades(calibration, features, everyRow).map((label) => Math.max(0, label));
  const queries = answeredQueries(pool);
  const proxyValues = valuesOfQueries(calibratedValues(pool, expected, measure), queries);
  const engines = stored.engines.map(({ lists }) => lists.engine);
  const report = appliedReport(engines, proxyValues, { ...calibration, gaps, shifts });
  const all = [...warnings, ...proxies.flatMap((proxy) => proxy.warnings)];
  return {
    stored,
    calibration,
    queries,
    values: proxyValues.map((proxy) => ({ human: new Float64Array(queries.length).fill(Number.NaN), proxy })),
    report,
    warnings: all,
    manifest: { model: embedding },
    referenceLabels: calibratedReferenceLabels(pool, expected, stored.reference),
    measures: { human: measure.name, proxy: CALIBRATED_SCORE },
    labels: calibratedLabels(pool, expected, null, stored.engines),
    files: [...labelFiles, file, ...proxies.map((proxy) => proxy.file)],
    summary: { ...report, warnings: all },
  };
}

function readCalibration(given: string) {
  const isFolder = existsSync(given) && statSync(given).isDirectory();
  const path = isFolder ? join(given, "calibration.json") : given;
  const text = readOwnText(path, "Give a calibration.json that semqrel estimate wrote, or its folder.");
  const file = { path, format: "json", rows: 1, sizeBytes: Buffer.byteLength(text), sha256: sha256(text) };
  return { calibration: parseCalibration(text, path), file };
}

function firstRows(pool: TitlePool): Int32Array {
  const found = new Set<number>();
  visitFirst(pool, answeredQueries(pool), COMPARED_DEPTH, (place) => found.add(place));
  return Int32Array.from(found).sort();
}

function requireKnownProxies({ proxies }: ApplyFiles, { preparation }: Calibration): void {
  const names = proxies.map(({ name }) => name);
  for (const [place, name] of names.entries()) {
    const isKnown = preparation.names.includes(proxyFeature(name));
    if (isKnown && names.indexOf(name) === place) continue;
    const prefix = proxyFeature("");
    const known = preparation.names.filter((feature) => feature.startsWith(prefix));
    throw invalidOption(
      isKnown
        ? `Reading --proxy ${name}: two proxies have this name. Give each its own name: --proxy name=file.`
        : `Reading --proxy ${name}: the calibration did not learn from it (it learned from ${known.map((each) => each.slice(prefix.length)).join(", ") || "no other labels"}). Leave it out, or use the name that it had in the calibration.`,
      { proxy: name, known },
    );
  }
}

export type AppliedReport = ReturnType<typeof appliedReport>;

/** @param values - as [engine][query] */
export function appliedReport(
  engines: readonly string[],
  values: readonly Float64Array[],
  applied: Pick<Calibration, "method" | "trainedOn"> & Pick<ReturnType<typeof requireFeatures>, "gaps" | "shifts">,
) {
  const { method, trainedOn, gaps, shifts } = applied;
  const means = values.map(meanOf);
  const places = Array.from(engines.keys()).sort((one, other) => at(means, other) - at(means, one));
  const order = places.map((place) => at(engines, place));
  const share = ([name, gap]: readonly [string, number]) => `${name} (${(100 * gap).toFixed(0)} % of the titles)`;
  const shift = ([name, by]: readonly [string, number]) => `${name} (${signed(by, 1)})`;
  return {
    schema: "semqrel.apply/1" as const,
    method,
    trainedOn,
    queries: values[0]?.length ?? 0,
    /** Best first; engines with equal scores keep the order that they have in the labels. */
    order,
    /** Mean score of each engine over the queries. The score only orders the engines; it is not nDCG. */
    scores: Object.fromEntries(engines.map((engine, place) => [engine, at(means, place)])),
    /** For a feature that all training titles had, the share of the new lists' top titles without it; absent if 0. */
    gaps,
    /** Shift of each feature's mean from its training mean, in standard deviations. Leaves out shifts from -1 to 1. */
    shifts,
    cautions: textsOf(
      Object.keys(gaps).length > 0 &&
        `The calibration learned from values that every title had. Titles without these values are treated as average: ${Object.entries(gaps).map(share).join(", ")}.`,
      Object.keys(shifts).length > 0 &&
        `These lists differ from those it learned from by more than one standard deviation in ${Object.entries(shifts).map(shift).join(", ")}. Do not trust the order until some of these queries are rated.`,
    ),
    verdict: `${order.length < 2 ? "With one engine, there is no order." : "This is only an order of the engines."} Scores and intervals need ratings of some of these queries. Draw some (semqrel pool --sample N), rate them, and run semqrel estimate.`,
  };
}

export function appliedBlocks(report: AppliedReport): Block[] {
  const { order, scores, trainedOn, queries, method, cautions, verdict } = report;
  return [
    textBlock(
      `${counted(order.length, "engine")} on ${counted(queries, "query", "queries")}, labelled by a calibration (${method}) that learned from ${counted(trainedOn.pairs, "result")} of ${counted(trainedOn.queries, "query", "queries")} elsewhere.`,
    ),
    tableOf("applied-order", "Order of the engines by calibrated labels", order, [
      column("engine", "text", (engine) => engine),
      column("place", "count", (_, place) => place + 1),
      column("score", "measure", (engine) => scores[engine]),
    ]),
    textBlock(
      "The score only orders engines and is not nDCG, because calibrated labels vary less than people's grades.",
    ),
    ...cautions.map((caution, place) => ({ ...textBlock(caution, "caution"), note: place > 0 })),
    textBlock(verdict, "verdict"),
  ];
}

export function* appliedRows({ order, scores }: AppliedReport): Iterable<readonly string[]> {
  yield ["engine", "place", "calibrated_score"];
  for (const [place, engine] of order.entries()) yield [engine, String(place + 1), String(scores[engine] ?? "")];
}

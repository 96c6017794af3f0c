/** Learns a match threshold from stored labels and a few ratings, and applies it to the labels. */

import { at } from "../core/at.ts";
import { type Block, blocksOf, column, noteBlock, tableOf, textBlock } from "../core/document/blocks.ts";
import { SemqrelError } from "../core/errors.ts";
import { counted, finiteOrNull, textsOf } from "../core/text/wording.ts";
import {
  type LabelledLists,
  MATCH_EXACT,
  MATCH_NONE,
  MATCH_SEMANTIC,
  REASON,
  type StoredLabels,
} from "../core/types.ts";
import { gradesOfRated, readGoldGrades } from "../gold/gold-grades.ts";
import { requireDrawn } from "../io/judgments/chosen-judgments.ts";
import { readStoredLabels } from "../label/stored-labels.ts";
import { rowsOfQuery } from "../lists/group-results.ts";
import { FEWEST_ENGINES, kendallTauB } from "../maths/correlation/rank-correlation.ts";
import { numbersAt } from "../maths/numbers.ts";
import { FEWEST_QUERIES } from "../maths/significance/corrections.ts";
import { meanOf } from "../maths/summary.ts";
import { type EngineValues, listsToJudge } from "../trust/engine-values.ts";
import {
  humanValues,
  type LabelsOfEngine,
  labelledValues,
  measurableQueries,
} from "./calibration/calibrated-values.ts";
import { type BetaGammaOptions, crossFitThreshold, usualWeights } from "./calibration/match-threshold.ts";
import { calibrationRows, largestValues, type TitlePool, titlePool } from "./calibration/title-pool.ts";
import type { GivenStudyOptions } from "./study-settings.ts";

/**
 * Computes labels by a threshold. For a rated query, the threshold is chosen from the ratings of other queries; for an
 * unrated query, from all ratings. Matches by title or identifier are kept.
 * @param options - the cutoff of `measure` also applies to nDCG by labels. A pair is relevant if its grade reaches the
 *   measure's relevance level
 */
export async function thresholdFiles(
  files: { readonly labels: string; readonly gold: string },
  options: Omit<BetaGammaOptions, "relevantFrom"> & Pick<GivenStudyOptions, "measure" | "depth" | "unjudged" | "seed">,
) {
  const { measure, depth, unjudged, seed, ...weights } = options;
  const { stored, files: labelFiles, warnings } = await readStoredLabels(files.labels);
  requireReference(stored);
  requireDrawn(files.gold);
  const gold = await readGoldGrades(files.gold, stored);
  const lists = stored.engines.map((engine) => engine.lists);
  const grades = gradesOfRated(gold);
  const judged = listsToJudge(stored, { ...gold, grades });
  const pool = titlePool(stored.queries.length, lists);
  const cosines = cosinesOf(pool, stored);
  const found = calibrationRows(pool, judged, { unjudged, depth });
  const rows = found.rows.filter((row) => !Number.isNaN(cosines[row]));
  const pairs = {
    scores: numbersAt(cosines, rows),
    grades: numbersAt(found.grades, rows),
    queries: rows.map((row) => at(pool.queryOfRow, row)),
  };
  const relevantFrom = measure.relevanceLevel ?? Number.MIN_VALUE;
  const { threshold, ofQuery } = crossFitThreshold(pairs, { ...weights, unjudged, seed, relevantFrom });
  const ofOthers = threshold?.threshold ?? Number.POSITIVE_INFINITY;
  const under = stored.engines.map((engine) => underThreshold(engine, (query) => ofQuery.get(query) ?? ofOthers));
  const measurable = measurableQueries(stored);
  const queries = Int32Array.from(measurable, ({ query }) => query);
  const after = labelledValues(under, measurable, measure.at);
  const human = humanValues(judged, measure).map((own) => numbersAt(own, queries));
  const all = [...warnings, ...gold.warnings];
  const report = thresholdReport({
    threshold,
    weights,
    unjudged,
    depth,
    after,
    human,
    before: labelledValues(stored.engines, measurable, measure.at),
    measure: measure.name,
    cutoff: measure.at,
    engines: lists.map(({ engine }) => engine),
    ratedQueries: grades.filter((ofOne) => ofOne !== null).length,
    pairs: rows.length,
    ofQueries: [...ofQuery.values()],
    ...countMatches(stored.engines, under, ofOthers),
  });
  return {
    queries,
    report,
    warnings: all,
    calibration: null,
    referenceLabels: null,
    stored: { ...stored, engines: under },
    labels: under.map(({ labels }): LabelsOfEngine => ({ labels, origins: Array.from(labels, () => "proxy") })),
    values: after.map((proxy, engine) => ({ proxy, human: at(human, engine) })),
    measures: { human: measure.name, proxy: report.labelMeasure },
    files: [...labelFiles, gold.file],
    summary: { ...report, warnings: all },
    manifest: { threshold: report.threshold },
    // If no threshold was learned, writes 1, which only the cosine of equal titles reaches.
    options: { threshold: report.toLabel ?? 1 },
  };
}

/** Returns each pool row's cosine with the nearest reference title: 1 for an exact match, NaN if there is no cosine. */
function cosinesOf(pool: TitlePool, { engines }: StoredLabels): Float64Array {
  return largestValues(pool, (engine, row) => {
    const { kinds, similarities } = at(engines, engine);
    // Exact matches include matches by identifier, which are always trusted.
    return kinds[row] === MATCH_EXACT ? 1 : (similarities[row] ?? Number.NaN);
  });
}

/** Refuses matches below the threshold, like `label --threshold`. A refused result keeps its cosine; its label is 0. */
function underThreshold(engine: LabelledLists, thresholdOf: (query: number) => number): LabelledLists {
  const { lists, kinds, similarities, labels, referenceRanks } = engine;
  const isRefused = Uint8Array.from(kinds, (kind, row) =>
    Number(kind === MATCH_SEMANTIC && (similarities[row] ?? 1) < thresholdOf(lists.queryOfRow[row] ?? 0)),
  );
  const refused = {
    ...engine,
    kinds: kinds.map((kind, row) => (isRefused[row] ? MATCH_NONE : kind)),
    labels: labels.map((label, row) => (isRefused[row] ? 0 : label)),
    referenceRanks: referenceRanks.map((rank, row) => (isRefused[row] ? -1 : rank)),
  };
  if (engine.reasons === undefined) return refused;
  const reasons = engine.reasons.map((reason, row) => (isRefused[row] ? REASON["too-far"] : reason));
  return countRepeatsAgain(engine, { ...refused, reasons });
}

/** Only one match of a reference title counts. If it is refused, the next match of the same title counts instead. */
function countRepeatsAgain(
  before: LabelledLists,
  refused: LabelledLists & { readonly reasons: Uint8Array },
): LabelledLists {
  const { lists, labels, referenceRanks, reasons } = refused;
  for (let query = 0; query + 1 < lists.offsets.length; query++) {
    const rows = [...rowsOfQuery(lists, query)];
    for (const lost of rows) {
      if (before.referenceRanks[lost] === referenceRanks[lost] || before.reasons?.[lost] !== 0) continue;
      const rank = before.referenceRanks[lost];
      const next = rows.find((row) => referenceRanks[row] === rank && reasons[row] === REASON.repeat);
      if (next === undefined || rows.some((row) => referenceRanks[row] === rank && reasons[row] === 0)) continue;
      labels[next] = before.labels[lost] ?? 0;
      reasons[next] = 0;
    }
  }
  return refused;
}

function countMatches(before: readonly LabelledLists[], after: readonly LabelledLists[], threshold: number) {
  const counts = { matches: 0, refused: 0, refusedBefore: 0 };
  for (const [engine, { kinds, similarities }] of before.entries()) {
    for (const [row, kind] of kinds.entries()) {
      if (kind === MATCH_SEMANTIC) counts.matches++;
      if (kind !== at(after, engine).kinds[row]) counts.refused++;
      if (kind === MATCH_NONE && at(similarities, row) >= threshold) counts.refusedBefore++;
    }
  }
  return counts;
}

function requireReference({ source, reference }: StoredLabels): void {
  if (reference !== null) return;
  throw new SemqrelError(
    "INVALID_FORMAT",
    `Choosing a match threshold for ${source}: it has no reference.csv, so the best possible value is unknown. Give a folder that semqrel check or label --out wrote.`,
    { details: { file: source } },
  );
}

export type ThresholdReport = ReturnType<typeof thresholdReport>;

interface FoundThreshold extends Readonly<Record<"before" | "after" | "human", EngineValues>> {
  /** Null if no cosine can be trusted; all matches by meaning are then refused. */
  readonly threshold: ReturnType<typeof crossFitThreshold>["threshold"];
  readonly weights: Partial<Readonly<typeof usualWeights>>;
  /** How to treat unrated results among the first `depth` of each list, in rated queries. */
  readonly unjudged: "nonrelevant" | "leave-out";
  readonly depth: number;
  readonly ratedQueries: number;
  /** Number of pairs of query and title to learn from, including unrated pairs that count as not relevant. */
  readonly pairs: number;
  /** Threshold of each rated query, from the ratings of other queries; Infinity if no cosine can be trusted. */
  readonly ofQueries: readonly number[];
  /** Number of matches by meaning. `refused` is the number of those whose cosine is below the threshold. */
  readonly matches: number;
  readonly refused: number;
  /** Number of results whose cosine reaches the threshold, but that have no match in the given labels. */
  readonly refusedBefore: number;
  readonly measure: string;
  readonly cutoff: number;
  readonly engines: readonly string[];
}

/** @param found - `human` is NaN for unrated queries */
export function thresholdReport(found: FoundThreshold) {
  const { engines, before, after, human, cutoff, ofQueries, weights, threshold, refusedBefore, ...counts } = found;
  const isRated = (query: number) => !Number.isNaN(human[0]?.[query]);
  const ratedMeans = (values: EngineValues) => values.map((own) => meanOf(own.filter((_, query) => isRated(query))));
  const agreementOf = (values: EngineValues) => kendallTauB(ratedMeans(values), ratedMeans(human))?.tau ?? null;
  const toLabel = threshold && Math.floor((threshold.threshold - 5e-7) * 1e6) / 1e6;
  const areRated = human[0]?.some((value) => !Number.isNaN(value)) === true;
  return {
    schema: "semqrel.threshold/1" as const,
    threshold,
    /** Value for `label --threshold`, rounded down because labels.csv rounds cosines; null without a threshold. */
    toLabel,
    weights: { ...usualWeights, ...weights },
    unjudged: counts.unjudged,
    depth: counts.depth,
    ratedQueries: counts.ratedQueries,
    pairs: counts.pairs,
    /** Smallest and largest of the thresholds in `ofQueries`, one per rated query; null means Infinity. */
    crossFitted: [Math.min(...ofQueries), Math.max(...ofQueries)].map(finiteOrNull),
    matches: counts.matches,
    refused: counts.refused,
    refusedBefore,
    measure: counts.measure,
    /** Name of the measure by labels: nDCG, with the reference as the ideal list. */
    labelMeasure: `ndcg_reference${Number.isFinite(cutoff) ? `@${cutoff}` : ""}`,
    queries: before[0]?.length ?? 0,
    /** Mean of `labelMeasure` over queries, for each engine. */
    engines: Object.fromEntries(
      engines.map((engine, place) => [engine, { before: meanOf(at(before, place)), after: meanOf(at(after, place)) }]),
    ),
    /**
     * Kendall's τ-b of the engines' mean scores by labels and by people's ratings, on the rated queries. Null for fewer
     * than five engines, or without rated queries. `before` uses the given labels, `after` the new ones. Each is null
     * if its labels give all engines equal means, or if the ratings do.
     */
    agreement:
      engines.length < FEWEST_ENGINES || !areRated ? null : { before: agreementOf(before), after: agreementOf(after) },
    cautions: textsOf(
      refusedBefore > 0 &&
        `${counted(refusedBefore, "result")} ${refusedBefore === 1 ? "reaches" : "reach"} the threshold and ${refusedBefore === 1 ? "has" : "have"} no match, because the labels were made with a threshold or veto. Label again without it to get the matches back.`,
      threshold !== null &&
        counts.ratedQueries < FEWEST_QUERIES &&
        `${counts.ratedQueries} rated queries are not many: other queries may give a different threshold.`,
    ),
    verdict:
      threshold === null
        ? "No threshold is worth it: at any cosine, results that are not relevant cost more than relevant ones gain. So every match by meaning is dropped. Rate more queries, or change the weights (--gain, --cost, --unjudged)."
        : `A match counts if its cosine is at least ${threshold.threshold.toFixed(3)}. To label with this threshold: semqrel label … --threshold ${toLabel?.toFixed(6)}`,
  };
}

export function thresholdBlocks(report: ThresholdReport): Block[] {
  const { engines, labelMeasure, agreement, matches, refused, queries, weights, threshold, pairs } = report;
  const rated = counted(report.ratedQueries, "rated query", "rated queries");
  const others =
    report.unjudged === "nonrelevant" ? ` Unrated results among the first ${report.depth} count as not relevant.` : "";
  const [smallest, largest] = report.crossFitted.map((value) => (value === null ? "none" : value.toFixed(3)));
  const chosen = smallest === largest ? smallest : `${smallest} to ${largest}`;
  const tau = (value: number | null) => (value === null ? "-" : value.toFixed(2));
  const ordered = Object.entries(engines).sort(([, one], [, other]) => other.after - one.after);
  return blocksOf(
    textBlock(
      `A relevant result gains ${weights.gain}, any other result costs ${weights.cost}. ${threshold === null ? "No threshold could be learned from" : "The threshold is learned from"} ${counted(pairs, "result")} of ${rated}.${others}`,
    ),
    threshold !== null &&
      noteBlock(
        `Threshold ${threshold.threshold.toFixed(6)} = (1 - α) optimal + α zero: optimal ${threshold.optimal.toFixed(6)} (utility ${threshold.utility}), zero ${threshold.zero.toFixed(6)} (the lowest without a loss), α ${threshold.alpha.toFixed(3)} from ${counted(threshold.rated, "rated result")} (β ${weights.beta}, γ ${weights.gamma}).`,
      ),
    textBlock(
      `${refused} of ${counted(matches, "match by meaning", "matches by meaning")} ${refused === 1 ? "is" : "are"} dropped; matches by title and identifier stay. Rated queries are labelled with thresholds chosen on other queries: ${chosen}.`,
    ),
    tableOf(
      "threshold-engines",
      `Engines by labels, before and with the threshold (${labelMeasure}, ${counted(queries, "query", "queries")})`,
      ordered,
      [
        column("engine", "text", ([engine]) => engine),
        column("before", "measure", ([, { before }]) => before),
        column("after", "measure", ([, { after }]) => after),
        column("change", "change", ([, { before, after }]) => after - before),
      ],
    ),
    agreement !== null &&
      noteBlock(
        `Agreement with people's order on the ${rated} (${report.measure}): τ-b ${tau(agreement.before)} before, ${tau(agreement.after)} after.`,
      ),
    report.cautions.map((caution, place) => ({ ...textBlock(caution, "caution"), note: place > 0 })),
    textBlock(report.verdict, "verdict"),
  );
}

export function* thresholdRows({ engines, threshold }: ThresholdReport): Iterable<readonly string[]> {
  yield ["engine", "before", "after", "threshold"];
  for (const [engine, { before, after }] of Object.entries(engines)) {
    yield [engine, String(before), String(after), String(threshold?.threshold ?? "")];
  }
}

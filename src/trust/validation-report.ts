/**
 * What does a validation of labels come to?
 * The document of `validate --json`.
 */
import type { LabelAgreementOptions } from "./label-agreement.ts";
import type { SameEmbedder } from "./same-embedder.ts";
import { type EvidenceOfTrust, type TrustVerdict, trustVerdict } from "./trust-verdict.ts";
import type { BaselineTaus, Validation, ValidationGround } from "./validate-labels.ts";

type Interval = readonly [low: number, high: number] | null;

/** What is said of one source of labels. */
export interface SourceReport {
  readonly engines: number;
  /** Rated queries that the labels can measure. */
  readonly queries: number;
  readonly leftOut: Validation["leftOut"];
  /** Kendall's τ-b of mean NDCG by labels and the measure by people; null below five engines. */
  readonly tauB: {
    readonly observed: number | null;
    readonly interval: Interval;
    /** Middle 95 % of labels dealt out anew to the titles of each query: signal is above. */
    readonly nullTitle: Interval;
    /** The same with labels permuted inside each list: rank signal is above. */
    readonly nullList: Interval;
  } | null;
  readonly tauAp: number | null;
  readonly spearman: number | null;
  readonly upperHalfTauB: number | null;
  readonly means: Validation["order"]["means"];
  /** Below five engines: each pair, with how stable the sign of its difference is. */
  readonly pairs: Validation["order"]["pairs"];
  readonly labels: Validation["labels"];
  readonly conclusions: Validation["conclusions"];
  /** One sentence, and what to keep in mind with it. */
  readonly verdict: string;
  readonly limits: readonly string[];
}

/** What `semqrel validate --json` prints, but for its warnings. */
export interface ValidationReport extends Omit<SourceReport, "labels"> {
  readonly schema: "semqrel.validate/1";
  /** Null without judgments. */
  readonly gold: string | null;
  /** Rated queries whose labels hold people's own grades. */
  readonly taught: TaughtQueries;
  readonly measure: string;
  /** Whose results gave the labels; names of several are joined by "+". Null where nobody knows. */
  readonly reference: string | null;
  /** Results that count, for the labels' NDCG, the baselines and the bounds; null for all. */
  readonly cutoff: number | null;
  /** Of single results that nobody judged. */
  readonly unjudged: LabelAgreementOptions["unjudged"];
  /** Of the first results of all engines: the share that nobody judged, 0..1; null without judgments. */
  readonly unjudgedShare: number | null;
  /** Null without judgments, as are τ and all that follows from them. */
  readonly labels: Validation["labels"] | null;
  readonly baselines: BaselineTaus | null;
  /** Of the first results, by engine: the share that nobody judged, and what they could make of the mean NDCG. */
  readonly holes: Readonly<
    Record<
      string,
      {
        readonly share: number | null;
        readonly value: number;
        readonly lower: number;
        readonly upper: number;
        readonly shareByRank: readonly (number | null)[];
      }
    >
  > | null;
  /** Engines whose results look retrieved by the model that labels. */
  readonly sameEmbedder: readonly string[];
  /** By engine; null where nothing can be said. */
  readonly sameEmbedderScores: Readonly<Record<string, number | null>>;
  /** Other sources of labels, judged in the same way. */
  readonly proxies: Readonly<Record<string, SourceReport>>;
  readonly draws: number;
  readonly seed: number;
}

export interface TaughtQueries {
  readonly queries: number;
  /** There are no other rated queries; else these are left out. */
  readonly areJudged: boolean;
  /** Of their rated results: the share whose label is people's grade, 0..1; null without such queries. */
  readonly humanShare: number | null;
}

export interface ValidationToReport {
  readonly gold: string | null;
  readonly measure: string;
  readonly reference: string | null;
  /** Or Infinity. */
  readonly cutoff: number;
  readonly unjudged: LabelAgreementOptions["unjudged"];
  readonly engines: readonly string[];
  /** Queries with labels. */
  readonly labelled: number;
  readonly validation: Validation | null;
  readonly ground: ValidationGround | null;
  /** Among those that `validation` leaves out as unjudged, unless `areJudged`. */
  readonly taught: TaughtQueries;
  readonly proxies: readonly { readonly name: string; readonly validation: Validation }[];
  readonly sameEmbedder: SameEmbedder;
  readonly draws: number;
  readonly seed: number;
}

export function validationReport(found: ValidationToReport): ValidationReport {
  const { validation, ground, sameEmbedder } = found;
  // Of the engines alone: the reference may retrieve as it likes.
  const named = sameEmbedder.named.filter((name) => found.engines.includes(name));
  const scores = Object.fromEntries(
    found.engines.map((name) => [name, finite(sameEmbedder.scores[sameEmbedder.engines.indexOf(name)])] as const),
  );
  const common = {
    schema: "semqrel.validate/1",
    gold: found.gold,
    taught: found.taught,
    measure: found.measure,
    reference: found.reference,
    cutoff: Number.isFinite(found.cutoff) ? found.cutoff : null,
    unjudged: found.unjudged,
    sameEmbedder: named,
    sameEmbedderScores: scores,
    draws: found.draws,
    seed: found.seed,
  } as const;
  if (validation === null || ground === null) {
    return {
      ...common,
      engines: found.engines.length,
      queries: found.labelled,
      leftOut: { unjudged: 0, nothingRelevant: 0, unlabelled: 0 },
      ...{ tauB: null, tauAp: null, spearman: null, upperHalfTauB: null, means: [], pairs: null },
      ...{ labels: null, conclusions: null, baselines: null, holes: null, proxies: {} },
      ...withoutGold(named, scores),
      unjudgedShare: null,
    };
  }
  const { baselines, holes } = ground;
  const unjudgedShare = shareOfHoles(holes);
  const evidence = { baselines, unjudgedShare };
  return {
    ...common,
    ...heedTaught(sourceReport({ ...evidence, validation, sameEmbedder: named }), found.taught),
    baselines,
    unjudgedShare,
    holes: Object.fromEntries(
      holes.engines.map(({ engine, share, value, lower, upper, shareByRank }) => [
        engine,
        { share, value, lower, upper, shareByRank },
      ]),
    ),
    proxies: Object.fromEntries(
      found.proxies.map(({ name, validation: ofProxy }) => [
        name,
        withoutTaught(sourceReport({ ...evidence, validation: ofProxy, sameEmbedder: [] }), found.taught),
      ]),
    ),
  };
}

function sourceReport(evidence: EvidenceOfTrust): SourceReport {
  const { order, labels, conclusions, leftOut } = evidence.validation;
  const { engines, queries, tauB, tauAp, spearman, upperHalfTauB, means, pairs } = order;
  return {
    engines,
    queries,
    leftOut,
    tauB: tauB && {
      observed: tauB.observed,
      interval: tauB.interval,
      nullTitle: tauB.nullTitle.interval,
      nullList: tauB.nullList.interval,
    },
    tauAp,
    spearman,
    upperHalfTauB,
    means,
    pairs,
    labels,
    conclusions,
    ...trustVerdict(evidence),
  };
}

/** Its unjudged queries without those that people taught. */
function withoutTaught(report: SourceReport, { queries, areJudged }: TaughtQueries): SourceReport {
  if (queries === 0 || areJudged) return report;
  return { ...report, leftOut: { ...report.leftOut, unjudged: report.leftOut.unjudged - queries } };
}

function heedTaught(report: SourceReport, taught: TaughtQueries): SourceReport {
  const { queries, areJudged, humanShare } = taught;
  if (queries === 0) return report;
  if (areJudged) {
    return {
      ...report,
      verdict:
        `These ratings cannot judge these labels: in all ${queries} queries that they rate the labels hold people's own grades` +
        `${humanShare === null ? "" : ` (${(100 * humanShare).toFixed(0)} % of the rated results)`}. Rate further queries.`,
      limits: ["whatever agreement is shown here was put there: the labels repeat the ratings that they are judged by"],
    };
  }
  return {
    ...withoutTaught(report, taught),
    limits: [
      ...report.limits,
      `${queries === 1 ? "1 rated query is" : `${queries} rated queries are`} left out: labels hold people's own grades there`,
    ],
  };
}

function shareOfHoles({ engines }: ValidationGround["holes"]): number | null {
  const results = engines.reduce((sum, engine) => sum + engine.results, 0);
  return results === 0 ? null : engines.reduce((sum, engine) => sum + engine.holes, 0) / results;
}

function withoutGold(named: readonly string[], scores: ValidationReport["sameEmbedderScores"]): TrustVerdict {
  const isKnown = named.length > 0 || Object.values(scores).some((score) => score !== null);
  return {
    verdict: "Without judgments of people nobody can say how far these labels can be trusted: rate some queries first.",
    limits: [
      ...(named.length > 0
        ? [`not for ${named.join(", ")}, whose results look retrieved by the model that labels`]
        : []),
      ...(isKnown ? [] : ["whether engines retrieve with the model that labels cannot be told from so few queries"]),
    ],
  };
}

function finite(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

/** What is the document of `validate --json`? */
import { counted, finiteOrNull, sayShare } from "../core/text/wording.ts";
import type { EngineComparison } from "../measure/measures/compare-engines.ts";
import type { EngineHoles } from "./engine-values.ts";
import type { SameEmbedder } from "./same-embedder.ts";
import { type EvidenceOfTrust, saySameEmbedder, type TrustVerdict, trustVerdict } from "./say.ts";
import type { BaselineTaus, LabelAgreementOptions, Validation, ValidationGround } from "./validate-labels.ts";

type Interval = readonly [low: number, high: number] | null;

export interface SourceReport {
  readonly engines: number;
  /** Rated queries that the labels can measure. */
  readonly queries: number;
  readonly leftOut: Validation["leftOut"];
  /** Kendall's τ-b of mean NDCG by labels and the measure by people; null below five engines. */
  readonly tauB: {
    readonly observed: number | null;
    readonly interval: Interval;
    /** Middle 95 % of random labels, one a title: labels above it say something. */
    readonly nullTitle: Interval;
    /** The same with labels permuted inside each list: above it, ranks say something too. */
    readonly nullList: Interval;
  } | null;
  readonly tauAp: number | null;
  readonly spearman: number | null;
  readonly upperHalfTauB: number | null;
  readonly means: Validation["order"]["means"];
  /** Each pair, with the stability of its difference's sign; null from five engines on. */
  readonly pairs: Validation["order"]["pairs"];
  readonly labels: Validation["labels"];
  readonly conclusions: Validation["conclusions"];
  readonly verdict: string;
  readonly limits: readonly string[];
}

/** The document of `semqrel validate --json` without its warnings. */
export interface ValidationReport extends Omit<SourceReport, "labels"> {
  readonly schema: "semqrel.validate/1";
  /** Null without judgments. */
  readonly gold: string | null;
  /** Rated queries whose labels hold people's own grades. */
  readonly taught: TaughtQueries;
  readonly measure: string;
  /** The engine whose results gave the labels; several are joined by "+". Null where unknown. */
  readonly reference: string | null;
  /** Results that count for the labels' NDCG, the baselines and the bounds; null for all. */
  readonly cutoff: number | null;
  /** How unjudged results count. */
  readonly unjudged: LabelAgreementOptions["unjudged"];
  /** Of all engines' first results, 0..1; null without judgments. */
  readonly unjudgedShare: number | null;
  /** Null without judgments, as is all that follows from them. */
  readonly labels: Validation["labels"] | null;
  readonly baselines: BaselineTaus | null;
  /** By engine: the share of unjudged first results, and the bounds of the mean NDCG that they leave. */
  readonly holes: Readonly<
    Record<
      string,
      {
        readonly share: number | null;
        /** Unjudged first results. */
        readonly count: number;
        readonly value: number;
        readonly lower: number;
        readonly upper: number;
        readonly shareByRank: readonly (number | null)[];
      }
    >
  > | null;
  /** Engines by people's judgments, query by query; null without judgments. */
  readonly people: EngineComparison | null;
  /** Engines whose results look retrieved by the model that labels. */
  readonly sameEmbedder: readonly string[];
  /** By engine; null where unknown. */
  readonly sameEmbedderScores: Readonly<Record<string, number | null>>;
  /** Other sources of labels. */
  readonly proxies: Readonly<Record<string, SourceReport>>;
  readonly draws: number;
  readonly seed: number;
}

interface TaughtQueries {
  readonly queries: number;
  /** Whether they are judged, as no others are rated; else they are left out. */
  readonly areJudged: boolean;
  /** Of their rated results, the share whose label is people's grade, 0..1; null without such queries. */
  readonly humanShare: number | null;
}

export interface ValidationToReport
  extends Pick<ValidationReport, "gold" | "measure" | "reference" | "unjudged" | "draws" | "seed"> {
  /** Or Infinity. */
  readonly cutoff: number;
  readonly engines: readonly string[];
  /** Queries with labels. */
  readonly labelled: number;
  readonly validation: Validation | null;
  readonly ground: ValidationGround | null;
  /** Among those that `validation` leaves out as unjudged, unless `areJudged`. */
  readonly taught: TaughtQueries;
  readonly proxies: readonly {
    readonly name: string;
    readonly validation: Validation;
    /** What is known of the file beside its agreement with people. */
    readonly limits: readonly string[];
  }[];
  readonly sameEmbedder: SameEmbedder;
}

export function validationReport(found: ValidationToReport): ValidationReport {
  const { gold, taught, measure, reference, unjudged, draws, seed, validation, ground, engines } = found;
  const { scores, ...suspected } = found.sameEmbedder;
  // Of the engines alone: the reference may retrieve as it likes.
  const sameEmbedder = suspected.named.filter((name) => engines.includes(name));
  const sameEmbedderScores = Object.fromEntries(
    engines.map((name) => [name, finiteOrNull(scores[suspected.engines.indexOf(name)])] as const),
  );
  const cutoff = finiteOrNull(found.cutoff);
  const conditions = { schema: "semqrel.validate/1", gold, taught, measure, reference, cutoff, unjudged } as const;
  const common = { ...conditions, sameEmbedder, sameEmbedderScores, draws, seed };
  if (validation === null || ground === null) {
    return {
      ...common,
      engines: engines.length,
      queries: found.labelled,
      leftOut: { unjudged: 0, nothingRelevant: 0, unlabelled: 0 },
      ...{ tauB: null, tauAp: null, spearman: null, upperHalfTauB: null, means: [], pairs: null },
      ...{ labels: null, conclusions: null, baselines: null, holes: null, proxies: {} },
      ...withoutGold(sameEmbedder, sameEmbedderScores),
      unjudgedShare: null,
      people: null,
    };
  }
  const { baselines, holes, people } = ground;
  const evidence = { baselines, unjudgedShare: shareOfHoles(holes) };
  const boundsOf = ({ share, holes: count, value, lower, upper, shareByRank }: EngineHoles) => {
    return { share, count, value, lower, upper, shareByRank };
  };
  const proxyReport = ({ validation: ofProxy, limits }: ValidationToReport["proxies"][number]) => {
    const report = withoutTaught(sourceReport({ ...evidence, validation: ofProxy, sameEmbedder: [] }), taught);
    return { ...report, limits: [...limits, ...report.limits] };
  };
  return {
    ...common,
    ...heedTaught(sourceReport({ ...evidence, validation, sameEmbedder }), taught),
    ...evidence,
    holes: Object.fromEntries(holes.engines.map((hole) => [hole.engine, boundsOf(hole)])),
    people,
    proxies: Object.fromEntries(found.proxies.map((proxy) => [proxy.name, proxyReport(proxy)])),
  };
}

function sourceReport(evidence: EvidenceOfTrust): SourceReport {
  const { order, labels, conclusions, leftOut } = evidence.validation;
  const { engines, queries, tauB, tauAp, spearman, upperHalfTauB, means, pairs } = order;
  return {
    engines,
    queries,
    leftOut,
    tauB: tauB && { ...tauB, nullTitle: tauB.nullTitle.interval, nullList: tauB.nullList.interval },
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
    const shown = humanShare === null ? "" : ` (${sayShare(humanShare)} of the rated results)`;
    return {
      ...report,
      verdict: `These ratings cannot judge these labels: in all ${queries} rated queries, the labels are people's own grades${shown}. Rate other queries.`,
      limits: [
        "the agreement shown here means nothing, because the labels repeat the ratings that they are compared with",
      ],
    };
  }
  const left = counted(queries, "rated query is", "rated queries are");
  const limits = [...report.limits, `${left} left out, because their labels are people's own grades`];
  return { ...withoutTaught(report, taught), limits };
}

function shareOfHoles({ engines }: ValidationGround["holes"]): number | null {
  const results = engines.reduce((sum, engine) => sum + engine.results, 0);
  return results === 0 ? null : engines.reduce((sum, engine) => sum + engine.holes, 0) / results;
}

function withoutGold(named: readonly string[], scores: ValidationReport["sameEmbedderScores"]): TrustVerdict {
  const isKnown = named.length > 0 || Object.values(scores).some((score) => score !== null);
  return {
    verdict:
      "How far these labels can be trusted is unknown without people's judgments of whole queries. semqrel pool LABELS --sample 10 draws queries to rate.",
    limits: [
      ...(named.length > 0 ? [saySameEmbedder(named)] : []),
      ...(isKnown ? [] : ["so few queries cannot show whether an engine searches with the labels' model"]),
    ],
  };
}

import { finiteOrNull } from "../core/text/wording.ts";
import type { EngineComparison } from "../measure/measures/compare-engines.ts";
import type { SameEmbedder } from "./same-embedder.ts";
import { correctForTaught, type EvidenceOfTrust, type TaughtQueries, trustVerdict, verdictWithoutGold } from "./say.ts";
import type { BaselineTaus, LabelAgreementOptions, Validation, ValidationGround } from "./validate-labels.ts";

type Interval = readonly [low: number, high: number] | null;

export interface SourceReport {
  readonly engines: number;
  /** Number of compared queries, which have ratings and labels; without judgments, number of queries with labels. */
  readonly queries: number;
  readonly leftOut: Validation["leftOut"];
  /** Kendall's τ-b of engines' mean nDCG by labels and mean measure by people; null for fewer than five engines. */
  readonly tauB: {
    readonly observed: number | null;
    readonly interval: Interval;
    /** Middle 95 % of τ-b if a query's titles swap labels at random. If `observed` is above, labels are informative. */
    readonly nullTitle: Interval;
    /** Middle 95 % of τ-b if each list's labels are permuted. If `observed` is above both, ranks are informative. */
    readonly nullList: Interval;
  } | null;
  readonly tauAp: number | null;
  readonly spearman: number | null;
  readonly upperHalfTauB: number | null;
  readonly means: Validation["order"]["means"];
  /** For each pair of engines, how stable the sign of the difference is. Null for five or more engines. */
  readonly pairs: Validation["order"]["pairs"];
  readonly labels: Validation["labels"];
  readonly conclusions: Validation["conclusions"];
  readonly verdict: string;
  readonly limits: readonly string[];
}

/** What `semqrel validate --json` prints, without warnings. */
export interface ValidationReport extends Omit<SourceReport, "labels"> {
  readonly schema: "semqrel.validate/1";
  /** File of people's judgments; null without judgments. */
  readonly gold: string | null;
  /** Rated queries in which labels are people's grades. */
  readonly taught: TaughtQueries;
  readonly measure: string;
  /** Name of the reference; names of several references are joined by "+". Null if unknown. */
  readonly reference: string | null;
  /** Number of results that count for the labels' nDCG, the baselines and the bounds; null for all. */
  readonly cutoff: number | null;
  readonly unjudged: LabelAgreementOptions["unjudged"];
  /** Share of unjudged results among the results of all engines up to the cutoff, 0..1; null without judgments. */
  readonly unjudgedShare: number | null;
  /** Null without judgments, like all fields that need judgments. */
  readonly labels: Validation["labels"] | null;
  readonly baselines: BaselineTaus | null;
  /** Best grade that the bounds assume for an unjudged result; null without judgments. */
  readonly topGrade: number | null;
  /** For each engine: `share` and `count` of unjudged results up to the cutoff, mean nDCG (`value`), and its bounds. */
  readonly holes: Readonly<
    Record<
      string,
      {
        readonly share: number | null;
        readonly count: number;
        readonly value: number;
        readonly lower: number;
        readonly upper: number;
        readonly shareByRank: readonly (number | null)[];
      }
    >
  > | null;
  /** Comparison of the engines by people's judgments, paired by query; null without judgments. */
  readonly people: EngineComparison | null;
  /** Engines that seem to search with the labels' model. */
  readonly sameEmbedder: readonly string[];
  /** Score of each engine: the higher, the more likely it searches with the labels' model; null if unknown. */
  readonly sameEmbedderScores: Readonly<Record<string, number | null>>;
  readonly proxies: Readonly<Record<string, SourceReport>>;
  readonly draws: number;
  readonly seed: number;
}

export interface ValidationToReport
  extends Pick<ValidationReport, "gold" | "taught" | "measure" | "reference" | "unjudged" | "draws" | "seed"> {
  /** Number of results of each list that count; Infinity for all. */
  readonly cutoff: number;
  readonly engines: readonly string[];
  /** Number of queries with labels. */
  readonly labelled: number;
  /** Its `leftOut.unjudged` includes the `taught` queries if they are left out. */
  readonly validation: Validation | null;
  readonly ground: ValidationGround | null;
  readonly proxies: readonly {
    readonly name: string;
    readonly validation: Validation;
    readonly limits: readonly string[];
  }[];
  readonly sameEmbedder: SameEmbedder;
}

export function validationReport(found: ValidationToReport): ValidationReport {
  const { gold, taught, measure, reference, unjudged, draws, seed, validation, ground, engines } = found;
  const { scores, ...suspected } = found.sameEmbedder;
  // Leaves out the reference, which may search with any model.
  const sameEmbedder = suspected.named.filter((name) => engines.includes(name));
  const sameEmbedderScores = Object.fromEntries(
    engines.map((name) => [name, finiteOrNull(scores[suspected.engines.indexOf(name)])] as const),
  );
  const cutoff = finiteOrNull(found.cutoff);
  const conditions = { schema: "semqrel.validate/1", gold, taught, measure, reference, cutoff, unjudged } as const;
  const common = { ...conditions, sameEmbedder, sameEmbedderScores, draws, seed };
  if (validation === null || ground === null) {
    const areScored = Object.values(sameEmbedderScores).some((score) => score !== null);
    return {
      ...common,
      engines: engines.length,
      queries: found.labelled,
      leftOut: { unjudged: 0, nothingRelevant: 0, unlabelled: 0 },
      tauB: null,
      tauAp: null,
      spearman: null,
      upperHalfTauB: null,
      means: [],
      pairs: null,
      labels: null,
      conclusions: null,
      baselines: null,
      holes: null,
      proxies: {},
      ...verdictWithoutGold(sameEmbedder, areScored),
      unjudgedShare: null,
      topGrade: null,
      people: null,
    };
  }
  const { baselines, people, unjudged: counted } = ground;
  const sumOf = (of: "results" | "unjudged") => counted.engines.reduce((sum, engine) => sum + engine[of], 0);
  const unjudgedShare = sumOf("results") === 0 ? null : sumOf("unjudged") / sumOf("results");
  const reportOf = (own: Validation, suspects: readonly string[]) =>
    sourceReport({ baselines, unjudgedShare, validation: own, sameEmbedder: suspects }, taught);
  const own = reportOf(validation, sameEmbedder);
  return {
    ...common,
    ...own,
    ...(taught.queries > 0 && correctForTaught(own, taught)),
    baselines,
    unjudgedShare,
    topGrade: counted.topLabel,
    holes: Object.fromEntries(
      counted.engines.map(({ engine, share, unjudged: count, value, lower, upper, shareByRank }) => [
        engine,
        { share, count, value, lower, upper, shareByRank },
      ]),
    ),
    people,
    proxies: Object.fromEntries(
      found.proxies.map(({ name, limits, ...proxy }) => {
        const report = reportOf(proxy.validation, []);
        return [name, { ...report, limits: [...limits, ...report.limits] }];
      }),
    ),
  };
}

function sourceReport(evidence: EvidenceOfTrust, { queries: taught, areJudged }: TaughtQueries): SourceReport {
  const { order, labels, conclusions, leftOut } = evidence.validation;
  const { engines, queries, tauB, ...ordered } = order;
  return {
    engines,
    queries,
    leftOut: { ...leftOut, unjudged: leftOut.unjudged - (areJudged ? 0 : taught) },
    tauB: tauB && { ...tauB, nullTitle: tauB.nullTitle.interval, nullList: tauB.nullList.interval },
    ...ordered,
    labels,
    conclusions,
    ...trustVerdict(evidence),
  };
}

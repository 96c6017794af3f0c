import {
  type Block,
  blocksOf,
  column,
  listBlocks,
  noteBlock,
  onPage,
  onTerminal,
  plotOf,
  tableOf,
  textBlock,
} from "../core/document/blocks.ts";
import { counted, sayShare, signed } from "../core/text/wording.ts";
import { sayVerdict } from "../gold/gold-view.ts";
import type { SignStability } from "../maths/correlation/correlate.ts";
import { roundScore } from "../maths/numbers.ts";
import { baselineTitles, FEW_ENGINES } from "./say.ts";
import { baselineNames } from "./validate-labels.ts";
import type { SourceReport, ValidationReport } from "./validation-report.ts";

/** The labels of the folder, then the proxies. */
type Sources = readonly (readonly [name: string, source: SourceReport])[];

const SHOWN_PAIRS = 5;
/** Longer tables are folded on a page. */
const LONG_TABLE = 10;

export function validationBlocks(report: ValidationReport): Block[] {
  const proxies = Object.entries(report.proxies);
  const sources: Sources = [
    ...(report.labels === null ? [] : [["labels", report as SourceReport] as const]),
    ...proxies.filter(([, { labels }]) => labels !== null),
  ];
  const verdictOf = (name: string, { verdict }: SourceReport) => textBlock(`${name}: ${verdict}`);
  return [
    ...onPage(...proxies.map(([name, proxy]) => verdictOf(name, proxy))),
    ...introduction(report),
    ...orderBlocks(report, sources),
    ...labelBlocks(report, sources),
    ...conclusionBlocks(sources),
    ...pairBlocks(sources),
    ...engineBlocks(report),
    ...onTerminal(
      ...proxies.flatMap(([name, proxy]) => [verdictOf(name, proxy), ...listBlocks(`${name}, limits:`, proxy.limits)]),
    ),
    ...listBlocks("Limits:", report.limits),
    textBlock(report.verdict, "verdict"),
  ];
}

export function* validationRows(report: ValidationReport): Iterable<readonly string[]> {
  yield ["engine", "labels", "grades", "hole_share", "lower", "upper", "same_embedder_score", "same_embedder"];
  for (const engine of Object.keys(report.sameEmbedderScores)) {
    const { labels, grades } = report.means.find((one) => one.engine === engine) ?? {};
    const { share, lower, upper } = report.holes?.[engine] ?? {};
    const numbers = [labels, grades, share, lower, upper, report.sameEmbedderScores[engine]];
    yield [engine, ...numbers.map((number) => String(number ?? "")), String(report.sameEmbedder.includes(engine))];
  }
}

function introduction(report: ValidationReport): Block[] {
  const { engines, queries, leftOut, gold, measure, labels, taught } = report;
  const shownEngines = counted(engines, "engine");
  if (gold === null || labels === null) {
    const labelled =
      report.reference === null
        ? "labels without their reference (reference.csv)"
        : `${counted(queries, "query", "queries")} with labels from the reference ${report.reference}`;
    return onTerminal(textBlock(`${shownEngines}, ${labelled}, no judgments (none given with --gold).`));
  }
  const leftTaught = taught.areJudged ? 0 : taught.queries;
  const left = [
    [leftTaught, "with people's grades among the labels"] as const,
    [leftOut.unjudged, "unrated"] as const,
    [leftOut.nothingRelevant, "without a relevant document"] as const,
    [leftOut.unlabelled, "without reference"] as const,
  ].filter(([count]) => count > 0);
  const all = left.reduce((sum, [count]) => sum + count, queries);
  const shownLeft = left.map((one) => one.join(" ")).join(", ");
  const byReference = report.reference === null ? "" : ` with "${report.reference}" as the reference`;
  return [
    textBlock(
      left.length === 0
        ? `${shownEngines} on ${counted(queries, "query", "queries")}, all of them rated.`
        : `${shownEngines} on ${queries} of ${counted(all, "query", "queries")} (left out: ${shownLeft}).`,
    ),
    noteBlock(`Labels: ${ndcgOf(report)}${byReference}. People: ${measure} on ${gold}${sayUnjudged(report)}.`),
  ];
}

function sayUnjudged(report: ValidationReport): string {
  const { unjudgedShare: share } = report;
  if (share === null) return "";
  if (share === 0) return `, which judge all of ${firstResults(report)}`;
  return `; ${sayShare(share)} of ${firstResults(report)} are unjudged and count as not relevant`;
}

function orderBlocks({ baselines, draws, queries }: ValidationReport, sources: Sources): Block[] {
  const known = sources.filter(([, { tauB }]) => tauB !== null);
  if (known.length === 0) return [];
  const rows = [
    ...known.map(([name, source]) => ({ name, ...source, interval: source.tauB?.interval })),
    ...baselineNames.map((name) => ({
      name: `baseline: ${baselineTitles[name]}`,
      queries,
      tauB: { observed: baselines?.[name] ?? null, nullTitle: null, nullList: null },
      interval: null,
      tauAp: null,
      spearman: null,
      upperHalfTauB: null,
    })),
  ];
  const endsOf = (chance: string) => ({ digits: 2, ends: [`${chance}: low`, "high"] as const });
  // The plot draws a point in each interval. Intervals of random orders have no observed value, so the middle is used.
  const range = (series: string, interval: readonly [number, number] | null | undefined) =>
    interval == null ? [] : [{ series, value: (interval[0] + interval[1]) / 2, interval }];
  return [
    plotOf(
      "trust-order",
      {
        shape: "intervals",
        title: "Agreement with people's order of the engines",
        marks: [{ value: 0, label: "no relation" }],
        description:
          "Kendall's τ-b of labels and people with its 95 % interval, and the range of chance with its middle as a point.",
        axis: { title: "Kendall's τ-b", from: null, to: 1 },
        groups: rows.flatMap(({ name, tauB, interval = null }) => {
          const points = [
            ...(tauB?.observed == null ? [] : [{ series: "observed", value: tauB.observed, interval }]),
            ...range("chance: titles", tauB?.nullTitle),
            ...range("chance: lists", tauB?.nullList),
          ];
          return points.length === 0 ? [] : [{ name, points }];
        }),
      },
      rows,
      [
        column("", "text", ({ name }) => name),
        column("queries", "count", (row) => row.queries, { on: "terminal" }),
        column("τ-b", "measure", ({ tauB }) => tauB?.observed),
        column("95 %", "interval", ({ interval }) => interval, { digits: 2 }),
        column("chance: titles", "interval", ({ tauB }) => tauB?.nullTitle, endsOf("random by title")),
        column("chance: lists", "interval", ({ tauB }) => tauB?.nullList, endsOf("random by list")),
        column("τ-AP", "measure", ({ tauAp }) => tauAp),
        column("Spearman", "measure", ({ spearman }) => spearman),
        column("upper half τ-b", "measure", ({ upperHalfTauB }) => upperHalfTauB),
      ],
    ),
    noteBlock(
      `Chance is the middle 95 % of ${counted(draws, "draw")}: "by title" shuffles the labels among the titles of a query, "by list" within each list.`,
    ),
    noteBlock(
      "If τ-b is above random by title, the labels carry information. If it is above random by list, their ranks do, too. If it is above the baselines, labels show more than orders that need no labels.",
    ),
  ];
}

function labelBlocks({ unjudged }: ValidationReport, sources: Sources): Block[] {
  const [first] = sources;
  if (first === undefined) return [];
  const [, { labels: own }] = first;
  const known = sources.flatMap(([name, { labels }]) => labels.reliability.map((group) => ({ name, ...group })));
  return blocksOf(
    tableOf("trust-labels", "Labels of single results", sources, [
      column("", "text", ([name]) => name),
      column("AUC", "measure", ([, { labels }]) => labels.auc),
      column("average precision", "measure", ([, { labels }]) => labels.averagePrecision),
      column("prevalence", "measure", ([, { labels }]) => labels.prevalence),
      column("κ", "measure", ([, { labels }]) => labels.kappa),
      column("weighted κ", "measure", ([, { labels }]) => labels.weightedKappa),
      column("calibration error", "measure", ([, { labels }]) => labels.calibrationError),
    ]),
    noteBlock(
      `Over whole lists, ${sayShare(own.unjudged / Math.max(1, own.pairs))} of the titles are unjudged and ${unjudged === "skip" ? "left out" : "count as not relevant"}. κ uses thresholds chosen on other queries.`,
    ),
    known.length > 0 &&
      onPage(
        plotOf(
          "trust-reliability",
          {
            shape: "curves",
            title: "Reliability of single labels",
            diagonal: true,
            description:
              "Results are grouped by label into groups of equal size. The plot shows the mean label, as a share of the largest, and the share that people find relevant. On the line, labels are calibrated.",
            x: { title: "label, as a share of the largest", from: 0, to: 1 },
            y: { title: "share relevant to people", from: 0, to: 1 },
            series: sources.map(([name, { labels }]) => ({
              name,
              points: labels.reliability.map(({ predicted, observed }) => [predicted, observed] as const),
            })),
          },
          known,
          [
            column("", "text", ({ name }) => name),
            column("results", "count", ({ count }) => count),
            column("label, as a share", "measure", ({ predicted }) => predicted),
            column("share relevant", "measure", ({ observed }) => observed),
          ],
        ),
      ),
  );
}

function conclusionBlocks(sources: Sources): Block[] {
  const known = sources.flatMap(([name, { conclusions }]) => (conclusions === null ? [] : [{ name, ...conclusions }]));
  if (known.length === 0) return [];
  const wrong = known.flatMap(({ name, wrong }) => wrong.map((one) => ({ name, ...one })));
  const reversed = sources[0]?.[1].conclusions?.wrong.filter(({ kind }) => kind === "reversed") ?? [];
  const worst = reversed.toSorted((one, other) => one.byGrades - other.byGrades).slice(0, SHOWN_PAIRS);
  const more = reversed.length - worst.length;
  return blocksOf(
    tableOf("trust-conclusions", "Conclusions about pairs of engines (paired t tests, Holm, .05)", known, [
      column("", "text", ({ name }) => name),
      column("pairs", "count", ({ pairs }) => pairs),
      column("confirmed", "count", ({ agree }) => agree),
      column("neither", "count", ({ agreeNot }) => agreeNot),
      column("missed", "count", ({ missed }) => missed),
      column("reversed", "count", (row) => row.reversed),
      column("invented", "count", ({ invented }) => invented),
    ]),
    noteBlock(
      "Significant by labels and people: confirmed or reversed. By people only: missed. By labels only: invented.",
    ),
    onTerminal(
      ...worst.map(({ better, worse, byLabels, byGrades }) =>
        noteBlock(
          `Reversed: by labels ${better} is better than ${worse} (${signed(byLabels, 3)}), by people's grades worse (${signed(byGrades, 3)}).`,
        ),
      ),
      ...(more > 0 ? [noteBlock(`… and ${more} more (--json has all).`)] : []),
    ),
    wrong.length > 0 &&
      onPage(
        tableOf(
          "trust-wrong",
          "Differences that labels show but people do not",
          wrong,
          [
            column("", "text", ({ name }) => name),
            column("kind", "text", ({ kind }) => kind),
            column("by labels better", "text", ({ better }) => better),
            column("than", "text", ({ worse }) => worse),
            column("by labels", "measure", ({ byLabels }) => byLabels),
            column("by people", "measure", ({ byGrades }) => byGrades),
          ],
          { folded: wrong.length > LONG_TABLE },
        ),
      ),
  );
}

function pairBlocks(sources: Sources): Block[] {
  const prefix = (name: string) => (sources.length > 1 ? `${name}: ` : "");
  const rows = sources.flatMap(([name, { pairs }]) =>
    (pairs ?? []).map((pair) => ({ ...pair, first: prefix(name) + pair.first })),
  );
  if (rows.length === 0) return [];
  const interval = ({ interval: { low, high } }: SignStability) => [low, high] as const;
  return [
    tableOf("trust-pairs", "Pairs of engines: difference by labels and by people", rows, [
      column("pair", "text", ({ first, second }) => `${first} - ${second}`, { on: "terminal" }),
      column("engine", "text", ({ first }) => first, { on: "page" }),
      column("minus", "text", ({ second }) => second, { on: "page" }),
      column("by labels", "change", ({ byLabels }) => byLabels.difference),
      column("95 %", "interval", ({ byLabels }) => interval(byLabels), { digits: 2 }),
      column("sign stays", "measure", ({ byLabels }) => byLabels.signStays, { on: "terminal" }),
      column("by people", "change", ({ byGrades }) => byGrades.difference),
      column("95 %", "interval", ({ byGrades }) => interval(byGrades), { digits: 2 }),
      column("sign stays", "measure", ({ byGrades }) => byGrades.signStays, { on: "terminal" }),
      column("same sign", "text", ({ signsAgree }) => (signsAgree === null ? "-" : signsAgree ? "yes" : "no")),
    ]),
    ...onTerminal(noteBlock(`${FEW_ENGINES} Sign stays: share of resamples in which the difference keeps its sign.`)),
  ];
}

function engineBlocks(report: ValidationReport): Block[] {
  const { means, measure, holes, topGrade, people, sameEmbedderScores, sameEmbedder } = report;
  type Named = { readonly engine: string };
  type Mean = (typeof means)[number];
  /** Engines with equal means share the better position. */
  const placeColumn = (read: (one: Mean) => number) => {
    const sorted = means.map((one) => roundScore(read(one))).sort((one, other) => other - one);
    return column<Mean>("place", "count", (one) => sorted.indexOf(roundScore(read(one))) + 1, { on: "terminal" });
  };
  const isSuspected = ({ engine }: Named) => sameEmbedder.includes(engine);
  const scoreColumn = column<Named>("same embedder", "measure", ({ engine }) => sameEmbedderScores[engine]);
  const markColumn = column<Named>("", "text", (one) => (isSuspected(one) ? "!" : ""), { on: "terminal" });
  const engineColumn = column<Named>("engine", "text", ({ engine }) => engine);
  const named = (engine: string) => ({ engine });
  const remark = "uses the labels' model";
  const scored = Object.keys(sameEmbedderScores);
  return blocksOf(
    means.length === 0
      ? onTerminal(tableOf("trust-engines", "Engines", scored.map(named), [engineColumn, scoreColumn, markColumn]))
      : tableOf(
          "trust-engines",
          `Engines ordered by people's ${measure}, with their places by labels and by people`,
          means.toSorted((one, other) => other.grades - one.grades),
          [
            engineColumn,
            column("by labels", "measure", ({ labels }) => labels),
            placeColumn(({ labels }) => labels),
            column("by people", "measure", ({ grades }) => grades),
            placeColumn(({ grades }) => grades),
            scoreColumn,
            markColumn,
            column("suspected", "text", (one) => (isSuspected(one) ? remark : ""), { on: "page" }),
          ],
          { folded: means.length > LONG_TABLE },
        ),
    scored.every((engine) => sameEmbedderScores[engine] == null) &&
      onTerminal(
        noteBlock(
          "Same embedder (whether an engine searches with the model of the labels): unknown, because this needs 30 queries with texts and results.",
        ),
      ),
    holes !== null &&
      Object.keys(holes).length > 0 && [
        tableOf(
          "trust-holes",
          `Unjudged among ${firstResults(report)}, and the bounds of people's ${ndcgOf(report)}`,
          Object.entries(holes),
          [
            column("engine", "text", ([name]) => name),
            column("unjudged", "share", ([, { share }]) => share),
            column("nDCG", "measure", ([, { value }]) => value),
            column("bounds", "interval", ([, { lower, upper }]) => [lower, upper], { ends: ["at least", "at most"] }),
          ],
          { folded: Object.keys(holes).length > LONG_TABLE },
        ),
        noteBlock(
          `The bounds are valid whatever grades from 0 to ${topGrade ?? "the highest given"} the unjudged results have.`,
        ),
        ...(people?.pairs ?? [])
          .filter((pair) => sayVerdict(pair, holes) !== pair.verdict)
          .slice(0, SHOWN_PAIRS)
          .map((pair) => noteBlock(`${pair.better} and ${pair.worse} are ${sayVerdict(pair, holes)}.`)),
      ],
  );
}

function ndcgOf({ cutoff }: ValidationReport): string {
  return cutoff === null ? "nDCG" : `nDCG@${cutoff}`;
}

function firstResults({ cutoff }: ValidationReport): string {
  if (cutoff === null) return "all results";
  return cutoff === 1 ? "the first results" : `the first ${cutoff} results`;
}

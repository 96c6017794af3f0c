import {
  type Block,
  column,
  type Interval,
  noteBlock,
  onPage,
  onTerminal,
  plotOf,
  tableOf,
  textBlock,
} from "../core/document/blocks.ts";
import { shortenName } from "../core/text/display-width.ts";
import { counted, sayShare } from "../core/text/wording.ts";
import { type EstimateReport, orderedByDifferences, type PairEstimate } from "./estimate-report.ts";
import { sayStop } from "./estimate-standing.ts";

/** Means by the labels before calibration. The report of a folder shows them beside the estimates. */
export interface LabelsAlone {
  readonly measure: string;
  readonly engines: ReadonlyMap<string, { readonly value: number; readonly interval: Interval | null }>;
}

/** @param verdict - the verdict, then further sentences @default the report's `verdict` and `sure` */
export function estimateBlocks(
  report: EstimateReport,
  labels: LabelsAlone | null = null,
  verdict: readonly string[] = [report.verdict, report.sure].filter((text) => text !== ""),
): Block[] {
  const advice = sayStop(report);
  return [
    ...introduction(report),
    ...pairBlocks(report),
    ...(Object.values(report.engines).every(({ estimate }) => estimate === null) && report.sample?.of === "pairs"
      ? []
      : [engineBlock(report, labels), ...(report.levelsDependOn ? [noteBlock(report.levelsDependOn)] : [])]),
    ...report.cautions.map((caution, place) => ({ ...textBlock(caution, "caution"), note: place > 0 })),
    ...onTerminal(
      ...verdict.map((sentence, place) => (place === 0 ? textBlock(sentence, "verdict") : noteBlock(sentence))),
      ...(advice === "" ? [] : [noteBlock(advice)]),
    ),
  ];
}

export function* estimateRows({ engines, pairs, order }: EstimateReport): Iterable<readonly string[]> {
  const own = ["estimate", "low", "high", "simultaneous_low", "simultaneous_high", "human", "human_low", "human_high"];
  yield ["a", "b", ...own, "rho", "p", "p_adjusted", "decided"];
  const cells = (numbers: readonly (number | null | undefined)[]) => numbers.map((number) => String(number ?? ""));
  const ends = (interval: PairEstimate["interval"] | undefined) => interval ?? [null, null];
  for (const name of order) {
    const { estimate, interval, human, rho } = engines[name] ?? {};
    const combined = [estimate, ...ends(interval), ...ends(null)];
    yield [name, "", ...cells([...combined, human?.estimate, ...ends(human?.interval), rho]), "", "", ""];
  }
  for (const { a, b, difference, interval, simultaneous, human, rho, p, pAdjusted, decided } of pairs) {
    const combined = [difference, ...ends(interval), ...ends(simultaneous)];
    yield [a, b, ...cells([...combined, human.estimate, ...ends(human.interval), rho, p, pAdjusted]), String(decided)];
  }
}

function introduction(report: EstimateReport): Block[] {
  const { queries, ratings, minutes, measure, target, weightOfLabels, reason, method, sample } = report;
  const { unanswered = 0, otherRatings } = report;
  const left =
    unanswered === 0
      ? ""
      : ` (of ${queries + unanswered}: ${unanswered} ${unanswered === 1 ? "has" : "have"} no results)`;
  return [
    textBlock(
      `Estimates of ${measure} for ${target === "these" ? `these ${counted(queries, "query", "queries")}` : `future queries like these ${queries}`}${left}. They combine ratings and labels: ${counted(ratings, "rating")} (about ${counted(Math.ceil(minutes), "minute")}) of ${ratedOf(report)}, and labels that were calibrated on these ratings (${method}).`,
    ),
    ...(otherRatings === undefined ? [] : [noteBlock(otherRatings)]),
    noteBlock(
      sample?.of === "pairs"
        ? orderOfPairs(report)
        : `For the order of the engines, ratings have a weight of ${sayShare(1 - weightOfLabels)} and calibrated labels have a weight of ${sayShare(weightOfLabels)} (${reason}). Intervals are 95 %${report.overQueries ? ", for these queries alone" : ""}.`,
    ),
  ];
}

function orderOfPairs({ order, pairs, measure, differencesBy, weightOfLabels }: EstimateReport): string {
  const intervals =
    measure === differencesBy
      ? "Intervals are 95 %."
      : `The 95 % intervals are for ${differencesBy}. ${measure} can only be predicted, because not all results are rated.`;
  const byDifferences = orderedByDifferences(order, pairs);
  // If the differences put the predicted best engine last, the predicted order is not shown.
  const isContradicted = order.length > 1 && byDifferences.at(-1) === order[0];
  const ordered =
    measure === differencesBy || isContradicted
      ? `Order by ${differencesBy}: ${byDifferences.join(", ")}.`
      : `Predicted order by ${measure}: ${order.join(", ")}.`;
  return `${ordered} ${sayShare(weightOfLabels)} of the engines' scores come from predictions, the rest from ratings. ${intervals}`;
}

function ratedOf({ sample, ratedQueries }: EstimateReport): string {
  const rated = counted(ratedQueries, "rated query", "rated queries");
  if (sample === null) return rated;
  const what = sample.of === "queries" ? rated : `single results of ${counted(ratedQueries, "query", "queries")}`;
  return `${what} from ${sample.pools.map(({ path }) => path).join(" and ")}`;
}

function engineBlock({ order, engines, measure }: EstimateReport, labels: LabelsAlone | null): Block {
  const rows = order.map((name) => {
    const { estimate = null, interval = null, human = null, place = null, rho = null } = engines[name] ?? {};
    return { name, estimate, interval, human, place, rho, alone: labels?.engines.get(name) };
  });
  const labelsAlone = `labels alone (${labels?.measure})`;
  return plotOf(
    "trust-estimates",
    {
      shape: "intervals",
      title: `Estimated ${measure} of the engines, best first`,
      axis: { title: measure, from: 0, to: null },
      marks: [],
      description:
        "Each engine with 95 % intervals: ratings and calibrated labels combined, and ratings alone" +
        (labels === null
          ? "."
          : `. The values of labels alone are means of ${labels.measure}, which has another scale: compare only the order of the engines.`),
      groups: rows.map(({ name, estimate, interval, human, alone }) => ({
        name,
        points: [
          ...(estimate === null ? [] : [{ series: "combined", value: estimate, interval }]),
          ...(human?.estimate == null
            ? []
            : [{ series: "ratings alone", value: human.estimate, interval: human.interval }]),
          ...(alone === undefined ? [] : [{ series: labelsAlone, ...alone }]),
        ],
      })),
    },
    rows,
    [
      column("engine", "text", ({ name }) => name),
      column("place", "count", ({ place }) => place, { on: "page" }),
      column("combined", "measure", ({ estimate }) => estimate),
      column("95 %", "interval", ({ interval }) => interval),
      column("ratings alone", "measure", ({ human }) => human?.estimate),
      column("95 %", "interval", ({ human }) => human?.interval),
      column("ρ", "measure", ({ rho }) => rho, { digits: 2 }),
      ...(labels === null
        ? []
        : [
            column<(typeof rows)[number]>(labelsAlone, "measure", ({ alone }) => alone?.value),
            column<(typeof rows)[number]>("95 %", "interval", ({ alone }) => alone?.interval),
          ]),
    ],
  );
}

/** Maximum number of pairs to show. If there are more, only neighbours in the order are shown. */
const MOST_PAIRS = 12;
/** Maximum width of an engine's name beside a plot, in columns. Each label there has two names. */
const NAME_COLUMNS = 13;

function pairBlocks({ order, pairs, differencesBy, correction }: EstimateReport): Block[] {
  if (pairs.length === 0) return [];
  const turned = pairs
    .map((pair) => betterFirst(pair, order))
    .toSorted((one, other) => order.indexOf(one.a) - order.indexOf(other.a));
  const shown =
    turned.length <= MOST_PAIRS
      ? turned
      : turned.filter(({ a, b }) => Math.abs(order.indexOf(b) - order.indexOf(a)) === 1);
  const isPart = shown.length < turned.length;
  // A single pair of engines needs no corrected p-value and no interval for all pairs together.
  const isOne = pairs.length === 1;
  const columns = [
    column<PairEstimate>("pair", "text", ({ a, b }) => `${a} - ${b}`),
    column<PairEstimate>("difference", "change", ({ difference }) => difference),
    column<PairEstimate>("95 %", "interval", ({ interval }) => interval),
    ...(isOne
      ? []
      : [
          column<PairEstimate>(`p (${correction === "fdr" ? "FDR" : "Holm"})`, "probability", (pair) => pair.pAdjusted),
          column<PairEstimate>("all pairs together", "interval", ({ simultaneous }) => simultaneous, {
            ends: ["together: low", "high"],
            on: "page",
          }),
        ]),
    column<PairEstimate>("ratings alone", "interval", ({ human }) => human.interval, { on: "terminal" }),
  ];
  const plot = {
    shape: "intervals",
    title: `Differences in estimated ${differencesBy}${isPart ? " of neighbours in the order" : ""}`,
    marks: [{ value: 0, label: "no difference" }],
    description: `Each line shows how far the better engine leads the other, with its 95 % interval${isOne ? "." : " and a wider one for all pairs at once. Differences are estimated separately and may not add up."}`,
    axis: { title: "difference", from: null, to: null },
    groups: shown.map(({ a, b, difference, interval, simultaneous }) => ({
      name: [a, b].map((name) => shortenName(name, NAME_COLUMNS)).join(" - "),
      points:
        difference === null
          ? []
          : [
              { series: "this pair", value: difference, interval },
              ...(isOne ? [] : [{ series: "all pairs together", value: difference, interval: simultaneous }]),
            ],
    })),
  } as const;
  return [
    ...onPage(plotOf("trust-differences", plot, turned, columns)),
    ...onTerminal(
      tableOf("trust-differences", plot.title, shown, columns),
      ...(isOne ? [] : [noteBlock("Differences are estimated separately and may not add up.")]),
    ),
  ];
}

/** Returns the pair with the better engine first. If the difference is 0 or unknown, the order decides. */
function betterFirst(pair: PairEstimate, order: readonly string[]): PairEstimate {
  const lead = Math.abs(pair.difference ?? 0) < 1e-12 ? order.indexOf(pair.b) - order.indexOf(pair.a) : pair.difference;
  if ((lead ?? 0) >= 0) return pair;
  const flip = (interval: PairEstimate["interval"]) => interval && ([-interval[1], -interval[0]] as const);
  return {
    ...pair,
    a: pair.b,
    b: pair.a,
    difference: pair.difference === null ? null : -pair.difference,
    interval: flip(pair.interval),
    simultaneous: flip(pair.simultaneous),
    human: {
      estimate: pair.human.estimate === null ? null : -pair.human.estimate,
      interval: flip(pair.human.interval),
    },
  };
}

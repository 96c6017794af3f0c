/**
 * What did `estimate` find: what do the engines reach by people's measure, and by how much do they differ?
 */

import type { ReportBlock } from "../../../core/document/blocks.ts";
import { columns, plotBlock, textBlock } from "../../../core/document/blocks.ts";
import { shortenName } from "../../../core/text/display-width.ts";
import { sayShare } from "../../../core/text/say-numbers.ts";
import { counted } from "../../../core/text/wording.ts";
import type { EstimateReport, PairEstimate } from "../../../estimate/estimate-report.ts";
import type { ReportInputs } from "../report-inputs.ts";
import { calibratedScore, enginesByMean, isCalibrated, meanInterval, measuresOf } from "../report-measures.ts";

export function estimateBlocks(inputs: ReportInputs, report: EstimateReport): ReportBlock[] {
  const { order, engines, measure, ratedQueries, queries, weightOfLabels, method } = report;
  const proxies = proxiesOf(inputs);
  const [decisive] = measuresOf(inputs);
  return [
    textBlock(
      `${measure} over ${counted(queries, "query", "queries")}, ${ratedQueries} of them rated; labels calibrated by ${method}. In the order, ratings weigh ${sayShare(1 - weightOfLabels)} and calibrated labels ${sayShare(weightOfLabels)}.`,
    ),
    plotBlock(
      "trust-estimates",
      {
        ...{
          shape: "intervals",
          title: `Estimated ${measure} of the engines`,
          axis: { title: measure, from: 0, to: null },
          marks: [],
        },
        description:
          "Each engine, best first, with 95 % intervals: ratings and calibrated labels combined, and ratings alone" +
          (proxies.size === 0
            ? "."
            : `. Labels alone are mean ${decisive}, a scale of their own: compare their order, not their height.`),
        groups: order.map((name) => {
          const { estimate = null, interval = null, human } = engines[name] ?? {};
          const labels = proxies.get(name);
          return {
            name,
            points: [
              ...(estimate === null ? [] : [{ series: "combined", value: estimate, interval }]),
              ...(human?.estimate == null
                ? []
                : [{ series: "ratings alone", value: human.estimate, interval: human.interval }]),
              ...(labels === undefined ? [] : [{ series: `labels alone (${decisive})`, ...labels }]),
            ],
          };
        }),
      },
      {
        columns: [
          ...columns("text", "engine"),
          ...columns("count", "place"),
          ...columns("measure", "combined", "low"),
          ...columns("measure", "high", "ratings alone", "low", "high"),
          ...columns("measure", "ρ"),
          ...(proxies.size === 0 ? [] : [...columns("measure", `labels alone (${decisive})`, "low", "high")]),
        ],
        rows: order.map((name) => {
          const one = engines[name];
          const labels = proxies.get(name);
          return [
            ...[
              name,
              one?.place ?? null,
              one?.estimate ?? null,
              one?.interval?.[0] ?? null,
              one?.interval?.[1] ?? null,
            ],
            ...[one?.human.estimate ?? null, one?.human.interval?.[0] ?? null, one?.human.interval?.[1] ?? null],
            one?.rho ?? null,
            ...(proxies.size === 0
              ? []
              : [labels?.value ?? null, labels?.interval?.[0] ?? null, labels?.interval?.[1] ?? null]),
          ];
        }),
      },
    ),
    ...differenceBlocks(report),
    ...report.cautions.map((caution) => textBlock(caution, "caution")),
  ];
}

/** By engine: the mean by labels, which are no calibrated scores. */
function proxiesOf(inputs: ReportInputs) {
  const [decisive] = measuresOf(inputs);
  if (decisive === undefined || decisive === calibratedScore || isCalibrated(inputs)) return new Map<string, never>();
  return new Map(
    enginesByMean(inputs.measures, decisive).flatMap(({ engine, values, mean }) =>
      mean === null ? [] : [[engine, { value: mean, interval: meanInterval(values, inputs) }] as const],
    ),
  );
}

/** Of many pairs those of neighbours in the order say most. */
const MOST_PAIRS = 12;

function differenceBlocks({ order, pairs, measure }: EstimateReport): ReportBlock[] {
  const placeOf = new Map(order.map((name, place) => [name, place]));
  const turned = pairs.map((pair) => turn(pair, placeOf)).toSorted((one, other) => one.places[0] - other.places[0]);
  const shown = turned.length <= MOST_PAIRS ? turned : turned.filter(({ places: [a, b] }) => b - a === 1);
  if (shown.length === 0) return [];
  return [
    plotBlock(
      "trust-differences",
      {
        ...{
          shape: "intervals",
          title: `Differences in estimated ${measure}`,
          marks: [{ value: 0, label: "no difference" }],
        },
        description: `${shown.length < turned.length ? "Neighbours in the order" : "All pairs"}, the better engine first: the 95 % interval of the pair alone, and one so wide that those of all pairs hold together.`,
        axis: { title: "difference", from: null, to: null },
        groups: shown.map(({ shortName, difference, interval, simultaneous }) => ({
          name: shortName,
          points:
            difference === null
              ? []
              : [
                  { series: "this pair", value: difference, interval },
                  { series: "all pairs together", value: difference, interval: simultaneous },
                ],
        })),
      },
      {
        columns: [
          ...columns("text", "pair"),
          ...columns("measure", "difference", "low", "high"),
          ...columns("measure", "together: low", "high"),
        ],
        rows: turned.map(({ name, difference, interval, simultaneous }) => [
          ...[name, difference, interval?.[0] ?? null, interval?.[1] ?? null],
          ...[simultaneous?.[0] ?? null, simultaneous?.[1] ?? null],
        ]),
      },
    ),
  ];
}

/** The better engine first. */
function turn({ a, b, difference, interval, simultaneous }: PairEstimate, placeOf: ReadonlyMap<string, number>) {
  const [one, other] = [placeOf.get(a) ?? 0, placeOf.get(b) ?? 0];
  if (one <= other) return { ...namesOf(a, b), places: [one, other] as const, difference, interval, simultaneous };
  const flip = (ends: PairEstimate["interval"]) => ends && ([-ends[1], -ends[0]] as const);
  return {
    ...{ ...namesOf(b, a), places: [other, one] as const, difference: difference === null ? null : -difference },
    ...{ interval: flip(interval), simultaneous: flip(simultaneous) },
  };
}

/** So much of each name that both are seen beside a plot. */
const NAME_COLUMNS = 13;

function namesOf(better: string, worse: string) {
  const [one, other] = [better, worse].map((name) => shortenName(name, NAME_COLUMNS));
  return { name: `${better} - ${worse}`, shortName: `${one} - ${other}` };
}

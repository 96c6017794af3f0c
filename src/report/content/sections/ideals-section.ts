/** What do the two ideals of nDCG say, side by side, and do they order the engines alike? */
import { atKey } from "../../../core/at.ts";
import { type Block, column, plotOf, type ReportText, textBlock } from "../../../core/document/blocks.ts";
import { counted, sayNames } from "../../../core/text/wording.ts";
import { type EngineMean, meanInterval } from "../../../measure/measures/compare-engines.ts";
import type { ReportInputs } from "../report-inputs.ts";
import { enginesByMean, isCalibrated, measuresOf } from "../report-measures.ts";
import { reportSection } from "../report-section.ts";
import type { ReportSection } from "../run-report.ts";

const pairsOfIdeals = [
  ["ndcg_reference@10", "ndcg_returned@10"],
  ["ndcg_reference", "ndcg_returned"],
] as const;

export function idealsSection(inputs: ReportInputs): ReportSection | null {
  const known = measuresOf(inputs);
  const shown = pairsOfIdeals.filter((pair) => pair.every((name) => known.includes(name)));
  if (shown.length === 0 || isCalibrated(inputs)) return null;
  return reportSection("ideals", "The two ideals side by side", [
    textBlock(
      "ndcg_reference measures a list against the best that the reference knows: it falls where an engine misses what the reference has. ndcg_returned measures it against the same results in their best order: it says how well they are sorted, and nothing of what is missing. An engine that returns little, but that well sorted, does well by the second alone.",
    ),
    ...shown.flatMap(([reference, returned], place) => pairBlocks(inputs, reference, returned, place)),
    sayAboveOne(inputs),
  ]);
}

function pairBlocks(inputs: ReportInputs, reference: string, returned: string, place: number): Block[] {
  const meansBy = (measure: string) =>
    enginesByMean(inputs.measures, measure).map((one) => ({ ...one, interval: meanInterval(one.values, inputs) }));
  const [ofReference, ofReturned] = [meansBy(reference), meansBy(returned)];
  const returnedOf = new Map(ofReturned.map((one) => [one.engine, one]));
  const rows = ofReference.map((one) => [one, atKey(returnedOf, one.engine)] as const);
  return [
    plotOf(
      `ideals-${place + 1}`,
      {
        ...{ shape: "intervals", title: `${reference} and ${returned}`, marks: [] },
        description: "Means of each engine by both ideals, with 95 % intervals over queries (bootstrap).",
        axis: { title: "mean over queries", from: 0, to: null },
        groups: rows.map(([one, other]) => ({
          name: one.engine,
          points: [
            { series: reference, ...one },
            { series: returned, ...other },
          ].flatMap(({ series, mean, interval }) => (mean === null ? [] : [{ series, value: mean, interval }])),
        })),
      },
      rows,
      [
        column("engine", "text", ([{ engine }]) => engine),
        column(reference, "measure", ([{ mean }]) => mean),
        column("95 %", "interval", ([{ interval }]) => interval),
        column("queries", "count", ([{ queries }]) => queries),
        column(returned, "measure", ([, { mean }]) => mean),
        column("95 %", "interval", ([, { interval }]) => interval),
        column("queries", "count", ([, { queries }]) => queries),
      ],
    ),
    ...sayOrders(ofReference, ofReturned, [reference, returned]),
  ];
}

function sayOrders(
  ofReference: readonly EngineMean[],
  ofReturned: readonly EngineMean[],
  [reference, returned]: readonly [string, string],
): Block[] {
  const names = (engines: readonly EngineMean[]) =>
    engines.flatMap(({ engine, mean }) => (mean === null ? [] : [engine]));
  const [one, other] = [names(ofReference), names(ofReturned)];
  const shared = one.filter((name) => other.includes(name));
  if (shared.length < 2) return [];
  const swapped = shared.flatMap((name, place) =>
    shared.slice(place + 1).filter((later) => other.indexOf(later) < other.indexOf(name)),
  ).length;
  if (swapped === 0) return [textBlock(`Both order the engines alike (${reference}, ${returned}).`)];
  const pairs = (shared.length * (shared.length - 1)) / 2;
  return [
    textBlock(
      `The orders differ: ${reference} puts ${one[0]} first, ${returned} ${one[0] === other[0] ? "too" : other[0]}, and they disagree on ${swapped} of ${counted(pairs, "pair")} of engines.`,
      "caution",
    ),
  ];
}

/** Only where the summary counts any. */
function sayAboveOne({ summary }: ReportInputs): ReportText | null {
  const most = (summary?.order ?? [])
    .flatMap((name) => {
      const found = summary?.engines[name];
      return found?.above_one ? [{ name, count: found.above_one, queries: found.ndcg_reference.count }] : [];
    })
    .sort((one, other) => other.count - one.count)
    .map(({ name, count, queries }) => `${name} on ${count} of ${counted(queries, "query", "queries")}`);
  if (most.length === 0) return null;
  return textBlock(
    `ndcg_reference exceeds 1: ${sayNames(most)}. Several results may match one reference title and carry its label each, which the ideal counts once. Read it as an order of engines rather than a share; label --one-to-one prevents it.`,
    "caution",
  );
}

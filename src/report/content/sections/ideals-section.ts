/**
 * What do the two ideals of nDCG say, side by side, and do they order the engines alike?
 */

import type { ReportText } from "../../../core/document/blocks.ts";
import { columns, plotBlock, textBlock } from "../../../core/document/blocks.ts";
import { sayNames } from "../../../core/text/say-numbers.ts";
import { counted } from "../../../core/text/wording.ts";
import type { ReportInputs } from "../report-inputs.ts";
import { type EngineMean, enginesByMean, isCalibrated, meanInterval, measuresOf } from "../report-measures.ts";
import type { ReportSection } from "../run-report.ts";

const pairsOfIdeals = [
  ["ndcg_reference@10", "ndcg_returned@10"],
  ["ndcg_reference", "ndcg_returned"],
] as const;

export function idealsSection(inputs: ReportInputs): ReportSection | null {
  const known = measuresOf(inputs);
  const shown = pairsOfIdeals.filter((pair) => pair.every((name) => known.includes(name)));
  if (shown.length === 0 || isCalibrated(inputs)) return null;
  return {
    id: "ideals",
    title: "The two ideals side by side",
    blocks: [
      textBlock(
        "ndcg_reference measures a list against the best that the reference knows: it falls where an engine misses what the reference has. ndcg_returned measures it against the same results in their best order: it says how well they are sorted, and nothing of what is missing. An engine that returns little, but that well sorted, does well by the second alone.",
      ),
      ...shown.flatMap(([reference, returned], place) => {
        const ofReference = enginesByMean(inputs.measures, reference);
        const ofReturned = enginesByMean(inputs.measures, returned);
        const withIntervals = [ofReference, ofReturned].map((engines) =>
          engines.map((one) => ({ ...one, interval: meanInterval(one.values, inputs) })),
        );
        const [first = [], second = []] = withIntervals;
        const rows = first.map((one) => [one, second.find(({ engine }) => engine === one.engine)] as const);
        return [
          plotBlock(
            `ideals-${place + 1}`,
            {
              ...{ shape: "intervals", title: `${reference} and ${returned}`, marks: [] },
              description: "Means of each engine by both ideals, with 95 % intervals over queries (bootstrap).",
              axis: { title: "mean over queries", from: 0, to: null },
              groups: rows.map(([one, other]) => ({
                name: one.engine,
                points: [
                  { series: reference, found: one },
                  { series: returned, found: other },
                ].flatMap(({ series, found }) =>
                  found === undefined || found.mean === null
                    ? []
                    : [
                        {
                          series,
                          value: found.mean,
                          interval: found.interval,
                        },
                      ],
                ),
              })),
            },
            {
              columns: [
                ...columns("text", "engine"),
                ...columns("measure", reference, "low", "high"),
                ...columns("count", "queries"),
                ...columns("measure", returned, "low"),
                ...columns("measure", "high"),
                ...columns("count", "queries"),
              ],
              rows: rows.map(([one, other]) => [
                ...[one.engine, one.mean, one.interval?.[0] ?? null, one.interval?.[1] ?? null, one.queries],
                ...[
                  other?.mean ?? null,
                  other?.interval?.[0] ?? null,
                  other?.interval?.[1] ?? null,
                  other?.queries ?? 0,
                ],
              ]),
            },
          ),
          ...sayOrders(ofReference, ofReturned, [reference, returned]),
        ];
      }),
      ...sayAboveOne(inputs),
    ],
  };
}

function sayOrders(
  ofReference: readonly EngineMean[],
  ofReturned: readonly EngineMean[],
  [reference, returned]: readonly [string, string],
): ReportText[] {
  const names = (engines: readonly EngineMean[]) =>
    engines.flatMap(({ engine, mean }) => (mean === null ? [] : [engine]));
  const [one, other] = [names(ofReference), names(ofReturned)];
  const shared = one.filter((name) => other.includes(name));
  if (shared.length < 2) return [];
  const placeIn = new Map(other.map((name, place) => [name, place]));
  const swapped = shared.flatMap((name, place) =>
    shared.slice(place + 1).filter((later) => (placeIn.get(later) ?? 0) < (placeIn.get(name) ?? 0)),
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
function sayAboveOne({ summary }: ReportInputs): ReportText[] {
  const above = (summary?.order ?? []).flatMap((engine) => {
    const found = summary?.engines[engine];
    return found === undefined || found.above_one === 0
      ? []
      : [{ engine, count: found.above_one, queries: found.ndcg_reference.count }];
  });
  if (above.length === 0) return [];
  const most = above
    .toSorted((one, other) => other.count - one.count)
    .map(({ engine, count, queries }) => `${engine} on ${count} of ${counted(queries, "query", "queries")}`);
  return [
    textBlock(
      `ndcg_reference exceeds 1: ${sayNames(most)}. Several results may match one reference title and carry its label each, which the ideal counts once. Read it as an order of engines rather than a share; label --one-to-one prevents it.`,
      "caution",
    ),
  ];
}

/**
 * What does a calibration that was learned elsewhere say of these engines?
 * The document of `calibrate --apply --json`, and how it looks.
 */

import { type Block, column, tableOf, textBlock } from "../core/document/blocks.ts";
import { counted, signed, textsOf } from "../core/text/wording.ts";
import { meanOf } from "../maths/summary.ts";

export interface AppliedReport {
  readonly schema: "semqrel.apply/1";
  readonly method: string;
  /** What the calibration learned from, elsewhere. */
  readonly trainedOn: { readonly queries: number; readonly pairs: number };
  readonly queries: number;
  /** Best first; engines of one score in the order of the labels. */
  readonly order: readonly string[];
  /** By engine: mean over queries of the score that orders engines. No level, and no nDCG. */
  readonly scores: Readonly<Record<string, number>>;
  /** By feature: the share of titles that lack it, where none did before. */
  readonly gaps: Readonly<Record<string, number>>;
  /** By feature: how many standard deviations its mean lies off what was learned from, where it is more than one. */
  readonly shifts: Readonly<Record<string, number>>;
  /** Sentences: where these lists are not like those that taught. */
  readonly cautions: readonly string[];
  /** One sentence. */
  readonly verdict: string;
}

export interface AppliedToReport extends Pick<AppliedReport, "method" | "trainedOn" | "gaps" | "shifts"> {
  readonly engines: readonly string[];
  /** By engine, then query. */
  readonly values: readonly Float64Array[];
}

export function appliedReport(found: AppliedToReport): AppliedReport {
  const { engines, values, method, trainedOn, gaps, shifts } = found;
  const means = values.map(meanOf);
  const places = Array.from(engines.keys()).sort((one, other) => (means[other] ?? 0) - (means[one] ?? 0));
  const order = places.map((place) => engines[place] ?? "");
  return {
    schema: "semqrel.apply/1",
    method,
    trainedOn,
    queries: values[0]?.length ?? 0,
    order,
    scores: Object.fromEntries(engines.map((engine, place) => [engine, means[place] ?? 0])),
    gaps,
    shifts,
    cautions: cautionsOf(found),
    verdict: `${order.length < 2 ? "There is one engine: nothing to order, and its score" : "This order"} has no level and no interval until people rate some of these queries: draw some (semqrel pool --sample N), rate them, and run semqrel estimate.`,
  };
}

/** The last block is the verdict. */
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
      "The score orders engines and is no nDCG: calibrated labels lie nearer to each other than people's grades.",
    ),
    ...cautions.map((caution, place) => ({ ...textBlock(caution, "caution"), note: place > 0 })),
    textBlock(verdict, "verdict"),
  ];
}

/** One row an engine, full precision, for CSV and TSV. */
export function* appliedRows({ order, scores }: AppliedReport): Iterable<readonly string[]> {
  yield ["engine", "place", "calibrated_score"];
  for (const [place, engine] of order.entries()) yield [engine, String(place + 1), String(scores[engine] ?? "")];
}

function cautionsOf({ gaps, shifts }: AppliedToReport): string[] {
  const share = ([name, gap]: readonly [string, number]) => `${name} (${(100 * gap).toFixed(0)} % of the titles)`;
  const shift = ([name, by]: readonly [string, number]) => `${name} (${signed(by, 1)})`;
  return textsOf(
    Object.keys(gaps).length > 0 &&
      `Where it learned every title had these, here some lack them and count as middling: ${Object.entries(gaps).map(share).join(", ")}.`,
    Object.keys(shifts).length > 0 &&
      `These lists are unlike those it learned from, by more than one standard deviation in ${Object.entries(shifts).map(shift).join(", ")}: do not trust the order before some queries are rated here.`,
  );
}

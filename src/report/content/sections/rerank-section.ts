/**
 * Do features of documents order an engine's lists better than the engine does?
 */

import type { ReportBlock } from "../../../core/document/blocks.ts";
import { columns, plotBlock, tableBlock, textBlock } from "../../../core/document/blocks.ts";
import { counted } from "../../../core/text/wording.ts";
import { orderMeasures } from "../../../rerank/measure-order.ts";
import { baselineName, type RerankReport } from "../../../rerank/rerank-report.ts";
import type { ReportInputs } from "../report-inputs.ts";
import type { ReportSection } from "../run-report.ts";

const orderTitles: Readonly<Record<string, string>> = {
  original: "original",
  ideal: "best possible",
  random: "random (expected)",
};

export function rerankSection({ documents: { rerank: report } }: ReportInputs): ReportSection | null {
  if (report === null) return null;
  const { engine, rows, queries, features, split, mse, rmse, mae, r2 } = report;
  return {
    id: "rerank",
    title: `Reranking ${engine}`,
    blocks: [
      textBlock(
        `${counted(rows, "labelled result")} of ${counted(queries, "query", "queries")}, ${counted(features.length, "feature")}. Differences are to ${engine}'s own order; verdicts: paired randomisation test, Holm over the orders, at least ten queries.`,
      ),
      ...(split.leaks
        ? [
            textBlock(
              "Split by rows: results of one query teach and test, so these numbers say nothing of queries that the model has not seen.",
              "caution",
            ),
          ]
        : []),
      ...differenceBlocks(report),
      tableBlock("rerank-orders", "Means of each order", {
        columns: [...columns("text", "order"), ...columns("measure", ...orderMeasures.map((measure) => measure))],
        rows: Object.entries(report.ndcg).map(([order, values]) => [
          orderTitles[order] ?? order,
          ...orderMeasures.map((measure) => values[measure]),
        ]),
      }),
      tableBlock("rerank-errors", "Predicted labels of results in the test", {
        columns: [...columns("text", ""), ...columns("measure", "MSE", "RMSE", "MAE", "R²")],
        rows: Object.keys(mse).map((name) => [
          name === baselineName ? "mean label (baseline)" : name,
          ...[mse, rmse, mae, r2].map((errors) => errors[name] ?? null),
        ]),
      }),
      ...coefficientBlocks(report),
      ...importanceBlocks(report),
    ],
  };
}

function differenceBlocks({ tests, ndcg }: RerankReport): ReportBlock[] {
  // The ideal of the reference says more than the list's own; it is known where the reference is.
  const measure = ndcg["original"]?.["ndcg_reference@10"] == null ? "ndcg_returned@10" : "ndcg_reference@10";
  const own = tests.filter((test) => test.measure === measure);
  if (own.length === 0) return [];
  return [
    plotBlock(
      "rerank-differences",
      {
        ...{
          shape: "intervals",
          title: `Gain in ${measure} over the original order`,
          marks: [{ value: 0, label: "original" }],
        },
        description: "Each feature and model as an order of its own, with 95 % intervals over queries (bootstrap).",
        axis: { title: `difference in ${measure}`, from: null, to: null },
        groups: own.map(({ order, difference, interval }) => ({
          name: order,
          points: difference === null ? [] : [{ series: measure, value: difference, interval }],
        })),
      },
      {
        columns: [
          ...columns("text", "order"),
          ...columns("measure", "difference", "low", "high"),
          ...columns("measure", "p (Holm)"),
          ...columns("count", "queries"),
          ...columns("text", "verdict"),
        ],
        rows: own.map(({ order, difference, interval, holm, queries, verdict }) => [
          ...[order, difference, interval?.[0] ?? null, interval?.[1] ?? null, holm, queries, verdict],
        ]),
      },
    ),
  ];
}

function coefficientBlocks({ coefficients }: RerankReport): ReportBlock[] {
  if (coefficients.length === 0) return [];
  return [
    plotBlock(
      "rerank-coefficients",
      {
        ...{ shape: "intervals", title: "Coefficients of ridge", marks: [{ value: 0, label: "no effect" }] },
        description:
          "Change of the label with one standard deviation of each feature; intervals with nothing drawn towards 0.",
        axis: { title: "change of the label", from: null, to: null },
        groups: coefficients.map(({ feature, value, interval }) => ({
          name: feature,
          points: [{ series: "coefficient", value, interval }],
        })),
      },
      {
        columns: [...columns("text", "feature"), ...columns("measure", "coefficient", "low", "high")],
        rows: coefficients.map(({ feature, value, interval }) => [
          ...[feature, value, interval?.[0] ?? null, interval?.[1] ?? null],
        ]),
      },
    ),
  ];
}

function importanceBlocks({ importance }: RerankReport): ReportBlock[] {
  if (importance.length === 0) return [];
  const models = [...new Set(importance.map(({ model }) => model))];
  const names = [...new Set(importance.map(({ feature }) => feature))];
  return [
    tableBlock("rerank-importance", "Importance: rise of the squared error when a feature is shuffled", {
      columns: [...columns("text", "feature"), ...columns("measure", ...models.map((model) => model))],
      rows: names.map((name) => [
        name,
        ...models.map((model) => importance.find((one) => one.model === model && one.feature === name)?.value ?? null),
      ]),
    }),
  ];
}

import {
  type Block,
  type BlockTable,
  blocksOf,
  column,
  noteBlock,
  onPage,
  onTerminal,
  plotOf,
  tableOf,
  textBlock,
} from "../core/document/blocks.ts";
import type { IntervalPlot } from "../core/document/plot.ts";
import { counted, sayNames } from "../core/text/wording.ts";
import { baselineName, orderMeasures } from "./experiment-rows.ts";
import type { RerankReport } from "./rerank-report.ts";

export function rerankBlocks(report: RerankReport): Block[] {
  return blocksOf(
    introduction(report),
    differenceBlocks(report),
    orderBlocks(report),
    predictionBlocks(report),
    coefficientBlocks(report),
    importanceBlocks(report),
    meaning(report),
  );
}

export function* rerankRows(report: RerankReport): Iterable<readonly string[]> {
  yield ["table", "name", "measure", "value", "low", "high", "holm", "verdict"];
  const row = (table: string, name: string, measure: string, value: number | null, ...rest: string[]) => [
    ...[table, name, measure, value === null ? "" : String(value), ...rest],
    ...new Array<string>(4 - rest.length).fill(""),
  ];
  for (const measure of ["mse", "rmse", "mae", "r2"] as const) {
    for (const [name, value] of Object.entries(report[measure])) yield row("prediction", name, measure, value);
  }
  for (const [name, values] of Object.entries(report.ndcg)) {
    for (const measure of orderMeasures) yield row("order", name, measure, values[measure]);
  }
  for (const { order, measure, difference, interval, holm, verdict } of report.tests) {
    const bounds = [interval?.[0], interval?.[1], holm].map((number) => String(number ?? ""));
    yield row("difference", order, measure, difference, ...bounds, verdict);
  }
  for (const { feature, value, interval } of report.coefficients) {
    yield row("coefficient", feature, "ridge", value, ...(interval ?? []).map(String));
  }
  for (const { model, feature, value } of report.importance) yield row("importance", feature, model, value);
}

function introduction(report: RerankReport): Block[] {
  const { engine, rows, queries, documents, repeats, unlabelled, features, split } = report;
  const gaps = features.flatMap(({ feature, missing, infinite }) => {
    const found = [...(missing > 0 ? [`${missing} missing`] : []), ...(infinite > 0 ? [`${infinite} infinite`] : [])];
    return found.length === 0 ? [] : [`${feature}: ${found.join(", ")}`];
  });
  const constant = features.filter((one) => one.constant).map(({ feature }) => feature);
  const results = counted(rows, "labelled result");
  const repeated = counted(repeats, "result repeats a document", "results repeat documents");
  const without = counted(unlabelled, "result has", "results have");
  return blocksOf(
    textBlock(
      `${engine}: ${results} of ${counted(queries, "query", "queries")}, ${counted(features.length, "feature")}. ${documents.known} of ${counted(documents.count, "document has", "documents have")} features.`,
    ),
    gaps.length > 0 &&
      noteBlock(`Results without a value (replaced by the median, with an indicator): ${gaps.join("; ")}.`),
    constant.length > 0 && noteBlock(`No effect, because all values are the same: ${constant.join(", ")}.`),
    repeats > 0 && noteBlock(`${repeated} of the same list. Each document counts once in every order.`),
    unlabelled > 0 &&
      noteBlock(`${without} no label, because their queries have no reference results. They are left out.`),
    { ...textBlock(saySplit(split), split.leaks ? "caution" : "plain"), note: true },
  );
}

function saySplit({ by, folds }: RerankReport["split"]): string {
  if (by === "queries") return `Split by query, ${folds} folds: no query is in both training and test.`;
  if (by === "rows") {
    return "Split by rows: THIS LEAKS. Results of one query are in both training and test, so models had already seen most results of the lists that they ordered.";
  }
  return "The model was fitted earlier. If its training data contained these lists, this leaks.";
}

function differenceBlocks(report: RerankReport): Block[] {
  const decisive = decisiveMeasure(report);
  const own = report.tests.filter(({ measure }) => measure === decisive);
  if (own.length === 0) return [];
  const plot: IntervalPlot = {
    shape: "intervals",
    title: `Gain in ${decisive} over the original order`,
    marks: [{ value: 0, label: "original" }],
    description: "One order by each feature and by each model, with 95 % intervals over queries (bootstrap).",
    axis: { title: `difference in ${decisive}`, from: null, to: null },
    groups: own.map(({ order, difference, interval }) => ({
      name: order,
      points: difference === null ? [] : [{ series: decisive, value: difference, interval }],
    })),
  };
  return [
    plotOf("rerank-differences", plot, own, [
      column("order", "text", ({ order }) => order),
      column("difference", "change", ({ difference }) => difference, { digits: 4 }),
      column("95 %", "interval", ({ interval }) => interval),
      column("p (Holm)", "probability", ({ holm }) => holm),
      column("queries", "count", ({ queries }) => queries),
      column("verdict", "text", ({ verdict }) => verdict),
    ]),
    noteBlock(
      `Differences are relative to the original order of ${report.engine}. Verdicts: paired randomisation test with Holm's correction over the orders, at least ten queries.`,
    ),
  ];
}

function orderBlocks(report: RerankReport): Block[] {
  const table = tableOf("rerank-orders", "Means of each order", Object.entries(report.ndcg), [
    column("order", "text", ([order]) => orderTitles[order] ?? order),
    ...orderMeasures.map((measure) =>
      column<[string, RerankReport["ndcg"][string]]>(measure, "measure", ([, values]) => values[measure], {
        digits: 4,
        ...(report.ndcg["original"]?.[measure] === null ? { on: "page" } : {}),
      }),
    ),
  ]);
  return isOrdered(report) ? [table] : onPage(table);
}

const orderTitles: Readonly<Record<string, string>> = {
  original: "original",
  ideal: "best possible",
  random: "random (expected)",
};

function predictionBlocks({ mse, rmse, mae, r2, strength }: RerankReport): Block[] {
  const shown = Number(strength?.value.toPrecision(3));
  const end = strength?.atEnd == null ? "" : `, the ${strength.atEnd} tried`;
  return [
    tableOf("rerank-errors", "Prediction errors on test results", Object.keys(mse), [
      column("", "text", (name) => (name === baselineName ? "mean label (baseline)" : name)),
      column("MSE", "measure", (name) => mse[name], { digits: 4 }),
      column("RMSE", "measure", (name) => rmse[name], { digits: 4 }),
      column("MAE", "measure", (name) => mae[name], { digits: 4 }),
      column("R²", "measure", (name) => r2[name], { digits: 4 }),
    ]),
    ...(strength === null ? [] : onTerminal(noteBlock(`Strength of the ridge penalty: ${shown}${end}.`))),
  ];
}

function coefficientBlocks({ coefficients }: RerankReport): Block[] {
  if (coefficients.length === 0) return [];
  const plot: IntervalPlot = {
    shape: "intervals",
    title: "Coefficients of ridge",
    marks: [{ value: 0, label: "no effect" }],
    description:
      "Change of the label if a feature rises by one standard deviation. Intervals are for coefficients without ridge's shrinkage.",
    axis: { title: "change of the label", from: null, to: null },
    groups: coefficients.map(({ feature, value, interval }) => ({
      name: feature,
      points: [{ series: "coefficient", value, interval }],
    })),
  };
  return [
    plotOf("rerank-coefficients", plot, coefficients, [
      column("feature", "text", ({ feature }) => feature),
      column("coefficient", "measure", ({ value }) => value, { digits: 4 }),
      column("95 %", "interval", ({ interval }) => interval, { digits: 4 }),
    ]),
    ...onTerminal(noteBlock(plot.description)),
  ];
}

function importanceBlocks({ importance }: RerankReport): BlockTable | null {
  if (importance.length === 0) return null;
  const models = [...new Set(importance.map(({ model }) => model))];
  const names = [...new Set(importance.map(({ feature }) => feature))];
  const riseOf = (model: string, name: string) =>
    importance.find((one) => one.model === model && one.feature === name)?.value;
  return tableOf("rerank-importance", "Importance: rise of the squared error when a feature is shuffled", names, [
    column("feature", "text", (name) => name),
    ...models.map((model) => column<string>(model, "measure", (name) => riseOf(model, name), { digits: 4 })),
  ]);
}

function meaning(report: RerankReport): Block[] {
  const { engine, tests, mse, r2, split } = report;
  const decisive = decisiveMeasure(report);
  const models = Object.keys(mse).filter((name) => name !== baselineName);
  const predicts = models.filter((model) => (r2[model] ?? 0) > 0);
  const verdictOf = (model: string) =>
    tests.find(({ measure, order }) => measure === decisive && order === model)?.verdict ?? "no difference shown";
  const sentences = [...new Set(models.map(verdictOf))].map((verdict) => {
    const group = models.filter((model) => verdictOf(model) === verdict);
    const names = sayNames(group, 99);
    const [verb, show] = group.length === 1 ? ["orders", "shows"] : ["order", "show"];
    if (verdict === "too few queries")
      return `there are too few queries to show whether ${names} ${verb} the results better`;
    if (verdict === "no difference shown") return `${names} ${show} no difference from the original order of ${engine}`;
    return `${names} ${verb} the results ${verdict} than ${engine} does`;
  });
  const errors =
    predicts.length === 0
      ? "No model predicts the labels better than their mean"
      : `${sayNames(predicts)} ${predicts.length === 1 ? "predicts" : "predict"} the labels better than their mean (R² above 0)`;
  const orders = isOrdered(report)
    ? `By ${decisive}, ${sayNames(sentences)}`
    : "No label is above 0, so no order is better than another";
  const leak =
    "With this split, the results show nothing about queries that the model has not seen. Use --split queries.";
  return [textBlock(`What this means: ${errors}. ${orders}.`), ...(split.leaks ? [noteBlock(leak)] : [])];
}

function isOrdered({ ndcg }: RerankReport): boolean {
  return orderMeasures.some((measure) => ndcg["original"]?.[measure] !== null);
}

/** Returns nDCG whose ideal list comes from the reference or, without a reference, from the returned list itself. */
function decisiveMeasure({ ndcg }: RerankReport): (typeof orderMeasures)[number] {
  return ndcg["original"]?.["ndcg_reference@10"] === null ? "ndcg_returned@10" : "ndcg_reference@10";
}

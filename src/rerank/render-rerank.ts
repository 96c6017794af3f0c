/**
 * What does a user see of a reranking experiment, and what does it mean?
 */

import { signed, unsignedZero } from "../core/text/numbers.ts";
import { renderBlocks } from "../core/text/render-blocks.ts";
import { renderMarkdownTable, renderTable, type TextTable } from "../core/text/render-table.ts";
import { counted } from "../core/text/wording.ts";
import { orderMeasures } from "./measure-order.ts";
import { baselineName, type OrderTest, type RerankReport } from "./rerank-report.ts";

/** All of it for a terminal of `width` columns. */
export function renderRerank(report: RerankReport, width?: number): string {
  return asText(report, ({ heading, table }) => [heading, ...renderTable(table, width)]);
}

/** The same for a pull request. */
export function renderRerankAsMarkdown(report: RerankReport): string {
  return asText(report, ({ heading, table }) => [`**${heading}**`, "", ...renderMarkdownTable(table)]);
}

/** One row a number, full precision, for CSV and TSV. */
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

interface Section {
  readonly heading: string;
  readonly table: TextTable;
}

function asText(report: RerankReport, linesOf: (section: Section) => readonly string[]): string {
  const blocks = [
    introduction(report),
    linesOf(predictionSection(report)),
    ...(isOrdered(report) ? [linesOf(orderSection(report))] : []),
    ...(report.coefficients.length === 0 ? [] : [linesOf(coefficientSection(report))]),
    ...(report.importance.length === 0 ? [] : [linesOf(importanceSection(report))]),
    meaning(report),
  ];
  return renderBlocks(blocks);
}

function introduction(report: RerankReport): string[] {
  const { engine, rows, queries, documents, repeats, unlabelled, features, split } = report;
  const gaps = features.flatMap(({ feature, missing, infinite }) => {
    const found = [...(missing > 0 ? [`${missing} missing`] : []), ...(infinite > 0 ? [`${infinite} infinite`] : [])];
    return found.length === 0 ? [] : [`${feature}: ${found.join(", ")}`];
  });
  const constant = features.flatMap((one) => (one.constant ? [one.feature] : []));
  return [
    `${engine}: ${counted(rows, "labelled result", "labelled results")} of ${counted(queries, "query", "queries")}, ${counted(features.length, "feature", "features")}. ${documents.known} of ${counted(documents.count, "document has", "documents have")} features.`,
    saySplit(split),
    ...(gaps.length === 0 ? [] : [`By result (the median stands in, with an indicator): ${gaps.join("; ")}.`]),
    ...(constant.length === 0
      ? []
      : [`Without effect, being the same wherever there is a number: ${constant.join(", ")}.`]),
    ...(repeats === 0
      ? []
      : [
          `${counted(repeats, "result repeats a document", "results repeat documents")} of the list: each counts once, in every order.`,
        ]),
    ...(unlabelled === 0
      ? []
      : [`${counted(unlabelled, "result has", "results have")} no label, for want of a reference: left out.`]),
  ];
}

function saySplit({ by, folds }: RerankReport["split"]): string {
  if (by === "queries") return `Split by query, ${folds} folds: no query is in training and test.`;
  if (by === "rows") {
    return "Split by rows: THIS LEAKS. Results of one query are in training and test, and the lists below were ordered by models that had seen most of them.";
  }
  return "A model that was fitted before: if it has seen these lists, this leaks.";
}

function predictionSection({ mse, rmse, mae, r2, strength }: RerankReport): Section {
  const title = (name: string) =>
    name === baselineName
      ? "mean label (baseline)"
      : name === "ridge" && strength !== null
        ? `ridge (strength ${Number(strength.value.toPrecision(3))}${strength.atEnd === null ? "" : `, the ${strength.atEnd} tried`})`
        : name;
  return {
    heading: "Predicted labels of results in the test",
    table: {
      header: ["", "MSE", "RMSE", "MAE", "R²"],
      rows: Object.keys(mse).map((name) => [
        title(name),
        ...[mse[name], rmse[name], mae[name], r2[name]].map((value) => shown(value ?? null)),
      ]),
    },
  };
}

function orderSection(report: RerankReport): Section {
  const known = orderMeasures.filter((measure) => report.ndcg["original"]?.[measure] !== null);
  const decisive = decisiveMeasure(report);
  return {
    heading: `Lists in other orders (difference from the original in ${decisive})`,
    table: {
      header: ["order", ...known, "difference", "95 %", "p (Holm)", "verdict"],
      rows: Object.entries(report.ndcg).map(([order, values]) => [
        orderTitles[order] ?? order,
        ...known.map((measure) => shown(values[measure])),
        ...testCells(report.tests.find((test) => test.order === order && test.measure === decisive)),
      ]),
    },
  };
}

const orderTitles: Readonly<Record<string, string>> = {
  original: "original",
  ideal: "best possible",
  random: "random (expected)",
};

function testCells(test: OrderTest | undefined): string[] {
  if (test === undefined) return ["", "", "", ""];
  const { difference, interval, holm, verdict } = test;
  return [
    difference === null ? "" : signed(difference, 4),
    interval === null ? "" : `[${interval.map((bound) => unsignedZero(bound, 3)).join(", ")}]`,
    holm === null ? "" : holm < 0.001 ? "<.001" : holm.toFixed(3),
    verdict,
  ];
}

function coefficientSection({ coefficients }: RerankReport): Section {
  return {
    heading:
      "Coefficients of ridge: change of the label with one standard deviation of the feature (interval: with nothing drawn towards 0)",
    table: {
      header: ["feature", "coefficient", "95 %"],
      rows: coefficients.map(({ feature, value, interval }) => [
        feature,
        shown(value),
        interval === null ? "" : `[${interval.map(shown).join(", ")}]`,
      ]),
    },
  };
}

function importanceSection({ importance }: RerankReport): Section {
  const models = [...new Set(importance.map(({ model }) => model))];
  const names = [...new Set(importance.map(({ feature }) => feature))];
  return {
    heading: "Importance: rise of the MSE when a feature is shuffled among results in the test",
    table: {
      header: ["feature", ...models],
      rows: names.map((name) => [
        name,
        ...models.map((model) =>
          shown(importance.find((one) => one.model === model && one.feature === name)?.value ?? null),
        ),
      ]),
    },
  };
}

/** What may be said, in plain words. */
function meaning(report: RerankReport): string[] {
  const decisive = decisiveMeasure(report);
  const models = Object.keys(report.mse).filter((name) => name !== baselineName);
  const predicts = models.filter((model) => (report.r2[model] ?? 0) > 0);
  const verdicts = [...new Set(models.map((model) => verdictOf(report, model, decisive)))];
  const sentences = verdicts.map((verdict) => {
    const group = models.filter((model) => verdictOf(report, model, decisive) === verdict);
    return sayVerdict(joined(group), group.length, verdict, report.engine);
  });
  const errors =
    predicts.length === 0
      ? "No model predicts the labels better than their mean does"
      : `${joined(predicts)} ${predicts.length === 1 ? "predicts" : "predict"} the labels better than their mean does (R² above 0)`;
  const orders = isOrdered(report)
    ? `By ${decisive}, ${joined(sentences)}`
    : "No label is above 0, so that no order is better than another";
  return [
    `What this means: ${errors}. ${orders}.`,
    ...(report.split.leaks
      ? ["With this split neither says anything about queries that the model has not seen: use --split queries."]
      : []),
  ];
}

function verdictOf({ tests }: RerankReport, order: string, measure: string): OrderTest["verdict"] {
  return tests.find((test) => test.order === order && test.measure === measure)?.verdict ?? "no difference shown";
}

function sayVerdict(models: string, count: number, verdict: OrderTest["verdict"], engine: string): string {
  if (verdict === "too few queries")
    return `there are too few queries to say whether ${models} ${count === 1 ? "orders" : "order"} the results better`;
  const [verb, show] = count === 1 ? ["orders", "shows"] : ["order", "show"];
  return verdict === "no difference shown"
    ? `${models} ${show} no difference from ${engine}'s own order`
    : `${models} ${verb} the results ${verdict} than ${engine} does`;
}

/** Whether any list has a label above 0. */
function isOrdered({ ndcg }: RerankReport): boolean {
  return orderMeasures.some((measure) => ndcg["original"]?.[measure] !== null);
}

/** The ideal of the reference says more than the list's own; it is known where the reference is. */
function decisiveMeasure({ ndcg }: RerankReport): (typeof orderMeasures)[number] {
  return ndcg["original"]?.["ndcg_reference@10"] === null ? "ndcg_returned@10" : "ndcg_reference@10";
}

function joined(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

function shown(value: number | null): string {
  // Rounding must not make a nought look negative.
  return value === null ? "-" : value.toFixed(4).replace(/^-(?=[0.]*$)/, "");
}

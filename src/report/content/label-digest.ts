/** What does a run of `label` come to, in a few lines? The tables say the rest. */
import { atKey } from "../../core/at.ts";
import { type Block, blocksOf, cellTable, noteBlock, textBlock } from "../../core/document/blocks.ts";
import { someOf } from "../../core/text/wording.ts";
import type { MeasureName } from "../../core/types.ts";
import type { EngineSummary, LabelSummary } from "../../label/folder/label-summary.ts";
import type { MeasuredRun } from "../../label/folder/measured-run.ts";
import { compareEngines } from "../../measure/measures/compare-engines.ts";
import { answeredQueries, PER_ANSWER } from "./compare-engines.ts";
import { type Conclusion, concludeFrom, labelEvidence } from "./conclusion.ts";
import { noRatings } from "./next-step.ts";
import { sayCopies, sayOtherReferences, sayReferencesMeasured, saySameLists } from "./report-headline.ts";

const headlineMeasure = "ndcg_reference@10";
const otherMeasures: readonly MeasureName[] = ["ndcg_returned@10", "precision", "recall"];
const shownMeasures: readonly MeasureName[] = [headlineMeasure, ...otherMeasures];
const MOST_ENGINES = 5;
/** Tests of more queries take longer than labels themselves may: `compare` makes them. */
const MOST_QUERIES = 20_000;

/**
 * By the labels alone, as the page of the same folder has it.
 *
 * @param folder  null where none was written
 * @param ratings that lie beside it
 * @returns null where there are too many queries to test at once
 *
 * Cost as `compareEngines`.
 */
export function concludeLabels(
  run: MeasuredRun,
  summary: LabelSummary,
  folder: string | null,
  ratings = noRatings,
): Conclusion | null {
  if (run.queries > MOST_QUERIES) return null;
  const values = run.engines.map(({ engine, measures }) => {
    return { engine, values: measures.values[headlineMeasure], perAnswer: measures.values[PER_ANSWER] };
  });
  const labels = compareEngines(headlineMeasure, values, 1);
  const engines = run.engines.map(({ engine }) => engine);
  const found = concludeFrom({
    folder: folder ?? "labels",
    ratings,
    engines,
    labels,
    answered: answeredQueries(headlineMeasure, values, 1),
    ...labelEvidence(summary),
  });
  return folder === null ? { ...found, next: null } : found;
}

/** The verdict, and the engines side by side, best first. */
export function labelDigest(summary: LabelSummary, conclusion: Conclusion | null): Block[] {
  const { reference, queries, placebo } = summary;
  const engines = new Map(Object.entries(summary.engines));
  const byLabels = conclusion?.by === "labels" ? conclusion.order : [];
  const meanOf = (name: string) => atKey(engines, name)[headlineMeasure].mean ?? -1;
  const byMean = summary.order.toSorted((one, other) => meanOf(other) - meanOf(one));
  const names = [...new Set([...byLabels, ...byMean])];
  const isMarked = (measure: MeasureName) => [...engines.values()].some((engine) => isPartial(engine, measure));
  const shown = names.slice(0, MOST_ENGINES);
  const isAboveOne = shown.some((name) => Number(atKey(engines, name)[headlineMeasure].mean?.toFixed(3)) > 1);
  const rows = shown.map((name) => {
    const engine = atKey(engines, name);
    const cells = shownMeasures.map((measure) => {
      const mark = isPartial(engine, measure) ? "*" : isMarked(measure) ? " " : "";
      return `${engine[measure].mean?.toFixed(3) ?? "-"}${mark}`;
    });
    const moved = placebo?.engines.find((one) => one.engine === name)?.mean;
    if (placebo !== undefined) cells.splice(1, 0, moved?.toFixed(3) ?? "-");
    return [name, ...cells, `${engine.precision.count} of ${reference.queries}`];
  });
  return blocksOf(
    conclusion && textBlock(conclusion.verdict, "verdict"),
    conclusion !== null && conclusion.reasons.length > 0 && noteBlock(conclusion.reasons.join(" ")),
    sayOtherReferences(summary, headlineMeasure),
    sayReferencesMeasured(summary.order, [reference.engine, ...(summary.references?.engines ?? [])]),
    sayCopies(summary),
    saySameLists(summary),
    cellTable(
      `${conclusion === null || conclusion.by === "labels" ? "Means" : "By these labels alone: means"} over ${reference.queries} of ${queries} queries: those with results from ${reference.engine}`,
      ["engine", headlineMeasure, ...(placebo === undefined ? [] : ["unrelated"]), ...otherMeasures, "answered"],
      rows,
    ),
    names.length > MOST_ENGINES && noteBlock(`And ${someOf(names.slice(MOST_ENGINES))}.`),
    placebo !== undefined &&
      noteBlock(
        "unrelated: the same lists put under queries that they do not answer. Only what is above it tells of relevance.",
      ),
    isAboveOne &&
      noteBlock("Above 1: several results have a label that the best order has once. The default rules count it once."),
    isMarked("precision") && noteBlock("* over the queries that the engine answers: others are left out."),
  );
}

/** Whether the measure leaves out queries for which the engine returned nothing. */
function isPartial(engine: EngineSummary, measure: MeasureName): boolean {
  return engine[measure].count < engine.recall.count;
}

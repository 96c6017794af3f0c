/** Summarises the result of `label` in a few lines. */
import { atKey } from "../../core/at.ts";
import { type Block, blocksOf, cellTable, noteBlock, textBlock } from "../../core/document/blocks.ts";
import { counted, someOf } from "../../core/text/wording.ts";
import type { MeasureName } from "../../core/types.ts";
import { noRatings } from "../../gold/known-ratings.ts";
import type { EngineSummary, LabelSummary } from "../../label/folder/label-summary.ts";
import type { MeasuredRun } from "../../label/folder/measured-run.ts";
import { compareEngines } from "../../measure/measures/compare-engines.ts";
import { type Conclusion, concludeFrom, labelEvidence } from "./conclusion.ts";
import { sayCopies, sayOtherReferences, sayReferencesMeasured, saySameLists } from "./report-headline.ts";
import { answeredQueries, PER_ANSWER } from "./shared-findings.ts";

const headlineMeasure = "ndcg_reference@10";
const otherMeasures: readonly MeasureName[] = ["precision", "recall", "f1"];
const shownMeasures: readonly MeasureName[] = [headlineMeasure, ...otherMeasures];
/** What a query needs so that the measure is defined. For measures that are not listed, it needs a positive label. */
const needs: Partial<Record<MeasureName, string>> = { precision: "a result", f1: "a match" };
const MOST_ENGINES = 5;
/** The column "unrelated" is shown if any engine's value in it exceeds this share of that engine's mean. */
const SMALL_SHARE = 0.1;
/** With more queries, tests may take longer than labelling, so only `compare` runs them. */
const MOST_QUERIES = 20_000;

/** Concludes from labels alone. Null if there are too many queries. @param folder - null if labels are not written */
export function concludeLabels(run: MeasuredRun, summary: LabelSummary, folder: string | null, ratings = noRatings) {
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

/** Returns the verdict, and the engines side by side, best first. */
export function labelDigest(summary: LabelSummary, conclusion: Conclusion | null): Block[] {
  const { reference, queries, unrelated } = summary;
  const engines = new Map(Object.entries(summary.engines));
  const byLabels = conclusion?.by === "labels" ? conclusion.order : [];
  const meanOf = (name: string) => atKey(engines, name)[headlineMeasure].mean ?? -1;
  const byMean = summary.order.toSorted((one, other) => meanOf(other) - meanOf(one));
  const names = [...new Set([...byLabels, ...byMean])];
  const shown = names.slice(0, MOST_ENGINES);
  const isMarked = (measure: MeasureName) => shown.some((name) => isPartial(atKey(engines, name), measure));
  const marked = shownMeasures.filter(isMarked);
  const measured = Math.max(0, ...shown.map((name) => atKey(engines, name).recall.count));
  const isAboveOne = shown.some((name) => Number(atKey(engines, name)[headlineMeasure].mean?.toFixed(3)) > 1);
  const meanUnrelated = (name: string) => unrelated?.engines.find((one) => one.engine === name)?.mean.toFixed(3) ?? "-";
  const hasUnrelated = shown.some((name) => Number(meanUnrelated(name)) > SMALL_SHARE * meanOf(name));
  const areAllAnswered = shown.every((name) => atKey(engines, name).precision.count === measured);
  const rows = shown.map((name) => {
    const engine = atKey(engines, name);
    const cells = shownMeasures.map((measure) => {
      const mark = isPartial(engine, measure) ? "*" : isMarked(measure) ? " " : "";
      return `${engine[measure].mean?.toFixed(3) ?? "-"}${mark}`;
    });
    const answered = `${engine.precision.count} of ${measured}`;
    return [name, ...cells, ...(hasUnrelated ? [meanUnrelated(name)] : []), ...(areAllAnswered ? [] : [answered])];
  });
  return blocksOf(
    conclusion && textBlock(conclusion.verdict, "verdict"),
    conclusion !== null && conclusion.sure !== "" && noteBlock(conclusion.sure),
    sayOtherReferences(summary, headlineMeasure),
    sayReferencesMeasured(summary.order, [reference.engine, ...(summary.references?.engines ?? [])]),
    sayCopies(summary),
    saySameLists(summary),
    cellTable(
      `${conclusion === null || conclusion.by === "labels" ? "Means" : "Means from labels alone,"} over ${measured === queries ? counted(queries, "query", "queries") : `queries with ${measured === reference.queries ? "results" : "titles"} from ${reference.engine}: ${measured} of ${queries}`}`,
      [
        ...["engine", ...shownMeasures],
        ...(hasUnrelated ? ["unrelated"] : []),
        ...(areAllAnswered ? [] : ["answered"]),
      ],
      rows,
    ),
    names.length > MOST_ENGINES && noteBlock(`And ${someOf(names.slice(MOST_ENGINES))}.`),
    hasUnrelated &&
      noteBlock(
        `unrelated: ${headlineMeasure} of the same lists, measured against the reference results of other queries.`,
      ),
    isAboveOne &&
      noteBlock(
        "Above 1: several results got the label of the same reference title. The default rules count it only once.",
      ),
    marked.length > 0 &&
      noteBlock(
        `* Leaves out queries without a value: ${marked.map((measure) => `${measure} needs ${needs[measure] ?? "a positive label"}`).join(", ")}.`,
      ),
  );
}

function isPartial(engine: EngineSummary, measure: MeasureName): boolean {
  return engine[measure].count < engine.recall.count;
}

/** The first screen of the report: verdict, certainty, one chart, next step, and objections. */
import { atKey } from "../../core/at.ts";
import {
  type Block,
  blocksOf,
  column,
  plotOf,
  type ReportBlock,
  type ReportText,
  textBlock,
} from "../../core/document/blocks.ts";
import { pageBlocks } from "../../core/document/page-blocks.ts";
import { sayNames } from "../../core/text/wording.ts";
import { noRatings } from "../../gold/known-ratings.ts";
import type { LabelSummary } from "../../label/folder/label-summary.ts";
import { biasMeasures } from "../../label/folder/reference-bias.ts";
import { saySameEmbedder } from "../../trust/say.ts";
import { OTHER_QUERIES } from "../../trust/standing.ts";
import { type Conclusion, concludeFrom, labelEvidence } from "./conclusion.ts";
import { isCalibrated, type ReportInputs } from "./report-inputs.ts";
import type { ComparedEngines } from "./shared-findings.ts";

const MOST_LEADS = 8;

export function reportHeadline(inputs: ReportInputs, { comparison, answered }: ComparedEngines): ReportBlock[] {
  const { name, stored, documents, summary, ratings = noRatings, stale = [] } = inputs;
  if (isCalibrated(inputs) && documents.estimate === null) {
    return [
      textBlock(
        "These labels are calibrated with ratings. They order engines, but their means are not scores. semqrel estimate measures how far apart the engines are.",
        "caution",
      ),
    ];
  }
  const engines = stored.engines.map(({ lists }) => lists.engine);
  const found = concludeFrom({
    folder: name,
    ratings,
    engines,
    labels: comparison,
    answered,
    ...labelEvidence(summary),
    hasStale: stale.length > 0,
    ...documents,
  });
  const isByLabels = found.by === "labels";
  const lists = stored.reference?.lists;
  const references = lists === undefined ? [] : [lists.engine, ...(lists.origins ?? []).map(({ engine }) => engine)];
  const blocks = blocksOf(
    textBlock(found.verdict, "verdict"),
    found.sure !== "" && textBlock(found.sure),
    leadsPlot(found),
    nextStep(found),
    stale.map((text) => textBlock(text, "caution")),
    isByLabels && sayOtherReferences(summary, comparison?.measure),
    isByLabels && sayCopies(summary),
    isByLabels && saySameLists(summary),
    isByLabels && saySuspects(inputs),
    sayReferencesMeasured(engines, references),
    found.reasons.map((reason) => textBlock(reason, "detail")),
  );
  return pageBlocks(blocks);
}

/** Leaves out a command that makes a report, because the reader already has the report. */
function nextStep({ next }: Conclusion): ReportText | null {
  if (next === null) return null;
  if (next.command.startsWith("semqrel report ")) return textBlock(`Next: ${next.text.replace(/:$/, ".")}`);
  return { ...textBlock(`Next: ${next.text}`), command: next.command };
}

function leadsPlot({ order: [best = ""], leads, measure, chance }: Conclusion): Block | null {
  if (leads.length === 0) return null;
  const nearest = leads
    .map(({ better, worse, difference, interval, unrelatedLead }) => {
      if (better === best) return { rival: worse, difference, interval, unrelatedLead };
      return {
        rival: better,
        difference: -difference,
        interval: interval && ([-interval[1], -interval[0]] as const),
        unrelatedLead: unrelatedLead && -unrelatedLead,
      };
    })
    .toSorted((one, other) => one.difference - other.difference)
    .slice(0, MOST_LEADS);
  const hasMoved = leads.some(({ isLikeUnrelated }) => isLikeUnrelated);
  const moved = hasMoved
    ? " The square shows how far the same lists lead if they are measured against other queries."
    : "";
  const about = chance === OTHER_QUERIES ? `, with its 95 % interval ${chance}` : ` ${chance}, with its 95 % interval`;
  const more = leads.length > nearest.length ? ` The plot shows the ${nearest.length} nearest engines.` : "";
  return plotOf(
    "headline-leads",
    {
      shape: "intervals",
      title: `How far ${best} leads`,
      description: `Difference in ${measure}${about}. To the right of 0, ${best} leads.${moved}${more}${sayMeaning(measure)}`,
      axis: { title: `difference in ${measure}`, from: 0, to: null },
      marks: [{ value: 0, label: "no difference" }],
      groups: nearest.map(({ rival, difference, interval, unrelatedLead }) => ({
        name: `lead over ${rival}`,
        points: [
          { series: "difference", value: difference, interval },
          ...(unrelatedLead === undefined || !hasMoved
            ? []
            : [{ series: "under other queries", value: unrelatedLead, interval: null }]),
        ],
      })),
    },
    nearest,
    [
      column("lead over", "text", ({ rival }) => rival),
      column("difference", "measure", ({ difference }) => difference),
      column("95 %", "interval", ({ interval }) => interval),
    ],
  );
}

/** Warns if there are several references, and labels from one reference alone would rank another engine first. */
export function sayOtherReferences(summary: LabelSummary | null, by: string | undefined): ReportText | null {
  const measure = biasMeasures.find((known) => known === by);
  if (summary?.references === undefined || measure === undefined || summary.order.length < 2) return null;
  const { alone } = summary.references.measures[measure];
  const others = summary.references.engines.filter((reference) => alone[reference]?.winner_changes === true);
  if (others.length === 0) return null;
  return textBlock(
    `The first place depends on the reference: labels from ${sayNames(others)} alone put another engine first.`,
    "caution",
  );
}

/** Warns about references among the engines: their measures are almost 1, however good they are. */
export function sayReferencesMeasured(engines: readonly string[], references: readonly string[]): ReportText | null {
  const both = engines.filter((engine) => references.includes(engine));
  if (both.length === 0) return null;
  return textBlock(
    `${sayNames(both)} ${both.length === 1 ? "has the name of a reference" : "have names of references"}. An engine agrees with itself, so its labels do not show how good it is.`,
    "caution",
  );
}

/** An engine counts as a copy of the reference if its mean precision and mean ndcg_reference@10 are at least this. */
const NEARLY_ALL = 0.95;

export function sayCopies(summary: LabelSummary | null): ReportText | null {
  // Labels from a column do not depend on the reference's order.
  if (summary === null || summary.label.startsWith("column ")) return null;
  const named = [summary.reference.engine, ...(summary.references?.engines ?? [])];
  const copies = summary.order.filter((name) => {
    const engine = atKey(new Map(Object.entries(summary.engines)), name);
    const means = [engine.precision.mean, engine["ndcg_reference@10"].mean];
    return !named.includes(name) && means.every((mean) => mean !== null && mean >= NEARLY_ALL);
  });
  if (copies.length === 0) return null;
  const [returns, it] = copies.length === 1 ? ["returns", "it"] : ["return", "them"];
  return textBlock(
    `${sayNames(copies)} ${returns} almost the same results as the reference, in almost the same order. Labels from this reference always favour ${it}, so the comparison means little.`,
    "caution",
  );
}

/** Warns if several engines have exactly the same numbers, for example because one file has two names. */
export function saySameLists(summary: LabelSummary | null): ReportText[] {
  const byNumbers = new Map<string, string[]>();
  for (const [name, engine] of Object.entries(summary?.engines ?? {})) {
    if (engine.recall.count === 0) continue;
    const numbers = JSON.stringify(engine);
    byNumbers.set(numbers, [...(byNumbers.get(numbers) ?? []), name]);
  }
  return [...byNumbers.values()]
    .filter((names) => names.length > 1)
    .map((names) => textBlock(`All numbers of ${sayNames(names)} are equal. Are the lists the same?`, "caution"));
}

function sayMeaning(measure: string): string {
  const [, kind = "", first] = /^(ndcg_reference|nDCG|DCG)(?:\(.*\))?(?:@(\d+))?$/.exec(measure) ?? [];
  const best = {
    ndcg_reference: ": 1 means the best possible list of the reference's titles, each used once",
    nDCG: ": 1 means the best possible order of the rated results",
    DCG: ", as a sum in which the first counts most",
  }[kind];
  if (best === undefined) return "";
  return ` ${measure} measures how good ${first === undefined ? "all" : `the first ${first}`} results are${best}.`;
}

function saySuspects({ documents: { validation } }: ReportInputs): ReportText | null {
  const named = validation?.sameEmbedder ?? [];
  if (named.length === 0) return null;
  return textBlock(saySameEmbedder(named), "caution");
}

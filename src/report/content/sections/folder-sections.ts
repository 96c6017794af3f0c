/** Sections about the run: trust in its labels, changes, warnings, provenance. */
import { type Block, type BlockTable, column, tableOf, textBlock } from "../../../core/document/blocks.ts";
import { sayOption } from "../../../core/text/wording.ts";
import { gravestFirst, isGrave, renderWarning } from "../../../core/warnings.ts";
import { estimateBlocks, type LabelsAlone } from "../../../estimate/estimate-blocks.ts";
import { agreementBlocks } from "../../../gold/agreement/agreement-blocks.ts";
import { noRatings } from "../../../gold/known-ratings.ts";
import { changedLists, changesTable } from "../../../label/changes/change-blocks.ts";
import { meanInterval } from "../../../measure/measures/compare-engines.ts";
import { rerankBlocks } from "../../../rerank/rerank-blocks.ts";
import { fidelityBlocks } from "../../../trust/fidelity/fidelity-report.ts";
import { policiesBlocks } from "../../../trust/policies/policies-report.ts";
import { validationBlocks } from "../../../trust/validation-blocks.ts";
import { estimateStep } from "../next-step.ts";
import { calibratedScore, enginesByMean, isCalibrated, measuresOf, type ReportInputs } from "../report-inputs.ts";
import type { ReportSection } from "../run-report.ts";
import { reportSection, type SectionOf } from "../shared-findings.ts";

export function trustSection(inputs: ReportInputs): ReportSection {
  const { validation, estimate } = inputs.documents;
  return reportSection("trust", "How far the labels can be trusted", [
    validation && validationBlocks(validation),
    estimate && estimateBlocks(estimate, labelsAlone(inputs)),
    missingEvidence(inputs),
  ]);
}

function labelsAlone(inputs: ReportInputs): LabelsAlone | null {
  const [measure] = measuresOf(inputs);
  if (measure === undefined || measure === calibratedScore || isCalibrated(inputs)) return null;
  const engines = enginesByMean(inputs.measures, measure).flatMap(({ engine, values, mean }) =>
    mean === null ? [] : [[engine, { value: mean, interval: meanInterval(values, inputs) }] as const],
  );
  return engines.length === 0 ? null : { measure, engines: new Map(engines) };
}

function missingEvidence(inputs: ReportInputs): Block[] {
  const { documents, summary, name, ratings = noRatings } = inputs;
  const { validation, estimate, policies, fidelity, agreement } = documents;
  // Some commands need labels from a reference, not calibrated labels.
  const isLabel = !isCalibrated(inputs);
  const questions: readonly (readonly [isMissing: boolean, question: string, answeredBy: string])[] = [
    [
      // `validate` needs ratings of whole queries, not of pairs that were drawn one by one.
      isLabel && (validation === null || validation.gold === null) && !ratings.singled,
      "Do people order the engines as these labels do?",
      "semqrel validate DIR --gold QRELS",
    ],
    [
      estimate === null,
      "Which engine is better if people rate the results of a few queries?",
      ratings.judgments === null
        ? "semqrel pool --plan, then semqrel estimate DIR --gold QRELS"
        : estimateStep("", { folder: name, ratings }).command,
    ],
    [agreement === null, "Do raters agree with each other?", "semqrel gold --agreement DB"],
    [
      isLabel && policies === null,
      "Does the order depend on the label function, the threshold or the ideal?",
      "semqrel validate --policies DIR",
    ],
    [
      summary !== null && summary.references === undefined,
      "Does the order depend on the reference?",
      "semqrel label --reference REF1 REF2 --candidates FILES",
    ],
    [
      isLabel && fidelity === null,
      "Does another model give the same labels?",
      "semqrel compare --fidelity DIR --model NAME",
    ],
  ];
  const missing = questions.filter(([isMissing]) => isMissing);
  if (missing.length === 0) return [];
  return [
    tableOf("trust-missing", "Not known yet", missing, [
      column("question", "text", ([, question]) => question),
      column("answered by", "text", ([, , answeredBy]) => answeredBy),
    ]),
    textBlock(
      "semqrel report shows the results of validate and estimate once they have run. For the other commands, save the --json output in the folder, or name its file with --with.",
    ),
  ];
}

export function changesSection({ summary }: ReportInputs): ReportSection | null {
  if (!summary?.changes) return null;
  const { order, changes } = summary;
  const reference = summary.reference.engine;
  return reportSection("changes", `What changed from ${reference}`, [
    changesTable(changes, reference),
    textBlock(
      `Identical queries have the same results in the same order; reordered queries have the same results in a different order. The next columns count results: kept ones are in both lists, moved ones are kept at a different position, lost ones are only in the list of ${reference}, new ones only in the other. Two results are the same if their identifiers or titles are equal, or their titles are very similar (cosine .9 or more).`,
    ),
    textBlock(
      "overlap@10 is the share of the first ten results that both lists have. RBO is rank-biased overlap (p = .9, extrapolated): the top counts most, and shorter lists are not penalised.",
    ),
    textBlock(
      "The queries that changed most, with both lists side by side. Next to each title is its position in the other list.",
    ),
    order.flatMap((engine, place) => {
      const found = changes[engine];
      const id = `changes-${place + 1}`;
      return found === undefined ? [] : changedLists({ reference, engine, changes: found }, id, order.length > 1);
    }),
  ]);
}

export function odditiesSection({ summary }: ReportInputs): ReportSection | null {
  // Leaves out measures above 1, because the section about the two ideals reports them.
  const warnings = (summary?.warnings ?? []).filter(({ kind }) => kind !== "above-one");
  if (warnings.length === 0) return null;
  const blocks = gravestFirst(warnings).map((warning) =>
    textBlock(renderWarning(warning), isGrave(warning) ? "caution" : "detail"),
  );
  return reportSection("oddities", "Notes on lists and files", blocks);
}

export const documentSections = {
  policies: ({ documents: { policies } }: ReportInputs) =>
    policies && reportSection("policies", "What depends on how labels are made", policiesBlocks(policies)),
  agreement: ({ documents: { agreement } }: ReportInputs) =>
    agreement && reportSection("agreement", "How far raters agree", agreementBlocks(agreement)),
  fidelity: ({ documents: { fidelity } }: ReportInputs) =>
    fidelity && reportSection("fidelity", "What another model would change", fidelityBlocks(fidelity)),
  rerank: ({ documents: { rerank } }: ReportInputs) =>
    rerank && reportSection("rerank", `Reranking ${rerank.engine}`, rerankBlocks(rerank)),
} satisfies Record<string, SectionOf>;

export function provenanceSection({ origin, documents, name, stored }: ReportInputs): ReportSection {
  const { reference, model, calibration, versions } = origin;
  const given = Object.entries(documents).flatMap(([kind, document]) => (document === null ? [] : [kind]));
  return reportSection("provenance", "How it was made", [
    namesAndValues("provenance-made", "Labels", [
      ["folder", name],
      ["queries", String(stored.queries.length)],
      ["reference", reference?.engine],
      ["reference sha256", reference?.sha256],
      ["model", model && `${model.name} (${model.precision})`],
      ["model sha256", model?.sha256],
      ...(calibration === null
        ? []
        : [["calibrated by", calibration.method] as const, ["calibration sha256", calibration.sha256] as const]),
      ...Object.entries(versions),
      ...(given.length === 0 ? [] : [["results of other commands", given.join(", ")] as const]),
    ]),
    given.length > 0 &&
      textBlock(
        'This report includes results of other commands. For those in the folder "evidence", checksums show that they were made from exactly these labels. For other files, only the names of the engines are checked.',
      ),
    origin.inputs.length > 0 &&
      tableOf("provenance-inputs", "Input files", origin.inputs, [
        column("file", "text", ({ path }) => path),
        column("format", "text", ({ format }) => format),
        column("rows", "count", ({ rows }) => rows),
        column("sha256", "text", ({ sha256 }) => sha256),
      ]),
    optionsTable("provenance-options", "Options", origin.options),
    optionsTable("provenance-counts", "Counts", origin.counts),
  ]);
}

function optionsTable(id: string, caption: string, options: Readonly<Record<string, unknown>>): BlockTable | null {
  const entries = Object.entries(options).map(([option, value]) => [option, sayOption(value)] as const);
  return entries.length === 0 ? null : namesAndValues(id, caption, entries, true);
}

type NameAndValue = readonly [name: string, value: string | null | undefined];

function namesAndValues(id: string, caption: string, rows: readonly NameAndValue[], folded = false): BlockTable {
  const columns = [
    column<NameAndValue>("", "text", ([name]) => name),
    column<NameAndValue>("", "text", ([, value]) => value),
  ];
  return tableOf(id, caption, rows, columns, { folded });
}

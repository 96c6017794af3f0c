/** Where may labels be wrong: which matches are worth a look first? */
import { at } from "../../../core/at.ts";
import { type Block, column, tableOf, textBlock } from "../../../core/document/blocks.ts";
import { counted, sayNames } from "../../../core/text/wording.ts";
import type { DoubtfulMatch } from "../doubtful-matches.ts";
import { DOUBTS_OF_QUERY } from "../doubtful-titles.ts";
import { referenceRowOf } from "../labelled-rows.ts";
import { type MissedTitle, missedTitles, TOP_OF_REFERENCE } from "../missed-titles.ts";
import type { ReportInputs } from "../report-inputs.ts";
import { isCalibrated } from "../report-measures.ts";
import { linkTo } from "../report-queries.ts";
import { reportSection, type SharedFindings } from "../report-section.ts";
import type { ReportSection } from "../run-report.ts";

export function doubtsSection(inputs: ReportInputs, shared: SharedFindings): ReportSection | null {
  if (inputs.stored.reference === null) return null;
  const blocks = [...matchBlocks(inputs, shared), ...missedBlocks(inputs, shared)];
  return blocks.length === 0 ? null : reportSection("doubts", "Where labels may be wrong", blocks);
}

function matchBlocks(inputs: ReportInputs, { listed, doubts: { count, first } }: SharedFindings): Block[] {
  if (count === 0) {
    // Matches decide nothing where labels are calibrated.
    if (isCalibrated(inputs)) return [];
    return [textBlock("No label stands on a match that is weak, close to another, or refused by little.")];
  }
  const table = tableOf(
    "doubts-matches",
    "The most doubtful labels",
    first,
    [
      column("query", "text", ({ match }) => at(inputs.stored.queries, match.query).name),
      column("title", "text", ({ match }) => match.title),
      column("matched reference title", "text", ({ match }) => referenceTitleOf(inputs, match)),
      column("its rank", "count", ({ match }) => match.referenceRank),
      column("similarity", "measure", ({ match }) => match.similarity),
      column("margin", "measure", ({ match }) => match.margin),
      column("label", "number", ({ match }) => match.label && shortLabel(match.label)),
      column("engines", "text", ({ engines }) => sayNames(engines)),
      column("why", "text", ({ match }) => match.doubt.reason),
    ],
    { folded: true },
  );
  return [
    textBlock(
      `${counted(count, "title is", "titles are")} worth a look: a high label on a weak match, two reference titles that are equally near, or a match refused by little. ` +
        `Here are the ${first.length} most doubtful, ${DOUBTS_OF_QUERY} of a query at most. Read both titles: if they are not about the same, the label is wrong. ` +
        `People can rate these: semqrel pool ${inputs.name} --doubtful -o doubtful.jsonl makes a pool of the most doubtful, apart from any that is drawn.`,
    ),
    { ...table, links: first.map(({ match }) => linkTo(match.query, listed)) },
  ];
}

function referenceTitleOf({ stored: { reference } }: ReportInputs, { query, referenceRank }: DoubtfulMatch) {
  if (reference === null || referenceRank === null) return null;
  return reference.lists.titles[referenceRowOf(reference, query, referenceRank)];
}

function missedBlocks(inputs: ReportInputs, { listed }: SharedFindings): Block[] {
  const { queries, reference } = inputs.stored;
  const missed = missedTitles(inputs);
  if (reference === null || missed === null || missed.count === 0) return [];
  const { lists, labels } = reference;
  const { top, count, first } = missed;
  const some = first.length < count ? `, ${first.length} of ${count}` : "";
  const columns = [
    column<MissedTitle>("query", "text", ({ query }) => at(queries, query).name),
    column<MissedTitle>("rank", "count", ({ row }) => lists.ranks[row]),
    column<MissedTitle>("reference title", "text", ({ row }) => lists.titles[row] ?? ""),
    column<MissedTitle>("label", "number", ({ row }) => shortLabel(at(labels, row))),
  ];
  const caption = `Reference titles near the top that nobody matched${some}`;
  return [
    textBlock(
      `${count} of the ${top} reference titles on the first ${TOP_OF_REFERENCE} ranks were matched by no result of any engine: all engines miss them, or the match does.`,
    ),
    {
      ...tableOf("doubts-missed", caption, first, columns, { folded: true }),
      links: first.map(({ query }) => linkTo(query, listed)),
    },
  ];
}

/** With as many digits as measures have: 5 / 3 is no number to read. */
function shortLabel(label: number): number {
  return Number(label.toFixed(4));
}

/**
 * Where may labels be wrong: which matches are worth a look first?
 */

import type { ReportBlock } from "../../../core/document/blocks.ts";
import { columns, tableBlock, textBlock } from "../../../core/document/blocks.ts";
import { sayNames } from "../../../core/text/say-numbers.ts";
import { counted } from "../../../core/text/wording.ts";
import type { DoubtfulMatch } from "../doubtful-matches.ts";
import { DOUBTS_OF_QUERY, type DoubtfulTitles, doubtfulTitles } from "../doubtful-titles.ts";
import { referenceRowOf } from "../labelled-rows.ts";
import { listedQueries } from "../listed-queries.ts";
import { missedTitles, TOP_OF_REFERENCE } from "../missed-titles.ts";
import type { ReportInputs } from "../report-inputs.ts";
import { isCalibrated } from "../report-measures.ts";
import { linkTo } from "../report-queries.ts";
import type { ReportSection } from "../run-report.ts";

/** @param listed queries that a link may lead to */
export function doubtsSection(
  inputs: ReportInputs,
  listed = listedQueries(inputs),
  doubts = doubtfulTitles(inputs),
): ReportSection | null {
  if (inputs.stored.reference === null) return null;
  const blocks = [...matchBlocks(inputs, listed, doubts), ...missedBlocks(inputs, listed)];
  return blocks.length === 0 ? null : { id: "doubts", title: "Where labels may be wrong", blocks };
}

function matchBlocks(
  inputs: ReportInputs,
  listed: ReadonlySet<number>,
  { count, first }: DoubtfulTitles,
): ReportBlock[] {
  if (count === 0) {
    // Matches decide nothing where labels are calibrated.
    if (isCalibrated(inputs)) return [];
    return [textBlock("No label stands on a match that is weak, close to another, or refused by little.")];
  }
  return [
    textBlock(
      `${counted(count, "title is", "titles are")} worth a look: a high label on a weak match, two reference titles that are equally near, or a match refused by little. ` +
        `Here are the ${first.length} most doubtful, ${DOUBTS_OF_QUERY} of a query at most. Read both titles: if they are not about the same, the label is wrong.`,
    ),
    tableBlock("doubts-matches", "The most doubtful labels", {
      columns: [
        ...columns("text", "query", "title", "matched reference title"),
        ...columns("count", "its rank"),
        ...columns("measure", "similarity", "margin"),
        ...columns("number", "label"),
        ...columns("text", "engines", "why"),
      ],
      rows: first.map(({ match, engines }) => [
        ...[
          inputs.stored.queries[match.query]?.name ?? "",
          match.title,
          referenceTitleOf(inputs, match),
          match.referenceRank,
        ],
        ...[match.similarity, match.margin, match.label === null ? null : shortLabel(match.label)],
        ...[sayNames(engines), match.doubt.reason],
      ]),
      links: first.map(({ match }) => linkTo(match.query, listed)),
    }),
  ];
}

function referenceTitleOf(
  { stored: { reference } }: ReportInputs,
  { query, referenceRank }: DoubtfulMatch,
): string | null {
  if (reference === null || referenceRank === null) return null;
  return reference.lists.titles[referenceRowOf(reference, query, referenceRank)] ?? null;
}

function missedBlocks(inputs: ReportInputs, listed: ReadonlySet<number>): ReportBlock[] {
  const { queries, reference } = inputs.stored;
  const missed = missedTitles(inputs);
  if (reference === null || missed === null || missed.count === 0) return [];
  const { lists, labels } = reference;
  const { top, count, first } = missed;
  return [
    textBlock(
      `${count} of the ${top} reference titles on the first ${TOP_OF_REFERENCE} ranks were matched by no result of any engine: all engines miss them, or the match does.`,
    ),
    tableBlock(
      "doubts-missed",
      `Reference titles near the top that nobody matched${first.length < count ? `, ${first.length} of ${count}` : ""}`,
      {
        columns: [
          ...columns("text", "query"),
          ...columns("count", "rank"),
          ...columns("text", "reference title"),
          ...columns("number", "label"),
        ],
        rows: first.map(({ query, row }) => [
          ...[queries[query]?.name ?? "", lists.ranks[row] ?? null, lists.titles[row] ?? ""],
          shortLabel(labels[row] ?? 0),
        ]),
        links: first.map(({ query }) => linkTo(query, listed)),
      },
      true,
    ),
  ];
}

/** With as many digits as measures have: 5 / 3 is no number to read. */
function shortLabel(label: number): number {
  return Number(label.toFixed(4));
}

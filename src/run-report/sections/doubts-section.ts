/**
 * Where may labels be wrong: which matches are worth a look first?
 */
import { rowsOfQuery } from "../../lists/group-results.ts";
import { counted } from "../../text/counted.ts";
import { type DoubtfulMatch, doubtfulMatches } from "../doubtful-matches.ts";
import { isMatched, referenceRowOf } from "../labelled-rows.ts";
import { columns, tableBlock, textBlock } from "../report-blocks.ts";
import type { ReportInputs } from "../report-inputs.ts";
import { isCalibrated } from "../report-measures.ts";
import { queryAnchor } from "../report-queries.ts";
import type { ReportBlock, ReportSection } from "../run-report.ts";
import { sayNames } from "../say-numbers.ts";

const SHOWN = 12;
/** Of one query, so that others are seen too. */
const SHOWN_OF_QUERY = 2;
/** Ranks of the reference that count as its top. */
const TOP = 3;

export function doubtsSection(inputs: ReportInputs): ReportSection | null {
  if (inputs.stored.reference === null) return null;
  const blocks = [...matchBlocks(inputs), ...missedBlocks(inputs)];
  return blocks.length === 0 ? null : { id: "doubts", title: "Where labels may be wrong", blocks };
}

function matchBlocks(inputs: ReportInputs): ReportBlock[] {
  const all = doubtfulMatches(inputs);
  if (all.length === 0) {
    // Matches decide nothing where labels are calibrated.
    if (isCalibrated(inputs)) return [];
    return [textBlock("No label stands on a match that is weak, close to another, or refused by little.")];
  }
  const titles = joinEngines(inputs, all);
  const shown = firstOfEachQuery(titles).slice(0, SHOWN);
  return [
    textBlock(
      `${counted(titles.length, "title is", "titles are")} worth a look: a high label on a weak match, two reference titles that are equally near, or a match refused by little. ` +
        `Here are the ${shown.length} most doubtful, ${SHOWN_OF_QUERY} of a query at most. Read both titles: if they are not about the same, the label is wrong.`,
    ),
    tableBlock("doubts-matches", "The most doubtful labels", {
      columns: [
        ...columns("text", "query", "title", "matched reference title"),
        ...columns("count", "its rank"),
        ...columns("measure", "similarity", "margin"),
        ...columns("number", "label"),
        ...columns("text", "engines", "why"),
      ],
      rows: shown.map(({ match, engines }) => [
        ...[
          inputs.stored.queries[match.query]?.name ?? "",
          match.title,
          referenceTitleOf(inputs, match),
          match.referenceRank,
        ],
        ...[match.similarity, match.margin, match.label === null ? null : Number(match.label.toFixed(4))],
        ...[sayNames(engines), match.doubt.reason],
      ]),
      links: shown.map(({ match }) => queryAnchor(match.query)),
    }),
  ];
}

interface DoubtfulTitle {
  readonly match: DoubtfulMatch;
  readonly engines: readonly string[];
}

/** A title that several engines return for a query is one, as doubtful as the first of them. */
function joinEngines({ stored }: ReportInputs, all: readonly DoubtfulMatch[]): DoubtfulTitle[] {
  const joined = new Map<string, { match: DoubtfulMatch; engines: string[] }>();
  for (const match of all) {
    const key = `${match.query} ${match.title}`;
    const engine = stored.engines[match.engine]?.lists.engine ?? "";
    const known = joined.get(key);
    if (known === undefined) joined.set(key, { match, engines: [engine] });
    else if (!known.engines.includes(engine)) known.engines.push(engine);
  }
  return [...joined.values()];
}

function firstOfEachQuery(titles: readonly DoubtfulTitle[]): DoubtfulTitle[] {
  const seen = new Map<number, number>();
  return titles.filter(({ match: { query } }) => {
    const before = seen.get(query) ?? 0;
    seen.set(query, before + 1);
    return before < SHOWN_OF_QUERY;
  });
}

function referenceTitleOf(
  { stored: { reference } }: ReportInputs,
  { query, referenceRank }: DoubtfulMatch,
): string | null {
  if (reference === null || referenceRank === null) return null;
  return reference.lists.titles[referenceRowOf(reference, query, referenceRank)] ?? null;
}

/** Titles near the top of the reference that no result of any engine was matched to. */
function missedBlocks({ stored: { queries, engines, reference } }: ReportInputs): ReportBlock[] {
  if (reference === null || engines.length === 0) return [];
  const { lists, labels, pointRanks } = reference;
  let top = 0;
  const missed = queries.flatMap((_, query) => {
    const found = new Set(
      engines.flatMap((engine) =>
        Array.from(rowsOfQuery(engine.lists, query)).flatMap((row) =>
          isMatched(engine, row) ? [engine.referenceRanks[row] ?? -1] : [],
        ),
      ),
    );
    const rows = Array.from(rowsOfQuery(lists, query).subarray(0, TOP)).filter(
      (row) => pointRanks[row] === lists.ranks[row],
    );
    top += rows.length;
    return rows.filter((row) => !found.has(lists.ranks[row] ?? -1)).map((row) => ({ query, row }));
  });
  if (missed.length === 0) return [];
  const shown = missed.toSorted((one, other) => (labels[other.row] ?? 0) - (labels[one.row] ?? 0)).slice(0, SHOWN);
  return [
    textBlock(
      `${missed.length} of the ${top} reference titles on the first ${TOP} ranks were matched by no result of any engine: all engines miss them, or the match does.`,
    ),
    tableBlock(
      "doubts-missed",
      `Reference titles near the top that nobody matched${shown.length < missed.length ? `, ${shown.length} of ${missed.length}` : ""}`,
      {
        columns: [
          ...columns("text", "query"),
          ...columns("count", "rank"),
          ...columns("text", "reference title"),
          ...columns("number", "label"),
        ],
        rows: shown.map(({ query, row }) => [
          ...[queries[query]?.name ?? "", lists.ranks[row] ?? null, lists.titles[row] ?? "", labels[row] ?? null],
        ]),
        links: shown.map(({ query }) => queryAnchor(query)),
      },
      true,
    ),
  ];
}

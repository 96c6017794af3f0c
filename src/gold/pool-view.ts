import { shellWord } from "../core/text/escape.ts";
import { renderTable } from "../core/text/render-table.ts";
import { counted } from "../core/text/wording.ts";
import { sumOf } from "../maths/summary.ts";
import type { MadePool } from "./pool-files.ts";
import { type PoolSummary, secondsPerQuery, secondsPerRating } from "./pools/order-for-rating.ts";

export function poolDocument(summary: PoolSummary, made: MadePool, file: string) {
  const { engines, minutes, ...sizes } = summary;
  const { leftOut, duplicates, nearDuplicates, idsShared, unusedNeeds } = made;
  return {
    schema: "semqrel.pool/1",
    ...sizes,
    // An engine that is only in the existing pool has 0 results.
    engines: Object.fromEntries(
      Object.entries(engines).map(([name, counts]) => [name, { results: made.results.get(name) ?? 0, ...counts }]),
    ),
    added: made.pairs.length - made.existing,
    leftOut,
    duplicates,
    nearDuplicates,
    idsShared,
    unusedNeeds,
    sampled: made.pairs.some(({ probability }) => probability < 1),
    minutes,
    warnings: made.warnings,
    file,
  };
}

/** `drawn`: number of queries to draw, null for all; `database`: where to rate, null if all pairs are already rated. */
interface Explained {
  readonly out: string | undefined;
  readonly drawn: number | null;
  readonly database: string | null;
  readonly by: "queries" | "spread";
  readonly secondsPerRating?: number | undefined;
  readonly secondsPerQuery?: number | undefined;
}

export function poolRemarks(summary: PoolSummary, made: MadePool, explained: Explained): (string | false)[] {
  const { out, drawn, database } = explained;
  const { min, median, max } = summary.perQuery;
  const results = sumOf([...made.results.values()]);
  const table = renderTable({
    header: ["engine", "results", "pairs", "this engine only"],
    rows: Object.entries(summary.engines).map(([name, { pairs, alone }]) =>
      [name, made.results.get(name) ?? 0, pairs, alone].map(String),
    ),
  });
  const added = made.pairs.length - made.existing;
  return [
    `${counted(results, "result")}${sayCopies(made.duplicates, "the same document as")}${sayCopies(made.nearDuplicates, "a near duplicate of", "near duplicates of")}.`,
    made.idsShared > 0 &&
      `${counted(made.idsShared, "result shares", "results share")} an id with a different title. Such results are treated as separate documents.`,
    made.unusedNeeds > 0 &&
      `${counted(made.unusedNeeds, "query", "queries")} with an information need ${made.unusedNeeds === 1 ? "is" : "are"} not in any list, by id or by text, so raters will not see the information need.`,
    "",
    ...table,
    "",
    `${counted(summary.queries, "query", "queries")}, ${counted(summary.pairs, "pair")}, ${min === max ? min : `${min} to ${max}`} per query (median ${median}).`,
    drawn !== null &&
      summary.queries < drawn &&
      `There are fewer than ${drawn} queries, so all of them are in the pool.`,
    made.existing > 0 && `New pairs: ${added}; existing pairs: ${made.existing}.`,
    made.leftOut > 0 && `Left out: ${counted(made.leftOut, "pair")} of queries that the pool did not draw.`,
    ...sampleLines(made.pairs),
    database !== null && added > 0 && timeLine(made, explained),
    ...(out === undefined
      ? []
      : ["", `Wrote ${out}. ${added === 0 ? "It has no new results to rate." : whatNow(out, database)}`]),
  ];
}

function sayCopies(count: number, one: string, many = one): string {
  return count === 0 ? "" : `; ${count} ${count === 1 ? `is ${one}` : `are ${many}`} another result of the query`;
}

function whatNow(out: string, database: string | null): string {
  if (database !== null) return `Rate it with: semqrel rate ${shellWord(out)} --db ${database}`;
  return "ratings.db already contains all of these pairs. To draw more results, extend the rated pool with --add FILE.";
}

/** In a draw by spread, raters read each query for only a few pairs, so the time to read queries counts too. */
function timeLine({ pairs, existing }: MadePool, pace: Explained): string {
  const added = pairs.slice(existing);
  const taking = (seconds: number) =>
    `Rating ${existing === 0 ? "the pairs" : "the new pairs"} takes about ${counted(Math.ceil(seconds / 60), "minute")}`;
  if (pace.by !== "spread") return `${taking(added.length * secondsPerRating)} at ${secondsPerRating} s each.`;
  const { secondsPerRating: perRating = secondsPerRating, secondsPerQuery: perQuery = secondsPerQuery } = pace;
  const opened = new Set(added.map(({ query }) => query)).size;
  const reading = `${perQuery} s to read each of the ${counted(opened, "query", "queries")}`;
  return `${taking(added.length * perRating + opened * perQuery)} (${perRating} s per pair, and ${reading}).`;
}

function sampleLines(pairs: MadePool["pairs"]): string[] {
  if (pairs.some(({ inOrder }) => inOrder?.by === "spread"))
    return [
      "These pairs were drawn from all queries to tell the engines apart. The file records the probability with which each pair was drawn.",
      "After rating, run semqrel gold. It names the next step.",
    ];
  if (!pairs.some(({ probability }) => probability < 1)) return [];
  const isWhole = pairs.every(({ probability, queryProbability }) => probability === queryProbability);
  return [
    `A sample${isWhole ? " of whole queries" : ""}: the file records the probability with which each pair was drawn.`,
    ...(isWhole
      ? []
      : ["After rating, gold writes judgments but no nDCG, because nDCG needs every result of a query."]),
  ];
}

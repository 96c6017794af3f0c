import { at } from "../core/at.ts";
import { cleanTitle, isPlaceholder } from "../core/titles/clean-title.ts";
import { titleOddities } from "../core/titles/oddities.ts";
import type { Query, ResultLists } from "../core/types.ts";
import { SHOWN_EXAMPLES, type Warning } from "../core/warnings.ts";
import { rowPlace, rowsOfQuery } from "./group-results.ts";

/** Number of results that measures use by default. */
const USUAL_DEPTH = 10;
/** A list with fewer distinct titles may be in alphabetical order by chance. */
const FEWEST_SORTED = 4;
const BEFORE_LETTERS = /^[^\p{L}]+/u;

/**
 * Returns a warning for each kind of oddity, even with a count of 0, so that the same engines always get equally many
 * warnings. Examples are ordered by query, then by rank. `reference` is fused from `references`.
 */
export function findOddities(
  queries: readonly Query[],
  reference: ResultLists,
  candidates: readonly ResultLists[],
  distinctTitles: readonly string[],
  references: readonly ResultLists[] = [reference],
  areUntitledMatched = false,
): Warning[] {
  const isEmpty = (lists: ResultLists) => (query: number) => rowsOfQuery(lists, query).length === 0;
  const findQueries = (isOdd: (query: number) => boolean) =>
    findPlaces(queries.length, isOdd, (query) => at(queries, query).name);
  const titleAt = (index: number) => at(distinctTitles, index);
  const answeredBy = (lists: ResultLists) => queries.filter((_, query) => !isEmpty(lists)(query)).length;
  const findTitles = (kind: keyof typeof titleOddities) =>
    findPlaces(distinctTitles.length, (index) => titleOddities[kind](titleAt(index)), titleAt);
  const answered = answeredBy(reference);
  const inSome = (query: number) => !isEmpty(reference)(query) && references.some((lists) => isEmpty(lists)(query));
  const isDeep = queries.map((_, query) => candidates.some((lists) => rowsOfQuery(lists, query).length >= USUAL_DEPTH));
  return [
    { kind: "queries-without-reference", queries: queries.length, ...findQueries(isEmpty(reference)) },
    { kind: "queries-not-in-every-reference", queries: queries.length, ...findQueries(inSome) },
    ...candidates.map((lists): Warning => {
      const lacksOnlyCandidate = (query: number) => isEmpty(lists)(query) && !isEmpty(reference)(query);
      return { kind: "empty-lists", engine: lists.engine, queries: answered, ...findQueries(lacksOnlyCandidate) };
    }),
    ...candidates.map((lists): Warning => {
      const lacksOnlyReference = (query: number) => isEmpty(reference)(query) && !isEmpty(lists)(query);
      const about = { engine: lists.engine, reference: reference.engine, queries: answeredBy(lists) };
      return { kind: "foreign-queries", ...about, ...findQueries(lacksOnlyReference) };
    }),
    ...[...references, ...candidates].flatMap((lists): Warning[] => {
      const about = { engine: lists.engine, lists: answeredBy(lists) };
      const ofReference = references.includes(lists) ? { isReference: true as const } : {};
      const ranksOf = (query: number) => Array.from(rowsOfQuery(lists, query), (row) => at(lists.ranks, row));
      // Ranks count from 0 here, even if those in the file count from 1.
      const isLate = (query: number) => (ranksOf(query)[0] ?? 0) > 0;
      // Removed results leave gaps, but it is odd if more than nine in ten results are missing.
      const hasGaps = (query: number) => (ranksOf(query).at(-1) ?? 0) + 1 > 10 * Math.max(1, ranksOf(query).length);
      return [
        ...findInLists(lists, areUntitledMatched),
        { kind: "reversed-ranks", ...about, ...findQueries((query) => isReversed(lists, query)) },
        { kind: "late-ranks", ...about, ...ofReference, ...findQueries(isLate) },
        { kind: "rank-gaps", ...about, ...findQueries(hasGaps) },
        { kind: "sorted-titles", ...about, ...findQueries((query) => isSorted(lists, query)) },
      ];
    }),
    ...candidates.map((lists): Warning => {
      const results = (query: number) => rowsOfQuery(lists, query).length;
      const isShort = (query: number) =>
        !isEmpty(lists)(query) && results(query) < USUAL_DEPTH && isDeep[query] === true;
      return { kind: "short-lists", engine: lists.engine, lists: answeredBy(lists), ...findQueries(isShort) };
    }),
    { kind: "not-english", titles: distinctTitles.length, ...findTitles("not-english") },
    ...(["misread-titles", "control-characters", "formula-like", "markup"] as const).map((kind) => ({
      kind,
      ...findTitles(kind),
    })),
  ];
}

/** Returns whether ranks decrease from row to row; false for fewer than three results, where this may be chance. */
function isReversed(lists: ResultLists, query: number): boolean {
  const rows = rowsOfQuery(lists, query);
  const goesBack = (row: number, index: number) => {
    const before = rows[index - 1];
    return before === undefined || (row < before && at(lists.ranks, row) > at(lists.ranks, before));
  };
  return rows.length > 2 && rows.every(goesBack);
}

/** Returns whether titles are in alphabetical order. Ignores what precedes the first letter, such as a number. */
function isSorted(lists: ResultLists, query: number): boolean {
  const rows = rowsOfQuery(lists, query);
  const distinct = new Set<string>();
  let previous = "";
  for (const row of rows) {
    const title = at(lists.titles, row).replace(BEFORE_LETTERS, "").toLowerCase();
    if (title < previous) return false;
    distinct.add(title);
    previous = title;
  }
  return distinct.size >= FEWEST_SORTED;
}

function findInLists(lists: ResultLists, areUntitledMatched: boolean): Warning[] {
  const { engine, titles, rowsInOrder } = lists;
  const repeated = new Uint8Array(titles.length);
  const sharing = new Uint8Array(titles.length);
  for (let query = 0; query + 1 < lists.offsets.length; query++) {
    const seen = new Set<string>();
    let previous = -1;
    for (const row of rowsOfQuery(lists, query)) {
      const title = at(titles, row);
      if (title.trim() !== "" && seen.has(title)) repeated[row] = 1;
      seen.add(title);
      const rank = at(lists.ranks, row);
      if (rank === previous) sharing[row] = 1;
      previous = rank;
    }
  }
  const findRows = (isOdd: (row: number) => boolean) => {
    const rowAt = (index: number) => at(rowsInOrder, index);
    const where = (index: number) => rowPlace(lists, rowAt(index));
    return findPlaces(rowsInOrder.length, (index) => isOdd(rowAt(index)), where);
  };
  const cleaned = titles.map(cleanTitle);
  const untitled = { engine, results: rowsInOrder.length, ...(areUntitledMatched ? { matched: true as const } : {}) };
  const titleAt = (index: number) => at(titles, at(rowsInOrder, index));
  const isPlaceholderAt = (index: number) => isPlaceholder(at(cleaned, at(rowsInOrder, index)));
  return [
    { kind: "empty-titles", ...untitled, ...findRows((row) => cleaned[row] === "") },
    { kind: "placeholder-titles", ...untitled, ...findPlaces(rowsInOrder.length, isPlaceholderAt, titleAt) },
    { kind: "repeated-titles", engine, results: rowsInOrder.length, ...findRows((row) => repeated[row] === 1) },
    { kind: "shared-ranks", engine, results: rowsInOrder.length, ...findRows((row) => sharing[row] === 1) },
  ];
}

export function findPlaces(size: number, isOdd: (index: number) => boolean, nameOf: (index: number) => string) {
  let count = 0;
  const examples: string[] = [];
  for (let index = 0; index < size; index++) {
    if (!isOdd(index)) continue;
    count++;
    if (examples.length === SHOWN_EXAMPLES) continue;
    const name = nameOf(index);
    if (!examples.includes(name)) examples.push(name);
  }
  return { count, examples };
}

/** Checks the rows of results and looks for unusual titles. Throws after the last row. */
import type { SemqrelError } from "../../core/errors.ts";
import { counted, quoted, someOf } from "../../core/text/wording.ts";
import { endingOf, hasLetters, isAddress, numberedTitle } from "../../core/titles/oddities.ts";
import { SHOWN_EXAMPLES, type Warning } from "../../core/warnings.ts";
import { inputError, rowError } from "../input-error.ts";
import { columnFlag, emptyQuery, wholeNumber } from "../tables/recognise-columns.ts";
import type { ResultColumns } from "./result-columns.ts";
import { engineOfPath, type ReadResultsOptions, type ResultsFile } from "./results-file.ts";

export const cellRoles = ["queryId", "query", "title", "id", "url", "rank", "engine", "score", "partial"] as const;
export type CellRole = (typeof cellRoles)[number];

/** Cells of a row; "" if a cell is empty or the table has no such column. */
export interface ResultRow extends Readonly<Record<CellRole, string>> {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Limited, because memory grows with the largest rank. */
const LARGEST_RANK = 1_000_000;

/** Returns checks that receive rows one by one. `finish` throws errors, or returns the engines and warnings. */
export function resultChecks(file: ResultsFile, source: string, columns: ResultColumns, options: ReadResultsOptions) {
  const known = columns.title === null ? options.titles : null;
  const named = file.engine ?? engineOfPath(file.path);
  const engineOf = (row: ResultRow) => (columns.engine === null ? named : row.engine);
  const engines = new Set<string>();
  const partial = new Set<string>();
  let untitled: ResultRow | null = null;
  let untitledRows = 0;
  let withoutQuery: ResultRow | null = null;
  let withoutEngine: ResultRow | null = null;
  let withoutRank: ResultRow | null = null;
  let zero: ResultRow | null = null;
  let previous: ResultRow | null = null;
  let rising = 0;
  let smallest = Number.POSITIVE_INFINITY;
  return {
    engineOf,
    /** @returns the rank in the file; NaN if it is missing or invalid */
    add(row: ResultRow): number {
      if (known !== null && !known.has(row.id)) {
        untitled ??= row;
        untitledRows++;
      }
      if (row.queryId === "" && row.query === "") withoutQuery ??= row;
      if (engineOf(row) === "") withoutEngine ??= row;
      else engines.add(engineOf(row));
      if (row.partial !== "") partial.add(row.query || row.queryId);
      if (columns.unusedScore !== null && previous !== null && isAbove(row, previous)) rising++;
      previous = row;
      if (columns.rank === null) return Number.NaN;
      const number = wholeNumber.test(row.rank) ? Number(row.rank) : Number.NaN;
      const rank = number <= LARGEST_RANK ? number : Number.NaN;
      if (Number.isNaN(rank)) withoutRank ??= row;
      if (rank === 0) zero ??= row;
      if (rank < smallest) smallest = rank;
      return rank;
    },
    finish() {
      if (untitled !== null) {
        const { line, id } = untitled;
        const what =
          `the titles file has no title for document ${quoted(id)} (${counted(untitledRows, "row lacks", "rows lack")} one). ` +
          "Add it to the --titles file.";
        throw inputError("MISSING_TITLE", source, what, { line, id, count: untitledRows });
      }
      if (withoutQuery !== null) {
        throw rowError(source, withoutQuery.line, emptyQuery(columns.queryId, columns.query));
      }
      if (withoutEngine !== null) {
        const remedy = "Fill in its engine cell, or pass --engine-column none.";
        throw rowError(source, withoutEngine.line, `the row has no engine. ${remedy}`);
      }
      const given = file.engine === null || engines.has(file.engine) ? null : file.engine;
      if (given !== null && engines.size !== 1) throw ambiguousEngineError(source, given, [...engines]);
      const names = new Map(Array.from(engines, (engine) => [engine, given ?? engine]));
      if (withoutRank !== null) {
        const { line, rank } = withoutRank;
        const what =
          `the rank ${quoted(rank)} in column "${columns.rank}" ${whyNoRank(rank.trim())}. ` +
          "Ranks are 0, 1, 2, … or 1, 2, 3, …; pass --rank-column none to use the order of the rows.";
        throw inputError("INVALID_RANK", source, what, { line, column: columns.rank, value: rank });
      }
      const firstRank: 0 | 1 = columns.rank === null ? 0 : (columns.rankBase ?? (smallest >= 1 ? 1 : 0));
      if (firstRank === 1 && zero !== null) {
        const what = "the file has rank 0, but --rank-base is 1. Leave out --rank-base.";
        throw inputError("INVALID_RANK", source, what, { line: zero.line, column: columns.rank, value: "0" });
      }
      const warnings: Warning[] = [];
      if (columns.unusedScore !== null && rising > 0) {
        warnings.push({ kind: "rows-against-scores", source, column: columns.unusedScore, count: rising });
      }
      if (partial.size > 0) {
        const [run = ""] = names.values();
        const examples = [...partial].slice(0, SHOWN_EXAMPLES);
        warnings.push({ kind: "partial-responses", run, count: partial.size, examples });
      }
      return { engines: names, firstRank, warnings };
    },
  };
}

function isAbove(row: ResultRow, before: ResultRow): boolean {
  const isSameList = row.query === before.query && row.queryId === before.queryId && row.engine === before.engine;
  return isSameList && row.score !== "" && before.score !== "" && Number(row.score) > Number(before.score);
}

function whyNoRank(text: string): string {
  if (text === "") return "is empty";
  if (/^\d+(?:\.0+)?$/.test(text)) return `is above ${LARGEST_RANK} (a date or an id in the rank column?)`;
  return /^-\d+$/.test(text) ? "is negative" : "is not a whole number";
}

export function ambiguousEngineError(source: string, given: string, engines: readonly string[]): SemqrelError {
  const what =
    `it contains ${engines.length} engines (${someOf(engines, 5)}), ` +
    `so it cannot have the single name "${given}". Leave "${given}=" out.`;
  return inputError("AMBIGUOUS_ENGINE", source, what, { engines });
}

export type TitleChecks = ReturnType<typeof titleChecks>;

/** Share of the non-empty titles that must look alike for a warning. */
const NEARLY_ALL = 0.95;
/** Fewer numbered titles may be chance: "12 Angry Men" may be at position 12. */
const FEWEST_NUMBERED = 5;
/** Share of the titles' numbers that must equal the position. A list may have lost results after it was numbered. */
const EXACT_SHARE = 0.5;
/** If at least this share of titles has the maximum length, titles seem to be cut. */
const CUT_SHARE = 0.5;
const FEWEST_CUT = 5;
/** Shorter titles, such as names, may have equal length by chance. */
const SHORTEST_CUT = 15;

/** Maximum number of different endings to count. An ending that nearly all titles share is among the first. */
const MOST_ENDINGS = 100;

export function titleChecks(
  source: string,
  columns: Pick<ResultColumns, "title" | "url">,
  {
    stripNumbers = false,
    stripEndings = false,
    columns: choice,
  }: Pick<ReadResultsOptions, "stripNumbers" | "stripEndings" | "columns">,
) {
  let titles = 0;
  let urls = 0;
  let urlAddresses = 0;
  const [addresses, numbers] = [counter(), counter()];
  let longest = { length: 0, ...counter() };
  const endings = new Map<string, ReturnType<typeof counter>>();
  const byFirstRank = [0, 1].map((firstRank) => ({ found: counter(), firstRank, exact: 0 }));
  return {
    /** @param rank - as in the file */
    add(title: string, rank: number, url: string): void {
      if (url !== "") urls++;
      if (isAddress(url)) urlAddresses++;
      if (title === "") return;
      titles++;
      if (isAddress(title)) count(addresses, title);
      if (!hasLetters(title)) count(numbers, title);
      if (title.length > longest.length) longest = { length: title.length, ...counter() };
      if (title.length === longest.length) count(longest, title);
      const ending = endingOf(title);
      if (ending !== "" && endings.size < MOST_ENDINGS && !endings.has(ending)) endings.set(ending, counter());
      const titlesWithIt = endings.get(ending);
      if (titlesWithIt !== undefined) count(titlesWithIt, title);
      for (const numbered of byFirstRank) {
        const position = rank + 1 - numbered.firstRank;
        const number = numberedTitle(title, position)?.number;
        if (number === undefined) continue;
        count(numbered.found, title);
        if (number === position) numbered.exact++;
      }
    },
    finish(engine: string, firstRank: 0 | 1) {
      const areAll = addresses.count > 0 && addresses.count === titles;
      if (areAll && urls > 0 && urlAddresses === 0 && choice.title == null) {
        const [title, url] = [columns.title ?? "", columns.url ?? ""];
        const what =
          `every title, in column "${title}", is a web address, and column "${url}" has none, so the two seem to be swapped. ` +
          `Correct their names, or pass ${columnFlag("title", [url])} ${columnFlag("url", [title])} if all files are like this. ` +
          `To use the columns as they are, pass ${columnFlag("title", [title])}.`;
        throw inputError("MISSING_TITLE", source, what, { title: columns.title, url: columns.url });
      }
      const areMost = ({ count }: ReturnType<typeof counter>) => count > 0 && count >= NEARLY_ALL * titles;
      const { found, exact } = byFirstRank[firstRank] as (typeof byFirstRank)[number];
      const isNumbered = found.count >= FEWEST_NUMBERED && areMost(found) && exact >= EXACT_SHARE * found.count;
      // One title may count for many queries, so several different titles are required. `examples` has no repeats.
      const areEqual = ({ examples }: ReturnType<typeof counter>) => examples.length < SHOWN_EXAMPLES;
      const areSeveral = !areEqual(longest) && longest.count >= FEWEST_CUT;
      const areCut = longest.length >= SHORTEST_CUT && areSeveral && longest.count >= CUT_SHARE * titles;
      const [shared] = [...endings].filter(([, ofTitles]) => areMost(ofTitles) && !areEqual(ofTitles));
      // Addresses and numbers may have equal length for other reasons.
      const isCut = areCut && !areMost(addresses) && !areMost(numbers);
      const stripped = (isAsked: boolean) => (isAsked ? ({ stripped: true } as const) : {});
      const warnings: Warning[] = [];
      if (areMost(addresses)) warnings.push({ kind: "address-titles", engine, titles, ...addresses });
      if (areMost(numbers)) warnings.push({ kind: "number-titles", engine, titles, ...numbers });
      if (isCut) warnings.push({ kind: "cut-titles", engine, titles, ...longest });
      if (isNumbered) warnings.push({ kind: "numbered-titles", engine, titles, ...found, ...stripped(stripNumbers) });
      if (shared !== undefined) {
        const [ending, ofTitles] = shared;
        warnings.push({ kind: "same-endings", engine, titles, ending, ...ofTitles, ...stripped(stripEndings) });
      }
      return { isNumbered, ending: shared?.[0] ?? "", warnings };
    },
  };
}

function counter() {
  return { count: 0, examples: [] as string[] };
}

function count(found: ReturnType<typeof counter>, title: string): void {
  found.count++;
  if (found.examples.length < SHOWN_EXAMPLES && !found.examples.includes(title)) found.examples.push(title);
}

/** What can a format hold of some judgments or of a run, and what is lost? */
import { at } from "../core/at.ts";
import { sha256 } from "../core/files/read-whole.ts";
import { quoted } from "../core/text/wording.ts";
import { isOneWord, oneWordKey } from "../core/titles/keys.ts";
import { makeNumberedNames } from "../core/titles/name-table.ts";
import type { Names, NumberedNames, RawJudgments, RawRun } from "../core/types.ts";
import { columnKey } from "./tables/recognise-columns.ts";

export interface NameCapabilities {
  /** `none`: queries go by their texts. */
  readonly queryIds: "any" | "numbers" | "none";
  readonly queryTexts: boolean;
  readonly titles: boolean;
  /** Inside names. */
  readonly whiteSpace: boolean;
  readonly repeats: boolean;
  /** Names that the format has for columns of its own, which no further column may have; absent where it holds none. */
  readonly ownColumns?: readonly string[];
}

export interface JudgmentCapabilities extends NameCapabilities {
  readonly fractions: boolean;
  readonly negatives: boolean;
  readonly unrated: boolean;
  readonly raters: boolean;
  /** The second field of TREC files. */
  readonly iterations: boolean;
}

export interface RunCapabilities extends NameCapabilities {
  readonly engines: boolean;
}

export interface WriteOptions {
  readonly index: string | null;
  /** The field that the requests of `rank-eval` search. */
  readonly field: string;
  readonly spreadsheetSafe: boolean;
  /** Locale of the Excel that CSV and TSV tables are for; null or none for other readers. */
  readonly excel?: string | null;
}

export interface Lost {
  readonly what: string;
  readonly rows: number;
}

export interface NamedRows {
  readonly names: Names;
  readonly queries: Int32Array;
  readonly documents: Int32Array;
  readonly titles: readonly string[] | null;
  readonly queryTexts: ReadonlyMap<number, string>;
  readonly further?: ReadonlyMap<string, readonly string[]>;
}

/** Gives names that the format can hold. One with white space becomes a hash, as in the files that `label` writes. */
export function fitNames<Rows extends NamedRows>(raw: Rows, holds: NameCapabilities): { rows: Rows; lost: Lost[] } {
  const { names, queries, documents, titles, queryTexts } = raw;
  const lost: Lost[] = [];
  const lose = (what: string, count: number) => {
    if (count > 0) lost.push({ what, rows: count });
  };
  const hasText = (query: number) => queryTexts.has(query);
  const hasOwnId = (query: number) => ![undefined, "", names.queries.nameOf(query)].includes(queryTexts.get(query));
  const isNoNumber = (query: number) => !/^\d+$/.test(names.queries.nameOf(query));
  if (!holds.queryTexts) lose("query texts", countRows(queries, hasText));
  if (holds.queryIds === "none") lose("query ids", countRows(queries, hasOwnId));
  if (holds.queryIds === "numbers") lose("query ids that are not numbers", countRows(queries, isNoNumber));
  if (!holds.titles && titles !== null) lose("titles", titles.filter((title) => title !== "").length);
  const isHeld = (name: string) => holds.ownColumns?.includes(columnKey(name)) === false;
  lost.push(...lostColumns([...(raw.further ?? [])].filter(([name]) => !isHeld(name))));
  const rows = raw.further ? { ...raw, further: new Map([...raw.further].filter(([name]) => isHeld(name))) } : raw;
  if (holds.whiteSpace) return { rows, lost };
  const renamedQueries = holds.queryIds === "any" ? toWords(names.queries, queries) : null;
  const renamedDocuments = toWords(names.documents, documents);
  lose("white space in query ids", renamedQueries?.rows ?? 0);
  lose("white space in document ids", renamedDocuments?.rows ?? 0);
  if (renamedQueries === null && renamedDocuments === null) return { rows, lost };
  const renamed = (query: number) => renamedQueries?.names.find(wordOf(names.queries.nameOf(query))) ?? query;
  return {
    rows: {
      ...rows,
      names: { queries: renamedQueries?.names ?? names.queries, documents: renamedDocuments?.names ?? names.documents },
      queries: renamedQueries?.numbers ?? queries,
      documents: renamedDocuments?.numbers ?? documents,
      queryTexts: new Map([...queryTexts].map(([query, text]) => [renamed(query), text])),
    },
    lost,
  };
}

/** Columns that a format has no place for, as far as their cells are filled. */
export function lostColumns(further: Iterable<readonly [name: string, cells: readonly string[]]>): Lost[] {
  return [...further]
    .map(([name, cells]) => ({
      what: `further column ${quoted(name)}`,
      rows: cells.filter((cell) => cell !== "").length,
    }))
    .filter(({ rows }) => rows > 0);
}

export function pickFurther(further: ReadonlyMap<string, readonly string[]>, rows: readonly number[]) {
  return new Map([...further].map(([name, cells]) => [name, rows.map((row) => at(cells, row))]));
}

/** Null where every name is a word already. */
function toWords(known: NumberedNames, numbers: Int32Array) {
  const isWord = Uint8Array.from({ length: known.size }, (_, number) => (isOneWord(known.nameOf(number)) ? 1 : 0));
  const rows = countRows(numbers, (number) => isWord[number] === 0);
  if (rows === 0) return null;
  const names = makeNumberedNames();
  const renamed = Int32Array.from({ length: known.size }, (_, number) => names.add(wordOf(known.nameOf(number))));
  return { names, numbers: numbers.map((number) => at(renamed, number)), rows };
}

function wordOf(name: string): string {
  return oneWordKey(name, name, sha256);
}

function countRows(numbers: Int32Array, is: (number: number) => boolean): number {
  const known = new Map<number, boolean>();
  let count = 0;
  for (const number of numbers) {
    const answer = known.get(number) ?? is(number);
    known.set(number, answer);
    if (answer) count++;
  }
  return count;
}

/** Leaves out rows without rating and negative labels if the format has none. Fractions are left to the caller. */
export function fitJudgments(
  raw: RawJudgments,
  holds: JudgmentCapabilities,
): { judgments: RawJudgments; lost: Lost[] } {
  const lost: Lost[] = [];
  const lose = (what: string, rows: number) => {
    if (rows > 0) lost.push({ what, rows });
  };
  const isLost = (label: number) => (!holds.unrated && Number.isNaN(label)) || (!holds.negatives && label < 0);
  lose("unrated rows", holds.unrated ? 0 : raw.labels.filter((label) => Number.isNaN(label)).length);
  lose("negative labels", holds.negatives ? 0 : raw.labels.filter((label) => label < 0).length);
  const kept = raw.labels.some(isLost) ? pickRows(raw, (row) => !isLost(at(raw.labels, row))) : raw;
  if (!holds.raters) lose("raters", kept.raters?.filter(hasValue).length ?? 0);
  const severalRaters = !holds.raters && new Set(kept.raters).size > 1;
  const merged =
    severalRaters || !holds.repeats ? mergeJudgments(kept, holds.raters) : { judgments: kept, repeated: 0 };
  if (!severalRaters) lose("repeated judgments", merged.repeated);
  const { iterations } = merged.judgments;
  if (!holds.iterations) lose("iterations", iterations?.filter(hasValue).length ?? 0);
  const words = holds.whiteSpace ? null : new Set([...(merged.judgments.raters ?? []), ...(iterations ?? [])]);
  const fitted = fitNames(merged.judgments, holds);
  lost.push(...fitted.lost);
  if (words === null || ![...words].some((word) => /[\s\0]/.test(word))) return { judgments: fitted.rows, lost };
  const oneWord = (cell: string) => cell.replace(/[\s\0-\x20]+/g, "_");
  const spaced = (cells: readonly string[] | null) => cells?.filter((cell) => /[\s\0]/.test(cell)).length ?? 0;
  const { raters } = fitted.rows;
  if (holds.raters) lose("white space in raters", spaced(raters));
  if (holds.iterations) lose("white space in iterations", spaced(iterations));
  return {
    judgments: { ...fitted.rows, raters: raters?.map(oneWord) ?? null, iterations: iterations?.map(oneWord) ?? null },
    lost,
  };
}

/** One row a pair, or a pair and rater: the largest rating of a rater, the mean of raters, as `measure` does. */
export function mergeJudgments(raw: RawJudgments, byRater: boolean): { judgments: RawJudgments; repeated: number } {
  const { queries, documents, labels, raters } = raw;
  const pairs = new Map<string, Map<string, number>>();
  const largest = Float64Array.from(labels);
  for (let row = 0; row < queries.length; row++) {
    const key = `${queries[row]} ${documents[row]}`;
    const ofPair = pairs.get(key) ?? new Map<string, number>();
    pairs.set(key, ofPair);
    const rater = raters?.[row] ?? "";
    const known = ofPair.get(rater);
    if (known === undefined) ofPair.set(rater, row);
    else if (Number.isNaN(largest[known]) || at(labels, row) > at(largest, known)) largest[known] = at(labels, row);
  }
  const kept = new Set<number>();
  for (const ofPair of pairs.values()) {
    const rows = [...ofPair.values()];
    const rated = rows.filter((row) => !Number.isNaN(largest[row]));
    if (byRater) for (const row of rated.length > 0 ? rated : rows.slice(0, 1)) kept.add(row);
    else {
      const first = rated[0] ?? at(rows, 0);
      if (rated.length > 0) largest[first] = rated.reduce((sum, row) => sum + at(largest, row), 0) / rated.length;
      kept.add(first);
    }
  }
  const repeated = queries.length - kept.size;
  if (repeated === 0) return { judgments: raw, repeated };
  return { judgments: pickRows({ ...raw, labels: largest }, (row) => kept.has(row)), repeated };
}

export function pickRows(raw: RawJudgments, keeps: (row: number) => boolean): RawJudgments {
  const rows = [...raw.queries.keys()].filter(keeps);
  const pick = (cells: readonly string[] | null) => cells && rows.map((row) => at(cells, row));
  return {
    ...raw,
    queries: Int32Array.from(rows, (row) => at(raw.queries, row)),
    documents: Int32Array.from(rows, (row) => at(raw.documents, row)),
    labels: Float64Array.from(rows, (row) => at(raw.labels, row)),
    raters: pick(raw.raters),
    iterations: pick(raw.iterations),
    titles: pick(raw.titles),
    ...(raw.further && { further: pickFurther(raw.further, rows) }),
  };
}

/** The run as the format can hold it, and what it cannot. Of a document that a list has twice the best score stays. */
export function fitRun(raw: RawRun, holds: RunCapabilities): { run: RawRun; lost: Lost[] } {
  const kept = holds.repeats ? raw : withoutRepeats(raw);
  const repeated = raw.queries.length - kept.queries.length;
  const { rows, lost } = fitNames(kept, holds);
  const partial = new Set(raw.partialQueries);
  const lostOfRun = [
    { what: "scores that contradict the ranks", rows: raw.unusedScores ?? 0 },
    { what: "marks of incomplete responses", rows: raw.queries.filter((query) => partial.has(query)).length },
    { what: "repeated results", rows: repeated },
  ];
  return { run: rows, lost: [...lostOfRun.filter((each) => each.rows > 0), ...lost] };
}

function withoutRepeats(raw: RawRun): RawRun {
  const best = new Map<string, number>();
  for (let row = 0; row < raw.queries.length; row++) {
    const pair = `${raw.queries[row]} ${raw.documents[row]}`;
    const known = best.get(pair);
    if (known === undefined || at(raw.scores, row) > at(raw.scores, known)) best.set(pair, row);
  }
  if (best.size === raw.queries.length) return raw;
  const rows = [...best.values()].sort((one, other) => one - other);
  return {
    ...raw,
    queries: Int32Array.from(rows, (row) => at(raw.queries, row)),
    documents: Int32Array.from(rows, (row) => at(raw.documents, row)),
    scores: Float64Array.from(rows, (row) => at(raw.scores, row)),
    titles: raw.titles && rows.map((row) => raw.titles?.[row] ?? ""),
    ...(raw.further && { further: pickFurther(raw.further, rows) }),
  };
}

/** Writers of TREC files fill an unused field with 0, so 0 counts as no value. */
export function hasValue(cell: string): boolean {
  return cell !== "" && cell !== "0";
}

export function hasValues(cells: readonly string[] | null): boolean {
  return cells?.some(hasValue) === true;
}

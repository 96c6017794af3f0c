/** Adapts judgments and runs to what a format can store, and counts what is lost. */
import { at } from "../core/at.ts";
import { sha256 } from "../core/files/read-whole.ts";
import { rowsByKey } from "../core/rows-by-key.ts";
import { quoted } from "../core/text/wording.ts";
import { columnKey, isOneWord, oneWordKey } from "../core/titles/keys.ts";
import { makeNumberedNames } from "../core/titles/name-table.ts";
import type { NumberedNames, RawJudgments, RawRun } from "../core/types.ts";

/** What most formats with white space between fields can store. */
export const lineHolds = {
  /** `none` if the format identifies queries by their texts. */
  queryIds: "any" as "any" | "numbers" | "none",
  queryTexts: false,
  titles: false,
  whiteSpace: false,
  repeats: false,
  fractions: true,
  negatives: true,
  unrated: false,
  raters: false,
  iterations: false,
};

/** What most JSON documents and Quepid's tables can store. */
export const textHolds: JudgmentCapabilities = { ...lineHolds, queryIds: "none", queryTexts: true, whiteSpace: true };

export type JudgmentCapabilities = NameCapabilities & Omit<typeof lineHolds, keyof NameCapabilities>;
export type RunCapabilities = NameCapabilities & { readonly engines: boolean };
export type NameCapabilities = Pick<
  typeof lineHolds,
  "queryIds" | "queryTexts" | "titles" | "whiteSpace" | "repeats"
> & {
  /** Keys (`columnKey`) of the format's own columns. Absent if the format cannot store any further columns. */
  readonly ownColumns?: readonly string[];
};

export interface WriteOptions {
  readonly index: string | null;
  readonly field: string;
  readonly spreadsheetSafe: boolean;
  /** Locale of the Excel that will open the CSV or TSV table; null or absent for other programs. */
  readonly excel?: string | null;
}

export interface Lost {
  readonly what: string;
  readonly rows: number;
}

export type NamedRows = Pick<RawRun, "names" | "queries" | "documents" | "titles" | "queryTexts" | "further">;

function lossesOf(counts: Readonly<Record<string, number>>): Lost[] {
  const all = Object.entries(counts).map(([what, rows]) => ({ what, rows }));
  return all.filter(({ rows }) => rows > 0);
}

/** Changes names that the format cannot store. If it allows no white space, names with white space become hashes. */
export function fitNames<Rows extends NamedRows>(raw: Rows, holds: NameCapabilities) {
  const { names, queries, documents, titles, queryTexts, further = new Map<string, readonly string[]>() } = raw;
  const hasOwnId = (query: number) => ![undefined, "", names.queries.nameOf(query)].includes(queryTexts.get(query));
  const isNoNumber = (query: number) => !/^\d+$/.test(names.queries.nameOf(query));
  const isStored = (name: string) => holds.ownColumns?.includes(columnKey(name)) === false;
  const lost = [
    ...lossesOf({
      "query texts": holds.queryTexts ? 0 : countRows(queries, (query) => queryTexts.has(query)),
      "query ids": holds.queryIds === "none" ? countRows(queries, hasOwnId) : 0,
      "query ids that are not numbers": holds.queryIds === "numbers" ? countRows(queries, isNoNumber) : 0,
      titles: holds.titles ? 0 : (titles?.filter((title) => title !== "").length ?? 0),
    }),
    ...lostColumns([...further].filter(([name]) => !isStored(name))),
  ];
  const rows = raw.further ? { ...raw, further: new Map([...further].filter(([name]) => isStored(name))) } : raw;
  if (holds.whiteSpace) return { rows, lost };
  const newQueries = holds.queryIds === "any" ? toWords(names.queries, queries) : null;
  const newDocuments = toWords(names.documents, documents);
  const renamed = ([query, text]: readonly [number, string]) =>
    [newQueries?.names.find(wordOf(names.queries.nameOf(query))) ?? query, text] as const;
  const spaces = {
    "white space in query ids": newQueries?.rows ?? 0,
    "white space in document ids": newDocuments?.rows ?? 0,
  };
  return {
    rows: {
      ...rows,
      names: { queries: newQueries?.names ?? names.queries, documents: newDocuments?.names ?? names.documents },
      queries: newQueries?.numbers ?? queries,
      documents: newDocuments?.numbers ?? documents,
      queryTexts: new Map([...queryTexts].map(renamed)),
    },
    lost: [...lost, ...lossesOf(spaces)],
  };
}

export function lostColumns(further: Iterable<readonly [name: string, cells: readonly string[]]>): Lost[] {
  const filled = (cells: readonly string[]) => cells.filter((cell) => cell !== "").length;
  const counts = Array.from(further, ([name, cells]) => [`the column ${quoted(name)}`, filled(cells)]);
  return lossesOf(Object.fromEntries(counts));
}

export function pickFurther(further: ReadonlyMap<string, readonly string[]>, rows: readonly number[]) {
  return new Map([...further].map(([name, cells]) => [name, rows.map((row) => at(cells, row))]));
}

function pickNamed<Rows extends NamedRows>(raw: Rows, rows: readonly number[]): Rows {
  return {
    ...raw,
    queries: Int32Array.from(rows, (row) => at(raw.queries, row)),
    documents: Int32Array.from(rows, (row) => at(raw.documents, row)),
    titles: raw.titles && rows.map((row) => raw.titles?.[row] ?? ""),
    ...(raw.further && { further: pickFurther(raw.further, rows) }),
  };
}

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
  const known = new Map([...new Set(numbers)].map((number) => [number, is(number)]));
  return numbers.filter((number) => known.get(number)).length;
}

/** Leaves out unrated rows and negative labels, and merges repeated rows, if the format cannot store them. */
export function fitJudgments(raw: RawJudgments, holds: JudgmentCapabilities) {
  const isLost = (label: number) => (!holds.unrated && Number.isNaN(label)) || (!holds.negatives && label < 0);
  const kept = raw.labels.some(isLost) ? pickRows(raw, (row) => !isLost(at(raw.labels, row))) : raw;
  const severalRaters = !holds.raters && new Set(kept.raters).size > 1;
  const merged =
    severalRaters || !holds.repeats
      ? mergeJudgments(kept, holds.raters, holds.iterations && !severalRaters)
      : { judgments: kept, repeated: 0 };
  const { raters, iterations } = merged.judgments;
  const fitted = fitNames(merged.judgments, holds);
  const countCells = (cells: readonly string[] | null, is: (cell: string) => boolean) => cells?.filter(is).length ?? 0;
  const isSpaced = (cell: string) => !holds.whiteSpace && /[\s\0]/.test(cell);
  const oneWord = (cell: string) => cell.replace(/[\s\0-\x20]+/g, "_");
  const judgments = [raters, iterations].flat().some((cell) => cell !== null && isSpaced(cell))
    ? { ...fitted.rows, raters: raters?.map(oneWord) ?? null, iterations: iterations?.map(oneWord) ?? null }
    : fitted.rows;
  return {
    judgments,
    lost: [
      ...lossesOf({
        "unrated rows": holds.unrated ? 0 : raw.labels.filter(Number.isNaN).length,
        "negative labels": holds.negatives ? 0 : raw.labels.filter((label) => label < 0).length,
        raters: holds.raters ? 0 : countCells(kept.raters, hasValue),
        "repeated judgments": severalRaters ? 0 : merged.repeated,
        iterations: holds.iterations ? 0 : countCells(iterations, hasValue),
      }),
      ...fitted.lost,
      ...lossesOf({
        "white space in raters": holds.raters ? countCells(raters, isSpaced) : 0,
        "white space in iterations": holds.iterations ? countCells(iterations, isSpaced) : 0,
      }),
    ],
  };
}

/** Merges rows of a pair. The largest rating of each rater counts. Without `byRater`, returns the mean over raters. */
export function mergeJudgments(raw: RawJudgments, byRater: boolean, byIteration = false) {
  const { queries, documents, labels, raters, iterations } = raw;
  const largest = Float64Array.from(labels);
  const repeats = new Set<number>();
  for (const ofQuery of rowsByKey(queries).values()) {
    // Most queries have each document once, so they need no maps.
    if (new Set(ofQuery.map((row) => documents[row])).size === ofQuery.length) continue;
    const pairs = new Map<string, Map<string, number>>();
    for (const row of ofQuery) {
      const key = `${documents[row]} ${byIteration ? iterations?.[row] : ""}`;
      const ofPair = pairs.get(key) ?? new Map<string, number>();
      pairs.set(key, ofPair);
      const rater = raters?.[row] ?? "";
      const known = ofPair.get(rater);
      if (known === undefined) ofPair.set(rater, row);
      else if (Number.isNaN(largest[known]) || at(labels, row) > at(largest, known)) largest[known] = at(labels, row);
      repeats.add(row);
    }
    for (const ofPair of pairs.values()) {
      const rows = [...ofPair.values()];
      const rated = rows.filter((row) => !Number.isNaN(largest[row]));
      if (byRater) for (const row of rated.length > 0 ? rated : rows.slice(0, 1)) repeats.delete(row);
      else {
        const first = rated[0] ?? at(rows, 0);
        if (rated.length > 0) largest[first] = rated.reduce((sum, row) => sum + at(largest, row), 0) / rated.length;
        repeats.delete(first);
      }
    }
  }
  const repeated = repeats.size;
  if (repeated === 0) return { judgments: raw, repeated };
  return { judgments: pickRows({ ...raw, labels: largest }, (row) => !repeats.has(row)), repeated };
}

export function pickRows(raw: RawJudgments, keeps: (row: number) => boolean): RawJudgments {
  const rows = [...raw.queries.keys()].filter(keeps);
  const pick = (cells: readonly string[] | null) => cells && rows.map((row) => at(cells, row));
  return {
    ...pickNamed(raw, rows),
    labels: Float64Array.from(rows, (row) => at(raw.labels, row)),
    raters: pick(raw.raters),
    iterations: pick(raw.iterations),
  };
}

export function fitRun(raw: RawRun, holds: RunCapabilities) {
  const kept = holds.repeats ? raw : withoutRepeats(raw);
  const { rows, lost } = fitNames(kept, holds);
  const partial = new Set(raw.partialQueries);
  const lostOfRun = lossesOf({
    "scores that contradict the ranks": raw.unusedScores ?? 0,
    "marks of incomplete responses": raw.queries.filter((query) => partial.has(query)).length,
    "repeated results": raw.queries.length - kept.queries.length,
  });
  return { run: rows, lost: [...lostOfRun, ...lost] };
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
  return { ...pickNamed(raw, rows), scores: Float64Array.from(rows, (row) => at(raw.scores, row)) };
}

/** TREC files have 0 in unused fields, so 0 is not a value. */
export function hasValue(cell: string): boolean {
  return cell !== "" && cell !== "0";
}

export function hasValues(cells: readonly string[] | null): boolean {
  return cells?.some(hasValue) === true;
}

/**
 * Functions for scripts that compare labels with judgments: read collections, shorten lists, compare orders.
 * The data folder has cranfield and discernatron: queries.tsv, engines/*.csv, corpus.jsonl (doc_id, title), qrels.txt.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { titleKey } from "../src/core/titles/clean-title.ts";
import type { ResultLists } from "../src/core/types.ts";
import { describe, kendallTauB } from "../src/entries/statistics.ts";
import { readQueries } from "../src/io/query-sets/read-pairs.ts";
import { readResults } from "../src/io/results/read-results.ts";
import { groupResults, rowsOfQuery } from "../src/lists/group-results.ts";
import { joinQueries } from "../src/lists/join-queries.ts";

export type Lists = ResultLists;
/** For each engine, the value of each query. */
export type Values = readonly Float64Array[];

const isArtificial = (engine: string) => /^(deg|synth)_|_random$/.test(engine);

/** Whether the title is in the random half that the reference returns. */
export const isOfReference = (title: string, seed: string) =>
  (createHash("sha256")
    .update(`${seed} ${titleKey(title)}`)
    .digest()[0] ?? 0) %
    2 ===
  0;

/** Reads all lists of a collection, with the same query numbers, and the grade of each document for each query. */
export async function readCollection(data: string, folder: string) {
  const reading = { format: null, columns: {}, rankBase: 0, further: [], titles: null } as const;
  const files = readdirSync(join(data, folder, "engines")).filter((name) => !isArtificial(name.replace(/\.csv$/, "")));
  const raw = [];
  for (const file of files.sort()) {
    const path = join(data, folder, "engines", file);
    raw.push(...(await readResults({ path, engine: null }, reading)).results);
  }
  const { queries: table } = await readQueries(join(data, folder, "queries.tsv"));
  const tables = raw.map(({ source, queryIds: ids, queryTexts: texts, lines }) => ({ source, ids, texts, lines }));
  const { queries, queryOfRow } = joinQueries([table, ...tables]);
  const lists = raw.map((results, place) =>
    groupResults(results, queryOfRow[place + 1] ?? new Int32Array(0), queries.length),
  );
  const numbers = new Map(queries.map(({ id }, query) => [id, query]));
  const grades = queries.map(() => new Map<string, number>());
  for (const line of readFileSync(join(data, folder, "qrels.txt"), "utf8")
    .trim()
    .split("\n")) {
    const [query = "", , document = "", grade = ""] = line.split(/\s+/);
    grades[numbers.get(query) ?? -1]?.set(document, Number(grade));
  }
  const corpus = readFileSync(join(data, folder, "corpus.jsonl"), "utf8")
    .trim()
    .split("\n");
  const documents: { doc_id: string; title: string }[] = corpus.map((line) => JSON.parse(line));
  return { queries, lists, grades, titles: new Map(documents.map(({ doc_id, title }) => [doc_id, title])) };
}

/** Returns lists of the first `depth` wanted rows of each query, with ranks from 0 without gaps. */
export function keepRows(lists: Lists, isWanted: (title: string) => boolean, depth: number | null): Lists {
  const rows: number[] = [];
  const ranks: number[] = [];
  for (let query = 0; query < lists.offsets.length - 1; query++) {
    const wanted = [...rowsOfQuery(lists, query)].filter((row) => isWanted(lists.titles[row] ?? ""));
    wanted.slice(0, depth ?? undefined).forEach((row, rank) => {
      rows.push(row);
      ranks.push(rank);
    });
  }
  const raw = {
    engine: lists.engine,
    source: lists.source,
    queryIds: null,
    queryTexts: null,
    columns: new Map(),
    titles: rows.map((row) => lists.titles[row] ?? ""),
    ids: rows.map((row) => lists.ids?.[row] ?? ""),
    ranks: Int32Array.from(ranks),
    lines: Int32Array.from(rows, (row) => lists.lines[row] ?? 0),
  };
  const queryOfRow = Int32Array.from(rows, (row) => lists.queryOfRow[row] ?? 0);
  return groupResults(raw, queryOfRow, lists.offsets.length - 1);
}

export const values = (
  engines: readonly Lists[],
  measured: readonly number[],
  reach: (lists: Lists, query: number) => number,
) => engines.map((lists) => Float64Array.from(measured, (query) => reach(lists, query) || 0));
export const mean = (numbers: ArrayLike<number>) => describe(Float64Array.from(numbers)).mean ?? Number.NaN;
export const tauOf = (one: Values, other: Values) => kendallTauB(one.map(mean), other.map(mean))?.tau ?? Number.NaN;

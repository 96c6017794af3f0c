/**
 * How does a script label lists that it holds in memory?
 * The whole main job as one function, with the model, the cache and the indexes it names.
 */

import { SemqrelError } from "../core/errors.ts";
import type { LabelRun, QueryTable, RawResults } from "../core/types.ts";
import { defaultFusionK } from "../lists/fuse-references.ts";
import { type LabelSummary, summariseLabelRun } from "./folder/label-summary.ts";
import { type AdapterOptions, openTools } from "./open-tools.ts";
import { type LabelOptions, labelLists } from "./pipeline.ts";
import { parseLabelFunction } from "./relevance/label-function.ts";

/** One result of an engine. */
export interface ResultRow {
  /** Text of the query, or any name of it: the same in all lists. */
  readonly query: string;
  /** Its id, where qrels and runs should have it. */
  readonly queryId?: string;
  /** As the engine shows it; not trimmed, not changed. */
  readonly title: string;
  /** 0-based, a whole number >= 0. @default the row's place among those of its query */
  readonly rank?: number;
  readonly id?: string;
  /** Further cells, for `labelColumn`, `matchOn` and `veto`. */
  readonly columns?: Readonly<Record<string, string>>;
}

/** Every field may be left out. */
export interface LabelCandidatesOptions
  extends AdapterOptions,
    Partial<Omit<LabelOptions, "labelFunction" | "fusionK">> {
  /** Printed form of a label function, such as `linear(top=5,depth=20)`. @default "inverse" */
  readonly labelFunction?: string;
  /** Texts of the intended queries: those that no list has are counted too. */
  readonly queries?: readonly string[];
}

/**
 * Labels and measures candidates' results against a reference's.
 *
 * @param reference  rows of the engine that is trusted more
 * @param candidates rows of one or more other engines, by name
 * @returns the run as columns, and the summary that `semqrel label --json` prints
 * @throws SemqrelError INVALID_RANK, INVALID_ROW, NO_COMMON_QUERY, MODEL_MISSING, …   details say which row
 *
 * Cost: the model, about 1 ms a distinct title of 7 tokens on two cores, unless `cacheFolder` holds its vector.
 * @example
 * const { summary } = await labelCandidates(scopusRows, { explorer: explorerRows });
 * summary.engines["explorer"]?.["ndcg_reference@10"].mean;
 */
export async function labelCandidates(
  reference: readonly ResultRow[],
  candidates: Readonly<Record<string, readonly ResultRow[]>>,
  options: LabelCandidatesOptions = {},
): Promise<{ run: LabelRun; summary: LabelSummary }> {
  const complete: LabelOptions = {
    depth: options.depth ?? null,
    referenceDepth: options.referenceDepth ?? null,
    labelFunction: parseLabelFunction(options.labelFunction ?? "inverse"),
    labelColumn: options.labelColumn ?? null,
    matchOn: options.matchOn ?? ["title"],
    threshold: options.threshold ?? null,
    oneToOne: options.oneToOne ?? false,
    veto: options.veto ?? [],
    fusionK: defaultFusionK,
  };
  const input = {
    references: [toRawResults("reference", reference)],
    candidates: Object.entries(candidates).map(([engine, rows]) => toRawResults(engine, rows)),
    queries: options.queries === undefined ? null : toQueryTable(options.queries),
  };
  const opened = await openTools(options);
  try {
    const { run } = await labelLists(input, complete, opened.tools);
    return { run, summary: summariseLabelRun(run) };
  } finally {
    await opened.close();
  }
}

/** Larger numbers are dates or ids by mistake, and would make histograms as long. */
const LARGEST_RANK = 1_000_000;

function toQueryTable(texts: readonly string[]): QueryTable {
  return { source: "queries", ids: null, texts, lines: Int32Array.from(texts, (_, row) => row + 1) };
}

function toRawResults(engine: string, rows: readonly ResultRow[]): RawResults {
  const places = new Map<string, number>();
  const ranks = rows.map(({ query, rank, title }, row) => {
    const place = places.get(query) ?? 0;
    places.set(query, place + 1);
    const details = { engine, row, query };
    if (!query || typeof title !== "string") {
      throw new SemqrelError("INVALID_ROW", `Labelling ${engine}: row ${row} has no query or no title.`, { details });
    }
    const chosen = rank ?? place;
    if (Number.isInteger(chosen) && chosen >= 0 && chosen <= LARGEST_RANK) return chosen;
    throw new SemqrelError(
      "INVALID_RANK",
      `Labelling ${engine}: row ${row} has the rank ${chosen}. Ranks are 0, 1, 2, … up to a million.`,
      {
        details: { ...details, rank: chosen },
      },
    );
  });
  const names = [...new Set(rows.flatMap(({ columns }) => Object.keys(columns ?? {})))];
  return {
    engine,
    source: engine,
    queryIds: rows.some(({ queryId }) => queryId !== undefined) ? rows.map(({ queryId }) => queryId ?? "") : null,
    queryTexts: rows.map(({ query }) => query),
    titles: rows.map(({ title }) => title),
    ids: rows.some(({ id }) => id !== undefined) ? rows.map(({ id }) => id ?? "") : null,
    ranks: Int32Array.from(ranks),
    lines: Int32Array.from(rows, (_, row) => row + 1),
    columns: new Map(names.map((name) => [name, rows.map(({ columns }) => columns?.[name] ?? "")])),
  };
}

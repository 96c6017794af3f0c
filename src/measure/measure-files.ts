import { at } from "../core/at.ts";
import { SemqrelError } from "../core/errors.ts";
import { sha256 } from "../core/files/read-whole.ts";
import { nameOfTitle } from "../core/titles/clean-title.ts";
import { oneWordKey } from "../core/titles/keys.ts";
import { makeNames } from "../core/titles/name-table.ts";
import type { Judgments, NumberedNames, QueryTable, RawJudgments, RawRun, Run } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import { inputError } from "../io/input-error.ts";
import { drawOf, rowsUnderOtherIds } from "../io/judgments/chosen-judgments.ts";
import { findLowest, readJudgments } from "../io/judgments/read-judgments.ts";
import { isOwnFile } from "../io/labels/label-manifest.ts";
import { STANDARD_INPUT } from "../io/open-input.ts";
import { readQueries, readQueryColumns } from "../io/query-sets/read-pairs.ts";
import { requireOneStandardInput } from "../io/require-paths.ts";
import type { InputFile, ResultsFile } from "../io/results/read-results.ts";
import { readRuns } from "../io/runs/read-run.ts";
import { groupJudgments, withOneSpelling } from "../lists/group-judgments.ts";
import {
  isUnjudgedRun,
  joinedSpellings,
  noJudgedDocument,
  pairsOf,
  pairsOfTable,
  type QueryPairs,
  renameQueries,
  requireJudgedQuery,
  respelledDocuments,
  respelledQueries,
  respelledTexts,
  type Spelling,
  shownSpellings,
} from "../lists/join-queries.ts";
import { type RankRunOptions, rankRun } from "../lists/rank-run.ts";
import { findWeightless, rowsOfQueries, segmentQueries, weighQueries } from "../lists/segment-queries.ts";
import { meanOf } from "../maths/summary.ts";
import { type TitleVectorTools, titleVectors } from "../model/title-vectors.ts";
import type { EvaluationGiven } from "./evaluation-settings.ts";
import type { Measure } from "./measures/define-measure.ts";
import { type EvaluatedRun, type EvaluateOptions, evaluateRun } from "./measures/evaluate-run.ts";
import { findGaps } from "./measures/find-gaps.ts";
import { parseMeasures } from "./measures/parse-measures.ts";
import type { RunContext } from "./measures/ranked-list.ts";

/** Shares of judged results are compared over this many results at the top of each list. */
const FIRST_RESULTS = 10;
/** If the shares of two runs differ by more than this, warns that the difference may decide which run seems better. */
const UNEQUAL_SHARES = 0.2;

export interface MeasureFiles {
  readonly judgments: string;
  readonly runs: readonly ResultsFile[];
  /** File of query ids and texts, with the columns that `segment` and `weight` name; null for none. */
  readonly queries: string | null;
}

export interface MeasureFilesOptions
  extends RankRunOptions,
    Pick<EvaluateOptions, "missingQueries" | "undefinedQueries" | "depth" | "judgedOnly">,
    Pick<EvaluationGiven, "qrelsFormat" | "runFormat" | "segment" | "weight"> {
  readonly contextOf: (runs: readonly Run[]) => Promise<RunContext>;
}

export async function measureFiles(files: MeasureFiles, measures: readonly Measure[], options: MeasureFilesOptions) {
  requireOneStandardInput([files.judgments, ...files.runs.map(({ path }) => path), files.queries]);
  const names = makeNames();
  const how = { format: options.qrelsFormat ?? null, keepsIterations: false };
  const { judgments: read, file } = await readJudgments(files.judgments, names, how);
  const raw = withOneSpelling(read);
  const { judgments, warnings: ofJudgments } = groupJudgments(raw);
  if (judgments.queries.length === 0) {
    throw inputError("EMPTY_FILE", raw.source, "no row has a rating. Give judgments with ratings.");
  }
  const { segment, weight } = options;
  const columns = [segment, weight].filter((column) => column !== undefined);
  const table = files.queries === null ? null : await readQueries(files.queries, columns);
  const queries = Array.from(judgments.queries, (query) => names.queries.nameOf(query));
  const inTable = namesInTable(queries, table?.queries ?? null);
  if (table) rowsOfQueries(inTable, table.queries);
  const inputs: InputFile[] = [file];
  const underOtherIds = file.path === STANDARD_INPUT ? 0 : rowsUnderOtherIds(files.judgments);
  const isSampled = file.path !== STANDARD_INPUT && drawOf(files.judgments)?.singled;
  const warnings: Warning[] = [
    ...ofJudgments,
    ...findLowest(judgments, file.format),
    ...(table?.warnings ?? []),
    ...(underOtherIds > 0
      ? [{ kind: "rows-under-other-ids", source: files.judgments, count: underOtherIds } as const]
      : []),
    ...(isSampled ? [{ kind: "pairs-drawn", source: files.judgments } as const] : []),
  ];
  const runs: Run[] = [];
  const unjudged: { readonly run: Run; readonly isByTitle: boolean }[] = [];
  for (const input of files.runs) {
    const read = await readRuns(input, names, options.runFormat ?? null, {}, { untitled: true });
    inputs.push(read.file);
    for (const rawRun of read.runs) {
      const joined = joinQueries(rawRun, judgments, [
        ...pairsOf(names.queries, raw.queryTexts),
        ...pairsOf(names.queries, rawRun.queryTexts),
        ...(table === null ? [] : pairsOfTable(table.queries)),
      ]);
      const respelled = joinDocuments(joined.run, raw, judgments);
      warnings.push(...joined.warnings, ...respelled.warnings);
      const { run, warnings: ofRun } = rankRun(respelled.run, options);
      const remedy =
        files.queries === null
          ? "If one file has query ids and the other has texts, join them with --queries FILE (id TAB text)."
          : `${files.queries} joins ids with texts, but the run has neither. If semqrel label wrote the run, give the labelled lists, or run semqrel validate FOLDER --gold ${files.judgments}.`;
      requireJudgedQuery(run, judgments, remedy);
      if (isUnjudgedRun(run, judgments)) unjudged.push({ run, isByTitle: rawRun.isByTitle === true });
      warnings.push(...ofRun);
      runs.push(run);
    }
  }
  const [first] = unjudged;
  if (first !== undefined && unjudged.length === runs.length) {
    throw noJudgedDocument(first.run, judgments, first.isByTitle);
  }
  for (const { run } of unjudged) warnings.push({ kind: "unjudged-run", run: run.name, source: judgments.source });
  requireDistinctNames(runs);
  const attributes =
    files.queries === null || columns.length === 0 ? null : await readQueryColumns(files.queries, columns);
  const weights = attributes && weight !== undefined ? weighQueries(inTable, attributes, weight) : null;
  if (weights && weight !== undefined) warnings.push(...findWeightless(queries, weights, weight));
  const context = await options.contextOf(runs);
  // Judgments in a folder of labels leave out unmatched results, so shares of judged results would mean nothing.
  const areLabels = file.path !== STANDARD_INPUT && isOwnFile(file.path);
  const comparesShares = runs.length > 1 && !areLabels && !measures.every(({ judgedOnly }) => judgedOnly);
  const judgedTo = Math.min(FIRST_RESULTS, options.depth);
  const shares = comparesShares ? parseMeasures([`Judged@${judgedTo}`]) : [];
  const all = runs.map((run) =>
    evaluateRun(judgments, run, [...measures, ...shares], { ...options, weights, context }),
  );
  const evaluated = all.map(({ run, measured }) => ({ run, measured: measured.slice(0, measures.length) }));
  return {
    judgments,
    queries,
    runs: evaluated,
    segmentation: attributes && segment !== undefined ? segmentQueries(inTable, attributes, segment) : null,
    weights,
    files: inputs,
    warnings: [
      ...warnings,
      ...findGaps(judgments, evaluated, options),
      ...(comparesShares ? findUnequalShares(all, judgedTo) : []),
    ],
  };
}

/** Warns if the judgments cover one run much better than another. This alone can decide which run seems better. */
function findUnequalShares(evaluated: readonly EvaluatedRun[], depth: number): Warning[] {
  const shares = evaluated.flatMap(({ run, measured }) => {
    const { values, gapOfQuery } = at(measured, measured.length - 1);
    const share = meanOf(values.filter((_, index) => gapOfQuery[index] === 0));
    // Leaves out runs without a judged result, because another warning names these runs.
    return share > 0 ? [{ run: run.name, share }] : [];
  });
  const [least, ...others] = shares.sort((one, other) => one.share - other.share);
  const most = others.at(-1);
  if (least === undefined || most === undefined || most.share - least.share <= UNEQUAL_SHARES) return [];
  return [{ kind: "judged-unequally", first: depth, ...least, other: most.run, shareOfOther: most.share }];
}

/** Replaces hashes by the texts of queries. A query without an id is named by a hash if its text has several words. */
function namesInTable(names: readonly string[], table: QueryTable | null): readonly string[] {
  const textOfHash = new Map((table?.texts ?? []).map((text) => [oneWordKey(null, text, sha256), text]));
  return names.map((name) => textOfHash.get(name) ?? name);
}

function joinQueries(run: RawRun, judgments: Judgments, pairs: QueryPairs) {
  const { queries: names } = run.names;
  const texts = respelledTexts(names, run.queries, pairs);
  const spelledAsRun = Array.from(pairs, ([id, text]) => {
    const query = texts.get(text);
    return [id, query === undefined ? text : names.nameOf(query)] as const;
  });
  const renamed = renameQueries(names, judgments.queries, spelledAsRun, sha256);
  const queries = run.queries.map((query) => renamed[query] ?? query);
  const respelled = respelledQueries(names, judgments.queries, queries);
  const warnings = joinedSpellings([
    ...[...texts].map(([text, query]) => [names.nameOf(query), text] as const),
    ...spellings(respelled, names),
  ]);
  return { run: { ...run, queries: queries.map((query) => respelled.get(query) ?? query) }, warnings };
}

function spellings(respelled: ReadonlyMap<number, number>, names: NumberedNames): readonly Spelling[] {
  return Array.from(respelled, ([ofRun, judged]) => [names.nameOf(ofRun), names.nameOf(judged)]);
}

function joinDocuments(run: RawRun, raw: RawJudgments, judgments: Judgments) {
  const { documents: names } = run.names;
  if (raw.isByTitle) {
    if (run.titles === null) {
      const what = `${raw.source} names documents by their titles, but this run has none. Give a run with titles, or judgments with ids.`;
      throw inputError("MISSING_TITLE", run.source, what, { judgments: raw.source });
    }
    const documents = Int32Array.from(run.titles, (title, row) =>
      title === "" ? at(run.documents, row) : names.add(nameOfTitle(title, sha256)),
    );
    return { run: { ...run, documents }, warnings: [] };
  }
  if (run.isByTitle && raw.titles !== null) {
    const judged = new Map(
      raw.titles.map((title, row) => [names.find(nameOfTitle(title, sha256)), at(raw.documents, row)]),
    );
    const documents = run.documents.map((document) => judged.get(document) ?? document);
    return { run: { ...run, documents }, warnings: [] };
  }
  const respelled = respelledDocuments(names, judgments.documents, run.documents);
  if (respelled.size === 0) return { run, warnings: [] };
  const documents = run.documents.map((document) => respelled.get(document) ?? document);
  const warning = { kind: "joined-documents", run: run.name, ...shownSpellings(spellings(respelled, names)) } as const;
  return { run: { ...run, documents }, warnings: [warning] };
}

function requireDistinctNames(runs: readonly Run[]): void {
  const twice = runs.find(({ name }, index) => runs.findIndex((other) => other.name === name) < index);
  if (twice === undefined) return;
  const sources = [...new Set(runs.filter(({ name }) => name === twice.name).map(({ source }) => source))];
  // `name=path` can only rename a file that contains one run.
  const lone = sources.findLast((source) => runs.filter((run) => run.source === source).length === 1);
  const remedy =
    lone === undefined
      ? "Change the name in the engine column of one file."
      : `Give one of them another name, such as other=${lone}.`;
  throw new SemqrelError(
    "AMBIGUOUS_ENGINE",
    sources.length === 1
      ? `Reading ${sources[0]}: the run "${twice.name}" is given twice. Give each run once.`
      : `Reading ${sources.join(" and ")}: both runs are called "${twice.name}". ${remedy}`,
    { details: { run: twice.name, files: sources } },
  );
}

/** Embeds the first `depth` titles of each list. Returns `RunContext.similarity`, which gives NaN for other titles. */
export async function titleSimilarity(
  runs: readonly Run[],
  titles: ReadonlyMap<string, string>,
  depth: number,
  tools: TitleVectorTools,
): Promise<(one: number, other: number) => number> {
  const titleOf = new Map<number, string>();
  for (const run of runs) {
    for (let query = 0; query < run.queries.length; query++) {
      const [from, to] = [at(run.offsets, query), at(run.offsets, query + 1)];
      for (const document of run.documents.subarray(from, Math.min(to, from + depth))) {
        const title = titleOf.has(document) ? undefined : titles.get(run.names.documents.nameOf(document));
        if (title !== undefined) titleOf.set(document, title);
      }
    }
  }
  const { similarity } = await titleVectors(titleOf.values(), tools);
  return (one, other) => {
    const [first, second] = [titleOf.get(one), titleOf.get(other)];
    return first === undefined || second === undefined ? Number.NaN : similarity(first, second);
  };
}

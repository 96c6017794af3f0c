/**
 * How does a run of `label` go?
 * read, normalise, fuse, embed, index and match, label, measure: the only place where the stages meet.
 */
import pLimit from "p-limit";
import { SemqrelError } from "../core/errors.ts";
import type { Clock, Embedder, IndexProvider, IndexReport, Progress } from "../core/ports.ts";
import type { LabelRun, Query, QueryTable, RawResults, ResultLists } from "../core/types.ts";
import { isFound, type Warning } from "../core/warnings.ts";
import { readQueries, readTitles } from "../io/query-sets/read-pairs.ts";
import { type InputFile, type ReadResultsOptions, type ResultsFile, readResults } from "../io/results/read-results.ts";
import { requireResponse } from "../io/results/require-response.ts";
import { chooseEngines } from "../lists/choose-engines.ts";
import { findOddities } from "../lists/find-oddities.ts";
import { groupResults } from "../lists/group-results.ts";
import { joinQueries } from "../lists/join-queries.ts";
import { type ReferenceSubset, referenceSubsets } from "../lists/reference-subsets.ts";
import { requireSharedQueries } from "../lists/require-shared-queries.ts";
import { referencePoints } from "./match/reference-points.ts";
import { identifierColumns, vetoColumns } from "./match/shared-columns.ts";
import type { LabelFunction } from "./relevance/label-function.ts";
import { labelReference } from "./relevance/label-reference.ts";
import { type EmbeddedLists, embedTitles } from "./stages/embed-titles.ts";
import { indexWarnings, matchEngines } from "./stages/match-engines.ts";
import { measureEngine } from "./stages/measure-engine.ts";
import { requireLabelOptions, requireNamedColumns } from "./stages/require-label-options.ts";

/** How labels come about; every field is needed, `semqrel label --help` says what is usual. */
export interface LabelOptions {
  /** Results kept of each candidate and of each reference list; null for all. */
  readonly depth: number | null;
  readonly referenceDepth: number | null;
  readonly labelFunction: LabelFunction;
  /** Takes labels from this column of the reference instead. */
  readonly labelColumn: string | null;
  /** What decides a match, in this order; the last is `title`, others are `id` or columns that both sides have. */
  readonly matchOn: readonly string[];
  /** -1..1, or null: every title matches its nearest. */
  readonly threshold: number | null;
  readonly oneToOne: boolean;
  /** Columns of both sides: a match by meaning is refused where one of them says something else on either side. */
  readonly veto: readonly string[];
  /** How several references become one list, as `fuseReferences`; above 0. */
  readonly fusionK: number;
}

/** Model, indexes and everything else that a run needs from outside. */
export interface LabelTools {
  readonly embedder: Embedder;
  /** The indexes of a reference's queries. */
  readonly indexes: (referenceEngine: string) => IndexProvider;
  /** For lists that this run alone needs: kept nowhere. */
  readonly passingIndexes: () => IndexProvider;
  readonly clock: Clock;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** What was odd about the tools so far: no native module, no room in the cache. */
  readonly warnings: () => readonly Warning[];
}

/** Result lists to label, in memory. */
export interface LabelInput {
  /** One or more, each of another name. */
  readonly references: readonly RawResults[];
  readonly candidates: readonly RawResults[];
  readonly queries: QueryTable | null;
}

/** Files of references, candidates and queries. */
export interface LabelFiles {
  readonly references: readonly ResultsFile[];
  readonly candidates: readonly ResultsFile[];
  readonly queries: string | null;
  /** Further columns of the queries file, which is known for a table by them. */
  readonly queryColumns?: readonly string[];
  readonly titles: string | null;
  readonly referenceEngine: string | null;
  readonly read: Omit<ReadResultsOptions, "titles" | "further">;
}

/** What `labelLists` made, with the fate of the stored indexes. */
export interface LabelResult {
  readonly run: LabelRun;
  /** The run's warnings, and those of what was looked for and not found, with a count of 0: as many for any lists. */
  readonly looked: readonly Warning[];
  /** The same candidates by each reference alone, and without each; empty for one reference. */
  readonly subsets: readonly SubsetRun[];
  readonly embedded: EmbeddedLists;
  readonly indexes: IndexReport;
  /** What was odd about tools and stored files, not about the lists: the run's own warnings are the same every time. */
  readonly machineWarnings: readonly Warning[];
}

/** The run by one reference alone, or without one, where there are several. */
export interface SubsetRun extends Omit<ReferenceSubset, "lists"> {
  readonly run: LabelRun;
  readonly looked: readonly Warning[];
  readonly indexes: IndexReport;
}

/** Reads the files, then labels them. @throws SemqrelError for anything wrong in them, before the model is loaded */
export async function labelFiles(
  files: LabelFiles,
  options: LabelOptions,
  tools: LabelTools,
): Promise<LabelResult & { inputs: readonly InputFile[] }> {
  const begin = tools.clock.seconds();
  const limit = pLimit(4);
  const [queries, titles] = await Promise.all([
    files.queries === null ? null : limit(readQueries, files.queries, files.queryColumns),
    files.titles === null ? null : limit(readTitles, files.titles),
  ]);
  const readOptions = { ...files.read, titles: titles?.titles ?? null, further: furtherColumns(options) };
  const read = await Promise.all(
    [...files.references, ...files.candidates].map((file) => limit(readResults, file, readOptions)),
  );
  const results = read.map((file) => file.results);
  const engines = chooseEngines(
    {
      ofReferenceFiles: results.slice(0, files.references.length),
      ofCandidateFiles: results.slice(files.references.length).flat(),
    },
    files.referenceEngine,
  );
  const warnings = read.flatMap((file) => file.warnings);
  requireNamedColumns(warnings, read.length);
  requireResponse(
    read.map(({ file }) => file),
    files.read.titleField ?? null,
  );
  const readSeconds = tools.clock.seconds() - begin;
  const labelled = await labelLists({ ...engines, queries: queries?.queries ?? null }, options, tools, {
    warnings,
    readSeconds,
  });
  const inputs = [queries, titles, ...read].flatMap((one) => (one ? [one.file] : []));
  return { ...labelled, inputs };
}

/** Columns that the options name, beside those with a role. */
export function furtherColumns({ matchOn, labelColumn, veto }: LabelOptions): string[] {
  return [...new Set([...matchOn.slice(0, -1), ...(labelColumn === null ? [] : [labelColumn]), ...veto])];
}

/** The run itself, from rows in memory. */
export async function labelLists(
  input: LabelInput,
  options: LabelOptions,
  tools: LabelTools,
  before: BeforeLabels = nothingBefore,
): Promise<LabelResult> {
  return labelGrouped(joinLists(input, options).lists, options, tools, before);
}

/**
 * Rows as lists over one numbering of queries.
 *
 * @returns also, by reference, then candidate, and row: the number of its query
 * @throws SemqrelError INVALID_OPTION, AMBIGUOUS_QUERY, NO_COMMON_QUERY; MISSING_COLUMN where one of several references
 *         lacks a column
 */
export function joinLists(
  input: LabelInput,
  options: LabelOptions,
): { readonly lists: GroupedLists; readonly queryOfRow: readonly Int32Array[] } {
  requireLabelOptions(options);
  const raw = [...input.references, ...input.candidates];
  const tables = raw.map(({ source, queryIds: ids, queryTexts: texts, lines }) => ({ source, ids, texts, lines }));
  const joined = joinQueries(input.queries === null ? tables : [input.queries, ...tables]);
  const { queries } = joined;
  const queryOfRow = joined.queryOfRow.slice(input.queries === null ? 0 : 1);
  const lists = raw.map((results, place) => {
    const depth = place < input.references.length ? options.referenceDepth : options.depth;
    return groupResults(results, queryOfRow[place] ?? new Int32Array(0), queries.length, depth);
  });
  const grouped = {
    queries,
    references: lists.slice(0, input.references.length),
    candidates: lists.slice(input.references.length),
  };
  const { whole } = referenceSubsets(grouped.references, options.fusionK);
  for (const candidate of grouped.candidates) if (whole) requireSharedQueries(whole, candidate, queries);
  return { lists: grouped, queryOfRow };
}

/** Lists over one numbering of queries. */
export interface GroupedLists {
  readonly queries: readonly Query[];
  /** One or more. */
  readonly references: readonly ResultLists[];
  readonly candidates: readonly ResultLists[];
}

/** What came before the labels: what was odd in the files, and how long reading them took. */
export interface BeforeLabels {
  readonly warnings: readonly Warning[];
  readonly readSeconds: number;
}

const nothingBefore: BeforeLabels = { warnings: [], readSeconds: 0 };

/** The run of lists that are there, all the queries of a job or some of them. */
export async function labelGrouped(
  { queries, references, candidates }: GroupedLists,
  options: LabelOptions,
  tools: LabelTools,
  before: BeforeLabels = nothingBefore,
): Promise<LabelResult> {
  const { whole, main, subsets, prepared } = prepareReferences({ queries, references, candidates }, options);
  const embedded = await embedTitles([whole, ...subsets.map((one) => one.lists), ...candidates], queries.length, tools);
  const shared = { queries, candidates, embedded, options, tools, before };
  const labelled = await labelBy(main, shared);
  const ofSubsets = { ...shared, tools: { ...tools, indexes: tools.passingIndexes } };
  const runs: SubsetRun[] = [];
  for (const [place, { kind, engine }] of subsets.entries()) {
    runs.push({ kind, engine, ...(await labelBy(prepared[place] ?? main, ofSubsets)) });
  }
  const machineWarnings = [...tools.warnings(), ...indexWarnings(labelled.indexes)];
  return { ...labelled, subsets: runs, embedded, machineWarnings };
}

/**
 * The references together, and each subset of them.
 *
 * @throws SemqrelError MISSING_COLUMN, INVALID_LABEL for a column that is missing, or holds no label
 */
export function prepareReferences({ references, candidates }: GroupedLists, options: LabelOptions) {
  const { whole, subsets } = referenceSubsets(references, options.fusionK);
  if (whole === undefined) throw new SemqrelError("AMBIGUOUS_ENGINE", "Labelling: there is no reference.");
  // Each by itself first: an error then names the file, not the fused list. All of them before the model is loaded.
  const prepared = subsets.map((subset) => prepareReference(subset.lists, [subset.lists], candidates, options));
  return { whole, main: prepareReference(whole, references, candidates, options), subsets, prepared };
}

/**
 * What is known of labels before anything is embedded.
 *
 * @param references the lists that `reference` was made of
 * @throws SemqrelError for a column that is missing, or holds no label
 */
function prepareReference(
  reference: ResultLists,
  references: readonly ResultLists[],
  candidates: readonly ResultLists[],
  options: LabelOptions,
) {
  return {
    reference,
    references,
    referenceLabels: labelReference(reference, options),
    identifiers: identifierColumns(options.matchOn.slice(0, -1), reference, candidates),
    vetoes: vetoColumns(options.veto, reference, candidates),
  };
}

/** What all references of a run have in common. */
interface SharedByReferences {
  readonly queries: readonly Query[];
  readonly candidates: readonly ResultLists[];
  readonly embedded: EmbeddedLists;
  readonly options: LabelOptions;
  readonly tools: LabelTools;
  readonly before: BeforeLabels;
}

/** Matches, labels and measures the candidates by one list of each query. */
async function labelBy(
  prepared: ReturnType<typeof prepareReference>,
  { queries, candidates, embedded, options, tools, before }: SharedByReferences,
): Promise<{ run: LabelRun; looked: readonly Warning[]; indexes: IndexReport }> {
  const { reference, references, referenceLabels, identifiers, vetoes } = prepared;
  const points = referencePoints(reference, embedded.tokenKeyOf(reference));
  const matching = { queries, reference, candidates, identifiers, vetoes, points, embedded, options, tools };
  const matched = await matchEngines(matching);
  const measuring = tools.clock.seconds();
  const engines = matched.engines.map((engine) =>
    measureEngine({ reference, points, referenceLabels: referenceLabels.labels, matched: engine }),
  );
  const looked: Warning[] = [
    ...before.warnings,
    ...identifiers.warnings,
    ...vetoes.warnings,
    ...findOddities(queries, reference, candidates, embedded.titles, references),
    ...embedded.warnings(points, reference),
    ...referenceLabels.warnings,
  ];
  const run: LabelRun = {
    queries,
    reference,
    points,
    referenceLabels: referenceLabels.labels,
    labelRule: referenceLabels.rule,
    engines,
    model: tools.embedder.model,
    titles: embedded.counts,
    timings: {
      readSeconds: before.readSeconds,
      embeddingSeconds: embedded.seconds,
      matchingSeconds: matched.seconds,
      measuringSeconds: tools.clock.seconds() - measuring,
      embeddingSecondsOfQuery: embedded.secondsOfQuery,
      lookupSecondsOfQuery: matched.secondsOfQuery,
    },
    warnings: looked.filter(isFound),
  };
  return { run, looked, indexes: matched.indexes };
}

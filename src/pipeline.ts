/**
 * How does a run of `label` go?
 * read, normalise, embed, index and match, label, measure: the only place where the stages meet.
 */
import pLimit from "p-limit";
import { SemqrelError } from "./errors.ts";
import { readQueries, readTitles } from "./io/read-pairs.ts";
import { type InputFile, type ReadResultsOptions, type ResultsFile, readResults } from "./io/read-results.ts";
import { chooseEngines } from "./lists/choose-engines.ts";
import { findOddities } from "./lists/find-oddities.ts";
import { groupResults } from "./lists/group-results.ts";
import { joinQueries } from "./lists/join-queries.ts";
import { requireSharedQueries } from "./lists/require-shared-queries.ts";
import { referencePoints } from "./match/reference-points.ts";
import type { Clock, Embedder, IndexProvider, IndexReport, Progress } from "./ports.ts";
import type { LabelFunction } from "./relevance/label-function.ts";
import { labelReference } from "./relevance/label-reference.ts";
import { embedTitles } from "./stages/embed-titles.ts";
import { identifierColumns } from "./stages/identifier-columns.ts";
import { indexWarnings, matchEngines } from "./stages/match-engines.ts";
import { measureEngine } from "./stages/measure-engine.ts";
import { requireLabelOptions, requireNamedColumns } from "./stages/require-label-options.ts";
import type { LabelRun, QueryTable, RawResults } from "./types.ts";
import type { Warning } from "./warnings.ts";

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
}

export interface LabelTools {
  readonly embedder: Embedder;
  readonly indexes: (referenceEngine: string) => IndexProvider;
  readonly clock: Clock;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** What was odd about the tools so far: no native module, no room in the cache. */
  readonly warnings: () => readonly Warning[];
}

export interface LabelInput {
  readonly reference: RawResults;
  readonly candidates: readonly RawResults[];
  readonly queries: QueryTable | null;
}

export interface LabelFiles {
  readonly reference: ResultsFile;
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
  readonly indexes: IndexReport;
  /** What was odd about tools and stored files, not about the lists: the run's own warnings are the same every time. */
  readonly machineWarnings: readonly Warning[];
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
  const further = [...options.matchOn.slice(0, -1), ...(options.labelColumn === null ? [] : [options.labelColumn])];
  const readOptions = { ...files.read, titles: titles?.titles ?? null, further };
  const [reference, ...candidates] = await Promise.all(
    [files.reference, ...files.candidates].map((file) => limit(readResults, file, readOptions)),
  );
  const engines = chooseEngines(
    { ofReferenceFile: reference?.results ?? [], ofCandidateFiles: candidates.flatMap(({ results }) => results) },
    files.referenceEngine,
  );
  const warnings = [reference, ...candidates].flatMap((read) => read?.warnings ?? []);
  requireNamedColumns(warnings, 1 + candidates.length);
  const readSeconds = tools.clock.seconds() - begin;
  const labelled = await labelLists({ ...engines, queries: queries?.queries ?? null }, options, tools, {
    warnings,
    readSeconds,
  });
  const inputs = [queries, titles, reference, ...candidates].flatMap((read) => (read ? [read.file] : []));
  return { ...labelled, inputs };
}

/** The run itself, from rows in memory. */
export async function labelLists(
  input: LabelInput,
  options: LabelOptions,
  tools: LabelTools,
  before: { readonly warnings: readonly Warning[]; readonly readSeconds: number } = { warnings: [], readSeconds: 0 },
): Promise<LabelResult> {
  requireLabelOptions(options);
  const raw = [input.reference, ...input.candidates];
  const tables = raw.map(({ source, queryIds: ids, queryTexts: texts, lines }) => ({ source, ids, texts, lines }));
  const joined = joinQueries(input.queries === null ? tables : [input.queries, ...tables]);
  const { queries } = joined;
  const [reference, ...candidates] = raw.map((results, place) => {
    const queryOfRow = joined.queryOfRow[place + (input.queries === null ? 0 : 1)] ?? new Int32Array(0);
    return groupResults(results, queryOfRow, queries.length, place === 0 ? options.referenceDepth : options.depth);
  });
  if (reference === undefined) throw new SemqrelError("AMBIGUOUS_ENGINE", "Labelling: there is no reference.");
  for (const lists of candidates) requireSharedQueries(reference, lists, queries);
  const referenceLabels = labelReference(reference, options);

  const identifiers = identifierColumns(options.matchOn.slice(0, -1), reference, candidates);
  const embedded = await embedTitles([reference, ...candidates], queries.length, tools);
  const points = referencePoints(reference, embedded.tokenKeyOf(reference));
  const matched = await matchEngines({ queries, reference, candidates, identifiers, points, embedded, options, tools });

  const measuring = tools.clock.seconds();
  const engines = matched.engines.map((engine) =>
    measureEngine({ reference, points, referenceLabels: referenceLabels.labels, matched: engine }),
  );
  const warnings = [
    ...before.warnings,
    ...identifiers.warnings,
    ...findOddities(queries, reference, candidates, embedded.titles),
    ...embedded.warnings(points, reference),
    ...referenceLabels.warnings,
  ];
  return {
    indexes: matched.indexes,
    machineWarnings: [...tools.warnings(), ...indexWarnings(matched.indexes)],
    run: {
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
      warnings,
    },
  };
}

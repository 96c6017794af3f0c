/**
 * How does a run of `label` go?
 * read, join, embed, match, label, measure: the only place where the stages meet. What a row is matched to is decided in
 * `match/`, which label a match gives in `label-functions/`, and what stands in the folder of a run in `folder/`.
 */

import pLimit from "p-limit";
import { at } from "../core/at.ts";
import type { IndexReport } from "../core/ports.ts";
import { requireGiven } from "../core/require-given.ts";
import type { LabelRun, ResultLists } from "../core/types.ts";
import { isFound, type Warning } from "../core/warnings.ts";
import { readQueries, readTitles } from "../io/query-sets/read-pairs.ts";
import { type InputFile, readResults } from "../io/results/read-results.ts";
import { requireResponse } from "../io/results/result-columns.ts";
import { chooseEngines } from "../lists/choose-engines.ts";
import { rowIdentifiers } from "../lists/documents.ts";
import { findOddities } from "../lists/find-oddities.ts";
import type { ReferenceSubset } from "../lists/fuse-references.ts";
import { rowsOfQuery } from "../lists/group-results.ts";
import { movedQueries, moveLists } from "../lists/move-lists.ts";
import {
  furtherColumns,
  identifiersOf,
  joinedBy,
  keptColumns,
  type LabelFiles,
  type LabelInput,
  type LabelOptions,
  type LabelTools,
  requireNamedColumns,
} from "./label-options.ts";
import type { MatchSide } from "./match/match-query.ts";
import { matchWarnings } from "./match/match-warnings.ts";
import { referencePoints } from "./match/reference-points.ts";
import { type EmbeddedLists, embedTitles } from "./stages/embed-titles.ts";
import { indexWarnings, matchEngines } from "./stages/match-engines.ts";
import { measureEngine } from "./stages/measure-engine.ts";
import { type GroupedLists, joinLists, type PreparedReference, prepareReferences } from "./stages/prepare-lists.ts";

/** As deep as the measure that leads. */
const MOVED_DEPTH = 10;

/** Returns how many results of a list are moved to another query; null for all, because they decide one-to-one matches. */
export function movedDepth({ oneToOne }: Pick<LabelOptions, "oneToOne">): number | null {
  return oneToOne ? null : MOVED_DEPTH;
}

/** What `labelLists` made, with the fate of the stored indexes. */
export interface LabelResult {
  readonly run: LabelRun;
  /** Every check's warning, zero counts included, so that those of several blocks can be summed. */
  readonly checks: readonly Warning[];
  /** The same candidates by each reference alone, and without each; empty for one reference. */
  readonly subsets: readonly SubsetRun[];
  readonly embedded: EmbeddedLists;
  /** The first ten of each candidate's lists, moved to other queries, by the same rules. Costs as matching these does. */
  readonly labelMoved: () => Promise<LabelRun>;
  readonly indexes: IndexReport;
  /** What was odd about tools and stored files, not about the lists: the run's own warnings are the same every time. */
  readonly machineWarnings: readonly Warning[];
}

/** The run by one reference alone, or without one, where there are several. */
export interface SubsetRun extends Omit<ReferenceSubset, "lists"> {
  readonly run: LabelRun;
  readonly checks: readonly Warning[];
  readonly indexes: IndexReport;
}

/** Reads the files, then labels them. @throws SemqrelError for anything wrong in them, before the model is loaded */
export async function labelFiles(
  files: LabelFiles,
  options: LabelOptions,
  tools: LabelTools,
): Promise<LabelResult & { inputs: readonly InputFile[] }> {
  requireGiven(
    "labelFiles",
    { ...files },
    {
      "a list": ["references", "candidates"],
      "a text or null": ["queries", "titles", "referenceEngine"],
      "an object": ["read"],
    },
  );
  requireGiven("labelFiles", { ...options, ...tools }, needsOfLabels);
  const begin = tools.clock.seconds();
  const limit = pLimit(4);
  const [queries, titles] = await Promise.all([
    files.queries === null ? null : limit(readQueries, files.queries, files.queryColumns),
    files.titles === null ? null : limit(readTitles, files.titles),
  ]);
  const readOptions = { ...files.read, titles: titles?.titles ?? null, ...furtherColumns(options) };
  const read = await Promise.all(
    [...files.references, ...files.candidates].map((file) => limit(readResults, file, readOptions)),
  );
  const results = read.map((file) => file.results);
  const ofReferenceFiles = results.slice(0, files.references.length);
  const ofCandidateFiles = results.slice(files.references.length).flat();
  const engines = chooseEngines({ ofReferenceFiles, ofCandidateFiles }, files.referenceEngine);
  const warnings = [queries, ...read].flatMap((file) => file?.warnings ?? []);
  requireNamedColumns(warnings, read.length, results.flat());
  const readFiles = read.map(({ file }) => file);
  requireResponse(readFiles, files.read.titleField ?? null);
  const readSeconds = tools.clock.seconds() - begin;
  const input = { ...engines, queries: joinedBy(queries?.queries ?? null, files.read) };
  const labelled = await labelLists(input, options, tools, { warnings, readSeconds });
  const inputs = [queries, titles, ...read].flatMap((one) => (one ? [one.file] : []));
  return { ...labelled, inputs };
}

/** The run itself, from rows in memory. */
export async function labelLists(
  input: LabelInput,
  options: LabelOptions,
  tools: LabelTools,
  before: BeforeLabels = nothingBefore,
): Promise<LabelResult> {
  requireGiven(
    "labelLists",
    { ...input },
    { "a list": ["references", "candidates"], "an object or null": ["queries"] },
  );
  requireGiven("labelLists", { ...options, ...tools }, needsOfLabels);
  const { lists, warnings } = joinLists(input, options);
  return labelGrouped(lists, options, tools, { ...before, warnings: [...before.warnings, ...warnings] });
}

/** What came before the labels: what was odd in the files, and how long reading them took. */
export interface BeforeLabels {
  readonly warnings: readonly Warning[];
  readonly readSeconds: number;
}

const nothingBefore: BeforeLabels = { warnings: [], readSeconds: 0 };

/**
 * The run of grouped lists: all queries of a job, or some of them.
 *
 * @param lists `moved` has the candidates' lists of other queries, if those queries are not among these
 */
export async function labelGrouped(
  { queries, references, candidates, moved: given }: GroupedLists & { readonly moved?: readonly ResultLists[] },
  options: LabelOptions,
  tools: LabelTools,
  before: BeforeLabels = nothingBefore,
): Promise<LabelResult> {
  const { whole, main, subsets, prepared } = prepareReferences({ queries, references, candidates }, options);
  const lists = [whole, ...subsets.map((one) => one.lists), ...candidates];
  const embedded = await embedTitles(lists, queries.length, options.rules, tools, given);
  const sideOf = (own: ResultLists): LabelSide => ({
    lists: own,
    titles: embedded.titlesOf(own),
    identifiers: rowIdentifiers(own, identifiersOf(options)),
  });
  const shared = { queries, candidates: candidates.map(sideOf), sideOf, embedded, options, tools, before };
  const labelled = await labelBy(main, shared);
  const ofSubsets = { ...shared, tools: { ...tools, indexes: tools.passingIndexes } };
  const runs: SubsetRun[] = [];
  for (const [place, { kind, engine }] of subsets.entries()) {
    runs.push({ kind, engine, ...(await labelBy(at(prepared, place), ofSubsets)) });
  }
  const labelMoved = async () => {
    const lengths = Int32Array.from(queries, (_, query) => rowsOfQuery(whole, query).length);
    const targets = movedQueries(lengths);
    const moved = given ?? candidates.map((lists) => moveLists(lists, targets, movedDepth(options)));
    const prepared = prepareReferences({ queries, references, candidates: moved }, options).main;
    return (await labelBy(prepared, { ...ofSubsets, candidates: moved.map(sideOf) })).run;
  };
  const machineWarnings = [...tools.warnings(), ...indexWarnings(labelled.indexes)];
  return { ...labelled, subsets: runs, embedded, labelMoved, machineWarnings };
}

/** Lists with all that a run knows of their rows. */
interface LabelSide extends MatchSide {
  readonly titles: ReturnType<EmbeddedLists["titlesOf"]>;
}

/** What the references together and each subset of them have in common. */
interface SharedByReferences extends Pick<GroupedLists, "queries"> {
  readonly candidates: readonly LabelSide[];
  readonly sideOf: (lists: ResultLists) => LabelSide;
  readonly embedded: EmbeddedLists;
  readonly options: LabelOptions;
  readonly tools: LabelTools;
  readonly before: BeforeLabels;
}

/** Matches, labels and measures the candidates by one list of each query. */
async function labelBy(
  prepared: PreparedReference,
  { queries, candidates: sides, sideOf, embedded, options, tools, before }: SharedByReferences,
): Promise<{ run: LabelRun; checks: readonly Warning[]; indexes: IndexReport }> {
  const { reference, references, referenceLabels, missing, vetoes } = prepared;
  const ofReference = sideOf(reference);
  const { titles, identifiers } = ofReference;
  const points = referencePoints(reference, options.rules.equal ? titles.key : titles.tokenKey, identifiers);
  const matching = { queries, reference: ofReference, candidates: sides, vetoes, points, options, tools };
  const matched = await matchEngines(matching);
  const candidates = sides.map(({ lists }) => lists);
  const measuring = tools.clock.seconds();
  const engines = matched.engines.map((engine) =>
    measureEngine({
      reference,
      points,
      referenceLabels: referenceLabels.labels,
      matched: engine,
      rules: options.rules,
    }),
  );
  const checks: Warning[] = [
    ...before.warnings,
    ...missing,
    ...vetoes.warnings,
    ...findOddities(queries, reference, candidates, embedded.titles, references, !options.rules.untitled),
    ...embedded.warnings(points, reference),
    ...referenceLabels.warnings,
    ...engines.flatMap((engine, place) => matchWarnings(engine, reference, titles, at(sides, place).titles, options)),
  ];
  const run: LabelRun = {
    queries,
    reference,
    points,
    referenceLabels: referenceLabels.labels,
    labelRule: referenceLabels.rule,
    engines,
    ...(options.keep === undefined ? {} : { keptColumns: keptColumns(options, candidates) }),
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
    warnings: checks.filter(isFound),
  };
  return { run, checks, indexes: matched.indexes };
}

const needsOfLabels = {
  "a text or null": ["labelColumn"],
  "a list": ["matchOn", "veto"],
  "an object": ["embedder", "clock", "progress", "signal", "labelFunction", "rules"],
  "a function": ["indexes", "passingIndexes", "warnings"],
  "a number": ["fusionK"],
  "a number or null": ["depth", "referenceDepth", "threshold"],
  "true or false": ["oneToOne"],
} as const;

/** The label pipeline: read, join, embed, match, label, measure. */

import pLimit from "p-limit";
import { at } from "../core/at.ts";
import type { LabelRun, ResultLists } from "../core/types.ts";
import { isFound, type Warning } from "../core/warnings.ts";
import { readQueries, readTitles } from "../io/query-sets/read-pairs.ts";
import { readResults } from "../io/results/read-results.ts";
import { requireResponse } from "../io/results/result-columns.ts";
import { chooseEngines } from "../lists/choose-engines.ts";
import { rowIdentifiers } from "../lists/documents.ts";
import { findOddities } from "../lists/find-oddities.ts";
import { permutedQueries, permuteLists } from "../lists/fuse-references.ts";
import { firstResults, rowsOfQuery } from "../lists/group-results.ts";
import { exactIndexes } from "../model/index/exact.ts";
import { FEWEST_REFERENCES, type LabelsInTurn, LEADING_MEASURE } from "./folder/double-checks.ts";
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

const MOVED_DEPTH = 10;

/** Returns how many results of each list the double checks use. Null means all, which one-to-one matching needs. */
export function permutedDepth({ oneToOne }: Pick<LabelOptions, "oneToOne">): number | null {
  return oneToOne ? null : MOVED_DEPTH;
}

export type LabelResult = Awaited<ReturnType<typeof labelGrouped>>;

/** Values of `LEADING_MEASURE` that test the labels: with lists of other queries, and with other references. */
export interface DoubleChecks {
  /** One array per engine. Entry q is the value of query q with a list of another query. */
  readonly permuted: readonly Float64Array[];
  /** Values with each candidate in turn as the reference. May be empty (see `labelInTurn`). */
  readonly inTurn: readonly LabelsInTurn[];
}

/** Reads and labels the files. @throws SemqrelError for any error in the files, before the model is loaded */
export async function labelFiles(files: LabelFiles, options: LabelOptions, tools: LabelTools, readLists = readResults) {
  const begin = tools.clock.seconds();
  const limit = pLimit(4);
  const [queries, titles] = await Promise.all([
    files.queries === null ? null : limit(readQueries, files.queries, files.queryColumns),
    files.titles === null ? null : limit(readTitles, files.titles),
  ]);
  const readOptions = { ...files.read, titles: titles?.titles ?? null, ...furtherColumns(options) };
  const read = await Promise.all(
    [...files.references, ...files.candidates].map((file) => limit(readLists, file, readOptions)),
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

const nothingBefore = { warnings: [] as readonly Warning[], readSeconds: 0 };

export async function labelLists(
  input: LabelInput,
  options: LabelOptions,
  tools: LabelTools,
  before: typeof nothingBefore = nothingBefore,
) {
  const { lists, warnings } = joinLists(input, options);
  return labelGrouped(lists, options, tools, { ...before, warnings: [...before.warnings, ...warnings] });
}

/** Labels the lists. @param permuted - lists of other queries, moved to these queries; only given by blocks of a job */
export async function labelGrouped(
  { queries, references, candidates, permuted: given }: GroupedLists & { readonly permuted?: readonly ResultLists[] },
  options: LabelOptions,
  tools: LabelTools,
  before: typeof nothingBefore = nothingBefore,
) {
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
  const runs = [];
  for (const [place, { kind, engine }] of subsets.entries()) {
    runs.push({ kind, engine, ...(await labelBy(at(prepared, place), ofSubsets)) });
  }
  const measureBy = async (given: readonly ResultLists[], own: readonly ResultLists[]) => {
    const prepared = prepareReferences({ queries, references: given, candidates: own }, options).main;
    // Uses exact search. An HNSW index would give the same labels, but would be built for a single use.
    const exact = { ...tools, indexes: exactIndexes };
    const { engines } = await measureAgainst(prepared, { ...shared, tools: exact, candidates: own.map(sideOf) });
    return engines.map(({ measures }) => measures.values[LEADING_MEASURE]);
  };
  const doubleCheck = async (): Promise<DoubleChecks> => {
    const lengths = Int32Array.from(queries, (_, query) => rowsOfQuery(whole, query).length);
    const targets = permutedQueries(lengths);
    const permuted = given ?? candidates.map((lists) => permuteLists(lists, targets, permutedDepth(options)));
    return {
      permuted: await measureBy(references, permuted),
      inTurn: await labelInTurn({ references, candidates }, options, measureBy),
    };
  };
  return {
    ...labelled,
    /** Runs with each reference alone. With three or more, also runs that leave one out. Empty for one reference. */
    subsets: runs,
    embedded,
    /** Labels the first results again (see `permutedDepth`): once for `permuted`, once per reference of `inTurn`. */
    doubleCheck,
    /** Warnings about tools and stored files, which differ between runs. Warnings about the lists are in `run`. */
    machineWarnings: [...tools.warnings(), ...indexWarnings(labelled.indexes)],
  };
}

async function labelInTurn(
  { references, candidates }: Pick<GroupedLists, "references" | "candidates">,
  options: LabelOptions,
  measureBy: (references: readonly ResultLists[], candidates: readonly ResultLists[]) => Promise<Float64Array[]>,
): Promise<LabelsInTurn[]> {
  // Each pair of engines needs enough other engines as references. If labels come from a column of the reference, no
  // candidate can take the place of the reference, because candidates have no labels.
  const isEnough = references.length + candidates.length - 2 >= FEWEST_REFERENCES;
  if (!isEnough || options.labelColumn !== null) return [];
  const depth = permutedDepth(options);
  const firstLists = candidates.map((lists) => firstResults(lists, depth));
  const names = references.map(({ engine }) => engine);
  const all: LabelsInTurn[] = [];
  for (const [place, reference] of candidates.entries()) {
    if (names.includes(reference.engine)) continue;
    const values: (Float64Array | null)[] = await measureBy([reference], firstLists.toSpliced(place, 1));
    all.push({ reference: reference.engine, values: values.toSpliced(place, 0, null) });
  }
  return all;
}

type LabelSide = MatchSide & { readonly titles: ReturnType<EmbeddedLists["titlesOf"]> };

interface SharedByReferences extends Pick<GroupedLists, "queries"> {
  readonly candidates: readonly LabelSide[];
  readonly sideOf: (lists: ResultLists) => LabelSide;
  readonly embedded: EmbeddedLists;
  readonly options: LabelOptions;
  readonly tools: LabelTools;
  readonly before: typeof nothingBefore;
}

async function measureAgainst(
  { reference, referenceLabels, vetoes }: PreparedReference,
  { queries, candidates, sideOf, options, tools }: SharedByReferences,
) {
  const ofReference = sideOf(reference);
  const { titles, identifiers } = ofReference;
  const points = referencePoints(reference, options.rules.equal ? titles.key : titles.tokenKey, identifiers);
  const matched = await matchEngines({ queries, reference: ofReference, candidates, vetoes, points, options, tools });
  const measuring = tools.clock.seconds();
  const engines = matched.engines.map((engine) =>
    measureEngine(engine, reference, points, referenceLabels.labels, options.rules),
  );
  return { titles, points, matched, engines, measuringSeconds: tools.clock.seconds() - measuring };
}

async function labelBy(prepared: PreparedReference, shared: SharedByReferences) {
  const { queries, candidates: sides, embedded, options, tools, before } = shared;
  const { reference, references, referenceLabels, missing, vetoes } = prepared;
  const { titles, points, matched, engines, measuringSeconds } = await measureAgainst(prepared, shared);
  const candidates = sides.map(({ lists }) => lists);
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
      measuringSeconds,
      embeddingSecondsOfQuery: embedded.secondsOfQuery,
      lookupSecondsOfQuery: matched.secondsOfQuery,
    },
    warnings: checks.filter(isFound),
  };
  return { run, checks, indexes: matched.indexes };
}

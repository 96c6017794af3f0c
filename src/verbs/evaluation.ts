/** What do `measure` and `compare` measure, and by which rules? */
import { existsSync } from "node:fs";
import type { ModelSettings } from "../command/shared-settings.ts";
import type { NamesByKind } from "../core/require-settings.ts";
import type { Run } from "../core/types.ts";
import { readTitles } from "../io/query-sets/read-pairs.ts";
import { requireQueriesFile } from "../io/query-sets/require-queries-file.ts";
import { readCatalogueSize } from "../io/read-catalogue.ts";
import { requireOneStandardInput } from "../io/require-paths.ts";
import type { RunFile } from "../io/runs/read-run.ts";
import type { MeasureFilesOptions } from "../measure/measure-files.ts";
import type { Measure, MeasureKind } from "../measure/measures/define-measure.ts";
import type { RunContext } from "../measure/measures/ranked-list.ts";
import { titleSimilarity } from "../measure/title-similarity.ts";
import { withModel } from "../model/with-model.ts";

/** The rules of measuring. The model is needed for Diversity alone. */
export interface EvaluationSettings extends ModelSettings {
  /** Modules whose default export is a measure of your own, or a list of them. @default none */
  readonly measureModule?: readonly string[];
  /** Queries without a relevant document: count zero, or are left out. @default "zero" */
  readonly undefined?: "zero" | "skip";
  /** Results used of each list. @default all */
  readonly depth?: number;
  /** Leaves results without a judgment out of the lists. @default false */
  readonly judgedOnly?: boolean;
  /** Leaves out results whose id is that of their query, as BEIR does. @default false */
  readonly dropSelf?: boolean;
  /** Whose digits: 10 compares scores in full and rounds recall levels. @default "9" */
  readonly trecEval?: "9" | "10";
  /** File that joins query ids with texts, and has the columns of `segment` and `weight`. @default none */
  readonly queries?: string;
  /** A column of `queries`: means for each of its values as well. @default none */
  readonly segment?: string;
  /** A column of `queries` that weighs them in means. @default none */
  readonly weight?: string;
  /** For Coverage: number of documents, or a file with one id a line. @default none */
  readonly catalogue?: string;
  /** For Diversity: file with titles of documents. @default none */
  readonly titles?: string;
  /** A format of `semqrel convert --list`. @default recognised */
  readonly qrelsFormat?: string;
  readonly runFormat?: string;
}

export const evaluationKinds = {
  "a text": ["undefined", "missingQueries", "queries", "segment", "weight", "titles", "qrelsFormat", "runFormat"],
  "a list of names": ["measureModule"],
  "a number": ["depth"],
  "true or false": ["judgedOnly", "dropSelf"],
} as const satisfies NamesByKind<EvaluationSettings & { readonly missingQueries?: string }>;

/** The settings as the measuring code wants them. */
export function evaluationOf(
  settings: EvaluationSettings,
  missingQueries: "zero" | "skip",
  measures: readonly Measure[],
): MeasureFilesOptions {
  requireQueriesFile(settings.queries ?? null, settings, "Measuring");
  return {
    missingQueries,
    undefinedQueries: settings.undefined ?? "zero",
    depth: settings.depth ?? Number.POSITIVE_INFINITY,
    judgedOnly: settings.judgedOnly === true,
    dropSelf: settings.dropSelf === true,
    scorePrecision: settings.trecEval === "10" ? "double" : "single",
    judgmentsFormat: settings.qrelsFormat ?? null,
    runFormat: settings.runFormat ?? null,
    segment: settings.segment ?? null,
    weight: settings.weight ?? null,
    contextOf: (runs) => contextOf(runs, settings, measures),
  };
}

/** @throws SemqrelError INVALID_OPTION where several of the files are standard input */
export function requireOneStandardInputOf(
  qrels: string,
  runs: readonly RunFile[],
  { queries, titles, catalogue }: EvaluationSettings,
): void {
  const paths = [qrels, ...runs.map(({ path }) => path), queries, titles, catalogue];
  requireOneStandardInput(paths.map((path) => path ?? null));
}

/** Size of the catalogue and similarity of titles, each only where a measure wants it. */
async function contextOf(
  runs: readonly Run[],
  settings: EvaluationSettings,
  measures: readonly Measure[],
): Promise<RunContext> {
  const { catalogue, titles: path, judgedOnly } = settings;
  const depthOf = (needs: MeasureKind["needs"]) =>
    Math.max(0, ...measures.filter(({ kind }) => kind.needs === needs).map(({ at }) => at));
  const cutoff = depthOf("titles");
  // Where results without a judgment go, others come up from below the cutoff.
  const depth = cutoff > 0 && judgedOnly === true ? Number.POSITIVE_INFINITY : cutoff;
  return {
    catalogueSize: depthOf("catalogue") > 0 && catalogue !== undefined ? await catalogueSizeOf(catalogue) : null,
    similarity: depth > 0 && path !== undefined ? await similarityOf(runs, path, depth, settings) : null,
  };
}

async function catalogueSizeOf(given: string): Promise<number> {
  return /^[1-9]\d*$/.test(given) && !existsSync(given) ? Number(given) : readCatalogueSize(given);
}

async function similarityOf(runs: readonly Run[], path: string, depth: number, settings: EvaluationSettings) {
  const { titles } = await readTitles(path);
  const found = await withModel(settings, async (tools) => ({
    similarity: await titleSimilarity(runs, titles, depth, tools),
    warnings: [],
  }));
  return found.similarity;
}

/** Makes the options of the measuring code from the settings of `measure` and `compare`. */

import { existsSync } from "node:fs";
import type { Run } from "../core/types.ts";
import { closing, openInput } from "../io/open-input.ts";
import { readTitles } from "../io/query-sets/read-pairs.ts";
import { requireQueriesFile } from "../io/query-sets/read-query-columns.ts";
import { requireOneStandardInput } from "../io/require-paths.ts";
import type { RunFile } from "../io/runs/read-run.ts";
import { splitLines } from "../io/tables/delimiter.ts";
import { withModel } from "../model/with-model.ts";
import type { EvaluationGiven } from "./evaluation-settings.ts";
import type { MeasureFilesOptions } from "./measure-files.ts";
import type { Measure, MeasureKind } from "./measures/define-measure.ts";
import type { RunContext } from "./measures/ranked-list.ts";
import { titleSimilarity } from "./title-similarity.ts";

/** The settings as the measuring code wants them. */
export function evaluationOf(
  settings: EvaluationGiven,
  missingQueries: "zero" | "skip",
  measures: readonly Measure[],
): MeasureFilesOptions {
  requireQueriesFile(settings.queries ?? null, settings, "Measuring");
  return {
    missingQueries,
    undefinedQueries: settings.undefined,
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
  { queries, titles, catalogue }: EvaluationGiven,
): void {
  const paths = [qrels, ...runs.map(({ path }) => path), queries, titles, catalogue];
  requireOneStandardInput(paths.map((path) => path ?? null));
}

/** Size of the catalogue and similarity of titles, each only where a measure wants it. */
async function contextOf(
  runs: readonly Run[],
  settings: EvaluationGiven,
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

async function similarityOf(runs: readonly Run[], path: string, depth: number, settings: EvaluationGiven) {
  const { titles } = await readTitles(path);
  const found = await withModel(settings, async (tools) => ({
    similarity: await titleSimilarity(runs, titles, depth, tools),
    warnings: [],
  }));
  return found.similarity;
}

/** Distinct ids of a file with one document a line, up to a tab or comma. @throws SemqrelError as `openInput` */
export async function readCatalogueSize(path: string): Promise<number> {
  const input = await openInput(path);
  const ids = new Set<string>();
  return closing(input, async () => {
    for await (const { text } of splitLines(input.pieces)) {
      const [id = ""] = text.split(/[\t,]/, 1);
      if (id.trim() !== "") ids.add(id.trim());
    }
    return ids.size;
  });
}

/**
 * Which queries should people rate next, and which of the engines' order is decided already?
 */

import { at } from "../core/at.ts";
import { counted, textsOf } from "../core/text/wording.ts";
import type { PooledPair } from "../core/types.ts";
import { readDrawnPool } from "../gold/pools/pool-format.ts";
import { enginesToOrder, refusedSuggestion } from "../lists/choose-engines.ts";
import type { TitleVectorTools } from "../model/title-vectors.ts";
import { type CalibratedStudy, calibratedStudy, type StudyFiles } from "./calibrated-study.ts";
import { drawQueries, pairsOfQueries, queriesLeft } from "./draw-queries.ts";
import { FEWEST_QUERIES, queryInterims } from "./interim-analysis.ts";
import { queryDisagreement } from "./ranking-differences.ts";
import { type Suggestion, type SuggestOptions, suggestNext } from "./suggestion.ts";

const USUAL_END = 80;

/**
 * @throws SemqrelError as `calibratedStudy`; INVALID_OPTION for an engine that the labels lack or fewer than two, an end
 *         below the rated queries or three, pools that sample pairs
 */
export async function suggestFiles(
  files: StudyFiles,
  options: SuggestOptions,
  tools: TitleVectorTools,
): Promise<Suggestion> {
  const study = await calibratedStudy(files, options, tools);
  if (study.pairs !== null)
    throw refusedSuggestion(
      "the pool holds pairs of its queries, and --by queries draws whole ones. Leave --by out: it follows the pools",
    );
  const places = enginesToOrder(
    study.stored.engines.map(({ lists }) => lists),
    options.engines,
  );
  const interims = queryInterims(study, places, options);
  if (interims.length === 0)
    throw refusedSuggestion(
      `${counted(study.ratedQueries, "query is", "queries are")} rated, and nothing is known of how queries differ below three. Draw the first ones with semqrel pool --sample 10`,
    );
  const until = endOf(study, options);
  const earlier = await poolsOf(files.pools ?? []);
  const documents = pairsOfQueries(study, places, { earlier, depth: options.depth });
  const left = queriesLeft(study, documents, earlier);
  const suggestion = suggestNext(
    {
      by: "queries",
      engines: places.map((place) => at(study.stored.engines, place).lists.engine),
      interims,
      queries: study.queries.length,
      ratedQueries: study.ratedQueries,
      units: study.queries.length,
      rated: study.ratedQueries,
      left: left.length,
      range: study.range,
      until,
      cautions: cautionsOf(study, options.until === null),
      areAlike: (pair) => documents.every((ofQuery) => queryDisagreement(ofQuery, [pair]) === 0),
      draw(count, asked) {
        const drawn = drawQueries(study, { documents, left, count, asked, seed: options.seed });
        return { drawn, next: [...earlier, ...drawn.pairs] };
      },
    },
    options,
  );
  return { ...suggestion, warnings: study.warnings };
}

function cautionsOf({ sample, ratedQueries }: CalibratedStudy, isUnplanned: boolean): string[] {
  const { pickedByHand = 0 } = sample ?? {};
  const unfinished = sample?.pools.reduce((sum, { drawn, complete }) => sum + drawn - complete, 0) ?? 0;
  return textsOf(
    sample === null &&
      "Without --pool all rated queries are taken for one draw from all, each as likely, and for the first look. Give the pools that people rated in the order of their draws.",
    unfinished > 0 &&
      `${counted(unfinished, "drawn query is", "drawn queries are")} not rated to the end, and taken for left out by chance: rate them first.`,
    pickedByHand > 0 &&
      `${counted(pickedByHand, "rated query was", "rated queries were")} drawn by none of the pools: labels learn from them, decisions do not.`,
    isUnplanned && ratedQueries > USUAL_END && "No end was planned (--until): this is taken for the last look.",
  );
}

/** Pairs of all pools; of a query that several have, those of the first. */
async function poolsOf(paths: readonly string[]): Promise<PooledPair[]> {
  let all: PooledPair[] = [];
  for (const path of paths) {
    const { pairs } = await readDrawnPool(path);
    const known = new Set(all.map(({ query }) => query));
    all = [...all, ...pairs.filter(({ query }) => !known.has(query))];
  }
  return all;
}

function endOf({ ratedQueries, queries }: CalibratedStudy, { until }: SuggestOptions): number {
  const usual = Math.min(queries.length, Math.max(USUAL_END, ratedQueries));
  const end = until ?? usual;
  if (end >= Math.max(FEWEST_QUERIES, ratedQueries) && end <= queries.length) return end;
  throw refusedSuggestion(
    `rating was to end at ${end} rated queries, and ${ratedQueries} of ${queries.length} are rated. Give --until the number that was planned before the first look`,
  );
}

/**
 * Which vector belongs to every row of every list?
 * Each distinct title is embedded once; the seconds are shared out to the queries that caused them.
 */

import type { Clock, Embedder, Progress } from "../../core/ports.ts";
import { type ReferencePoints, type ResultLists, type TitleCounts, TitleFlag } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { findPlaces } from "../../lists/find-places.ts";
import { numberTitles } from "../../lists/number-titles.ts";
import { rowPlace } from "../../lists/row-place.ts";

/** Vectors of all titles, found by row. */
export interface EmbeddedLists {
  /** Each distinct title once, query by query. */
  readonly titles: readonly string[];
  /** By title: bits of `TitleFlag`. */
  readonly flags: Uint8Array;
  /** By row of one of the lists given. */
  vectorOf(lists: ResultLists): (row: number) => Float32Array;
  /** By row of one of the lists given: equal where the model sees the same token ids. */
  tokenKeyOf(lists: ResultLists): (row: number) => string;
  readonly counts: TitleCounts;
  readonly seconds: number;
  readonly secondsOfQuery: Float64Array;
  /** One for each kind of oddity, with a count of 0 where there is none. */
  warnings(points: ReferencePoints, reference: ResultLists): Warning[];
}

export interface EmbedTools {
  readonly embedder: Embedder;
  readonly clock: Clock;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/**
 * Vectors of all titles of reference and candidates, each distinct title computed once.
 *
 * @throws SemqrelError INTERRUPTED where the signal aborts, and what the embedder throws
 */
export async function embedTitles(
  all: readonly ResultLists[],
  queries: number,
  tools: EmbedTools,
): Promise<EmbeddedLists> {
  const { embedder, clock, progress, signal } = tools;
  const { titles, titleOfRow } = numberTitles(all);
  const begin = clock.seconds();
  progress.start("Embedding", titles.length, "titles");
  const embedded = await embedder.embed(titles, { signal, onProgress: (done) => progress.update(done) });
  progress.finish();
  const seconds = clock.seconds() - begin;

  const { dimensions, vectors, tokenKeys, tokenCounts, flags } = embedded;
  const isComputed = (title: number) => ((flags[title] ?? 0) & TitleFlag.fromCache) === 0;
  const computedTokens = tokenCounts.reduce((sum, count, title) => sum + (isComputed(title) ? count : 0), 0);
  const titleOf = (lists: ResultLists) => {
    const rows = titleOfRow[all.indexOf(lists)] ?? new Int32Array(0);
    return (row: number) => rows[row] ?? 0;
  };
  const secondsOfQuery = new Float64Array(queries);
  const paidFor = new Uint8Array(titles.length);
  for (const lists of all) {
    const title = titleOf(lists);
    lists.queryOfRow.forEach((query, row) => {
      const place = title(row);
      if (paidFor[place] === 1 || !isComputed(place)) return;
      paidFor[place] = 1;
      secondsOfQuery[query] = (secondsOfQuery[query] ?? 0) + (seconds * (tokenCounts[place] ?? 0)) / computedTokens;
    });
  }
  const findTitles = (flag: number) =>
    findPlaces(
      titles.length,
      (title) => ((flags[title] ?? 0) & flag) !== 0,
      (title) => titles[title] ?? "",
    );
  return {
    titles,
    flags,
    vectorOf(lists) {
      const title = titleOf(lists);
      return (row) => vectors.subarray(title(row) * dimensions, (title(row) + 1) * dimensions);
    },
    tokenKeyOf(lists) {
      const title = titleOf(lists);
      return (row) => tokenKeys[title(row)] ?? "";
    },
    counts: {
      distinct: titles.length,
      computed: titles.reduce((sum, _, title) => sum + (isComputed(title) ? 1 : 0), 0),
      computedTokens,
    },
    seconds,
    secondsOfQuery,
    warnings(points, reference) {
      const rowAt = (place: number) => reference.rowsInOrder[place] ?? 0;
      const isMerged = (place: number) => points.rows[points.pointOfRow[rowAt(place)] ?? 0] !== rowAt(place);
      const where = (place: number) => rowPlace(reference, rowAt(place));
      const { maxTokens } = embedder.model;
      return [
        { kind: "merged-points", ...findPlaces(reference.rowsInOrder.length, isMerged, where) },
        { kind: "truncated-titles", maxTokens, ...findTitles(TitleFlag.truncated) },
        { kind: "unknown-tokens", ...findTitles(TitleFlag.unknownToken) },
      ];
    },
  };
}

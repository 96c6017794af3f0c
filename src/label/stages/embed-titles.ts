/** Which vector belongs to every row of every list? Each distinct title is embedded once. */
import { at, atKey } from "../../core/at.ts";
import { type ReferencePoints, type ResultLists, type TitleCounts, TitleFlag } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { findPlaces } from "../../lists/find-places.ts";
import { numberTitles } from "../../lists/number-titles.ts";
import { rowPlace } from "../../lists/row-place.ts";
import type { LabelTools } from "../label-options.ts";

/** Vectors of all titles of the lists that were embedded. */
export interface EmbeddedLists {
  /** Each distinct title once, query by query. */
  readonly titles: readonly string[];
  /** By title: bits of `TitleFlag`. */
  readonly flags: Uint8Array;
  /**
   * By row of the lists. Any lists will do whose titles were embedded.
   *
   * @throws RangeError for a title that was not embedded
   */
  vectorOf(lists: Pick<ResultLists, "titles">): (row: number) => Float32Array;
  /** As `vectorOf`: keys are equal where the model sees the same token ids. */
  tokenKeyOf(lists: Pick<ResultLists, "titles">): (row: number) => string;
  readonly counts: TitleCounts;
  readonly seconds: number;
  readonly secondsOfQuery: Float64Array;
  /** One for each kind of oddity, with a count of 0 where there is none. */
  warnings(points: ReferencePoints, reference: ResultLists): Warning[];
}

export type EmbedTools = Pick<LabelTools, "embedder" | "clock" | "progress" | "signal">;

/** @throws SemqrelError INTERRUPTED where the signal aborts, and what the embedder throws */
export async function embedTitles(
  all: readonly ResultLists[],
  queries: number,
  tools: EmbedTools,
): Promise<EmbeddedLists> {
  const { embedder, clock, progress, signal } = tools;
  const placeOfTitle = numberTitles(all);
  const titles = [...placeOfTitle.keys()];
  const begin = clock.seconds();
  progress.start("Embedding", titles.length, "titles");
  const embedded = await embedder.embed(titles, { signal, onProgress: (done) => progress.update(done) });
  progress.finish();
  const seconds = clock.seconds() - begin;

  const { dimensions, vectors, tokenKeys, tokenCounts, flags } = embedded;
  const isComputed = (title: number) => (at(flags, title) & TitleFlag.fromCache) === 0;
  const computedTokens = tokenCounts.reduce((sum, count, title) => sum + (isComputed(title) ? count : 0), 0);
  const placesOf = (lists: Pick<ResultLists, "titles">) =>
    Int32Array.from(lists.titles, (title) => atKey(placeOfTitle, title));
  const secondsOfQuery = new Float64Array(queries);
  const paidFor = new Uint8Array(titles.length);
  for (const lists of all) {
    placesOf(lists).forEach((place, row) => {
      if (paidFor[place] === 1 || !isComputed(place)) return;
      paidFor[place] = 1;
      const query = at(lists.queryOfRow, row);
      secondsOfQuery[query] = at(secondsOfQuery, query) + (seconds * at(tokenCounts, place)) / computedTokens;
    });
  }
  const titleAt = (title: number) => at(titles, title);
  const findTitles = (flag: number) => findPlaces(titles.length, (title) => (at(flags, title) & flag) !== 0, titleAt);
  return {
    titles,
    flags,
    vectorOf(lists) {
      const places = placesOf(lists);
      return (row) => vectors.subarray(at(places, row) * dimensions, (at(places, row) + 1) * dimensions);
    },
    tokenKeyOf(lists) {
      const places = placesOf(lists);
      return (row) => at(tokenKeys, at(places, row));
    },
    counts: { distinct: titles.length, computed: flags.filter((_, title) => isComputed(title)).length, computedTokens },
    seconds,
    secondsOfQuery,
    warnings(points, reference) {
      const rowAt = (place: number) => at(reference.rowsInOrder, place);
      const isMerged = (place: number) => at(points.rows, at(points.pointOfRow, rowAt(place))) !== rowAt(place);
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

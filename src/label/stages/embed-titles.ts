/** Embeds each distinct title once, and returns the vector of any row. */
import { at, atKey } from "../../core/at.ts";
import { comparedTitle, embeddedTitle, keyOfClean, type TitleRules } from "../../core/titles/clean-title.ts";
import { type ReferencePoints, type ResultLists, TitleFlag } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { findPlaces } from "../../lists/find-oddities.ts";
import { numberTitles, rowPlace } from "../../lists/group-results.ts";
import type { LabelTools } from "../label-options.ts";
import type { RowTitles } from "../match/row-titles.ts";

export type EmbeddedLists = Awaited<ReturnType<typeof embedTitles>>;
/** `tokenKey` returns the same key for titles with equal token ids; null for a row without a title. */
type EmbeddedTitles = RowTitles & { tokenKey(row: number): string | null };

/** @param permuted - lists whose titles are embedded but not counted, because they belong to other blocks */
export async function embedTitles(
  all: readonly ResultLists[],
  queries: number,
  rules: TitleRules,
  tools: Pick<LabelTools, "embedder" | "clock" | "progress" | "signal">,
  permuted: readonly ResultLists[] = [],
) {
  const { embedder, clock, progress, signal } = tools;
  const placeOfTitle = numberTitles(all);
  const own = placeOfTitle.size;
  for (const title of numberTitles(permuted).keys()) {
    if (!placeOfTitle.has(title)) placeOfTitle.set(title, placeOfTitle.size);
  }
  const titles = [...placeOfTitle.keys()];
  const texts = titles.map((title) => comparedTitle(title, rules));
  const keys = texts.map(rules.clean ? keyOfClean : (text) => text.toLowerCase());
  const placeOfText = new Map<string, number>();
  /** For each title: index of its text among the embedded texts; -1 if it is not embedded. */
  const embeddedAs = texts.map((compared) => {
    const text = embeddedTitle(compared, rules);
    if (text === null) return -1;
    const place = placeOfText.get(text) ?? placeOfText.size;
    placeOfText.set(text, place);
    return place;
  });
  const distinct = [...placeOfText.keys()];
  const begin = clock.seconds();
  progress.start("Embedding", distinct.length, "titles");
  const embedded = await embedder.embed(distinct, { signal, onProgress: (done) => progress.update(done) });
  progress.finish();
  const seconds = clock.seconds() - begin;

  const { dimensions, vectors, tokenKeys, tokenCounts } = embedded;
  const flagOf = (place: number) => (place < 0 ? 0 : at(embedded.flags, place));
  const flags = Uint8Array.from(embeddedAs, flagOf);
  const isComputed = (place: number) => (flagOf(place) & TitleFlag.fromCache) === 0;
  const computedTokens = tokenCounts.reduce((sum, count, place) => sum + (isComputed(place) ? count : 0), 0);
  const titlesIn = (lists: Pick<ResultLists, "titles">) =>
    Int32Array.from(lists.titles, (title) => atKey(placeOfTitle, title));
  const secondsOfQuery = new Float64Array(queries);
  const isCounted = new Uint8Array(distinct.length);
  for (const lists of [...all, ...permuted]) {
    titlesIn(lists).forEach((title, row) => {
      const place = at(embeddedAs, title);
      if (place < 0 || isCounted[place] === 1 || !isComputed(place)) return;
      isCounted[place] = 1;
      const query = at(lists.queryOfRow, row);
      secondsOfQuery[query] = at(secondsOfQuery, query) + (seconds * at(tokenCounts, place)) / computedTokens;
    });
  }
  /** One view per distinct text, because `rememberingNearestPoint` recognises equal titles by their array. */
  const views: Float32Array[] = [];
  const titleAt = (title: number) => at(titles, title);
  const findTitles = (flag: number) => findPlaces(own, (title) => (at(flags, title) & flag) !== 0, titleAt);
  return {
    /** The distinct titles as read, in the order of `numberTitles`. */
    titles: titles.slice(0, own),
    /** Bits of `TitleFlag` for each of `titles`. */
    flags: flags.subarray(0, own),
    titlesOf(lists: Pick<ResultLists, "titles">): EmbeddedTitles {
      const titleOf = titlesIn(lists);
      const placeOf = (row: number) => at(embeddedAs, at(titleOf, row));
      return {
        text: (row) => at(texts, at(titleOf, row)),
        key: (row) => (placeOf(row) < 0 ? null : at(keys, at(titleOf, row))),
        vector(row) {
          const place = placeOf(row);
          if (place < 0) throw new RangeError(`Row ${row} has no title, so it has no vector.`);
          const view = views[place] ?? vectors.subarray(place * dimensions, (place + 1) * dimensions);
          views[place] = view;
          return view;
        },
        tokenKey: (row) => (placeOf(row) < 0 ? null : at(tokenKeys, placeOf(row))),
        isUnreadable: (row) => (flagOf(placeOf(row)) & TitleFlag.unreadable) !== 0,
      };
    },
    counts: { distinct: own, computed: distinct.filter((_, place) => isComputed(place)).length, computedTokens },
    seconds,
    secondsOfQuery,
    /** Returns one warning of each kind, even with a count of 0. */
    warnings(points: ReferencePoints, reference: ResultLists): Warning[] {
      const rowAt = (place: number) => at(reference.rowsInOrder, place);
      const isMerged = (place: number) => {
        const point = at(points.pointOfRow, rowAt(place));
        return point >= 0 && at(points.rows, point) !== rowAt(place);
      };
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

/** What is odd about nearly all titles of an engine? */
import { numberedTitle } from "../../core/titles/oddities.ts";
import { SHOWN_EXAMPLES, type Warning } from "../../core/warnings.ts";

/** Looks at the titles of one engine. */
export interface TitleChecks {
  /** @param rank as the file counts */
  add(title: string, rank: number): void;
  /** @param firstRank what the file's ranks count from */
  finish(engine: string, firstRank: 0 | 1): { readonly isNumbered: boolean; readonly warnings: readonly Warning[] };
}

/** Of titles that are not empty. */
const NEARLY_ALL = 0.95;
/** A film may be called "12 Angry Men", and stand twelfth. */
const FEWEST_NUMBERED = 5;
/** Of numbers that are the place itself: a list may have lost results after it was numbered. */
const EXACT_SHARE = 0.5;

/** @param strips whether numbered titles are to lose their numbers */
export function titleChecks(strips: boolean): TitleChecks {
  let titles = 0;
  const numbered = [0, 1].map((firstRank) => ({ firstRank, count: 0, exact: 0, examples: [] as string[] }));
  return {
    add(title, rank) {
      if (title === "") return;
      titles++;
      for (const found of numbered) {
        const place = rank + 1 - found.firstRank;
        const number = numberedTitle(title, place)?.number;
        if (number === undefined) continue;
        found.count++;
        if (number === place) found.exact++;
        if (found.examples.length < SHOWN_EXAMPLES) found.examples.push(title);
      }
    },
    finish(engine, firstRank) {
      const { count, exact, examples } = numbered[firstRank] as (typeof numbered)[number];
      const isNumbered = count >= FEWEST_NUMBERED && count >= NEARLY_ALL * titles && exact >= EXACT_SHARE * count;
      const isStripped = strips ? ({ stripped: true } as const) : {};
      return {
        isNumbered,
        warnings: isNumbered ? [{ kind: "numbered-titles", engine, count, titles, examples, ...isStripped }] : [],
      };
    },
  };
}

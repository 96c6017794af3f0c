/** What is odd about most titles of an engine? */
import { hasLetters, isAddress, numberedTitle } from "../../core/titles/oddities.ts";
import { SHOWN_EXAMPLES, type Warning } from "../../core/warnings.ts";
import { inputError } from "../input-error.ts";
import { columnFlag } from "../tables/recognise-columns.ts";
import type { ResultColumns } from "./result-columns.ts";
import type { ReadResultsOptions } from "./results-file.ts";

/** Looks at the titles of one engine. */
export interface TitleChecks {
  /** @param rank as the file counts */
  add(title: string, rank: number, url: string): void;
  /**
   * @param firstRank what the file's ranks count from
   * @throws SemqrelError MISSING_TITLE where titles and addresses are swapped   details: { file, title, url }
   */
  finish(engine: string, firstRank: 0 | 1): { readonly isNumbered: boolean; readonly warnings: readonly Warning[] };
}

/** Of titles that are not empty. */
const NEARLY_ALL = 0.95;
/** A film may be called "12 Angry Men", and stand twelfth. */
const FEWEST_NUMBERED = 5;
/** Of numbers that are the place itself: a list may have lost results after it was numbered. */
const EXACT_SHARE = 0.5;
/** Titles that were cut have one length, but for those that were short enough. */
const CUT_SHARE = 0.5;
const FEWEST_CUT = 5;
/** Shorter titles, such as names, have one length by chance. */
const SHORTEST_CUT = 15;

export function titleChecks(
  source: string,
  columns: Pick<ResultColumns, "title" | "url">,
  { stripNumbers = false, columns: choice }: Pick<ReadResultsOptions, "stripNumbers" | "columns">,
): TitleChecks {
  let titles = 0;
  const urls = { count: 0, addresses: 0 };
  const [addresses, numbers] = [counter(), counter()];
  let longest = { length: 0, ...counter() };
  const places = [0, 1].map((firstRank) => ({ found: counter(), firstRank, exact: 0 }));
  return {
    add(title, rank, url) {
      if (url !== "") urls.count++;
      if (isAddress(url)) urls.addresses++;
      if (title === "") return;
      titles++;
      if (isAddress(title)) count(addresses, title);
      if (!hasLetters(title)) count(numbers, title);
      if (title.length > longest.length) longest = { length: title.length, ...counter() };
      if (title.length === longest.length) count(longest, title);
      for (const numbered of places) {
        const place = rank + 1 - numbered.firstRank;
        const number = numberedTitle(title, place)?.number;
        if (number === undefined) continue;
        count(numbered.found, title);
        if (number === place) numbered.exact++;
      }
    },
    finish(engine, firstRank) {
      const areAll = addresses.count > 0 && addresses.count === titles;
      if (areAll && urls.count > 0 && urls.addresses === 0 && choice.title == null) throw swapped(source, columns);
      const areMost = ({ count }: Counter) => count > 0 && count >= NEARLY_ALL * titles;
      const { found, exact } = places[firstRank] as (typeof places)[number];
      const isNumbered = found.count >= FEWEST_NUMBERED && areMost(found) && exact >= EXACT_SHARE * found.count;
      const areCut =
        longest.length >= SHORTEST_CUT && longest.count >= FEWEST_CUT && longest.count >= CUT_SHARE * titles;
      // Addresses and numbers may well be of one length.
      const isCut = areCut && !areMost(addresses) && !areMost(numbers);
      const isStripped = stripNumbers ? ({ stripped: true } as const) : {};
      return {
        isNumbered,
        warnings: [
          ...(areMost(addresses) ? [{ kind: "address-titles", engine, titles, ...addresses } as const] : []),
          ...(areMost(numbers) ? [{ kind: "number-titles", engine, titles, ...numbers } as const] : []),
          ...(isCut ? [{ kind: "cut-titles", engine, titles, ...longest } as const] : []),
          ...(isNumbered ? [{ kind: "numbered-titles", engine, titles, ...found, ...isStripped } as const] : []),
        ],
      };
    },
  };
}

interface Counter {
  count: number;
  readonly examples: string[];
}

function counter(): Counter {
  return { count: 0, examples: [] };
}

function count(found: Counter, title: string): void {
  found.count++;
  if (found.examples.length < SHOWN_EXAMPLES) found.examples.push(title);
}

function swapped(source: string, { title, url }: Pick<ResultColumns, "title" | "url">) {
  const [first, second] = [title ?? "", url ?? ""];
  const what =
    `every title, in column "${first}", is a web address, and column "${second}" holds none: the two seem to be swapped. ` +
    `Correct their names, or pass ${columnFlag("title", [second])} ${columnFlag("url", [first])} where every file is so; ` +
    `${columnFlag("title", [first])} takes them as they are.`;
  return inputError("MISSING_TITLE", source, what, { title, url });
}

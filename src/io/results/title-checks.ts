/** What is odd about nearly all titles of an engine? */
import { isAddress, numberedTitle } from "../../core/titles/oddities.ts";
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

export function titleChecks(
  source: string,
  columns: Pick<ResultColumns, "title" | "url">,
  { stripNumbers = false, columns: choice }: Pick<ReadResultsOptions, "stripNumbers" | "columns">,
): TitleChecks {
  let titles = 0;
  const urls = { count: 0, addresses: 0 };
  const addresses = { count: 0, examples: [] as string[] };
  const numbered = [0, 1].map((firstRank) => ({ firstRank, count: 0, exact: 0, examples: [] as string[] }));
  return {
    add(title, rank, url) {
      if (url !== "") urls.count++;
      if (isAddress(url)) urls.addresses++;
      if (title === "") return;
      titles++;
      if (isAddress(title)) {
        addresses.count++;
        if (addresses.examples.length < SHOWN_EXAMPLES) addresses.examples.push(title);
      }
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
      const areAll = addresses.count > 0 && addresses.count === titles;
      if (areAll && urls.count > 0 && urls.addresses === 0 && choice.title == null) throw swapped(source, columns);
      const { count, exact, examples } = numbered[firstRank] as (typeof numbered)[number];
      const isNumbered = count >= FEWEST_NUMBERED && count >= NEARLY_ALL * titles && exact >= EXACT_SHARE * count;
      const isStripped = stripNumbers ? ({ stripped: true } as const) : {};
      const areAddresses = addresses.count > 0 && addresses.count >= NEARLY_ALL * titles;
      return {
        isNumbered,
        warnings: [
          ...(areAddresses ? [{ kind: "address-titles", engine, titles, ...addresses } as const] : []),
          ...(isNumbered ? [{ kind: "numbered-titles", engine, count, titles, examples, ...isStripped } as const] : []),
        ],
      };
    },
  };
}

function swapped(source: string, { title, url }: Pick<ResultColumns, "title" | "url">) {
  const [first, second] = [title ?? "", url ?? ""];
  const what =
    `every title, in column "${first}", is a web address, and column "${second}" holds none: the two seem to be swapped. ` +
    `Correct their names, or pass ${columnFlag("title", [second])} ${columnFlag("url", [first])} where every file is so; ` +
    `${columnFlag("title", [first])} takes them as they are.`;
  return inputError("MISSING_TITLE", source, what, { title, url });
}

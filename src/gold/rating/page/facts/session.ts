/**
 * What does the server tell, which grade does a key mean, and what is done?
 * The parts that are not readonly change with what the rater does.
 */

export interface Grade {
  readonly grade: number;
  readonly label: string;
}

export interface GroupSummary {
  readonly group: number;
  readonly query: string;
  readonly part: number;
  readonly parts: number;
  readonly isRepeat: boolean;
  readonly items: number;
  done: number;
}

export interface Session {
  /** `database:fingerprint`; the fingerprint changes when the pool grows. */
  readonly pool: string;
  /** As the server writes the name. */
  readonly rater: string | null;
  readonly raters: readonly string[];
  /** The address is this rater's alone. */
  readonly isOwn: boolean;
  readonly scale: { readonly name: string; readonly grades: readonly Grade[] };
  readonly guidelines: string;
  readonly groups: readonly GroupSummary[];
  total: number;
  done: number;
  secondsPerRating: number;
  readonly current: number;
}

export type Progress = Pick<Session, "done" | "total">;

export type ItemState = "open" | "rated" | "flagged" | "skipped";

/** `grade` is null unless the item is rated. */
export interface Verdict {
  readonly state: ItemState;
  readonly grade: number | null;
}

export interface Item {
  readonly pair: number;
  readonly occasion: 0 | 1;
  readonly title: string;
  readonly url: string | null;
  /** Columns of the lists; `url` where the value is the address of a web page. */
  readonly shown: readonly { readonly name: string; readonly value: string; readonly url: string | null }[];
  state: ItemState;
  grade: number | null;
  note: string;
}

export interface Group extends Pick<GroupSummary, "group" | "query" | "part" | "parts" | "isRepeat"> {
  readonly informationNeed: string | null;
  readonly items: readonly Item[];
}

/** The part of a pool's name that stays when the pool grows. */
export function databaseOf({ pool }: { readonly pool: string }): string {
  return pool.split(":", 1)[0] ?? pool;
}

/** By its sign or, where digits need the shift key, by its place on the keyboard; undefined without such a grade. */
export function gradeOfKey(
  { key, code, shiftKey }: Pick<KeyboardEvent, "key" | "code" | "shiftKey">,
  grades: readonly Grade[],
): Grade | undefined {
  const digit = /^\d$/.test(key) ? key : shiftKey ? "" : (/^Digit(\d)$/.exec(code)?.[1] ?? "");
  return grades.find(({ grade }) => String(grade) === digit);
}

/** What was skipped comes again. */
export function isDone({ state }: Pick<Item, "state">): boolean {
  return state === "rated" || state === "flagged";
}

/** The place of the first item after another in a state; -1 where there is none. @param place from 0; -1 before the first */
export function placeAfter(group: Group | null, place: number, wanted: ItemState): number {
  return group?.items.findIndex((item, index) => index > place && item.state === wanted) ?? -1;
}

/** Groups in which something is left to do, from number `start` to the last, then from the first to `start`. */
export function unfinishedFrom(groups: readonly GroupSummary[], start: number): readonly GroupSummary[] {
  return [...groups.slice(start), ...groups.slice(0, start)].filter(({ items, done }) => done < items);
}

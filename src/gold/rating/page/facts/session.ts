/**
 * What does the server tell, and what of it is done?
 * Its answers as this page holds them; the parts that are not readonly change with what the rater does.
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
  /** `database:fingerprint`: the first stays, the second is another one when the pool has grown. */
  readonly pool: string;
  /** As the server writes the name. */
  readonly rater: string | null;
  readonly raters: readonly string[];
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

/** A rater's word on an item; `grade` is null unless it is rated. */
export interface Verdict {
  readonly state: ItemState;
  readonly grade: number | null;
}

export interface Item {
  readonly pair: number;
  readonly occasion: 0 | 1;
  readonly title: string;
  readonly url: string | null;
  state: ItemState;
  grade: number | null;
  note: string;
}

export interface Group {
  readonly group: number;
  readonly query: string;
  readonly informationNeed: string | null;
  readonly part: number;
  readonly parts: number;
  readonly isRepeat: boolean;
  readonly items: readonly Item[];
}

/** @returns what stays of a pool's name when the pool grows */
export function databaseOf({ pool }: { readonly pool: string }): string {
  return pool.split(":", 1)[0] ?? pool;
}

/** @returns whether the rater need not come back: what was skipped comes again */
export function isDone({ state }: Pick<Item, "state">): boolean {
  return state === "rated" || state === "flagged";
}

/**
 * @param place in the group's items, from 0; -1 before the first
 * @returns the place of the first item after it in a state; -1 where there is none, or no group
 */
export function placeAfter(group: Group | null, place: number, wanted: ItemState): number {
  return group?.items.findIndex((item, index) => index > place && item.state === wanted) ?? -1;
}

/**
 * @param start a group's number, from 0
 * @returns the groups in which something is left to do, from `start` to the last, then from the first to `start`
 */
export function unfinishedFrom(groups: readonly GroupSummary[], start: number): readonly GroupSummary[] {
  return [...groups.slice(start), ...groups.slice(0, start)].filter(({ items, done }) => done < items);
}

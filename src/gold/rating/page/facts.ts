/** Orders and merges values from the server and the rater. Does not use the browser or the state. */

// Fields without `readonly` change when the rater does something.

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
  readonly rater: string | null;
  readonly raters: readonly string[];
  /** Whether the page's address belongs to one rater. Such an address only accepts ratings by this rater. */
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

export interface Item {
  readonly pair: number;
  readonly occasion: 0 | 1;
  readonly title: string;
  readonly url: string | null;
  /** Columns of the result lists that raters see. `url` is null unless the value is a web address. */
  readonly shown: readonly { readonly name: string; readonly value: string; readonly url: string | null }[];
  state: ItemState;
  grade: number | null;
  note: string;
}

export type Verdict = Readonly<Pick<Item, "state" | "grade">>;

export interface Group extends Pick<GroupSummary, "group" | "query" | "part" | "parts" | "isRepeat"> {
  readonly informationNeed: string | null;
  readonly items: readonly Item[];
}

export function databaseOf({ pool }: { readonly pool: string }): string {
  return pool.split(":", 1)[0] ?? pool;
}

/** Finds a grade by the typed digit, or by the key's position on keyboards whose digits need the shift key. */
export function gradeOfKey(event: Pick<KeyboardEvent, "key" | "code" | "shiftKey">, grades: readonly Grade[]) {
  const { key, code, shiftKey } = event;
  const digit = /^\d$/.test(key) ? key : shiftKey ? "" : (/^Digit(\d)$/.exec(code)?.[1] ?? "");
  return grades.find(({ grade }) => String(grade) === digit);
}

/** Skipped items are not done, because they are shown again. */
export function isDone({ state }: Pick<Item, "state">): boolean {
  return state === "rated" || state === "flagged";
}

/** Returns the index of the next item in the wanted state, after `place` (-1 for the first); -1 if there is none. */
export function placeAfter(group: Group | null, place: number, wanted: ItemState): number {
  return group?.items.findIndex((item, index) => index > place && item.state === wanted) ?? -1;
}

export function unfinishedFrom(groups: readonly GroupSummary[], start: number): readonly GroupSummary[] {
  return [...groups.slice(start), ...groups.slice(0, start)].filter(({ items, done }) => done < items);
}

/** `status` is 0 if there was no answer. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export type Connection = "well" | "away" | "locked" | "failing" | "stale" | "unknown-token";

export const staleAnswer: Answer = { status: 409, body: null };

/** A refused rating counts as `well`, because the server answered. */
export function connectionOf({ status }: Answer): Connection {
  if (status === 0) return "away";
  if (status === 403) return "unknown-token";
  if (status === 409) return "stale";
  if (status === 503) return "locked";
  return status >= 500 ? "failing" : "well";
}

/** Returns whether the same request may succeed later. */
export function isPassing(connection: Connection): boolean {
  return connection === "away" || connection === "locked" || connection === "failing";
}

/** Returns milliseconds before the next attempt: 500, then doubled each time, up to 8,000. */
export function retryDelay(failures: number): number {
  return 500 * 2 ** Math.min(4, failures);
}

export function codeOf({ status, body }: Answer): string {
  return (body as { error?: { code?: string } } | null)?.error?.code ?? String(status);
}

export interface Waiting {
  readonly key: string;
  /** Time of the key press or click, in milliseconds since 1970. */
  readonly givenAt: number;
  readonly rating: Readonly<Pick<Item, "pair" | "occasion" | "grade" | "note">> & {
    readonly pool: string;
    readonly rater: string;
    readonly state: "rated" | "flagged" | "skipped" | "none";
    readonly seconds: number | null;
  };
  /** Query and title identify the item if the pool has grown. If the rating is refused, the page shows both. */
  readonly query: string;
  readonly title: string;
  /** Code of the server's refusal; null if there was none. A refused rating waits until the rater decides about it. */
  readonly refusal: string | null;
}

/** Also compares titles, because in a changed pool, another item may have the same pair number. */
export function isOf({ rating, title }: Waiting, item: Pick<Item, "pair" | "occasion" | "title">): boolean {
  return rating.pair === item.pair && rating.occasion === item.occasion && title === item.title;
}

export function waitingFor(session: Pick<Session, "pool">, all: readonly Waiting[]): readonly Waiting[] {
  return all
    .filter(({ rating }) => databaseOf(rating) === databaseOf(session))
    .sort((one, other) => one.givenAt - other.givenAt);
}

export type Notes = Readonly<Record<string, string>>;

/** Changes the group's items in place. @param waiting - ratings of this rater, oldest first; the last one counts */
export function withWhatWaits(group: Group, waiting: readonly Waiting[], notes: Notes): Group {
  for (const item of group.items) {
    if (item.state === "open") item.note = notes[noteName(item)] ?? item.note;
    for (const { rating } of waiting.filter((one) => isOf(one, item))) {
      item.state = rating.state === "none" ? "open" : rating.state;
      item.grade = rating.grade;
      item.note = rating.note;
    }
  }
  return group;
}

/** Returns `notes` with this item's note added, or removed if the note is empty or the item is not open. */
export function withNoteOf(item: Item, notes: Notes): Notes {
  const { [noteName(item)]: _, ...others } = notes;
  return item.state === "open" && item.note !== "" ? { ...others, [noteName(item)]: item.note } : others;
}

function noteName({ pair, occasion }: Item): string {
  return `${pair}/${occasion}`;
}

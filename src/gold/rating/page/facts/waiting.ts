/** Which ratings has the server not acknowledged, and what does a query look like with them? */
import { databaseOf, type Group, type Item, type Session } from "./session.ts";

export interface Waiting {
  readonly key: string;
  /** Milliseconds since 1970, at the key or click. */
  readonly givenAt: number;
  /** The body of its request, with `givenAt`. */
  readonly rating: Readonly<Pick<Item, "pair" | "occasion" | "grade" | "note">> & {
    readonly pool: string;
    readonly rater: string;
    readonly state: "rated" | "flagged" | "skipped" | "none";
    readonly seconds: number | null;
  };
  /** To find the item again in a pool that has grown, and to name it where it was refused. */
  readonly query: string;
  readonly title: string;
  /** The server's code where it refused the rating, which then waits for the rater. */
  readonly refusal: string | null;
}

/** Titles count: in a pool that was changed the number may be another item's. */
export function isOf({ rating, title }: Waiting, item: Pick<Item, "pair" | "occasion" | "title">): boolean {
  return rating.pair === item.pair && rating.occasion === item.occasion && title === item.title;
}

/** Those of a session's database, in the order in which they were given. */
export function waitingFor(session: Pick<Session, "pool">, all: readonly Waiting[]): readonly Waiting[] {
  return all
    .filter(({ rating }) => databaseOf(rating) === databaseOf(session))
    .sort((one, other) => one.givenAt - other.givenAt);
}

/** Of items that are still open, by `noteName`. */
export type Notes = Readonly<Record<string, string>>;

/** Changes the group's items. @param waiting the rater's, in the order in which they were given: the last one holds */
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

/** The notes with this item's, which is kept only where it is open and the note is not empty. */
export function withNoteOf(item: Item, notes: Notes): Notes {
  const { [noteName(item)]: _, ...others } = notes;
  return item.state === "open" && item.note !== "" ? { ...others, [noteName(item)]: item.note } : others;
}

function noteName({ pair, occasion }: Item): string {
  return `${pair}/${occasion}`;
}

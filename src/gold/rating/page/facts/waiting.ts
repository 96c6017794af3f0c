/** What is a rating that the server has not acknowledged, and which item is it of? */
import { databaseOf, type Item, type Session } from "./session.ts";

export interface Waiting {
  readonly key: string;
  /** Milliseconds since 1970, at the key or click. */
  readonly givenAt: number;
  /** The body of its request, with `givenAt`. */
  readonly rating: {
    readonly pool: string;
    readonly rater: string;
    readonly pair: number;
    readonly occasion: 0 | 1;
    readonly state: "rated" | "flagged" | "skipped" | "none";
    readonly grade: number | null;
    readonly note: string;
    readonly seconds: number | null;
  };
  /** To find the item again in a pool that has grown, and to name it where it was refused. */
  readonly query: string;
  readonly title: string;
  /** The server's code where it refused the rating, which then waits for the rater and not for the server. */
  readonly refusal: string | null;
}

/** The title too: in a pool that was changed the number may be another item's. */
export function isOf({ rating, title }: Waiting, item: Pick<Item, "pair" | "occasion" | "title">): boolean {
  return rating.pair === item.pair && rating.occasion === item.occasion && title === item.title;
}

/** @returns those of a session's database, in the order in which they were given */
export function waitingFor(session: Pick<Session, "pool">, all: readonly Waiting[]): readonly Waiting[] {
  return all
    .filter(({ rating }) => databaseOf(rating) === databaseOf(session))
    .sort((one, other) => one.givenAt - other.givenAt);
}

/** What does this page know at the moment? One object for all modules; `render` shows it. */
import type { Connection, Group, Item, Session, Verdict, Waiting } from "./facts/session.ts";

/** What `undo` restores; the note stays as it is. */
interface Step extends Pick<Item, "pair" | "occasion">, Verdict {
  readonly group: number;
}

class State {
  rater: string | null = null;
  session: Session | null = null;
  group: Group | null = null;
  /** Fetched ahead, so that the next query is there at once. */
  nextGroup: Group | null = null;
  /** Place in the group's items; -1 while another query is on its way, so that no key meets an item already rated. */
  current = -1;
  left = -1;
  /** Counts ways to an item; one that another overtakes while it loads is given up. */
  way = 0;
  isFinished = false;
  /** Groups in which only skipped items are left to do. */
  readonly withoutOpen = new Set<number>();
  steps: Step[] = [];
  connection: Connection = "well";
  failures = 0;
  retryTimer = 0;
  /** What could not be loaded, to be done when the server is back. */
  wanted: (() => Promise<void>) | null = null;
  /** Ratings that wait and that localStorage cannot keep. */
  readonly memory = new Map<string, Waiting>();
  lastMoment = 0;
  /** When the current item came on screen, in milliseconds of performance.now(); null where the rater was away. */
  shownAt: number | null = null;
}

export const state = new State();

export function currentItem(): Item | undefined {
  return state.group?.items[state.current];
}

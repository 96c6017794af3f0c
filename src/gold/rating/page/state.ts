/** What does this page know at the moment? One object for all modules; `render` shows it. */
import type { Connection } from "./facts/answer.ts";
import type { Group, Item, Session, Verdict } from "./facts/session.ts";
import type { Waiting } from "./facts/waiting.ts";

/** What `undo` restores; the note stays as it is. */
interface Step extends Pick<Item, "pair" | "occasion">, Verdict {
  readonly group: number;
}

interface State {
  rater: string | null;
  session: Session | null;
  group: Group | null;
  /** Fetched ahead, so that the next query is there at once. */
  nextGroup: Group | null;
  /** Place in the group's items; -1 while another query is on its way, so that no key meets an item already rated. */
  current: number;
  /** The last place that was current, to go back to. */
  left: number;
  /** Counts ways to an item; one that another overtakes while it loads is given up. */
  way: number;
  isFinished: boolean;
  /** Groups in which only skipped items are left to do. */
  readonly withoutOpen: Set<number>;
  steps: Step[];
  connection: Connection;
  failures: number;
  retryTimer: number;
  /** What could not be loaded, to be done when the server is back. */
  wanted: (() => Promise<void>) | null;
  /** Ratings that wait and that localStorage cannot keep. */
  readonly memory: Map<string, Waiting>;
  /** When the current item came on screen, in milliseconds of performance.now(); null where the rater was away. */
  shownAt: number | null;
}

export const state: State = {
  rater: null,
  session: null,
  group: null,
  nextGroup: null,
  current: -1,
  left: -1,
  way: 0,
  isFinished: false,
  withoutOpen: new Set(),
  steps: [],
  connection: "well",
  failures: 0,
  retryTimer: 0,
  wanted: null,
  memory: new Map(),
  shownAt: null,
};

export function currentItem(): Item | undefined {
  return state.group?.items[state.current];
}

/** What does this page know at the moment, and what does this browser keep: ratings that wait, notes, the name? */
import {
  type Connection,
  databaseOf,
  type Group,
  type Item,
  type Notes,
  type Session,
  type Verdict,
  type Waiting,
  waitingFor,
  withNoteOf,
} from "./facts.ts";

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
  /** What `undo` restores; the note stays as it is. */
  steps: ({ readonly group: number } & Pick<Item, "pair" | "occasion"> & Verdict)[] = [];
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

// The browser may be full, or told to keep nothing: then this page works on all the same.

const address = new URLSearchParams(location.search);

export const token = address.get("token") ?? "";
export const raterInAddress = address.get("rater");

export function readRater(session: Session): string | null {
  return readStored<string | null>(raterKey(session), null);
}

/** In the address too, so that two raters may use two windows of one browser. */
export function rememberRater(session: Session, rater: string): void {
  store(raterKey(session), rater);
  history.replaceState(null, "", `?${new URLSearchParams({ token, rater })}`);
}

function raterKey(session: Session): string {
  return `semqrel.rater.${databaseOf(session)}`;
}

export function readNotes(): Notes {
  return readStored<Notes>(notesKey(), {});
}

export function keepNote(item: Item): void {
  store(notesKey(), withNoteOf(item, readNotes()));
}

function notesKey(): string {
  return `semqrel.notes.${state.session === null ? "" : databaseOf(state.session)}.${state.rater}`;
}

/**
 * Each rating that waits for the server, or for the rater's word on a refusal, has an entry of its own: two windows that
 * changed one list would lose each other's ratings. Only those of this database are read: another one may be served at
 * this address at another time.
 */
export const waitingPrefix = "semqrel.waiting.";

export function readWaiting(): readonly Waiting[] {
  if (state.session === null) return [];
  const stored = attempt(() => Object.keys(localStorage), [])
    .filter((key) => key.startsWith(waitingPrefix))
    .map((key) => readStored<Waiting | null>(key, null))
    .filter((waiting) => waiting !== null);
  return waitingFor(state.session, [...stored, ...state.memory.values()]);
}

export function ownWaiting(): readonly Waiting[] {
  return readWaiting().filter(({ rating, refusal }) => rating.rater === state.rater && refusal === null);
}

export function ownRefused(): readonly Waiting[] {
  return readWaiting().filter(({ rating, refusal }) => rating.rater === state.rater && refusal !== null);
}

export function keep(waiting: Waiting): void {
  if (store(waitingPrefix + waiting.key, waiting)) state.memory.delete(waiting.key);
  else state.memory.set(waiting.key, waiting);
}

export function forget({ key }: Waiting): void {
  state.memory.delete(key);
  attempt(() => localStorage.removeItem(waitingPrefix + key), undefined);
}

const momentKey = "semqrel.moment";

/**
 * Milliseconds since 1970. They grow from call to call in this browser, because the rating with the latest moment
 * counts, and somebody may set the clock back.
 * @param now by Date.now(), because performance.now() may stand still while the machine sleeps
 */
export function nextMoment(now: number): number {
  const last = Math.max(state.lastMoment, readStored(momentKey, 0));
  state.lastMoment = Math.max(now, last + 1);
  store(momentKey, state.lastMoment);
  return state.lastMoment;
}

export function readStored<T>(key: string, otherwise: T): T {
  return attempt(() => JSON.parse(localStorage.getItem(key) ?? "null") as T | null, null) ?? otherwise;
}

/** @returns whether the browser keeps it */
export function store(key: string, value: unknown): boolean {
  return attempt(() => {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  }, false);
}

/** A browser that is full, or told to keep nothing, throws at any use of localStorage. */
function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

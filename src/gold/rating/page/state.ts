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
  /** Fetched in advance, so that the next query is shown at once. */
  nextGroup: Group | null = null;
  /** Index in `group.items`; -1 while another query loads, so that no key acts on the previous item. */
  current = -1;
  left = -1;
  /** Number of moves between items. A move that is still loading is dropped if a later move starts. */
  moveNumber = 0;
  isFinished = false;
  /** Groups in which only skipped items remain. */
  readonly withoutOpen = new Set<number>();
  /** For `undo`: the state and grade of each item before a change. Undoing does not change notes. */
  steps: ({ readonly group: number } & Pick<Item, "pair" | "occasion"> & Verdict)[] = [];
  connection: Connection = "well";
  failures = 0;
  retryTimer = 0;
  /** A load that failed, to be repeated when the server answers again. */
  wanted: (() => Promise<void>) | null = null;
  /** Waiting ratings that localStorage could not store. */
  readonly memory = new Map<string, Waiting>();
  lastMoment = 0;
  /** When the current item appeared, in milliseconds of performance.now(); null if the rater was away. */
  shownAt: number | null = null;
}

export const state = new State();

export function currentItem(): Item | undefined {
  return state.group?.items[state.current];
}

// The browser's storage may be full or disabled. The page works without it.

const address = new URLSearchParams(location.search);

export const token = address.get("token") ?? "";
export const raterInAddress = address.get("rater");

export function readRater(session: Session): string | null {
  return readStored<string | null>(raterKey(session), null);
}

/** Also writes the rater into the address, so that two raters can use two windows of one browser. */
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
 * Each waiting rating has its own entry, because two windows that change one list would lose ratings. Only ratings of
 * this database are read, because the address may serve another database later.
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
 * Returns the time in milliseconds since 1970, but always more than the previous call in this browser. So the latest
 * rating counts even if the clock was set back.
 * @param now - from Date.now(), because performance.now() may stop while the machine sleeps
 */
export function nextMoment(now: number): number {
  const last = Math.max(state.lastMoment, readStored(momentKey, 0));
  state.lastMoment = Math.max(now, last + 1);
  store(momentKey, state.lastMoment);
  return state.lastMoment;
}

export function readStored<T>(key: string, fallback: T): T {
  return attempt(() => JSON.parse(localStorage.getItem(key) ?? "null") as T | null, null) ?? fallback;
}

export function store(key: string, value: unknown): boolean {
  return attempt(() => {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  }, false);
}

/** If the browser's storage is full or disabled, any use of localStorage throws. */
function attempt<T>(work: () => T, fallback: T): T {
  try {
    return work();
  } catch {
    return fallback;
  }
}

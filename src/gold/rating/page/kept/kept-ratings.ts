/**
 * Which ratings wait for the server, or for the rater's word on a refusal?
 * Those of this database alone: another one, served at this address earlier or later, has its own. Each has an entry of
 * its own in the storage, because two windows that change one list would lose each other's ratings.
 */
import { type Waiting, waitingFor } from "../facts/waiting.ts";
import { state } from "../state.ts";
import { readStored, removeStored, store, storedKeys } from "./browser-storage.ts";

export const waitingPrefix = "semqrel.waiting.";

/** Of all raters, in the order in which they were given. */
export function readWaiting(): readonly Waiting[] {
  if (state.session === null) return [];
  const stored = storedKeys()
    .filter((key) => key.startsWith(waitingPrefix))
    .map((key) => readStored<Waiting | null>(key, null))
    .filter((waiting) => waiting !== null);
  return waitingFor(state.session, [...stored, ...state.memory.values()]);
}

/** The rater's, for the server. */
export function ownWaiting(): readonly Waiting[] {
  return readWaiting().filter(({ rating, refusal }) => rating.rater === state.rater && refusal === null);
}

/** The rater's, for the rater. */
export function ownRefused(): readonly Waiting[] {
  return readWaiting().filter(({ rating, refusal }) => rating.rater === state.rater && refusal !== null);
}

export function keep(waiting: Waiting): void {
  if (store(waitingPrefix + waiting.key, waiting)) state.memory.delete(waiting.key);
  else state.memory.set(waiting.key, waiting);
}

export function forget({ key }: Waiting): void {
  state.memory.delete(key);
  removeStored(waitingPrefix + key);
}

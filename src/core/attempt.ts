/** Null where it fails: for what needs no word of its own, or is told by whoever needs the result. */
export function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** Returns null if the work fails, if a failure needs no message of its own or the caller reports it. */
export function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

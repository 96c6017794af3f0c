/** Returns null if the work throws. Use it only if the caller reports the failure, or need not know why it failed. */
export function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

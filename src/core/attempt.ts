/** What cannot be read is left to whoever needs it, and says so. */
export function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

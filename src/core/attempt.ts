/** Returns null if the work throws. Only for callers that report the failure themselves, or do not need its reason. */
export function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** Returns null if the work throws an error with this code of Node, such as "ENOENT". Throws other errors. */
export function unlessCode<T>(code: string, work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return null;
    throw error;
  }
}

/**
 * How does time pass for real?
 */

/** Ends after that time, or as soon as the signal is aborted. */
export function sleep(seconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted || seconds <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, seconds * 1000);
    signal.addEventListener("abort", end);
  });
}

/**
 * How does time pass for real?
 */
import { setTimeout } from "node:timers/promises";

/** Ends after that time, or as soon as the signal is aborted. */
export async function sleep(seconds: number, signal: AbortSignal): Promise<void> {
  if (seconds <= 0) return;
  // It rejects for the signal alone, which whoever waits looks at next.
  await setTimeout(seconds * 1000, undefined, { signal }).catch(() => {});
}

/** What does collecting need from the outside world? */
import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { type Clock, type Progress, silentProgress } from "../../core/ports.ts";

/** Real ones come from `openAskTools`. */
export interface AskTools {
  /** Node's own, or a stand-in for it. Must heed the signal. */
  readonly fetch: (url: string, request: RequestInit) => Promise<Response>;
  readonly clock: Clock;
  /** Ends after that time, or as soon as the signal is aborted; never rejects. */
  readonly sleep: (seconds: number, signal: AbortSignal) => Promise<void>;
  /** 0 <= number < 1. Spreads retries, so that clients refused together do not return together; changes no result. */
  readonly random: () => number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/**
 * @param given `environment` has the variables that `{env:NAME}` names, usually `process.env`; without `progress` nothing
 *              is shown, and without `signal` nothing interrupts
 */
export function openAskTools(
  given: Pick<AskTools, "environment"> & Partial<Pick<AskTools, "progress" | "signal">>,
): AskTools {
  return {
    fetch,
    sleep,
    clock: { seconds: () => performance.now() / 1000 },
    random: () => randomInt(2 ** 32) / 2 ** 32,
    progress: silentProgress,
    signal: new AbortController().signal,
    ...given,
  };
}

async function sleep(seconds: number, signal: AbortSignal): Promise<void> {
  if (seconds <= 0) return;
  // It rejects only for the signal, and callers check that.
  await setTimeout(seconds * 1000, undefined, { signal }).catch(() => {});
}

/**
 * What does collecting need from the outside world?
 */
import type { Clock, Progress } from "../core/ports.ts";

/** Real ones come from `openCollectTools`. */
export interface CollectTools {
  /** Node's own, or a stand-in for it. Must heed the signal. */
  readonly fetch: (url: string, request: RequestInit) => Promise<Response>;
  readonly clock: Clock;
  /** Ends after that time, or as soon as the signal is aborted; never rejects. */
  readonly sleep: (seconds: number, signal: AbortSignal) => Promise<void>;
  /** 0 <= number < 1, so that those who were refused together do not come back together. */
  readonly random: () => number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

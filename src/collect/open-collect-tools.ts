/**
 * With what does collecting ask for real?
 */
import { randomInt } from "node:crypto";
import { silentProgress } from "../core/ports.ts";
import type { CollectTools } from "./collect-tools.ts";
import { sleep } from "./sleep.ts";

/**
 * Node's own fetch, clock and timers.
 *
 * @param given `environment` has the variables that `{env:NAME}` names, usually `process.env`; without `progress` nothing
 *              is shown, and without `signal` nothing interrupts
 */
export function openCollectTools(
  given: Pick<CollectTools, "environment"> & Partial<Pick<CollectTools, "progress" | "signal">>,
): CollectTools {
  return {
    ...{ fetch, sleep, clock: { seconds: () => performance.now() / 1000 } },
    // No result hangs on it: only those who were refused together must not come back together.
    random: () => randomInt(2 ** 32) / 2 ** 32,
    ...{ progress: silentProgress, signal: new AbortController().signal, ...given },
  };
}

/**
 * When may the next request go out?
 */
import type { CollectTools } from "./collect-tools.ts";

export interface Pace {
  /** Waits for its turn. */
  turn(signal: AbortSignal): Promise<void>;
  /** Nobody asks for so long, as the other side wished. */
  pause(seconds: number): void;
}

/** At most `rate` requests a second, evenly spaced, retries among them; null for no bound. */
export function pace(rate: number | null, { clock, sleep }: Pick<CollectTools, "clock" | "sleep">): Pace {
  const gap = rate === null ? 0 : 1 / rate;
  let next = Number.NEGATIVE_INFINITY;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  return {
    async turn(signal) {
      const takeTurn = () => {
        const turn = Math.max(clock.seconds(), next);
        next = turn + gap;
        return turn;
      };
      let mine = takeTurn();
      while (!signal.aborted && clock.seconds() < mine) {
        await sleep(mine - clock.seconds(), signal);
        // Another request was told to wait meanwhile: this one lines up again.
        if (mine < pausedUntil) mine = takeTurn();
      }
    },
    pause(seconds) {
      pausedUntil = Math.max(pausedUntil, clock.seconds() + seconds);
      next = Math.max(next, pausedUntil);
    },
  };
}

/** When does a request go out, and how often is it repeated before it counts as failed? */
import { type Answer, type AskLimits, askOnce, type RenderedRequest } from "./ask-once.ts";
import type { AskTools } from "./ask-tools.ts";

/** How long is waited for one answer, how large it may be, and how often it is asked for again. */
export interface AskPatience extends AskLimits {
  /** After the first try, >= 0. */
  readonly retries: number;
}

const FIRST_PAUSE_SECONDS = 0.5;
const LONGEST_PAUSE_SECONDS = 30;
/** A server that asks for a longer wait is not asked again in this run. */
export const LONGEST_WAIT_SECONDS = 300;

/**
 * Tries again after broken connections, timeouts, 408, 429 and 5xx. Pauses double from half a second to 30 s, each
 * shortened at random by up to a half; Retry-After of up to 300 s holds for all requests.
 */
export async function ask(
  request: RenderedRequest,
  patience: AskPatience,
  pace: Pace,
  tools: AskTools,
): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    await pace.turn(tools.signal);
    const answer = await askOnce(request, patience, tools);
    if (answer.kind === "answered" || !answer.isTransient || tools.signal.aborted) return answer;
    const { waitSeconds, reason } = answer;
    if (waitSeconds !== null && waitSeconds > LONGEST_WAIT_SECONDS) {
      return { ...answer, reason: `${reason}; it wants to be left alone for ${Math.ceil(waitSeconds)} s` };
    }
    if (attempt >= patience.retries) {
      return attempt === 0 ? answer : { ...answer, reason: `${reason}, asked ${attempt + 1} times` };
    }
    if (waitSeconds !== null) pace.pause(waitSeconds);
    const pause = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** attempt) * (1 - tools.random() / 2);
    await tools.sleep(Math.max(pause, waitSeconds ?? 0), tools.signal);
  }
}

export interface Pace {
  /** Waits for its turn. */
  turn(signal: AbortSignal): Promise<void>;
  /** No request goes out for so long, as the server wished. */
  pause(seconds: number): void;
}

/** At most `rate` requests a second, evenly spaced, with retries; null for no bound. */
export function pace(rate: number | null, { clock, sleep }: Pick<AskTools, "clock" | "sleep">): Pace {
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

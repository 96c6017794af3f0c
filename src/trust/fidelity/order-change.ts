/** Do the same engines come first, and in the same order, where they are measured twice? */
import { at } from "../../core/at.ts";
import { kendallTauB } from "../../maths/correlation/rank-correlation.ts";
import { roundScore } from "../../maths/numbers.ts";

interface ChangedPair {
  /** By the means before; of a tie, the first in the order of engines. */
  readonly first: string;
  readonly second: string;
  /** first - second, >= 0. */
  readonly before: number;
  readonly after: number;
}

export interface OrderChange {
  /** Best first; engines that tie in the order given. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** -1..1; null below two engines, and where all of them tie. */
  readonly tauB: number | null;
  readonly changedPairs: readonly ChangedPair[];
  /** Of `changedPairs`, those that tie in neither order. */
  readonly swapped: number;
  readonly pairs: number;
  /** Every engine with the largest mean; several where they tie. */
  readonly winnersBefore: readonly string[];
  readonly winnersAfter: readonly string[];
  readonly winnerChanges: boolean;
}

/**
 * Means that are equal to 1e-12 tie. An engine without a mean (NaN) on either side has no place.
 *
 * @param engines names, in the order of the means
 * Cost O(engines²).
 */
export function orderChange(engines: readonly string[], before: Float64Array, after: Float64Array): OrderChange {
  const placed = engines
    .map((engine, place) => ({
      engine,
      before: roundScore(at(before, place)),
      after: roundScore(at(after, place)),
    }))
    .filter((one) => !Number.isNaN(one.before) && !Number.isNaN(one.after));
  const namesBy = (side: "before" | "after") =>
    placed.toSorted((one, other) => other[side] - one[side]).map(({ engine }) => engine);
  const winnersBy = (side: "before" | "after") => {
    const best = Math.max(...placed.map((one) => one[side]));
    return placed.filter((one) => one[side] === best).map(({ engine }) => engine);
  };
  const changedPairs = placed.flatMap((one, place) =>
    placed.slice(place + 1).flatMap((other): ChangedPair[] => {
      const [first, second] = one.before >= other.before ? [one, other] : [other, one];
      const change = { before: first.before - second.before, after: first.after - second.after };
      if (Math.sign(change.before) === Math.sign(change.after)) return [];
      return [{ first: first.engine, second: second.engine, ...change }];
    }),
  );
  const [winnersBefore, winnersAfter] = [winnersBy("before"), winnersBy("after")];
  const tau = kendallTauB(
    placed.map((one) => one.before),
    placed.map((one) => one.after),
  );
  return {
    before: namesBy("before"),
    after: namesBy("after"),
    tauB: tau?.tau ?? null,
    changedPairs,
    swapped: changedPairs.filter((pair) => pair.before !== 0 && pair.after !== 0).length,
    // Of no engine 0, not -0.
    pairs: Math.max(0, (placed.length * (placed.length - 1)) / 2),
    winnersBefore,
    winnersAfter,
    winnerChanges: winnersBefore.join("\n") !== winnersAfter.join("\n"),
  };
}

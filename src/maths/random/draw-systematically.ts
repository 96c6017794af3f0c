/**
 * Which units are drawn, each with a chance of its own?
 */
import type { Random } from "./seeded-random.ts";
import { shuffle } from "./shuffle.ts";

/**
 * Systematic sampling in an order of chance (Madow 1949): the units lie end to end, each as long as its probability, and
 * those are drawn that hold one of the points u, u + 1, … with u uniform in [0, 1).
 *
 * @returns by unit whether it is drawn; as many as the probabilities add up to, a whole number
 */
export function drawSystematically(probabilities: readonly number[], random: Random): boolean[] {
  const isDrawn = probabilities.map((probability) => probability === 1);
  const order = shuffle(
    [...probabilities.keys()].filter((unit) => !isDrawn[unit]),
    random,
  );
  const total = Math.round(order.reduce((sum, unit) => sum + (probabilities[unit] ?? 0), 0));
  let next = random();
  let end = 0;
  for (const [place, unit] of order.entries()) {
    // The last end is whole: what rounding leaves of it must not lose the last point.
    end = place === order.length - 1 ? total : end + (probabilities[unit] ?? 0);
    if (next >= end) continue;
    isDrawn[unit] = true;
    next++;
  }
  return isDrawn;
}

/** Where does a rising function reach zero? */

/**
 * Doubles an upper bound until the function is no longer negative, then narrows the interval by Ridders' method: the
 * function at the middle says how it is curved, and each round at least halves the interval. Cost about 15 evaluations
 * for a smooth function. Source: Ridders 1979 (IEEE Transactions on Circuits and Systems 26, 979-980).
 * @param rising defined for x >= 0, not falling, and not negative from some x on
 * @returns x >= 0 with an error of about 1e-15 max(1, x); 0 where the function is not negative there
 */
export function findCrossing(rising: (x: number) => number): number {
  let low = { x: 0, y: rising(0) };
  if (low.y >= 0) return 0;
  let high = { x: 1, y: rising(1) };
  while (high.y < 0) {
    low = high;
    high = { x: 2 * high.x, y: rising(2 * high.x) };
  }
  let last = Number.NaN;
  while (high.x - low.x > 1e-15 * Math.max(1, high.x)) {
    const middle = { x: (low.x + high.x) / 2, y: rising((low.x + high.x) / 2) };
    // Shares of the larger end, whose squares cannot vanish.
    const scale = Math.max(-low.y, high.y);
    const curve = Math.sqrt((middle.y / scale) ** 2 - (low.y / scale) * (high.y / scale));
    if (curve === 0) return middle.x;
    const x = middle.x - ((middle.x - low.x) * (middle.y / scale)) / curve;
    const guess = { x, y: rising(x) };
    for (const point of [middle, guess]) {
      if (point.y < 0 && point.x > low.x) low = point;
      if (point.y >= 0 && point.x < high.x) high = point;
    }
    if (Math.abs(x - last) <= 1e-15 * Math.max(1, x)) return x;
    last = x;
  }
  return high.x;
}

/** How alike are two rankings of any length, the top counting most? */

/**
 * Rank-biased overlap, extrapolated beyond the end of both lists: RBO_ext. Depth d has the weight p^d and asks which
 * share of the first d results both lists have. Behind its end, the shorter list is taken to agree as it did before, so
 * a list and its beginning give 1. Cost O(length of the longer list). Source: equation 32 of Webber, Moffat & Zobel 2010
 * (TOIS 28(4), 20), turned round: 1 less the weighted disagreement, which is exactly 1 for equal lists.
 *
 * @param partners by place in one list: the place of the same document in the other list, or -1
 * @param length   of the other list
 * @param p        persistence, between 0 and 1: the first ten places have 86 % of the weight at .9
 * @returns 0..1; NaN for two empty lists
 */
export function rankBiasedOverlap(partners: Int32Array, length: number, p: number): number {
  const shorter = Math.min(partners.length, length);
  const longer = Math.max(partners.length, length);
  if (longer === 0) return Number.NaN;
  if (shorter === 0) return 0;
  // By depth: documents that both lists have from there on.
  const joined = new Int32Array(longer);
  partners.forEach((partner, place) => {
    const depth = Math.max(partner, place);
    if (partner >= 0) joined[depth] = (joined[depth] as number) + 1;
  });
  let overlap = 0;
  let overlapOfBoth = 0;
  let disagreement = 0;
  let difference = 0;
  let weight = 1;
  for (let depth = 1; depth <= longer; depth++) {
    overlap += joined[depth - 1] as number;
    if (depth <= shorter) overlapOfBoth = overlap;
    const expected = (overlapOfBoth * Math.max(0, depth - shorter)) / shorter;
    difference = 1 - (overlap + expected) / depth;
    disagreement += (1 - p) * weight * difference;
    weight *= p;
  }
  // Rounding may leave less than nothing of lists that share no document.
  return Math.max(0, 1 - disagreement - weight * difference);
}

/**
 * How often do two raters of an item give it the same grade?
 */
import { gradeVotes, type VoteCounts } from "./grade-votes.ts";

/**
 * Mean over items of the share of pairs of raters that agree; items with fewer than two ratings are left out.
 * Of two raters it is the share of shared items with equal grades; of complete ratings it is the P̄ of Fleiss' kappa.
 *
 * @param ratings by rater, one grade per item, NaN for none; not modified
 * @returns 0..1; null where no item has two ratings: undefined, not 0
 * @throws SemqrelError INVALID_OPTION  unequal lengths; INVALID_RATING  an infinite grade
 *
 * Cost O(raters items). Source: Fleiss 1971 (Psychological Bulletin 76, 378-382), formula 2.
 */
export function rawAgreement(ratings: readonly ArrayLike<number>[]): number | null {
  return rawAgreementOfVotes(gradeVotes(ratings));
}

/** The same of counted votes. @param counts how often each item counts; once by default */
export function rawAgreementOfVotes({ grades, votes, voters }: VoteCounts, counts?: ArrayLike<number>): number | null {
  const classes = grades.length;
  let agreement = 0;
  let items = 0;
  for (let item = 0; item < voters.length; item++) {
    const raters = voters[item] ?? 0;
    const weight = counts?.[item] ?? 1;
    if (raters < 2 || weight === 0) continue;
    let agreeing = 0;
    for (let place = 0; place < classes; place++) {
      const given = votes[item * classes + place] ?? 0;
      agreeing += given * (given - 1);
    }
    agreement += (weight * agreeing) / (raters * (raters - 1));
    items += weight;
  }
  return items > 0 ? agreement / items : null;
}

/** How often do raters of an item agree, and how far beyond what the frequency of each grade would give? */
import { gradeVotes, type VoteCounts } from "./grade-votes.ts";

/**
 * Mean over items of the share of pairs of raters that agree; items with fewer than two ratings are left out. Of two
 * raters it is the share of shared items with equal grades; of complete ratings it is the P̄ of Fleiss' kappa. Cost
 * O(raters items). Source: Fleiss 1971 (Psychological Bulletin 76, 378-382), formula 2.
 * @param ratings by rater, one grade per item, NaN for none
 * @returns 0..1; null where no item has two ratings
 * @throws SemqrelError INVALID_OPTION  unequal lengths; INVALID_RATING  an infinite grade
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
    const raters = voters[item] as number;
    const weight = counts?.[item] ?? 1;
    if (raters < 2 || weight === 0) continue;
    let agreeing = 0;
    for (let place = 0; place < classes; place++) {
      const given = votes[item * classes + place] as number;
      agreeing += given * (given - 1);
    }
    agreement += (weight * agreeing) / (raters * (raters - 1));
    items += weight;
  }
  return items > 0 ? agreement / items : null;
}

/**
 * Fleiss' kappa: (P̄ - Pe) / (1 - Pe), P̄ = `rawAgreement`, Pe = Σ (share of a grade among all ratings)². Cost O(raters
 * items). Source: Fleiss 1971 (Psychological Bulletin 76, 378-382).
 * @param ratings by rater, one grade per item, NaN for none. Only items that every rater rated count.
 * @returns up to 1, 0 for chance; null below two raters, where no item was rated by all, and where all ratings are equal
 * @throws SemqrelError INVALID_OPTION  unequal lengths; INVALID_RATING  an infinite grade
 */
export function fleissKappa(ratings: readonly ArrayLike<number>[]): number | null {
  return fleissKappaOfVotes(gradeVotes(ratings));
}

/** The same of counted votes. @param counts how often each item counts; once by default */
export function fleissKappaOfVotes(counted: VoteCounts, counts?: ArrayLike<number>): number | null {
  const { grades, raters, votes, voters } = counted;
  const complete = Float64Array.from(voters, (voted, item) => (voted === raters ? (counts?.[item] ?? 1) : 0));
  const agreement = rawAgreementOfVotes(counted, complete);
  if (agreement === null) return null;
  const classes = grades.length;
  const totals = new Float64Array(classes);
  let all = 0;
  for (let item = 0; item < complete.length; item++) {
    const weight = complete[item] as number;
    if (weight === 0) continue;
    for (let place = 0; place < classes; place++) {
      totals[place] = (totals[place] as number) + weight * (votes[item * classes + place] as number);
    }
    all += weight * raters;
  }
  const byChance = totals.reduce((sum, count) => sum + (count / all) ** 2, 0);
  return byChance < 1 ? (agreement - byChance) / (1 - byChance) : null;
}

/**
 * Which items have the same votes, whoever gave them? Most measures of agreement do not ask who.
 */
import type { VoteCounts } from "./grade-votes.ts";

export interface DistinctVotes {
  /** Each combination once, in order of first appearance. */
  readonly votes: VoteCounts;
  /** By item: its combination. */
  readonly kindOfItem: Int32Array;
}

/** Cost O(items grades). */
export function distinctVotes({ grades, raters, votes, voters }: VoteCounts): DistinctVotes {
  const classes = grades.length;
  const kinds = new Map<string, number>();
  const first: number[] = [];
  const kindOfItem = voters.map((_, item) => {
    const key = votes.subarray(item * classes, (item + 1) * classes).join(" ");
    const known = kinds.get(key);
    if (known !== undefined) return known;
    kinds.set(key, first.length);
    return first.push(item) - 1;
  });
  const ofKinds = new Float64Array(first.length * classes);
  for (const [kind, item] of first.entries()) {
    ofKinds.set(votes.subarray(item * classes, (item + 1) * classes), kind * classes);
  }
  const votersOfKinds = Int32Array.from(first, (item) => voters[item] ?? 0);
  return { votes: { grades, raters, votes: ofKinds, voters: votersOfKinds }, kindOfItem };
}

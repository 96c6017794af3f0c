/**
 * On how many queries is one engine better, equal or worse?
 */
import { pairedDifferences } from "./paired-differences.ts";

/** On how many queries one run is better, equal and worse. */
export interface WinsTiesLosses {
  /** Queries where the first is higher. */
  readonly wins: number;
  /** Queries where both are equal to 1e-12. */
  readonly ties: number;
  /** Queries where the first is lower. */
  readonly losses: number;
}

/** @throws SemqrelError INVALID_OPTION as `pairedDifferences` */
export function winsTiesLosses(first: ArrayLike<number>, second: ArrayLike<number>): WinsTiesLosses {
  const differences = pairedDifferences(first, second);
  const wins = differences.filter((difference) => difference > 0).length;
  const losses = differences.filter((difference) => difference < 0).length;
  return { wins, ties: differences.length - wins - losses, losses };
}

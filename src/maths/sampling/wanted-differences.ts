/**
 * Which differences of engines are still to be decided?
 */
import type { Decision } from "./decide-by-looks.ts";

/** Places of two engines. */
export interface EnginePair {
  readonly first: number;
  readonly second: number;
}

/**
 * By pair: whether it is open and the answer depends on it. Where only the best engine is asked for, whoever is beaten
 * cannot be the best, and its other differences do not matter.
 *
 * @param decisions by pair
 */
export function wantedDifferences(
  decisions: readonly Pick<Decision, "better">[],
  pairs: readonly EnginePair[],
  { best, engines }: { readonly best: boolean; readonly engines: number },
): boolean[] {
  const beaten = new Set(
    pairs.flatMap(({ first, second }, place) => {
      const better = decisions[place]?.better;
      return better === "first" ? [second] : better === "second" ? [first] : [];
    }),
  );
  // Each beaten by another one can only be a wrong decision.
  const counts = (engine: number) => !best || beaten.size === engines || !beaten.has(engine);
  return pairs.map(({ first, second }, place) => decisions[place]?.better === null && counts(first) && counts(second));
}

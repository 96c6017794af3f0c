/** Which unrated results could turn the order of two engines round? */
import { counted } from "../core/text/wording.ts";
import type { GoldDocument } from "./gold-report.ts";

/** By engine: unrated first results of rated queries, and the smallest and the largest mean that their ratings could give. */
export type Holes = Readonly<
  Record<string, { readonly count: number; readonly lower: number; readonly upper: number }>
>;

export function holesOfGold({ engines, comparison }: GoldDocument): Holes {
  const found = Object.entries(engines).flatMap(([name, engine]) => {
    const bounds = engine[comparison?.measure ?? ""];
    if (typeof bounds !== "object" || !("lower" in bounds)) return [];
    return [[name, { count: engine.holes.count, lower: bounds.lower, upper: bounds.upper }] as const];
  });
  return Object.fromEntries(found);
}

interface Pair {
  readonly better: string;
  readonly worse: string;
}

/** By engine, the worse one first; none if the bounds of the two do not overlap. */
export function unratedThatMayTurn(pair: Pair, holes: Holes) {
  const [better, worse] = [holes[pair.better], holes[pair.worse]];
  if (!better || !worse || better.lower > worse.upper) return [];
  return [pair.worse, pair.better].flatMap((engine) => {
    const count = holes[engine]?.count ?? 0;
    return count > 0 ? [{ engine, count }] : [];
  });
}

export function sayVerdict(pair: Pair & { readonly verdict: string }, holes: Holes): string {
  const unrated = pair.verdict === "better" ? unratedThatMayTurn(pair, holes) : [];
  if (unrated.length === 0) return pair.verdict;
  return `open: first rate ${unrated.map(({ engine, count }) => `${counted(count, "result")} of ${engine}`).join(", ")}`;
}

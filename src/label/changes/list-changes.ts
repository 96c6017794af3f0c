/** What changed from the reference to each engine, as summary.json says it? */
import type { Description } from "../../core/types.ts";
import { describe } from "../../maths/summary.ts";
import { type ChangeCounts, type MeasuredChanges, mostChanged, type QueryChange } from "./compare-lists.ts";

/** What can be tested by `--fail-under`. */
export const likenessNames = ["overlap@10", "rbo"] as const;
export type LikenessName = (typeof likenessNames)[number];

/** What changed from the reference to one engine. */
export interface ListChanges extends ChangeCounts, Readonly<Record<LikenessName, Description>> {
  /** Five queries at most: those with the smallest overlap first. */
  readonly most_changed: readonly QueryChange[];
}

export function summariseChanges({ counts, overlap, rbo, most }: MeasuredChanges): ListChanges {
  return { ...counts, "overlap@10": describe(overlap), rbo: describe(rbo), most_changed: most };
}

/** Of one engine over all the queries, those of the first part first. @param parts one or more */
export function joinChanges(parts: readonly MeasuredChanges[]): MeasuredChanges {
  const names = Object.keys(parts[0]?.counts ?? {}) as (keyof ChangeCounts)[];
  const sumOf = (name: keyof ChangeCounts) => parts.reduce((sum, { counts }) => sum + counts[name], 0);
  return {
    counts: Object.fromEntries(names.map((name) => [name, sumOf(name)])) as unknown as ChangeCounts,
    overlap: Float64Array.from(parts.flatMap(({ overlap }) => [...overlap])),
    rbo: Float64Array.from(parts.flatMap(({ rbo }) => [...rbo])),
    most: mostChanged(parts.flatMap(({ most }) => most)),
  };
}

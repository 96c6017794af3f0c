/**
 * Which queries have no number of their own, and what was made of them?
 */
import type { Judgments } from "../types.ts";
import type { Warning } from "../warnings.ts";
import { type EvaluatedRun, type EvaluateOptions, type Gap, gaps } from "./evaluate-run.ts";

const SHOWN_EXAMPLES = 3;

/** Means never shrink in silence: every reason with its number of queries. */
export function findGaps(
  judgments: Judgments,
  evaluated: readonly EvaluatedRun[],
  options: Pick<EvaluateOptions, "missingQueries" | "undefinedQueries">,
): Warning[] {
  const queries = judgments.queries.length;
  const nameOf = (place: number) => judgments.names.queries.nameOf(judgments.queries[place] ?? 0);
  const withGap = (gapOfQuery: Uint8Array, gap: Gap) => {
    const places = [...gapOfQuery.keys()].filter((place) => gapOfQuery[place] === gaps.indexOf(gap) + 1);
    return { count: places.length, examples: places.slice(0, SHOWN_EXAMPLES).map(nameOf) };
  };
  const warnings: Warning[] = [];
  const levels = new Set<number | null>();
  for (const { run, measured } of evaluated) {
    const [first] = measured;
    if (first === undefined) continue;
    const missing = withGap(first.gapOfQuery, "query-missing");
    if (missing.count > 0) {
      warnings.push({ kind: "queries-missing", run: run.name, queries, counted: options.missingQueries, ...missing });
    }
    const judged = new Set(judgments.queries);
    const unjudged = run.queries.filter((query) => !judged.has(query));
    if (unjudged.length > 0) {
      const examples = Array.from(unjudged.subarray(0, SHOWN_EXAMPLES), (query) => run.names.queries.nameOf(query));
      warnings.push({ kind: "queries-not-judged", run: run.name, count: unjudged.length, examples });
    }
    for (const { measure, gapOfQuery } of measured) {
      const undefinedOnes = withGap(gapOfQuery, "undefined");
      if (undefinedOnes.count > 0) {
        const { count } = undefinedOnes;
        warnings.push({ kind: "measure-undefined", run: run.name, measure: measure.name, count, queries });
      }
      // The same for every run that has the queries: said once for each level of relevance.
      const irrelevant = withGap(gapOfQuery, "no-relevant-document");
      if (irrelevant.count === 0 || levels.has(measure.relevanceLevel)) continue;
      levels.add(measure.relevanceLevel);
      const { relevanceLevel: level } = measure;
      const counted = options.undefinedQueries;
      warnings.push({ kind: "queries-without-relevant", level, queries, counted, ...irrelevant });
    }
  }
  return [...warnings, ...labelsBelowLevel(judgments, evaluated)];
}

/** Fractional labels, or labels such as 0.2 to 0.9, that no binary measure sees. */
function labelsBelowLevel(judgments: Judgments, evaluated: readonly EvaluatedRun[]): Warning[] {
  const measures = evaluated[0]?.measured.map(({ measure }) => measure) ?? [];
  const binary = measures.filter(({ kind, relevanceLevel }) => kind.needsRelevant && relevanceLevel === 1);
  if (binary.length === 0) return [];
  let count = 0;
  let largest = 0;
  for (const label of judgments.labels) {
    if (label > 0 && label < 1) count++;
    if (label > largest) largest = label;
  }
  return count === 0 ? [] : [{ kind: "labels-below-level", level: 1, count, largest }];
}

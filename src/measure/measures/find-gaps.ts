import { at } from "../../core/at.ts";
import type { Judgments } from "../../core/types.ts";
import { SHOWN_EXAMPLES, type Warning } from "../../core/warnings.ts";
import { type EvaluatedRun, type EvaluateOptions, type Gap, gaps, QUERY_MISSING } from "./evaluate-run.ts";
import { measureKinds } from "./registry.ts";

/** Returns warnings about gaps and other problems that can make a mean misleading. */
export function findGaps(
  judgments: Judgments,
  evaluated: readonly EvaluatedRun[],
  options: Pick<EvaluateOptions, "missingQueries" | "undefinedQueries">,
): Warning[] {
  const queries = judgments.queries.length;
  const nameOf = (index: number) => judgments.names.queries.nameOf(at(judgments.queries, index));
  const judged = new Set(judgments.queries);
  const warnings: Warning[] = [];
  const { documents } = judgments.names;
  const isJudged = new Uint8Array(documents.size);
  for (let row = 0; row < judgments.documents.length; row++) isJudged[judgments.documents[row] as number] = 1;
  for (const { run, measured } of evaluated) {
    if (measured.length === 0) continue;
    const [first] = run.documents;
    if (first !== undefined && judgments.documents.length > 0 && !run.documents.some((one) => isJudged[one] === 1)) {
      const judgedOne = documents.nameOf(at(judgments.documents, 0));
      warnings.push({ kind: "no-result-judged", run: run.name, returned: documents.nameOf(first), judged: judgedOne });
    }
    const answered = new Set(run.queries);
    const missing = [...judgments.queries.keys()].filter((index) => !answered.has(at(judgments.queries, index)));
    const count = missing.length;
    if (count > 0) {
      const examples = missing.slice(0, SHOWN_EXAMPLES).map(nameOf);
      const counted = countedOf(measured, missing, options);
      warnings.push({ kind: "queries-missing", run: run.name, queries, count, examples, ...counted });
    }
    const unjudged = run.queries.filter((query) => !judged.has(query));
    if (unjudged.length > 0) {
      const examples = Array.from(unjudged.subarray(0, SHOWN_EXAMPLES), (query) => run.names.queries.nameOf(query));
      warnings.push({ kind: "queries-not-judged", run: run.name, count: unjudged.length, examples });
    }
    for (const { measure, gapOfQuery } of measured) {
      const count = indexesWith(gapOfQuery, "undefined").length;
      if (count > 0) warnings.push({ kind: "measure-undefined", run: run.name, measure: measure.name, count, queries });
    }
    for (const { measure, values } of measured) {
      const { range, aggregate } = measure.kind;
      // Skips built-in measures, which stay in their range, and geometric means, whose values are logarithms.
      if (measureKinds.includes(measure.kind) || aggregate === "geometric mean") continue;
      const isOutside = (value: number) => value < range[0] || value > range[1];
      const outside = [...values.keys()].filter((index) => isOutside(at(values, index)));
      if (outside.length === 0) continue;
      const examples = outside.slice(0, SHOWN_EXAMPLES).map((index) => `${nameOf(index)} ${values[index]}`);
      const count = outside.length;
      warnings.push({ kind: "values-out-of-range", run: run.name, measure: measure.name, range, count, examples });
    }
  }
  for (const { level, indexes } of irrelevantByLevel(evaluated)) {
    const examples = indexes.slice(0, SHOWN_EXAMPLES).map(nameOf);
    const counted = options.undefinedQueries;
    warnings.push({ kind: "queries-without-relevant", level, queries, counted, count: indexes.length, examples });
  }
  return [...warnings, ...labelsBelowLevel(judgments, evaluated)];
}

function indexesWith(gapOfQuery: Uint8Array, gap: Gap): number[] {
  return [...gapOfQuery.keys()].filter((index) => gapOfQuery[index] === gaps.indexOf(gap) + 1);
}

/** Returns how missing queries count. Even with `missingQueries` = `zero`, some measures leave them out. */
function countedOf(
  measured: EvaluatedRun["measured"],
  missing: readonly number[],
  { missingQueries }: Pick<EvaluateOptions, "missingQueries">,
): Pick<Extract<Warning, { kind: "queries-missing" }>, "counted" | "withoutRelevant" | "undefinedFor"> {
  if (missingQueries === "skip") return { counted: "skip" };
  const ofMeasures = measured.map(({ measure, values, gapOfQuery }) => {
    const leftOut = missing.filter((index) => Number.isNaN(at(values, index)));
    const withoutRelevant = leftOut.filter((index) => gapOfQuery[index] !== QUERY_MISSING).length;
    return { name: measure.name, withoutRelevant, isUndefined: withoutRelevant < leftOut.length };
  });
  const withoutRelevant = Math.max(...ofMeasures.map((measure) => measure.withoutRelevant));
  const undefinedFor = ofMeasures.filter(({ isUndefined }) => isUndefined).map(({ name }) => name);
  if (undefinedFor.length === measured.length) return { counted: "skip" };
  return {
    counted: "zero",
    ...(withoutRelevant > 0 ? { withoutRelevant } : {}),
    ...(undefinedFor.length > 0 ? { undefinedFor } : {}),
  };
}

/** For each level, lists queries without a relevant document. Omits a level if null (label > 0) has the same list. */
function irrelevantByLevel(evaluated: readonly EvaluatedRun[]) {
  const indexesOf = new Map<number | null, Set<number>>();
  for (const { measure, gapOfQuery } of evaluated.flatMap(({ measured }) => measured)) {
    const level = measure.relevanceLevel;
    const indexes = indexesWith(gapOfQuery, "no-relevant-document");
    if (indexes.length > 0) indexesOf.set(level, new Set([...(indexesOf.get(level) ?? []), ...indexes]));
  }
  const found = [...indexesOf].map(([level, indexes]) => ({ level, indexes: [...indexes].sort((a, b) => a - b) }));
  const ofAny = found.find(({ level }) => level === null)?.indexes.join();
  return found.filter(({ level, indexes }) => level === null || indexes.join() !== ofAny);
}

function labelsBelowLevel(judgments: Judgments, evaluated: readonly EvaluatedRun[]): Warning[] {
  const measures = evaluated[0]?.measured.map(({ measure }) => measure) ?? [];
  const binary = measures.filter(({ kind, relevanceLevel }) => kind.needsRelevant && relevanceLevel === 1);
  if (binary.length === 0) return [];
  let count = 0;
  let largest = 0;
  for (let row = 0; row < judgments.labels.length; row++) {
    const label = judgments.labels[row] as number;
    if (label > 0 && label < 1) count++;
    if (label > largest) largest = label;
  }
  return count === 0 ? [] : [{ kind: "labels-below-level", level: 1, count, largest }];
}

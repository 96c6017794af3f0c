/**
 * How is a query called in a format that has texts and no ids?
 */
import type { RawJudgments, RawRun } from "../../core/types.ts";

/** Its text, else its name. @param query number in `names` */
export function textOfQuery({ names, queryTexts }: Pick<RawJudgments | RawRun, "names" | "queryTexts">, query: number) {
  return queryTexts.get(query) ?? names.queries.nameOf(query);
}

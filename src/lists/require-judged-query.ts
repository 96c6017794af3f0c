/**
 * Does a run answer any query that was judged?
 */
import { SemqrelError } from "../core/errors.ts";
import { quoted } from "../core/text/wording.ts";
import type { Judgments, Run } from "../core/types.ts";
import { SHOWN_EXAMPLES } from "../core/warnings.ts";

/**
 * @param run    shares its names with the judgments
 * @param remedy what the caller may do, a sentence
 * @throws SemqrelError NO_COMMON_QUERY  shows some queries of each side   details: { run, file }
 */
export function requireJudgedQuery(run: Run, judgments: Judgments, remedy: string): void {
  const judged = new Set(judgments.queries);
  if (run.queries.some((query) => judged.has(query))) return;
  throw new SemqrelError(
    "NO_COMMON_QUERY",
    `Joining ${run.source} with ${judgments.source}: no query in common. The judgments have ${some(judgments)}; ` +
      `the run has ${some(run)}. ${remedy}`,
    { details: { run: run.name, file: run.source } },
  );
}

function some({ queries, names }: Judgments | Run): string {
  const shown = Array.from(queries.subarray(0, SHOWN_EXAMPLES), (query) => quoted(names.queries.nameOf(query)));
  return shown.length === 0 ? "none" : shown.join(", ");
}

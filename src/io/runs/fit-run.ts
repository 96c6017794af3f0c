/** What can a format hold of a run? */
import { at } from "../../core/at.ts";
import type { RawRun } from "../../core/types.ts";
import { fitNames, pickFurther } from "../fit-names.ts";
import type { Lost, RunCapabilities } from "../format-capabilities.ts";

/** The run as the format can hold it, and what it cannot. Of a document that a list has twice the best score stays. */
export function fitRun(raw: RawRun, holds: RunCapabilities): { run: RawRun; lost: Lost[] } {
  const kept = holds.repeats ? raw : withoutRepeats(raw);
  const repeated = raw.queries.length - kept.queries.length;
  const { rows, lost } = fitNames(kept, holds);
  const partial = new Set(raw.partialQueries);
  const lostOfRun = [
    { what: "scores that contradict the ranks", rows: raw.unusedScores ?? 0 },
    { what: "marks of incomplete responses", rows: raw.queries.filter((query) => partial.has(query)).length },
    { what: "repeated results", rows: repeated },
  ];
  return { run: rows, lost: [...lostOfRun.filter((each) => each.rows > 0), ...lost] };
}

function withoutRepeats(raw: RawRun): RawRun {
  const best = new Map<string, number>();
  for (let row = 0; row < raw.queries.length; row++) {
    const pair = `${raw.queries[row]} ${raw.documents[row]}`;
    const known = best.get(pair);
    if (known === undefined || at(raw.scores, row) > at(raw.scores, known)) best.set(pair, row);
  }
  if (best.size === raw.queries.length) return raw;
  const rows = [...best.values()].sort((one, other) => one - other);
  return {
    ...raw,
    queries: Int32Array.from(rows, (row) => at(raw.queries, row)),
    documents: Int32Array.from(rows, (row) => at(raw.documents, row)),
    scores: Float64Array.from(rows, (row) => at(raw.scores, row)),
    titles: raw.titles && rows.map((row) => raw.titles?.[row] ?? ""),
    ...(raw.further && { further: pickFurther(raw.further, rows) }),
  };
}

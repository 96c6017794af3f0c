/** What would trec_eval print? */
import type { MeasureReport } from "./measure-report.ts";
import { type MeasuredQueries, QUERY_MISSING } from "./measures/evaluate-run.ts";

/**
 * Lines as trec_eval writes them: name, query or `all`, value, with tabs; four decimals, counts without. Queries stand
 * in the order of their names' bytes, those that the run lacks left out; each run ends with its means.
 *
 * @param isOfficial begins the means with the line `runid`, as trec_eval does where nobody asked for measures
 */
export function* trecEvalText(report: MeasureReport, perQuery: boolean, isOfficial: boolean): Iterable<string> {
  for (const { run, measured } of report.runs) {
    if (perQuery) {
      const { names } = run;
      const places = report.queries
        .map((name, place) => ({ name, place, number: names.queries.find(name) }))
        .sort((one, other) => names.queries.compare(one.number, other.number));
      for (const { name, place } of places) {
        for (const one of measured) {
          const value = one.values[place] ?? Number.NaN;
          const isMissing = one.gapOfQuery[place] === QUERY_MISSING;
          if (!Number.isNaN(value) && !isMissing && !one.measure.kind.onlyOfAll) yield line(one, name, value);
        }
      }
    }
    if (isOfficial || report.runs.length > 1) yield `${"runid".padEnd(22)}\tall\t${run.tag ?? run.name}\n`;
    for (const one of measured) yield line(one, "all", one.value);
  }
}

function line(one: MeasuredQueries, query: string, value: number): string {
  const name = one.measure.trecName ?? one.measure.name;
  const shown = one.measure.kind.aggregate === "sum" ? value.toFixed(0) : fourDecimals(value);
  return `${name.padEnd(22)}\t${query}\t${shown}\n`;
}

/** As C prints: a tie goes to the even digit, where `toFixed` rounds it up. Among binary fractions only odd 32nds tie. */
function fourDecimals(value: number): string {
  if (Math.abs((value * 32) % 2) !== 1) return value.toFixed(4);
  const below = Math.floor(value * 1e4);
  return ((below % 2 === 0 ? below : below + 1) / 1e4).toFixed(4);
}

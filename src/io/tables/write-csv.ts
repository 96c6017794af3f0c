/** How are rows written as CSV? The door to csv-stringify. */
import { stringify } from "csv-stringify/sync";

const ROWS_AT_ONCE = 500;

/** Cells come back unchanged from any CSV reader. */
export function* csvText(rows: Iterable<readonly string[]>, delimiter = ","): Iterable<string> {
  // Without quotes programs read a bare carriage return or a cell of spaces differently.
  const options = { delimiter, quoted_match: /[\r\u0085\u2028\u2029]|^\s|\s$/ };
  let waiting: (readonly string[])[] = [];
  for (const row of rows) {
    waiting.push(row);
    if (waiting.length < ROWS_AT_ONCE) continue;
    yield stringify(waiting as string[][], options);
    waiting = [];
  }
  yield stringify(waiting as string[][], options);
}

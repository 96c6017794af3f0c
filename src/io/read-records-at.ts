/** What do a few rows of a large CSV file hold? Skipping the others as text is many times faster than reading them. */
import { closing, openInput } from "./open-input.ts";
import { csv } from "./tables/formats/csv.ts";

/** Cells by the name of their column; "" for one that the table lacks. */
type RecordCells = (name: string) => string;

/**
 * @param lines  1-based, where the wanted rows begin, ascending
 * @param onRow  called for each of them, in their order, with its place among `lines`
 * @returns the file's SHA-256: where it changed, the lines may be others
 * @throws SemqrelError as `openInput` and `readDelimited`
 */
export async function readRecordsAt(
  path: string,
  lines: Int32Array,
  onRow: (place: number, cellOf: RecordCells) => void,
): Promise<string> {
  const input = await openInput(path);
  let place = 0;
  await closing(input, () =>
    csv.read(
      pickRecords(input.pieces, lines),
      input.source,
      () => true,
      (names, cells) => onRow(place++, (name) => cells[names.indexOf(name)] ?? ""),
    ),
  );
  return input.sha256();
}

/** The names of the columns, and the records that begin at the given lines. A record ends where its quotes are closed. */
async function* pickRecords(pieces: AsyncIterable<string>, lines: Int32Array): AsyncIterable<string> {
  let line = 0;
  let next = 0;
  let isOpen = false;
  for await (const piece of pieces) {
    let picked = "";
    for (let begin = 0; begin < piece.length; ) {
      const found = piece.indexOf("\n", begin);
      const end = found < 0 ? piece.length : found + 1;
      line++;
      if (line === 1 || isOpen || line === lines[next]) {
        if (line === lines[next]) next++;
        const text = piece.slice(begin, end);
        picked += text;
        if (hasOddQuotes(text)) isOpen = !isOpen;
      }
      begin = end;
    }
    if (picked !== "") yield picked;
  }
}

function hasOddQuotes(text: string): boolean {
  let isOdd = false;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}

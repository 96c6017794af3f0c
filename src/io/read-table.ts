/**
 * Which formats of files with rows are known?
 */
import { SemqrelError } from "../errors.ts";
import { csv } from "./formats/csv.ts";
import { jsonl } from "./formats/jsonl.ts";
import { trecRun } from "./formats/trec-run.ts";
import { tsv } from "./formats/tsv.ts";
import { type InputText, openInput, peek } from "./open-input.ts";
import { type Table, type TableFormat, tableBuilder } from "./table.ts";

/** In the order in which they are asked whether a text is theirs. */
export const tableFormats: readonly TableFormat[] = [jsonl, trecRun, tsv, csv];

/**
 * The wanted columns of a file with rows, in any known format.
 *
 * @param format a name of `tableFormats`, or null to recognise it from the content
 * @throws SemqrelError as `openInput`, `requireLines` and the formats; EMPTY_FILE where no row is below the names;
 *         INVALID_OPTION for an unknown format
 */
export async function readTable(path: string, wants: (name: string) => boolean, format: string | null): Promise<Table> {
  return readOpenedTable(await openInput(path), wants, format);
}

/** The same from an input that is open already: standard input and pipes can be read only once. */
export async function readOpenedTable(
  input: InputText,
  wants: (name: string) => boolean,
  format: string | null,
): Promise<Table> {
  const { first, all } = await peek(input.pieces);
  requireLines(first, input.source);
  const chosen = tableFormats.find((known) => (format === null ? known.detect(first) : known.name === format));
  if (chosen === undefined) {
    const known = tableFormats.map(({ name }) => name).join(", ");
    throw new SemqrelError(
      "INVALID_OPTION",
      `Reading ${input.source}: there is no format "${format}". Known: ${known}.`,
      {
        details: { format },
      },
    );
  }
  const builder = tableBuilder(wants);
  await chosen.read(all, input.source, wants, builder.onRow);
  const table = builder.finish();
  if (table.lines.length === 0) {
    throw new SemqrelError(
      "EMPTY_FILE",
      `Reading ${input.source}: no rows below the names of the columns. Give a file with result rows.`,
      { details: { file: input.source } },
    );
  }
  return { ...table, source: input.source, format: chosen.name, sha256: input.sha256(), sizeBytes: input.sizeBytes() };
}

/**
 * Lines that a reader would not see: none but blank ones, or all of them in one.
 *
 * @param head the first piece of the text
 * @throws SemqrelError EMPTY_FILE, INVALID_FORMAT
 */
export function requireLines(head: string, source: string): void {
  const text = head.trim();
  const details = { file: source };
  if (text === "") {
    throw new SemqrelError("EMPTY_FILE", `Reading ${source}: it has only blank lines. Give a file with rows.`, {
      details,
    });
  }
  if (text.includes("\n") || !text.includes("\r")) return;
  throw new SemqrelError(
    "INVALID_FORMAT",
    `Reading ${source}: its lines end with carriage returns alone, as on old Macs. ` +
      "Save it with line feeds (tr '\\r' '\\n').",
    { details },
  );
}

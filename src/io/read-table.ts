/**
 * Which formats of files with rows are known?
 */
import { SemqrelError } from "../errors.ts";
import { csv } from "./formats/csv.ts";
import { jsonl } from "./formats/jsonl.ts";
import { trecRun } from "./formats/trec-run.ts";
import { tsv } from "./formats/tsv.ts";
import { openInput, peek } from "./open-input.ts";
import { type Table, type TableFormat, tableBuilder } from "./table.ts";

/** In the order in which they are asked whether a text is theirs. */
export const tableFormats: readonly TableFormat[] = [jsonl, trecRun, tsv, csv];

/**
 * The wanted columns of a file with rows, in any known format.
 *
 * @param format a name of `tableFormats`, or null to recognise it from the content
 * @throws SemqrelError as `openInput` and the formats; EMPTY_FILE where there is no row below the names;
 *         INVALID_OPTION for an unknown format
 */
export async function readTable(path: string, wants: (name: string) => boolean, format: string | null): Promise<Table> {
  const input = await openInput(path);
  const { first, all } = await peek(input.pieces);
  const chosen = tableFormats.find((known) => (format === null ? known.detect(first) : known.name === format));
  if (chosen === undefined) {
    const known = tableFormats.map(({ name }) => name).join(", ");
    throw new SemqrelError("INVALID_OPTION", `Reading ${path}: there is no format "${format}". Known: ${known}.`, {
      details: { format },
    });
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

/**
 * What does each row of a folder's labels.csv or reference.csv say?
 * Row by row, none of them kept; `read-labels.ts` has them in memory.
 */

import { closing, openInput } from "../open-input.ts";
import { type ResultChecks, resultChecks } from "../results/result-checks.ts";
import { resultColumns } from "../results/result-columns.ts";
import { scanOpenedTable } from "../tables/read-table.ts";
import { missingLabelColumn } from "./label-cell.ts";

export interface LabelRow {
  /** 1-based, where the row begins. */
  readonly line: number;
  readonly engine: string;
  readonly query: string;
  /** 0-based. */
  readonly rank: number;
  readonly title: string;
  /** One of the further columns; "" where the table lacks it. */
  cell(name: string): string;
}

export interface LabelRowsOptions {
  /** Columns beside those of every result. */
  readonly further: readonly string[];
  /** False for a list of several references, whose engines are a column as any other. */
  readonly byEngine: boolean;
}

export interface ScannedLabels {
  readonly source: string;
  readonly sha256: string;
  /** As the file calls them; null where it has none. */
  readonly titleColumn: string | null;
  readonly idColumn: string | null;
  /** Which of the further columns it has. */
  readonly further: readonly string[];
}

/**
 * @param onRow given the same object each time: what is needed later is to be taken from it
 * @throws SemqrelError as `scanOpenedTable`, `resultColumns` and `resultChecks`; MISSING_COLUMN without labels or ranks;
 *         what `onRow` throws
 */
export async function scanLabelRows(
  path: string,
  options: LabelRowsOptions,
  onRow: (row: LabelRow) => void,
): Promise<ScannedLabels> {
  const input = await openInput(path);
  const { source } = input;
  const reader: { current: RowReader | null } = { current: null };
  const { sha256 } = await closing(input, () =>
    scanOpenedTable(
      input,
      () => true,
      "csv",
      () => (names, cells, line) => {
        reader.current ??= rowReader(path, source, names, options);
        onRow(reader.current.read(cells, line));
      },
    ),
  );
  const { current } = reader;
  current?.checks.finish();
  const { titleColumn = null, idColumn = null, further = [] } = current ?? {};
  return { source, sha256, titleColumn, idColumn, further };
}

interface RowReader extends Pick<ScannedLabels, "titleColumn" | "idColumn" | "further"> {
  readonly checks: ResultChecks;
  read(cells: readonly string[], line: number): LabelRow;
}

function rowReader(
  path: string,
  source: string,
  names: readonly string[],
  { further, byEngine }: LabelRowsOptions,
): RowReader {
  const options = {
    format: "csv",
    columns: byEngine ? {} : { engine: [] },
    rankBase: 0,
    further,
    titles: null,
  } as const;
  const columns = resultColumns(names, { format: "csv", source }, options);
  if (columns.rank === null) throw missingLabelColumn("rank", source, names);
  if (columns.further.every(({ name }) => name !== "label")) throw missingLabelColumn("label", source, names);
  const checks = resultChecks({ path, engine: null }, source, columns, options);
  const placeOf = (name: string | null) => (name === null ? -1 : names.indexOf(name));
  const [engine, query, queryId] = [placeOf(columns.engine), placeOf(columns.query), placeOf(columns.queryId)];
  const [rank, title, id] = [placeOf(columns.rank), placeOf(columns.title), placeOf(columns.id)];
  const placeOfFurther = new Map(columns.further.map(({ name, column }) => [name, placeOf(column)]));
  let cells: readonly string[] = [];
  const at = (place: number) => cells[place] ?? "";
  const row = {
    ...{ line: 0, engine: "", query: "", rank: 0, title: "" },
    cell: (name: string) => at(placeOfFurther.get(name) ?? -1),
  };
  return {
    checks,
    titleColumn: columns.title,
    idColumn: columns.id,
    further: columns.further.map(({ name }) => name),
    read(ofRow, line) {
      cells = ofRow;
      // Written out, as there may be millions.
      row.rank = checks.add({
        line,
        engine: at(engine),
        query: at(query),
        queryId: at(queryId),
        rank: at(rank),
        id: at(id),
        partial: "",
      });
      row.line = line;
      row.engine = at(engine);
      row.query = at(query) || at(queryId);
      row.title = at(title);
      return row;
    },
  };
}

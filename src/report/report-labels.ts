/** Which labels does a folder hold, as a report needs them: numbers of every row, and texts of those that are shown? */
import { at } from "../core/at.ts";
import type { ScannedLabelTable } from "../io/labels/label-tables.ts";
import { scanStoredLabels } from "../label/stored-labels.ts";
import type { ReportLabels } from "./content/report-inputs.ts";
import type { RowsToShow } from "./content/rows-to-show.ts";

interface FolderLabels {
  /** Without the title and the id of any row. */
  readonly labels: ReportLabels;
  /**
   * The same with titles and ids of some rows.
   *
   * @throws SemqrelError FILE_UNREADABLE where a file is no longer what it was   details: { file }
   */
  withTexts(rows: RowsToShow): Promise<ReportLabels>;
}

/** @throws SemqrelError as `scanStoredLabels` */
export async function readReportLabels(folder: string): Promise<FolderLabels> {
  const { stored, ...tables } = await scanStoredLabels(folder);
  const { engines, reference } = stored;
  return {
    labels: stored,
    async withTexts(rows) {
      const wanted = engines.map(({ lists }, place) => ({ lines: lists.lines, rows: at(rows.engines, place) }));
      const texts = await readTexts(tables.labels, wanted);
      const ofReference =
        tables.reference && reference
          ? await readTexts(tables.reference, [{ lines: reference.lists.lines, rows: rows.reference }])
          : [];
      return {
        ...stored,
        engines: engines.map((engine, place) => ({ ...engine, lists: { ...engine.lists, ...texts[place] } })),
        reference: reference && { ...reference, lists: { ...reference.lists, ...ofReference[0] } },
      };
    },
  };
}

interface WantedRows {
  /** By row of a list: its line in the file. */
  readonly lines: Int32Array;
  /** Rows of the list. */
  readonly rows: Iterable<number>;
}

/** By list: titles and ids by row. */
async function readTexts(table: ScannedLabelTable, wanted: readonly WantedRows[]) {
  type Texts = Record<number, string>;
  const texts = wanted.map(() => ({ titles: {} as Texts, ids: table.hasIds ? ({} as Texts) : null }));
  const inOrder = wanted
    .flatMap(({ lines, rows }, list) => Array.from(rows, (row) => ({ list, row, line: at(lines, row) })))
    .sort((one, other) => one.line - other.line);
  const lines = Int32Array.from(inOrder, ({ line }) => line);
  await table.textsAt(lines, (place, title, id) => {
    const { list, row } = at(inOrder, place);
    const { titles, ids } = at(texts, list);
    titles[row] = title;
    if (ids !== null) ids[row] = id;
  });
  return texts;
}

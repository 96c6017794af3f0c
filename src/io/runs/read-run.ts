/** Which formats of runs are known? */
import type { Names, RawRun } from "../../core/types.ts";
import { type PeekedInput, peekInput } from "../format-input.ts";
import { inputError } from "../input-error.ts";
import { trecQrels } from "../judgments/line-judgments.ts";
import { closing } from "../open-input.ts";
import { ambiguousEngineError } from "../results/result-checks.ts";
import { engineOfPath, type InputFile } from "../results/results-file.ts";
import { seemsMsmarco } from "../tables/formats/msmarco-run.ts";
import { isRanx, ranxText } from "../tables/formats/ranx.ts";
import { headColumns } from "../tables/head-columns.ts";
import { responseFormats } from "../tables/read-table.ts";
import { isChosen, type TableColumns } from "../tables/table-roles.ts";
import { looksLikeTrec } from "../trec-lines.ts";
import { renameColumns, unknownFormat } from "../unknown-format.ts";
import { RunColumns, type RunFormat, type RunWriter } from "./run-format.ts";
import { guessedOfRun, missingOfRun, tableRun, tableRunsWriter } from "./table-run.ts";
import { trecRun } from "./trec-run.ts";

/** In the order in which they are asked whether a text is theirs. */
export const runFormats: readonly RunFormat[] = [
  {
    ...tableRun("ranx"),
    detect: isRanx,
    holds: { queryIds: "any", queryTexts: false, titles: false, whiteSpace: true, repeats: false, engines: false },
    *write(runs) {
      for (const { names, queries, documents, scores } of runs) {
        yield* ranxText(names, queries, documents, (row) => withPoint(scores[row] ?? 0));
      }
    },
  },
  trecRun,
  { ...tableRun("msmarco-run"), detect: (head, names) => !isChosen(names) && seemsMsmarco(head) },
  ...[...responseFormats, "ris", "nbib"].map(tableRun),
  ...(["csv", "tsv", "jsonl"] as const).map((name) => ({ ...tableRun(name), ...tableRunsWriter(name) })),
  tableRun("parquet"),
];

export const runWriters = runFormats.filter((format): format is RunFormat & RunWriter => format.write !== undefined);

/** ranx takes the type of all scores from them. */
function withPoint(score: number): string {
  const text = JSON.stringify(score);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** A file of runs. */
export interface RunFile {
  readonly path: string;
  /** Name of the run; null takes the engine column's, else the file's. */
  readonly name: string | null;
}

/**
 * The runs of a file: one, or one for each engine where a column names engines.
 * @param names shared with the judgments
 * @param asked a name of `runFormats`; null recognises it from the content
 * @param columns names of columns of tables that have no usual ones
 */
export async function readRuns(
  file: RunFile,
  names: Names,
  asked: string | null,
  columns: TableColumns = {},
): Promise<{ runs: RawRun[]; file: InputFile }> {
  const peeked = await peekInput(file.path);
  return closing(peeked.input, () => readPeekedRuns(peeked, file, names, asked, columns));
}

/** The same from an input whose beginning is known already. */
export async function readPeekedRuns(
  { input, head }: PeekedInput,
  { path, name }: RunFile,
  names: Names,
  asked: string | null,
  columnNames: TableColumns,
  keepsFurther = false,
): Promise<{ runs: RawRun[]; file: InputFile }> {
  const { source } = input;
  const format =
    runFormats.find((known) => (asked === null ? known.detect(head, columnNames) : known.name === asked)) ??
    (asked === null && isMalformed(head) ? trecRun : undefined);
  if (format === undefined) {
    const columnsThere = headColumns(head) ?? [];
    throw unknownFormat({
      source,
      head,
      asked,
      kind: "runs",
      known: runFormats,
      otherKind: trecQrels.detect(head, {}) ? "judgments, not a run" : null,
      needs: "a table of results needs a query, an id or a title, and a score or a rank",
      remedy: `. ${renameColumns(missingOfRun(columnsThere, guessedOfRun(columnsThere, columnNames)))}`,
    });
  }
  const columns = new RunColumns(names, keepsFurther);
  await format.read(input, columns, columnNames);
  const engines = columns.engines.size === 0 ? new Map([[engineOfPath(path), columns]]) : columns.engines;
  if (name !== null && engines.size > 1) throw ambiguousEngineError(source, name, [...engines.keys()]);
  // What is odd about the file is said of its first run alone.
  const runs = [...engines].map(([engine, ofEngine], place) => ({
    ...ofEngine.finish(name ?? engine, source),
    ...(place === 0 && columns.warnings.length > 0 && { warnings: columns.warnings }),
  }));
  const rows = runs.reduce((sum, { queries }) => sum + queries.length, 0);
  if (rows === 0) throw inputError("EMPTY_FILE", source, "it has no results. Give a run with results.");
  const file = { path: source, format: format.name, rows, sizeBytes: input.sizeBytes(), sha256: input.sha256() };
  return { runs, file };
}

function isMalformed(head: string): boolean {
  return !trecQrels.detect(head, {}) && looksLikeTrec(head, (line) => trecRun.detect(line, {}));
}

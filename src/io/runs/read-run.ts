import { at } from "../../core/at.ts";
import type { Names, RawRun } from "../../core/types.ts";
import { SHOWN_EXAMPLES } from "../../core/warnings.ts";
import { RunColumns } from "../format.ts";
import { formatOf, formats } from "../formats.ts";
import { inputError } from "../input-error.ts";
import { trecQrels } from "../judgments/line-judgments.ts";
import { closing } from "../open-input.ts";
import { ambiguousEngineError } from "../results/result-checks.ts";
import { engineOfPath, type ResultsFile, readInput } from "../results/results-file.ts";
import { type PeekedInput, peekInput } from "../tables/read-table.ts";
import { headColumns, renameColumns, type TableColumns } from "../tables/table-roles.ts";
import { looksLikeTrec } from "../trec-lines.ts";
import { unknownFormat } from "../unknown-format.ts";
import { guessedOfRun, missingOfRun, trecRun } from "./run-formats.ts";

export interface KeptOfRuns {
  readonly further?: boolean;
  /** Whether a result without title and id keeps its position. If false, such a result is an error. */
  readonly untitled?: boolean;
}

/** Reads one run, or one per engine if a column names engines. @param names - one object for all compared files */
export async function readRuns(
  file: ResultsFile,
  names: Names,
  asked: string | null,
  columns: TableColumns = {},
  keeps: KeptOfRuns = {},
) {
  const peeked = await peekInput(file.path);
  return closing(peeked.input, () => readPeekedRuns(peeked, file, names, asked, columns, keeps));
}

export async function readPeekedRuns(
  { input, head }: PeekedInput,
  { path, engine: name }: ResultsFile,
  names: Names,
  asked: string | null,
  columnNames: TableColumns,
  keeps: KeptOfRuns = {},
) {
  const { source } = input;
  const known = formatOf(formats.run, head, asked, columnNames);
  const isJudgments = trecQrels.detect(head, {});
  const isMalformed = asked === null && !isJudgments && looksLikeTrec(head, trecRun);
  const format = known ?? (isMalformed ? trecRun : undefined);
  if (format === undefined) {
    const columnsThere = headColumns(head) ?? [];
    throw unknownFormat({
      source,
      head,
      asked,
      kind: "runs",
      known: formats.run,
      otherKind: isJudgments ? "judgments, not a run" : null,
      needs: "a table of results needs a query, an id or a title, and a score or a rank",
      remedy: `. ${renameColumns(missingOfRun(columnsThere, guessedOfRun(columnsThere, columnNames)))}`,
    });
  }
  const columns = new RunColumns(names, keeps.further);
  columns.keepsUntitled = keeps.untitled ?? false;
  await format.read(input, columns, columnNames);
  const engines = columns.engines.size === 0 ? new Map([[engineOfPath(path), columns]]) : columns.engines;
  if (name !== null && engines.size > 1) throw ambiguousEngineError(source, name, [...engines.keys()]);
  const count = columns.untitled.length;
  if (count > 0) {
    const engine = name ?? (engines.size === 1 ? at([...engines.keys()], 0) : engineOfPath(path));
    const examples = columns.untitled.slice(0, SHOWN_EXAMPLES);
    columns.warnings.push({ kind: "empty-titles", engine, count, examples, unjudged: true });
  }
  // Warnings about the file are attached to its first run only.
  const runs = [...engines].map(([engine, ofEngine], index): RawRun => {
    const run = ofEngine.finish(name ?? engine, source);
    return index === 0 && columns.warnings.length > 0 ? { ...run, warnings: columns.warnings } : run;
  });
  const rows = runs.reduce((sum, { queries }) => sum + queries.length, 0);
  if (rows === 0) throw inputError("EMPTY_FILE", source, "it has no results. Give a run with results.");
  return { runs, file: readInput(input, format.name, rows) };
}

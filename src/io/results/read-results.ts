/**
 * Which engines' results does a file hold?
 * Finds the columns, checks every row, splits by engine and makes ranks count from 0. All of it in memory:
 * `scan-results.ts` does the same row by row.
 */
import type { RawResults } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { rankByScore } from "../runs/rank-by-score.ts";
import { readTable } from "../tables/read-table.ts";
import { resultChecks } from "./result-checks.ts";
import { isResultColumn, resultColumns } from "./result-columns.ts";
import type { InputFile, ReadResultsOptions, ResultsFile } from "./results-file.ts";

export type { InputFile, ReadResultsOptions, ResultsFile } from "./results-file.ts";
export { engineOfPath } from "./results-file.ts";

/** Result lists of one file, by engine. */
export interface ReadResults {
  /** One per engine, in order of first appearance. */
  readonly results: readonly RawResults[];
  readonly file: InputFile;
  readonly warnings: readonly Warning[];
}

/** @throws SemqrelError as `readTable`, `resultColumns` and `resultChecks` */
export async function readResults(file: ResultsFile, options: ReadResultsOptions): Promise<ReadResults> {
  const table = await readTable(file.path, (name) => isResultColumn(name, options), options.format, {
    field: options.titleField ?? null,
    isRequired: options.titles === null,
  });
  const columns = resultColumns(table.names, table, options);
  const column = (name: string | null) => (name === null ? null : (table.columns.get(name) ?? null));
  const cells = {
    ...{ queryIds: column(columns.queryId), queryTexts: column(columns.query), ids: column(columns.id) },
    ...{ ranks: column(columns.rank), engines: column(columns.engine), partial: column(columns.partial) },
  };
  const { queryIds, queryTexts, ids } = cells;
  const checks = resultChecks(file, table.source, columns, options);
  const ranks = new Float64Array(table.lines.length);
  const rowsOf = new Map<string, number[]>();
  table.lines.forEach((line, row) => {
    const checked = {
      line,
      queryId: queryIds?.[row] ?? "",
      query: queryTexts?.[row] ?? "",
      id: ids?.[row] ?? "",
      rank: cells.ranks?.[row] ?? "",
      engine: cells.engines?.[row] ?? "",
      partial: cells.partial?.[row] ?? "",
    };
    ranks[row] = checks.add(checked);
    const engine = checks.engineOf(checked);
    const rows = rowsOf.get(engine);
    if (rows === undefined) rowsOf.set(engine, [row]);
    else rows.push(row);
  });
  const { engines, firstRank, warnings } = checks.finish();

  const titles = column(columns.title) ?? (ids ?? []).map((id) => options.titles?.get(id) ?? "");
  const scores = column(columns.score);
  const results = [...engines].map(([inFile, engine]): RawResults => {
    const rows = rowsOf.get(inFile) ?? [];
    const pick = (all: readonly string[] | null) => (all === null ? null : rows.map((row) => all[row] ?? ""));
    const queryKeys = rows.map((row) => (queryIds?.[row] ? `id ${queryIds[row]}` : `text ${queryTexts?.[row]}`));
    return {
      engine,
      source: table.source,
      queryIds: pick(queryIds),
      queryTexts: pick(queryTexts),
      titles: pick(titles) ?? [],
      ids: pick(ids),
      ranks:
        scores !== null
          ? rankByScore(queryKeys, pick(scores)?.map(Number) ?? [], pick(ids) ?? [])
          : columns.rank !== null
            ? Int32Array.from(rows, (row) => (ranks[row] ?? 0) - firstRank)
            : rankByOrder(queryKeys),
      lines: Int32Array.from(rows, (row) => table.lines[row] ?? 0),
      columns: new Map(columns.further.map(({ name, column: found }) => [name, pick(column(found)) ?? []])),
      columnNames: columns.names,
    };
  });
  const { sizeBytes, sha256, format, source } = table;
  return {
    results,
    warnings: [...columns.warnings, ...warnings],
    file: { path: source, format, rows: table.lines.length, sizeBytes, sha256 },
  };
}

function rankByOrder(queryKeys: readonly string[]): Int32Array {
  const next = new Map<string, number>();
  return Int32Array.from(queryKeys, (key) => {
    const rank = next.get(key) ?? 0;
    next.set(key, rank + 1);
    return rank;
  });
}

/**
 * How do the files of an earlier `label` become lists with labels, over one numbering of queries?
 */
import { nameOfQuery, type RawLabels, readLabels } from "./io/read-labels.ts";
import type { InputFile } from "./io/read-results.ts";
import { groupResults } from "./lists/group-results.ts";
import type { RawResults, ResultLists, StoredLabels } from "./types.ts";
import type { Warning } from "./warnings.ts";

export interface ReadStoredLabels {
  readonly stored: StoredLabels;
  readonly files: readonly InputFile[];
  readonly warnings: readonly Warning[];
}

/** @throws SemqrelError as `readLabels` */
export async function readStoredLabels(path: string): Promise<ReadStoredLabels> {
  const { engines, reference, queryOfName, files, warnings, ...read } = await readLabels(path);
  const group = (results: RawResults) => {
    const queryOfRow = Int32Array.from(results.titles, (_, row) => queryOfName.get(nameOfQuery(results, row)) ?? 0);
    return groupResults(results, queryOfRow, read.queries.length);
  };
  return {
    stored: {
      source: read.source,
      queries: read.queries,
      queryKeys: read.queryKeys,
      model: read.model,
      engines: engines.map(({ results, ...columns }) => ({ lists: group(results), ...columns })),
      reference:
        reference === null
          ? null
          : {
              lists: { ...group(reference.results), ...originsOf(reference) },
              labels: reference.labels,
              pointRanks: reference.pointRanks,
            },
    },
    files,
    warnings,
  };
}

/** Rows of several references say which of them gave the row. */
function originsOf({ results, engines }: NonNullable<RawLabels["reference"]>): Pick<ResultLists, "origins"> {
  const { engine: name, source } = results;
  return engines.every((engine) => engine === name) ? {} : { origins: engines.map((engine) => ({ engine, source })) };
}

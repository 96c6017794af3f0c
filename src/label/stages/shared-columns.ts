/**
 * Which columns do a candidate and the reference both have?
 */
import { SemqrelError } from "../../core/errors.ts";
import { suggestion } from "../../core/text/suggestion.ts";
import type { ResultLists } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";

/** One column of both sides: by row, what `keyOf` makes of its cells. */
export interface SharedColumn {
  readonly name: string;
  readonly candidate: readonly string[];
  readonly reference: readonly string[];
}

export interface SharedColumns {
  /** In the order of the names; without those that the candidate lacks. */
  readonly ofCandidate: ReadonlyMap<ResultLists, readonly SharedColumn[]>;
  /** One for each candidate and column that it lacks. */
  readonly warnings: readonly Warning[];
}

/** What the columns are for. */
export interface ColumnUse {
  /** Begins the message of an error, such as `Matching on`. */
  readonly doing: string;
  readonly flag: string;
  readonly keyOf: (cell: string) => string;
  readonly lacking: (engine: string, column: string) => Warning;
}

/**
 * @param names `id` for the documents' ids, else a column kept when reading
 * @throws SemqrelError MISSING_COLUMN  the reference or every candidate lacks it   details: { file, column }
 */
export function sharedColumns(
  names: readonly string[],
  reference: ResultLists,
  candidates: readonly ResultLists[],
  { doing, flag, keyOf, lacking }: ColumnUse,
): SharedColumns {
  const keysOf = (lists: ResultLists, name: string) => cellsOf(lists, name)?.map(keyOf) ?? null;
  const warnings: Warning[] = [];
  for (const name of names) {
    const without = candidates.filter((candidate) => cellsOf(candidate, name) === null);
    if (cellsOf(reference, name) === null || without.length === candidates.length) {
      const { source, columnNames = [] } = cellsOf(reference, name) === null ? reference : (candidates[0] ?? reference);
      throw new SemqrelError(
        "MISSING_COLUMN",
        `${doing} "${name}": ${source} has no such column.${suggestion(name, columnNames)} Name a column that both sides have, or leave it out of ${flag}.`,
        { details: { file: source, column: name } },
      );
    }
    for (const { engine } of without) warnings.push(lacking(engine, name));
  }
  const ofReference = names.map((name) => ({ name, reference: keysOf(reference, name) ?? [] }));
  const ofCandidate = new Map(
    candidates.map((candidate) => [
      candidate,
      ofReference.flatMap((column) => {
        const keys = keysOf(candidate, column.name);
        return keys === null ? [] : [{ ...column, candidate: keys }];
      }),
    ]),
  );
  return { ofCandidate, warnings };
}

function cellsOf(lists: ResultLists, name: string): readonly string[] | null {
  return (name === "id" ? lists.ids : null) ?? lists.columns.get(name) ?? null;
}

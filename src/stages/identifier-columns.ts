/**
 * Which identifiers do a candidate and the reference both have?
 */
import { SemqrelError } from "../errors.ts";
import type { IdentifierColumn } from "../match/match-query.ts";
import { identifierKey } from "../text/identifier-key.ts";
import type { ResultLists } from "../types.ts";
import type { Warning } from "../warnings.ts";

export interface IdentifierColumns {
  /** In the order in which they are tried; without those that the candidate lacks. */
  readonly ofCandidate: ReadonlyMap<ResultLists, readonly IdentifierColumn[]>;
  /** A candidate that lacks an identifier is matched by its titles alone. */
  readonly warnings: readonly Warning[];
}

/**
 * @param names `id` for the documents' ids, else a column kept when reading
 * @throws SemqrelError MISSING_COLUMN  the reference or every candidate lacks it   details: { column }
 */
export function identifierColumns(
  names: readonly string[],
  reference: ResultLists,
  candidates: readonly ResultLists[],
): IdentifierColumns {
  const warnings: Warning[] = [];
  for (const name of names) {
    const lacking = candidates.filter((candidate) => keysOf(candidate, name) === null);
    if (keysOf(reference, name) === null || lacking.length === candidates.length) {
      const { source } = keysOf(reference, name) === null ? reference : (candidates[0] ?? reference);
      throw new SemqrelError(
        "MISSING_COLUMN",
        `Matching on "${name}": ${source} has no such column. Name a column that both sides have, or leave it out of --match-on.`,
        { details: { file: source, column: name } },
      );
    }
    for (const { engine } of lacking) warnings.push({ kind: "identifier-missing", engine, column: name });
  }
  const ofCandidate = new Map(
    candidates.map((candidate) => [
      candidate,
      names.flatMap((name) => {
        const keys = keysOf(candidate, name);
        return keys === null ? [] : [{ candidate: keys, reference: keysOf(reference, name) ?? [] }];
      }),
    ]),
  );
  return { ofCandidate, warnings };
}

function keysOf(lists: ResultLists, name: string): string[] | null {
  const cells = (name === "id" ? lists.ids : null) ?? lists.columns.get(name);
  return cells?.map(identifierKey) ?? null;
}

/**
 * Which identifiers do a candidate and the reference both have?
 */

import { identifierKey } from "../../core/titles/identifier-key.ts";
import type { ResultLists } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import type { IdentifierColumn } from "../match/match-query.ts";
import { sharedColumns } from "./shared-columns.ts";

/** The columns of identifiers that decide before titles, by candidate. */
export interface IdentifierColumns {
  /** In the order in which they are tried; without those that the candidate lacks. */
  readonly ofCandidate: ReadonlyMap<ResultLists, readonly IdentifierColumn[]>;
  /** A candidate that lacks an identifier is matched by its titles alone. */
  readonly warnings: readonly Warning[];
}

/**
 * @param names `id` for the documents' ids, else a column kept when reading
 * @throws SemqrelError MISSING_COLUMN  the reference or every candidate lacks it   details: { file, column }
 */
export function identifierColumns(
  names: readonly string[],
  reference: ResultLists,
  candidates: readonly ResultLists[],
): IdentifierColumns {
  return sharedColumns(names, reference, candidates, {
    doing: "Matching on",
    flag: "--match-on",
    keyOf: identifierKey,
    lacking: (engine, column) => ({ kind: "identifier-missing", engine, column }),
  });
}

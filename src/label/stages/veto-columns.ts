/**
 * Which veto columns do a candidate and the reference both have?
 */

import { valueKey } from "../../core/titles/value-key.ts";
import type { ResultLists } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import type { VetoColumn } from "../match/veto-of.ts";
import { sharedColumns } from "./shared-columns.ts";

/** The columns that may refuse a match, by candidate. */
export interface VetoColumns {
  /** Without those that the candidate lacks. */
  readonly ofCandidate: ReadonlyMap<ResultLists, readonly VetoColumn[]>;
  /** A candidate that lacks a column cannot be refused by it. */
  readonly warnings: readonly Warning[];
}

/**
 * @param names `id` for the documents' ids, else a column kept when reading
 * @throws SemqrelError MISSING_COLUMN  the reference or every candidate lacks it   details: { file, column }
 */
export function vetoColumns(
  names: readonly string[],
  reference: ResultLists,
  candidates: readonly ResultLists[],
): VetoColumns {
  return sharedColumns(names, reference, candidates, {
    doing: "Refusing matches by",
    flag: "--veto",
    keyOf: valueKey,
    lacking: (engine, column) => ({ kind: "veto-missing", engine, column }),
  });
}

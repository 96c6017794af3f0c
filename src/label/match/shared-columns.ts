/**
 * Which columns do a candidate and the reference both have: identifiers that decide a match, or cells that veto one?
 * Which matches do the latter refuse?
 */
import { at } from "../../core/at.ts";
import { SemqrelError } from "../../core/errors.ts";
import { suggestion } from "../../core/text/suggestion.ts";
import { identifierKey } from "../../core/titles/identifiers.ts";
import { valueKey } from "../../core/titles/keys.ts";
import type { ReferencePoints, ResultLists } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { cellsOf, GLOBAL_IDENTIFIERS } from "../../lists/documents.ts";
import { titleMarks } from "./title-marks.ts";

/** One column of both sides. By row: a key of the cell, equal where two cells say the same; "" where a cell is empty. */
export interface SharedColumn {
  readonly name: string;
  readonly candidate: readonly string[];
  readonly reference: readonly string[];
}

/** Columns that the reference and candidates share. */
export interface SharedColumns {
  /** By candidate: its columns in the order of the names, without those that it lacks. */
  readonly ofCandidate: readonly (readonly SharedColumn[])[];
  /** One for each candidate and column that it lacks. */
  readonly warnings: readonly Warning[];
}

/**
 * What is missing of the columns of identifiers that decide before titles. A candidate that lacks one is matched by the
 * others and by titles.
 *
 * @param names `id` for the documents' ids, else a column kept when reading
 * @throws SemqrelError MISSING_COLUMN  the reference or every candidate lacks it   details: { file, column }
 */
export function missingIdentifiers(
  names: readonly string[],
  reference: ResultLists,
  candidates: readonly ResultLists[],
): readonly Warning[] {
  const words = { doing: "Matching on", flag: "--match-on", lacking: "identifier-missing" } as const;
  const asked = names.filter((name) => name !== GLOBAL_IDENTIFIERS);
  return sharedColumns(asked, reference, candidates, identifierKey, words).warnings;
}

/** The name in place of a column: numbers, negations and markers of the titles themselves. */
export const TITLE_MARKS = "title";

/**
 * The columns that may refuse a match by meaning. A candidate that lacks one cannot be refused by it.
 *
 * @param names `id` for the documents' ids, `title` for `titleMarks`, else a column kept when reading
 * @throws SemqrelError MISSING_COLUMN  the reference or every candidate lacks it   details: { file, column }
 */
export function vetoColumns(
  names: readonly string[],
  reference: ResultLists,
  candidates: readonly ResultLists[],
): SharedColumns {
  const words = { doing: "Refusing matches by", flag: "--veto", lacking: "veto-missing" } as const;
  const asked = names.filter((name) => name !== TITLE_MARKS);
  const { ofCandidate, warnings } = sharedColumns(asked, reference, candidates, valueKey, words);
  if (asked.length === names.length) return { ofCandidate, warnings };
  const marks = titleMarks.map((keyOf) => ({ keyOf, reference: reference.titles.map(keyOf) }));
  const marksOf = ({ titles }: ResultLists) =>
    marks.map(({ keyOf, reference: keys }) => ({ name: TITLE_MARKS, candidate: titles.map(keyOf), reference: keys }));
  return {
    ofCandidate: candidates.map((one, place) => [...at(ofCandidate, place), ...marksOf(one)]),
    warnings,
  };
}

function sharedColumns(
  names: readonly string[],
  reference: ResultLists,
  candidates: readonly ResultLists[],
  keyOf: (cell: string) => string,
  { doing, flag, lacking }: { doing: string; flag: string; lacking: "identifier-missing" | "veto-missing" },
): SharedColumns {
  const columns = names.map((name) => {
    const ofReference = cellsOf(reference, name);
    const ofCandidates = candidates.map((candidate) => cellsOf(candidate, name));
    if (ofReference !== null && ofCandidates.some((cells) => cells !== null)) {
      return { name, reference: ofReference.map(keyOf), ofCandidates };
    }
    const { source, columnNames = [] } = ofReference === null ? reference : (candidates[0] ?? reference);
    throw new SemqrelError(
      "MISSING_COLUMN",
      `${doing} "${name}": ${source} has no such column.${suggestion(name, columnNames)} Name a column that both sides have, or leave it out of ${flag}.`,
      { details: { file: source, column: name } },
    );
  });
  return {
    ofCandidate: candidates.map((_, place) =>
      columns.flatMap(({ name, reference: keys, ofCandidates }) => {
        const cells = at(ofCandidates, place);
        return cells === null ? [] : [{ name, candidate: cells.map(keyOf), reference: keys }];
      }),
    ),
    warnings: columns.flatMap(({ name, ofCandidates }) =>
      candidates.flatMap(({ engine }, place): Warning[] =>
        ofCandidates[place] === null ? [{ kind: lacking, engine, column: name }] : [],
      ),
    ),
  };
}

/** Whether the veto refuses a candidate row and a point (its place in `ReferencePoints.rows`). */
export type Veto = (row: number, point: number) => boolean;

/**
 * A row of the reference differs where any column says something on both sides, and not the same. A point is refused
 * where all of its rows differ: titles that the model cannot tell apart may be several works.
 *
 * @returns null without columns
 */
export function vetoOf(columns: readonly SharedColumn[], points: ReferencePoints): Veto | null {
  if (columns.length === 0) return null;
  const rowsOfPoint = Array.from(points.rows, (): number[] => []);
  points.pointOfRow.forEach((point, referenceRow) => {
    if (point >= 0) at(rowsOfPoint, point).push(referenceRow);
  });
  const differs = (row: number, referenceRow: number) =>
    columns.some(({ candidate, reference }) => {
      const [one, other] = [at(candidate, row), at(reference, referenceRow)];
      return one !== "" && other !== "" && one !== other;
    });
  return (row, point) => at(rowsOfPoint, point).every((referenceRow) => differs(row, referenceRow));
}

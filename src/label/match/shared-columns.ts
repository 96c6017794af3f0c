/** Columns that candidates and reference share: identifiers that decide a match, and values that forbid one. */
import { at } from "../../core/at.ts";
import { SemqrelError } from "../../core/errors.ts";
import { suggestion } from "../../core/text/suggestion.ts";
import { cleanTitle } from "../../core/titles/clean-title.ts";
import { identifierKey } from "../../core/titles/identifiers.ts";
import { valueKey } from "../../core/titles/keys.ts";
import type { ReferencePoints, ResultLists } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { cellsOf, GLOBAL_IDENTIFIERS } from "../../lists/documents.ts";

/** A column of both sides, with one key per row. Cells of equal meaning have equal keys. Empty cells have "". */
export interface SharedColumn {
  readonly name: string;
  readonly candidate: readonly string[];
  readonly reference: readonly string[];
}

export type SharedColumns = ReturnType<typeof vetoColumns>;

/** Warns about candidates that lack a column of identifiers. They are matched by the other columns and by title. */
export function missingIdentifiers(
  names: readonly string[],
  reference: ResultLists,
  candidates: readonly ResultLists[],
): readonly Warning[] {
  const words = { doing: "Matching on", flag: "--match-on", lacking: "identifier-missing" } as const;
  const asked = names.filter((name) => name !== GLOBAL_IDENTIFIERS);
  return sharedColumns(asked, reference, candidates, identifierKey, words).warnings;
}

/** The name of `titleMarks` in --veto. */
export const TITLE_MARKS = "title";

/**
 * Returns the columns whose values may rule out a match by meaning. A column has no effect on candidates that lack it.
 * @param names - `id` for the documents' ids, `title` for `titleMarks`, otherwise a column that was kept when reading
 */
export function vetoColumns(names: readonly string[], reference: ResultLists, candidates: readonly ResultLists[]) {
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
) {
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
    /** For each candidate: the named columns that it has, in the order of the names. */
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

/** Returns whether a match is refused. @param point - the point's index in `ReferencePoints.rows` */
export type Veto = (row: number, point: number) => boolean;

/**
 * Returns a veto that refuses a point if all of its rows differ from the candidate row. Null if there are no columns.
 * Two rows differ if both have a value in a column and the values differ. All rows must differ, because a point may
 * combine works whose titles the model cannot distinguish.
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

const cardinals = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
/** "I", "V" and "X" only count as numbers after a word such as "part", or as the last word. */
const romans = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];
const unclearRomans = ["i", "v", "x"];
const numbered = /^(?:part|vol|volume|type|phase|chapter|stage|section)$/;

const tens = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const tensAndOnes = new RegExp(`\\b(${tens.join("|")})[- ](${[...cardinals, ...ordinals].join("|")})\\b`, "g");

/** "No." before a digit means "number". "Failure" may be a disease, but "failure to" and "failure of" are negations. */
const negation =
  /\b(?:no(?!\.? ?\d)|not|non\w*|never|without|neither|nor|cannot|\w+n't|lacks?|lacking|absence|fail(?:s|ed|ure (?:to|of))?|ineffective)\b/;
/**
 * Matches titles of remarks on other works, such as errata and replies. Words that topics also contain, as in "gamma
 * correction" and "immune response to", only count in some places: "response" and "review" at the beginning of a title,
 * the others also at the beginning of a part of it, such as after a colon.
 */
const marker = new RegExp(
  [
    String.raw`\b(?:erratum|errata|corrigendum|rejoinder|comment(?=s? on\b)|reply(?= to\b))`,
    `(?<=(?:^|[("'“[]|[:.-] )(?:(?:author|publisher)(?:['’]s)? |guest |notice of )?)` +
      "(?:correction|retraction|retracted|withdrawn|editorial)" +
      String.raw`(?=s?(?: article| note)?(?: (?:to|on)\b|[:.)\]]|$))`,
    String.raw`(?<=^["'“]?(?:authors?['’]? )?)response(?=s? to\b)|(?<=^["'“]?(?:book )?)review(?= of\b)`,
  ].join("|"),
);

/** Functions from a title to a key. A match by meaning is refused if both keys are non-empty and differ. */
export const titleMarks: readonly ((title: string) => string)[] = [
  // A title without a number gets the key "" and is not refused. Its number may be in a subtitle that was left out.
  (title) => [...new Set(numbersIn(title))].sort().join(" "),
  (title) => (negation.test(lower(title)) ? "negated" : "plain"),
  (title) => marker.exec(lower(title))?.[0] ?? "none",
];

function lower(title: string): string {
  return cleanTitle(title).toLowerCase();
}

function numbersIn(title: string): string[] {
  const text = lower(title).replace(tensAndOnes, (_, ten: string, one: string) => {
    return String((tens.indexOf(ten) + 2) * 10 + Math.max(cardinals.indexOf(one), ordinals.indexOf(one)) + 1);
  });
  const words = text.match(/\d+(?:[.,]\d+)*|[a-z]+/g) ?? [];
  return words.flatMap((word, place) => {
    if (/^\d/.test(word)) return word.replaceAll(",", "");
    for (const names of [cardinals, ordinals]) {
      if (names.includes(word)) return String(names.indexOf(word) + 1);
    }
    const isClear =
      !unclearRomans.includes(word) || numbered.test(words[place - 1] ?? "") || place === words.length - 1;
    return romans.includes(word) && isClear ? String(romans.indexOf(word) + 1) : [];
  });
}

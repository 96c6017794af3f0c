/** Are columns of both sides used, is a missing column reported, and is a pair refused only if values differ? */
import { describe, expect, it } from "vitest";
import { missingIdentifiers, type SharedColumn, vetoColumns, vetoOf } from "../../../src/label/match/shared-columns.ts";
import { makeLists } from "../../support/make-lists.ts";

const made = (engine: string, year?: string, id?: string) =>
  makeLists(engine, [id === undefined ? [0, 0, "title"] : [0, 0, "title", id]], 1, {
    columns: new Map(year === undefined ? [] : [["year", [year]]]),
  });

describe.each([
  { columnsOf: vetoColumns, kind: "veto-missing", beginning: /^Refusing matches by "year": .* --veto\.$/ },
])("$columnsOf.name", ({ columnsOf, kind, beginning }) => {
  it("returns the cells of reference and candidates by row, in the order of the given names", () => {
    const { ofCandidate, warnings } = columnsOf(["year", "id"], made("scopus", "2", "b"), [made("explorer", "1", "a")]);
    expect(ofCandidate).toEqual([
      [
        { name: "year", candidate: ["1"], reference: ["2"] },
        { name: "id", candidate: ["a"], reference: ["b"] },
      ],
    ]);
    expect(warnings).toEqual([]);
  });

  it("omits a column for a candidate that lacks it, and warns", () => {
    const { ofCandidate, warnings } = columnsOf(["year"], made("scopus", "2"), [made("old"), made("new", "1")]);
    expect(ofCandidate).toEqual([[], [{ name: "year", candidate: ["1"], reference: ["2"] }]]);
    expect(warnings).toEqual([{ kind, engine: "old", column: "year" }]);
  });

  it("returns no columns if no names are given", () => {
    expect(columnsOf([], made("scopus"), [made("explorer")])).toEqual({ ofCandidate: [[]], warnings: [] });
  });

  it("suggests a column of the file for a misspelt name", () => {
    const reference = { ...made("scopus"), columnNames: ["title", "Year"] };
    expect(() => columnsOf(["country"], reference, [made("explorer", "y")])).not.toThrow("Did you mean");
    expect(() => columnsOf(["yea"], reference, [made("explorer", "y")])).toThrow('Did you mean "Year"?');
  });

  it.each([
    { who: "the reference", reference: made("scopus"), candidate: made("explorer", "y"), file: "scopus.csv" },
    { who: "every candidate", reference: made("scopus", "y"), candidate: made("explorer"), file: "explorer.csv" },
  ])("rejects a column that $who lacks", ({ reference, candidate, file }) => {
    const sharing = () => columnsOf(["year"], reference, [candidate]);
    expect(sharing).toThrow(expect.objectContaining({ code: "MISSING_COLUMN", details: { file, column: "year" } }));
    expect(sharing).toThrow(beginning);
  });
});

describe("missingIdentifiers", () => {
  it("warns about candidates that lack a column, but not if it has global identifiers, which are optional", () => {
    const lacking = () =>
      missingIdentifiers(["identifiers", "year"], made("scopus", "2"), [made("old"), made("new", "1")]);
    expect(lacking()).toEqual([{ kind: "identifier-missing", engine: "old", column: "year" }]);
    expect(missingIdentifiers(["identifiers"], made("scopus"), [made("new")])).toEqual([]);
  });

  it("rejects a column that the reference lacks", () => {
    expect(() => missingIdentifiers(["year"], made("scopus"), [made("new", "1")])).toThrow(
      /^Matching on "year": scopus.csv has no such column.* --match-on\.$/,
    );
  });
});

describe("vetoColumns", () => {
  it("converts numbers and texts so that equal values are equal", () => {
    const rows = [
      [0, 0, "title 0"],
      [0, 1, "title 1"],
    ] as const;
    const withYears = (engine: string, ...years: readonly string[]) =>
      makeLists(engine, rows, 1, { columns: new Map([["year", years]]) });
    const candidate = withYears("explorer", " 2001.0", "spring ");
    const { ofCandidate } = vetoColumns(["year"], withYears("scopus", "2001", "spring"), [candidate]);
    expect(ofCandidate[0]?.[0]?.candidate).toEqual(ofCandidate[0]?.[0]?.reference);
  });
});

/** Points 0 and 1 have rows 0 and 1. The model cannot distinguish row 2 from row 0. */
const points = { rows: Int32Array.of(0, 1), offsets: Int32Array.of(0, 2), pointOfRow: Int32Array.of(0, 1, 0) };
const year = (candidate: readonly string[], reference: readonly string[]): SharedColumn => ({
  ...{ name: "year", candidate, reference },
});

describe("vetoOf", () => {
  it("refuses a match if the values differ", () => {
    const veto = vetoOf([year(["2001", "2002"], ["2001", "2002", "2001"])], points);
    expect([veto?.(0, 0), veto?.(0, 1), veto?.(1, 0), veto?.(1, 1)]).toEqual([false, true, true, false]);
  });

  it.each([
    ["in the candidate", "", "2001"],
    ["in the reference", "2001", ""],
    ["in the candidate and the reference", "", ""],
  ])("does not refuse a match if a cell is empty %s", (_, candidate, reference) => {
    expect(vetoOf([year([candidate], [reference, reference, reference])], points)?.(0, 1)).toBe(false);
  });

  it("refuses a match if one of several columns differs", () => {
    const language = { ...year(["en"], ["en", "de", "en"]), name: "language" };
    const veto = vetoOf([year(["2001"], ["2001", "2001", "2001"]), language], points);
    expect([veto?.(0, 0), veto?.(0, 1)]).toEqual([false, true]);
  });

  it("allows a match to a point with several works if one of them agrees", () => {
    const veto = vetoOf([year(["2002", "2003"], ["2001", "1999", "2002"])], points);
    expect([veto?.(0, 0), veto?.(1, 0)]).toEqual([false, true]);
  });

  it("is null if there are no columns", () => {
    expect(vetoOf([], points)).toBeNull();
  });
});

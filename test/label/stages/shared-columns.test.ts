/** Are columns taken that both sides have, and is it said who lacks one? */
import { describe, expect, it } from "vitest";
import { sharedColumns } from "../../../src/label/stages/shared-columns.ts";
import { makeLists } from "../../support/make-lists.ts";

const use = {
  doing: "Trying",
  flag: "--try",
  keyOf: (cell: string) => cell.toUpperCase(),
  lacking: (engine: string, column: string) => ({ kind: "veto-missing", engine, column }) as const,
};
const made = (engine: string, year?: string, id?: string) =>
  makeLists(engine, [id === undefined ? [0, 0, "title"] : [0, 0, "title", id]], 1, {
    columns: new Map(year === undefined ? [] : [["year", [year]]]),
  });

describe("sharedColumns", () => {
  it("pairs the cells of both sides by row, as keys, in the order of the names", () => {
    const candidate = made("explorer", "y1", "a");
    const { ofCandidate, warnings } = sharedColumns(["year", "id"], made("scopus", "y2", "b"), [candidate], use);
    expect(ofCandidate.get(candidate)).toEqual([
      { name: "year", candidate: ["Y1"], reference: ["Y2"] },
      { name: "id", candidate: ["A"], reference: ["B"] },
    ]);
    expect(warnings).toEqual([]);
  });

  it("leaves a column out of a candidate that lacks it, and says so", () => {
    const [without, having] = [made("old"), made("new", "y1")];
    const { ofCandidate, warnings } = sharedColumns(["year"], made("scopus", "y2"), [without, having], use);
    expect(ofCandidate.get(without)).toEqual([]);
    expect(ofCandidate.get(having)).toHaveLength(1);
    expect(warnings).toEqual([{ kind: "veto-missing", engine: "old", column: "year" }]);
  });

  it("is nothing for no names", () => {
    const candidate = made("explorer");
    expect(sharedColumns([], made("scopus"), [candidate], use)).toEqual({
      ofCandidate: new Map([[candidate, []]]),
      warnings: [],
    });
  });

  it("suggests a column that the file has", () => {
    const reference = { ...made("scopus"), columnNames: ["title", "Year"] };
    expect(() => sharedColumns(["country"], reference, [made("explorer", "y")], use)).not.toThrow("Did you mean");
    expect(() => sharedColumns(["yea"], reference, [made("explorer", "y")], use)).toThrow('Did you mean "Year"?');
  });

  it.each([
    { who: "the reference", reference: made("scopus"), candidate: made("explorer", "y"), file: "scopus.csv" },
    { who: "every candidate", reference: made("scopus", "y"), candidate: made("explorer"), file: "explorer.csv" },
  ])("refuses a column that $who lacks", ({ reference, candidate, file }) => {
    const sharing = () => sharedColumns(["year"], reference, [candidate], use);
    expect(sharing).toThrow(expect.objectContaining({ code: "MISSING_COLUMN", details: { file, column: "year" } }));
    expect(sharing).toThrow(/^Trying "year": .* --try\.$/);
  });
});

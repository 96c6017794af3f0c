/** Are veto columns compared as values, and is it said which flag is wrong? */
import { describe, expect, it } from "vitest";
import { vetoColumns } from "../../../src/label/stages/veto-columns.ts";
import { makeLists } from "../../support/make-lists.ts";

const made = (engine: string, ...years: readonly string[]) =>
  makeLists(
    engine,
    years.map((_, rank) => [0, rank, `title ${rank}`]),
    1,
    { columns: new Map([["year", years]]) },
  );

describe("vetoColumns", () => {
  it("makes numbers and trimmed texts comparable", () => {
    const candidate = made("explorer", " 2001.0", "spring ");
    const { ofCandidate } = vetoColumns(["year"], made("scopus", "2001", "spring"), [candidate]);
    const [column] = ofCandidate.get(candidate) ?? [];
    expect(column?.name).toBe("year");
    expect(column?.candidate).toEqual(column?.reference);
  });

  it("warns of a candidate without the column, and refuses a column that no candidate has", () => {
    const without = makeLists("old", [[0, 0, "title"]], 1);
    const { warnings } = vetoColumns(["year"], made("scopus", "2001"), [without, made("new", "2001")]);
    expect(warnings).toEqual([{ kind: "veto-missing", engine: "old", column: "year" }]);
    expect(() => vetoColumns(["year"], made("scopus", "2001"), [without])).toThrow("--veto");
  });
});

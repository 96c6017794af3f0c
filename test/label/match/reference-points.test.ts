import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { referencePoints } from "../../../src/label/match/reference-points.ts";
import { rowIdentifiers } from "../../../src/lists/documents.ts";
import { rowsOfQuery } from "../../../src/lists/group-results.ts";
import { makeLists, type Row } from "../../support/make-lists.ts";
import { runs } from "../../support/property.ts";

describe("referencePoints", () => {
  it("makes one point of titles with equal keys, with the smallest rank", () => {
    const rows: readonly Row[] = [
      [0, 2, "ALPHA"],
      [0, 0, "beta"],
      [0, 1, "alpha"],
      [1, 0, "alpha"],
    ];
    const reference = makeLists("scopus", rows, 2);
    const points = referencePoints(reference, (row) => (reference.titles[row] ?? "").toLowerCase());
    expect([...points.rows]).toEqual([1, 2, 3]);
    expect([...points.offsets]).toEqual([0, 2, 3]);
    expect([...points.pointOfRow]).toEqual([1, 0, 1, 2]);
  });

  it("separates equal titles with different identifiers, and joins a title without identifier to the first of them", () => {
    const rows: readonly Row[] = [
      [0, 0, "alpha", "A"],
      [0, 1, "alpha", ""],
      [0, 2, "alpha", "Z"],
      [0, 3, "alpha", " A "],
      [0, 4, "alpha", ""],
      [1, 0, "alpha", "Z"],
    ];
    const reference = makeLists("scopus", rows, 2);
    expect([...referencePoints(reference, () => "same", rowIdentifiers(reference, ["id"])).pointOfRow]).toEqual([
      0, 0, 1, 0, 0, 2,
    ]);
    expect([...referencePoints(reference, () => "same").pointOfRow]).toEqual([0, 0, 0, 0, 0, 1]);
  });

  it("treats rows with a common identifier as the same document", () => {
    const rows: readonly Row[] = [
      [0, 0, "alpha", "A"],
      [0, 1, "alpha", "A"],
      [0, 2, "alpha", "Z"],
    ];
    const columns = new Map([["doi", ["", "10.5555/x", "https://doi.org/10.5555/X"]]]);
    const reference = makeLists("scopus", rows, 1, { columns });
    expect([...referencePoints(reference, () => "same", rowIdentifiers(reference, ["doi", "id"])).pointOfRow]).toEqual([
      0, 0, 0,
    ]);
  });

  it("treats rows with a common address or an equal title as the same document", () => {
    const rows: readonly Row[] = [
      [0, 0, "alpha", "17"],
      [0, 1, "alpha", "901"],
      [0, 2, "alpha", "https://a.org/2"],
      [0, 3, "alpha", "5"],
    ];
    const columns = new Map([["url", ["https://a.org/1", "http://www.a.org/1/", "", "https://b.org/x"]]]);
    const reference = makeLists("scopus", rows, 1, { columns });
    const points = referencePoints(reference, () => "same", rowIdentifiers(reference));
    expect([...points.pointOfRow]).toEqual([0, 0, 0, 0]);
  });

  describe("referencePoints for any lists", () => {
    it("returns each key of a query once, in order of smallest rank, and the point of every row", () => {
      const row = fc
        .tuple(fc.nat(3), fc.nat(9), fc.constantFrom("a", "b", "c"))
        .map(([query, rank, title]): Row => [query, rank, title]);
      fc.assert(
        fc.property(fc.array(row), (rows) => {
          const reference = makeLists("scopus", rows, 4);
          const points = referencePoints(reference, (place) => reference.titles[place] ?? "");
          for (let query = 0; query < 4; query++) {
            const list = [...rowsOfQuery(reference, query)];
            const own = [...points.rows.subarray(points.offsets[query], points.offsets[query + 1])];
            const firsts = list.filter((place, at) => {
              return list.findIndex((earlier) => reference.titles[earlier] === reference.titles[place]) === at;
            });
            expect(own, `points of query ${query}`).toEqual(firsts);
          }
          rows.forEach(([query, , title], place) => {
            const point = points.pointOfRow[place] ?? -1;
            const speaker = points.rows[point] ?? -1;
            expect(rows[speaker]?.[2], `title of row ${place}`).toBe(title);
            expect(rows[speaker]?.[0], `query of row ${place}`).toBe(query);
          });
        }),
        runs,
      );
    });
  });

  describe("referencePoints in edge cases", () => {
    it("uses the earlier row of the file if ranks are equal", () => {
      const rows: readonly Row[] = [
        [0, 3, "x"],
        [0, 3, "x"],
      ];
      expect([...referencePoints(makeLists("scopus", rows, 1), () => "same").rows]).toEqual([0]);
    });

    it("returns no points if there are no rows", () => {
      const points = referencePoints(makeLists("scopus", [], 2), () => "");
      expect([...points.rows]).toEqual([]);
      expect([...points.offsets]).toEqual([0, 0, 0]);
    });
  });
});

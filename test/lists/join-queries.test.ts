import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { QueryTable } from "../../src/core/types.ts";
import { joinQueries } from "../../src/lists/join-queries.ts";
import { runs } from "../support/property.ts";

type Cells = readonly [id: string, text: string];

/** A file with the columns that any of its rows fills; lines count from 2. */
function table(source: string, ...rows: readonly Cells[]): QueryTable {
  return Object.freeze({
    source,
    ids: rows.some(([id]) => id !== "") ? rows.map(([id]) => id) : null,
    texts: rows.some(([, text]) => text !== "") ? rows.map(([, text]) => text) : null,
    lines: Int32Array.from(rows, (_, row) => row + 2),
  });
}

/** Names of the queries of each table's rows. */
function namesByRow(tables: readonly QueryTable[]): (string | undefined)[][] {
  const { queries, queryOfRow } = joinQueries(tables);
  return queryOfRow.map((rows) => [...rows].map((query) => queries[query]?.name));
}

const both = table("both.csv", ["1", "fast cars"], ["2", "slow food"]);
const idOnly = table("ids.csv", ["2", ""], ["1", ""]);
const textOnly = table("texts.csv", ["", "slow food"], ["", "fast cars"]);

describe("joinQueries", () => {
  test.each([
    { name: "id and text first", tables: [both, idOnly, textOnly] },
    { name: "id and text last", tables: [idOnly, textOnly, both] },
    { name: "id and text between", tables: [textOnly, both, idOnly] },
  ])("joins a file of ids and a file of texts through a file of ids and texts: $name", ({ tables }) => {
    const { queries } = joinQueries(tables);
    expect(queries.toSorted((one, other) => String(one.id).localeCompare(String(other.id)))).toEqual([
      { id: "1", text: "fast cars", name: "fast cars" },
      { id: "2", text: "slow food", name: "slow food" },
    ]);
    const names = namesByRow(tables);
    expect(names[tables.indexOf(both)]).toEqual(["fast cars", "slow food"]);
    expect(names[tables.indexOf(idOnly)]).toEqual(["slow food", "fast cars"]);
    expect(names[tables.indexOf(textOnly)]).toEqual(["slow food", "fast cars"]);
  });

  it("reads texts as ids if every text of a file is an id, but not a text, in other files", () => {
    expect(namesByRow([both, table("2.json", ["", "2"], ["", "2"])])[1]).toEqual(["slow food", "slow food"]);
    expect(namesByRow([both, table("texts.csv", ["", "2"], ["", "cool drinks"])])[1]).toEqual(["2", "cool drinks"]);
    expect(namesByRow([both, table("others.csv", ["3", "2"]), table("2.json", ["", "2"])])[2]).toEqual(["2"]);
  });

  it("numbers queries in order of first appearance", () => {
    const { queries, queryOfRow } = joinQueries([
      table("a.csv", ["", "b"], ["", "a"], ["", "b"]),
      table("c.csv", ["", "c"]),
    ]);
    expect(queries.map(({ name }) => name)).toEqual(["b", "a", "c"]);
    expect(queryOfRow.map((rows) => [...rows])).toEqual([[0, 1, 0], [2]]);
  });

  describe("joinQueries for any files", () => {
    it("gives rows of a query the same number, whether they have its id, its text or both", () => {
      const row = fc.tuple(fc.nat(5), fc.constantFrom("id", "text", "both"));
      const cells = ([query, given]: readonly [number, string]): Cells => [
        given === "text" ? "" : `q${query}`,
        given === "id" ? "" : `text ${query}`,
      ];
      // The file with all pairs may be at any place.
      const all = table("queries.tsv", ...Array.from({ length: 6 }, (_, query) => cells([query, "both"])));
      fc.assert(
        fc.property(fc.array(fc.array(row), { maxLength: 4 }), fc.nat(4), (files, place) => {
          const tables = files.map((rows, file) => table(`${file}.csv`, ...rows.map(cells)));
          const names = namesByRow(tables.toSpliced(place, 0, all)).toSpliced(Math.min(place, tables.length), 1);
          expect(names).toEqual(files.map((rows) => rows.map(([query]) => `text ${query}`)));
        }),
        runs,
      );
    });
  });

  describe("joinQueries in edge cases", () => {
    it("names queries by id if no file has texts", () => {
      expect(joinQueries([idOnly]).queries).toEqual([
        { id: "2", text: null, name: "2" },
        { id: "1", text: null, name: "1" },
      ]);
    });

    it("names queries by text if no file has ids", () => {
      expect(joinQueries([textOnly]).queries[0]).toEqual({ id: null, text: "slow food", name: "slow food" });
    });

    it("names queries by id if two ids have the same text", () => {
      const { queries } = joinQueries([table("a.csv", ["1", "jaguar"], ["2", "jaguar"], ["3", "puma"])]);
      expect(queries).toEqual([
        { id: "1", text: "jaguar", name: "1" },
        { id: "2", text: "jaguar", name: "2" },
        { id: "3", text: "puma", name: "puma" },
      ]);
    });

    it("does not confuse an id with a text that is equal to it", () => {
      const { queries } = joinQueries([table("a.csv", ["7", ""]), table("b.csv", ["", "7"])]);
      expect(queries).toEqual([
        { id: "7", text: null, name: "7 (id)" },
        { id: null, text: "7", name: "7" },
      ]);
    });

    it("never gives two queries the same name", () => {
      const shared = table("a.csv", ["1", "jaguar"], ["2", "jaguar"], ["3", "1"], ["4", "jaguar (1)"], ["x (id)", ""]);
      const { queries } = joinQueries([shared, table("b.csv", ["x", ""]), table("c.csv", ["", "x"])]);
      expect(queries.map(({ name }) => name)).toEqual([
        "jaguar (1) (1)",
        "2",
        "1",
        "jaguar (1)",
        "x (id)",
        "x (id) (id)",
        "x",
      ]);
    });

    it("distinguishes texts within a file that differ in case or spaces", () => {
      expect(joinQueries([table("a.csv", ["", "Cars"], ["", "cars"], ["", "cars "])]).queries).toHaveLength(3);
    });

    it("joins the rows of a query within a file, even if cells are empty", () => {
      expect(namesByRow([table("a.csv", ["1", "fast cars"], ["1", ""], ["", "fast cars"])])).toEqual([
        ["fast cars", "fast cars", "fast cars"],
      ]);
    });

    it("joins equal pairs of id and text in two files", () => {
      expect(joinQueries([both, both]).queries).toHaveLength(2);
    });

    it("accepts no tables, and tables without rows", () => {
      expect(joinQueries([])).toEqual({ queries: [], queryOfRow: [], warnings: [] });
      expect(joinQueries([table("a.csv")]).queries).toEqual([]);
    });
  });

  describe("joinQueries with different spellings", () => {
    it.each([
      ["letter case and spaces", "Fast cars", " fast  CARS"],
      ["Unicode form", "caf\u00e9", "cafe\u0301"],
      ["an invisible character", "fast cars", "fast\u200b cars"],
      ["quotes", "driver's cars", "driver’s cars"],
      ["dashes", "tea-time", "tea\u2011time"],
      ["width and ligatures", "fire １", "ﬁre 1"],
    ])("joins queries of two files that differ only in %s, with a warning", (_, one, other) => {
      const { queries, queryOfRow, warnings } = joinQueries([table("a.csv", ["", one]), table("b.csv", ["", other])]);
      expect(queries.map(({ name }) => name)).toEqual([one]);
      expect(queryOfRow.map((rows) => [...rows])).toEqual([[0], [0]]);
      expect(warnings).toEqual([{ kind: "joined-spellings", count: 1, examples: [`"${one}" and "${other}"`] }]);
    });

    it("joins ids of two files that differ only in case and spaces, with a warning", () => {
      const { queries, warnings } = joinQueries([table("a.csv", ["q1", "fast cars"]), table("b.csv", ["Q1 ", ""])]);
      expect(queries).toEqual([{ id: "q1", text: "fast cars", name: "fast cars" }]);
      expect(warnings).toHaveLength(1);
    });

    it("keeps queries separate if one file has both spellings", () => {
      const tables = [table("a.csv", ["", "Apple"], ["", "apple"]), table("b.csv", ["", "apple"], ["", "APPLE"])];
      const { queries, warnings } = joinQueries(tables);
      expect(queries.map(({ name }) => name)).toEqual(["Apple", "apple", "APPLE"]);
      expect(warnings).toEqual([]);
    });
  });

  describe("errors of joinQueries", () => {
    it("name the file, the line, the id and both texts if an id has two texts", () => {
      const other = table("other.csv", ["2", "slow food"], ["1", "quick cars"]);
      expect(() => joinQueries([both, other])).toThrow(
        expect.objectContaining({
          code: "AMBIGUOUS_QUERY",
          details: { source: "other.csv", line: 3, id: "1", text: "quick cars" },
        }),
      );
    });

    it("name the file, the line, the text and the ids if a text without id has two ids elsewhere", () => {
      const shared = table("shared.csv", ["1", "jaguar"], ["2", "jaguar"]);
      const alone = table("alone.csv", ["", "puma"], ["", "jaguar"]);
      const expected = expect.objectContaining({
        code: "AMBIGUOUS_QUERY",
        details: { source: "alone.csv", line: 3, text: "jaguar", ids: ["1", "2"] },
      });
      expect(() => joinQueries([shared, alone])).toThrow(expected);
      expect(() => joinQueries([alone, shared])).toThrow(expected);
    });
  });
});

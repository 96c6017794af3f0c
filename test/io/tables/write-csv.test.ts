/** Does another reader restore every cell? */
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDelimited } from "../../../src/io/tables/read-csv.ts";
import { type CsvForm, csvText } from "../../../src/io/tables/write-csv.ts";
import { inPieces, rowGatherer } from "../pieces.ts";

const write = (rows: readonly (readonly string[])[], form?: CsvForm) => [...csvText(rows, form)].join("");

describe("csvText", () => {
  it("quotes only cells that need quotes", () => {
    expect(write([["a", "b c", "1.5", ""]])).toBe("a,b c,1.5,\n");
    expect(write([["a,b", 'say "x"', "c\nd", "e\rf", " g", "h ", "\u2028"]])).toBe(
      '"a,b","say ""x""","c\nd","e\rf"," g","h ","\u2028"\n',
    );
    expect(write([["a\tb", "c,d"]], { delimiter: "\t" })).toBe('"a\tb"\tc,d\n');
  });

  it("writes semicolons for Excel, and decimal commas in columns of numbers, and can be read again", async () => {
    const rows = [
      ["query", "id", "label", "note"],
      ["1.5", "2.5", "0.5", "a;b"],
      ["green tea", "d1", "-1.5e-7", ""],
    ];
    const german = write(rows, { excel: "de" });
    expect(german).toBe('\ufeffquery;id;label;note\n1.5;2.5;0,5;"a;b"\ngreen tea;d1;-1,5e-7;\n');
    expect(write(rows, { excel: "en-GB" })).toBe(`\ufeff${write(rows)}`);
    expect(write(rows, { excel: "fr", delimiter: "\t" })).toContain("1.5\t2.5\t0,5\ta;b\n");
    for (const text of [german, write(rows, { excel: "fr", delimiter: "\t" })]) {
      const { rows: read, onRow } = rowGatherer();
      await readDelimited(inPieces(text.replace("\ufeff", "")), "f", {}, onRow);
      expect([rows[0], ...read.map(({ cells }) => cells)]).toEqual(rows);
    }
  });

  it("escapes formulas, but not numbers", () => {
    const rows = [
      ["name", "value"],
      ["=1+1", "-0.5"],
    ];
    expect(write(rows, { isGuarded: true })).toBe("name,value\n'=1+1,-0.5\n");
    expect(write(rows, { isGuarded: true, excel: "de" })).toBe("\ufeffname;value\n'=1+1;-0,5\n");
  });

  it("writes all rows, however many there are", () => {
    const rows = Array.from({ length: 1234 }, (_, at) => [String(at), "x"]);
    const pieces = [...csvText(rows)];
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join("")).toBe(rows.map(([at]) => `${at},x\n`).join(""));
    expect(write([])).toBe("");
  });

  it("writes any text so that it can be read again", async () => {
    const cell = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom('"', ",", "\n", "\r", "\r\n", "\t", ";", " ", "=", "\ufeff", "\u0000", "a") }),
    );
    const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const text = write([["x", "y", "z"], ...rows]);
        expect(parse(text, { relax_column_count: false }).slice(1)).toEqual(rows);
        const { rows: own, onRow } = rowGatherer();
        await readDelimited(inPieces(text), "f", { delimiters: [","] }, onRow);
        // Rows without any text are blank lines, which are skipped.
        expect(own.map(({ cells }) => cells)).toEqual(rows.filter((cells) => cells.join("").trim() !== ""));
      }),
      { numRuns: 300 },
    );
  });
});

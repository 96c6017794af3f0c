/** Does every cell come back from another reader as it was? */
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDelimited } from "../../../src/io/tables/read-csv.ts";
import { csvText } from "../../../src/io/tables/write-csv.ts";
import { inPieces, rowGatherer } from "../pieces.ts";

const write = (rows: readonly (readonly string[])[], delimiter?: string) => [...csvText(rows, delimiter)].join("");

describe("csvText", () => {
  it("quotes only what needs it", () => {
    expect(write([["a", "b c", "1.5", ""]])).toBe("a,b c,1.5,\n");
    expect(write([["a,b", 'say "x"', "c\nd", "e\rf", " g", "h ", "\u2028"]])).toBe(
      '"a,b","say ""x""","c\nd","e\rf"," g","h ","\u2028"\n',
    );
    expect(write([["a\tb", "c,d"]], "\t")).toBe('"a\tb"\tc,d\n');
  });

  it("gives all rows, however many", () => {
    const rows = Array.from({ length: 1234 }, (_, at) => [String(at), "x"]);
    const pieces = [...csvText(rows)];
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join("")).toBe(rows.map(([at]) => `${at},x\n`).join(""));
    expect(write([])).toBe("");
  });

  it("round-trips any text", async () => {
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
        // Rows without any text are blank lines.
        expect(own.map(({ cells }) => cells)).toEqual(rows.filter((cells) => cells.join("").trim() !== ""));
      }),
      { numRuns: 300 },
    );
  });
});

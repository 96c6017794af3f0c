/** Are Quepid's ratings read and written as Quepid does it? */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guardQuepidCell, quepidCsv, unguardQuepidCell } from "../../../src/io/judgments/fixed-tables.ts";
import { examples, fileWith, judgmentsOf, plainly, readRows, textOf } from "../../support/judged-rows.ts";
import { runs } from "../../support/property.ts";

describe("quepidCsv", () => {
  it("reads Quepid's example, in which a query without ratings has empty cells", async () => {
    expect(await readRows(`${examples}quepid.csv`)).toEqual({
      format: "quepid-csv",
      rows: [
        { query: "star trek", document: "1370", label: 3 },
        { query: "no match query", document: "", label: Number.NaN },
      ],
    });
  });

  it.each([
    ["without a header", "star trek,1370,3\n"],
    ["with column names in another case and order", "DocId,Rating,Query\n1370,3,star trek\n"],
    ["with CRLF and a byte order mark", "\ufeffquery,docid,rating\r\nstar trek,1370,3.0\r\n"],
    ["with quotes", '"query","docid","rating"\n"star trek","1370","3"\n'],
  ])("reads ratings %s", async (_, text) => {
    expect(await readRows(fileWith(text))).toEqual({
      format: "quepid-csv",
      rows: [{ query: "star trek", document: "1370", label: 3 }],
    });
  });

  it.each([
    ['{"query":"star trek","docid":"1370","rating":3}\n', "jsonl"],
    ['[{"rating":3,"query":"star trek","docId":"1370"}]', "jsonl"],
    ['{"query":["star trek"],"doc_id":["1370"],"rating":[3]}', "jsonl"],
  ])("leaves JSON with the same names to the reader of JSON: %j", async (text, format) => {
    expect(await readRows(fileWith(text))).toEqual({
      format,
      rows: [{ query: "star trek", document: "1370", label: 3 }],
    });
  });

  it("rejects a file of another format, because no row has a document", async () => {
    const read = readRows(fileWith("q1 0 d1 1\nq2 0 d2 0\n"), { format: "quepid-csv" });
    await expect(read).rejects.toThrow("no row has a docid. Expected: query,docid,rating.");
    const { rows } = await readRows(fileWith("query,docid,rating\nstar trek,,\n"), { format: "quepid-csv" });
    expect(rows).toEqual([{ query: "star trek", document: "", label: Number.NaN }]);
  });

  it("removes Quepid's escape for formulas", async () => {
    const { rows } = await readRows(fileWith('query,docid,rating\n =1+1, -5,-1\n" two",+d,2\n'));
    expect(rows).toEqual([
      { query: "=1+1", document: "-5", label: -1 },
      { query: " two", document: "+d", label: 2 },
    ]);
  });

  // The format's description: a space precedes a leading -=+@, and no newline follows the last row.
  it("escapes formulas as Quepid does, and writes no line feed at the end", () => {
    const judgments = judgmentsOf([
      { query: "=1+1", document: "@d", label: -1 },
      { query: 'say "hi", all', document: "7", label: 2.5 },
      { query: "nothing", document: "", label: Number.NaN },
    ]);
    expect(textOf(quepidCsv.write(judgments, plainly))).toBe(
      'query,docid,rating\n" =1+1"," @d",-1\n"say ""hi"", all",7,2.5\nnothing,,',
    );
  });

  it("writes the text of a query instead of its id", () => {
    const judgments = judgmentsOf([{ query: "q1", queryText: "star trek", document: "1370", label: 3 }]);
    expect(textOf(quepidCsv.write(judgments, plainly))).toBe("query,docid,rating\nstar trek,1370,3");
  });

  it.each([
    ["query,docid,rating\nstar trek,1370,good\n", "INVALID_ROW", 2, 'the rating "good" is not a number'],
    ["query,docid,rating\n,1370,3\n", "INVALID_ROW", 2, "has no query. Expected: query,docid,rating"],
    ["query,docid,rating\nstar trek,,3\n", "INVALID_ROW", 2, "a rating but no docid"],
    ["query,docid,rating\nstar trek,1370\n", "INVALID_ROW", 2, "the row has 2 cells, too few for 3 columns"],
    ['query,docid,rating\n"star trek,1370,3\n', "INVALID_FORMAT", 2, "never closed"],
  ])("rejects %j", async (text, code, line, words) => {
    const reading = readRows(fileWith(text));
    await expect(reading).rejects.toMatchObject({ code, details: { line } });
    await expect(reading).rejects.toThrow(words);
  });

  it("rejects a table of results", async () => {
    await expect(readRows(fileWith("query,docid,url\na,b,c\n"))).rejects.toMatchObject({ code: "INVALID_FORMAT" });
  });
});

describe("guardQuepidCell", () => {
  // Quepid puts a space before a cell that starts with - = + or @, and leaves other cells unchanged.
  it.each([
    ["=1+1", " =1+1"],
    ["-5", " -5"],
    ["+49", " +49"],
    ["@you", " @you"],
    ["star trek", "star trek"],
    ["a=b", "a=b"],
    ["1-2", "1-2"],
    [" x", " x"],
    ["'=1", "'=1"],
    ["", ""],
  ])("writes %j as %j", (cell, written) => {
    expect(guardQuepidCell(cell)).toBe(written);
  });
});

describe("unguardQuepidCell", () => {
  it.each([
    [" =1+1", "=1+1"],
    ["=1+1", "=1+1"],
    ["  =1", "  =1"],
    [" star", " star"],
    ["\t=1", "\t=1"],
    ["a =1", "a =1"],
  ])("reads %j as %j", (cell, read) => {
    expect(unguardQuepidCell(cell)).toBe(read);
  });

  it("restores every escaped cell, except a cell that already looked escaped", () => {
    const cell = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(" ", "=", "-", "+", "@", "a"), maxLength: 4 }),
    );
    fc.assert(
      fc.property(
        cell.filter((text) => !/^ [-=+@]/.test(text)),
        (text) => {
          expect(unguardQuepidCell(guardQuepidCell(text))).toBe(text);
        },
      ),
      runs,
    );
  });
});

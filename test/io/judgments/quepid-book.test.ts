/** Are Quepid's books, with one column per judge, read and written? */
import { describe, expect, it } from "vitest";
import { makeNames } from "../../../src/core/titles/name-table.ts";
import { quepidBook } from "../../../src/io/judgments/fixed-tables.ts";
import { readJudgments } from "../../../src/io/judgments/read-judgments.ts";
import { examples, fileWith, judgmentsOf, plainly, readRows, textOf } from "../../support/judged-rows.ts";

const [ann, ben] = ["Ann", "Ben"].map((column) => ({ role: "rater", column }));

describe("quepidBook", () => {
  it("reads Quepid's example as one row per judge", async () => {
    expect(await readRows(`${examples}quepid-book.csv`)).toEqual({
      format: "quepid-book",
      rows: [
        { query: "star trek", document: "1370", label: 3, rater: "Alice Adams" },
        { query: "star trek", document: "1370", label: 2, rater: "Bob Berg" },
      ],
    });
  });

  it("leaves out a judge's missing ratings, and keeps pairs without any rating", async () => {
    const { rows } = await readRows(fileWith("query,docid,Anonymous,Bob\na,1,,2\na,2,,\nb,,,\n"));
    expect(rows).toEqual([
      { query: "a", document: "1", label: 2, rater: "Bob" },
      { query: "a", document: "2", label: Number.NaN, rater: "" },
      { query: "b", document: "", label: Number.NaN, rater: "" },
    ]);
  });

  it.each(["Mean", "Average rating", "final_rating", "agreed", "Sum", "total"])(
    "does not treat the column %s as a rater",
    async (name) => {
      const path = fileWith(`query,docid,Ann,Ben,${name}\nq1,d1,0,2,1\n`);
      const { judgments } = await readJudgments(path, makeNames(), { format: null, keepsIterations: false });
      expect(judgments.raters).toEqual(["Ann", "Ben"]);
      expect(judgments.warnings).toEqual([
        { kind: "columns-not-of-raters", source: path, names: [name] },
        { kind: "columns-guessed", source: path, columns: [ann, ben] },
      ]);
    },
  );

  it.each([
    ["Year", ["2019", "2021"]],
    ["Price", ["100", "2"]],
    ["No.", ["1", "2"]],
    ["Zeile", ["3", "4", "5", "6", "7"]],
  ])("does not treat the column %s beside raters as a rater", async (name, cells) => {
    const rows = cells.map((cell, row) => `q1,d${row},T,${cell},${row % 2},${row % 4}`);
    const path = fileWith(`Query,ID,Title,${name},Ann,Ben\n${rows.join("\n")}\n`);
    const { judgments } = await readJudgments(path, makeNames(), { format: null, keepsIterations: false });
    expect(new Set(judgments.raters)).toEqual(new Set(["Ann", "Ben"]));
    expect(judgments.warnings).toEqual([
      { kind: "columns-not-of-raters", source: path, names: [name] },
      { kind: "columns-guessed", source: path, columns: [ann, ben] },
    ]);
  });

  it.each([
    ["Query,ID,Title,Ann,Ben,Stock\nq1,d1,T,3,2,0\nq1,d2,U,0,2,5\n", "Stock"],
    ["query,docid,Ann,Ben,Year\nq1,d1,3,2,2019\nq1,d2,0,2,2021\n", "Year"],
  ])("names the raters if their columns may be something else: %j", async (text, name) => {
    const path = fileWith(text);
    const { judgments } = await readJudgments(path, makeNames(), { format: null, keepsIterations: false });
    const columns = [ann, ben, { role: "rater", column: name }];
    expect(judgments.warnings).toEqual([{ kind: "columns-guessed", source: path, columns }]);
  });

  it("keeps raters who only used the lower grades of a scale of 100", async () => {
    const path = fileWith("Query,ID,Ann,Ben,Cem\nq1,d1,3,95,40\nq1,d2,0,2,30\n");
    const { judgments } = await readJudgments(path, makeNames(), { format: null, keepsIterations: false });
    expect(judgments.raters).toEqual(["Ann", "Ben", "Cem", "Ann", "Ben", "Cem"]);
  });

  it("reads a column of agreed ratings if it is the only column of ratings", async () => {
    const { rows } = await readRows(fileWith("query,docid,Agreed\nq1,d1,2\n"));
    expect(rows).toMatchObject([{ label: 2, rater: "Agreed" }]);
  });

  it.each([
    ["Query,Title,Ann,Ben\nq1,A,0,1\n", "ca978112ca1bbdca", "A"],
    ["query,id,title,Ann,Ben\nq1,7,A,0,1\n", "7", "A"],
    ["query,docid,url,Ann,Ben\nq1,7,https://a.org/1,0,1\n", "7", undefined],
    ["\tquery\tdocid\tAnn\tBen\n1\tq1\t7\t0\t1\n", "7", undefined],
  ])("reads columns of raters beside columns about the document: %j", async (text, document, title) => {
    const { rows, format } = await readRows(fileWith(text));
    expect(format).toBe("quepid-book");
    const pair = { query: "q1", document, ...(title === undefined ? {} : { title }) };
    expect(rows).toEqual([
      { ...pair, label: 0, rater: "Ann" },
      { ...pair, label: 1, rater: "Ben" },
    ]);
  });

  it("reads a table with ranks as ratings only if areRatings is true", async () => {
    const text = "query,rank,docid,Volume,Issue\nq1,1,7,3,2\nq1,2,8,3,4\n";
    const read = (more: object) =>
      readJudgments(fileWith(text), makeNames(), { format: null, keepsIterations: false, ...more });
    await expect(read({})).rejects.toMatchObject({ message: expect.stringContaining("as in a run") });
    expect((await read({ areRatings: true })).judgments.raters).toEqual(["Volume", "Issue", "Volume", "Issue"]);
  });

  it("leaves out an unneeded column without numbers, but rejects text among ratings", async () => {
    const text = "query,docid,Ann,Ben,Comment\nq1,1,0,1,nice\nq1,2,2,2,\n";
    expect((await readRows(fileWith(text))).rows.map(({ rater }) => rater)).toEqual(["Ann", "Ben", "Ann", "Ben"]);
    for (const cells of ["good,1\nq1,2,2,2\n", "2,1\nq1,2,good,2\n", "good,bad\n"]) {
      await expect(readRows(fileWith(`query,docid,Ann,Ben\nq1,1,${cells}`))).rejects.toThrow(
        'the rating of Ann "good" is not a number',
      );
    }
  });

  it.each(["query,title,year,pages\nq1,A,2019,12\n", "query,title,rank,score,price,stock\nq1,A,1,0.5,10,3\n"])(
    "rejects a list of results: %j",
    (text) => expect(readRows(fileWith(text))).rejects.toThrow("as in a run. Give a file of judgments here."),
  );

  it("does not treat the columns of a table with labels as judges", async () => {
    const { format } = await readRows(fileWith("query,docid,title,label\na,1,T,2\n"));
    expect(format).toBe("csv");
  });

  it("writes one row per pair, with empty cells for missing ratings", () => {
    const judgments = judgmentsOf([
      { query: "a", document: "1", label: 3, rater: "Ann" },
      { query: "b", document: "9", label: Number.NaN, rater: "" },
      { query: "a", document: "2", label: 0, rater: "" },
      { query: "a", document: "1", label: 2.5, rater: "=Bob" },
    ]);
    expect(textOf(quepidBook.write(judgments, plainly))).toBe(
      'query,docid,Ann,Anonymous," =Bob"\na,1,3,,2.5\na,2,,0,\nb,9,,,',
    );
  });

  it.each([
    ["query,docid,Ann,Bob\na,1,2,x\nb,1,2,1\n", 'the rating of Bob "x" is not a number'],
    ["query,docid,Ann,Bob\na,,2,1\n", "a rating but no docid"],
    ["query,docid,Ann,Bob\n,1,2,1\n", "has no query"],
  ])("rejects %j", async (text, words) => {
    const reading = readRows(fileWith(text));
    await expect(reading).rejects.toMatchObject({ code: "INVALID_ROW", details: { line: 2 } });
    await expect(reading).rejects.toThrow(words);
  });
});

/** Are Quepid's books read and written, a column for each judge? */
import { describe, expect, it } from "vitest";
import { quepidBook } from "../../../src/io/judgments/fixed-tables.ts";
import { examples, fileWith, judgmentsOf, plainly, readRows, textOf } from "../../support/judged-rows.ts";

describe("quepidBook", () => {
  it("reads Quepid's example as one row a judge", async () => {
    expect(await readRows(`${examples}quepid-book.csv`)).toEqual({
      format: "quepid-book",
      rows: [
        { query: "star trek", document: "1370", label: 3, rater: "Alice Adams" },
        { query: "star trek", document: "1370", label: 2, rater: "Bob Berg" },
      ],
    });
  });

  it("leaves out judges who did not rate, and keeps pairs that nobody rated", async () => {
    const { rows } = await readRows(fileWith("query,docid,Anonymous,Bob\na,1,,2\na,2,,\nb,,,\n"));
    expect(rows).toEqual([
      { query: "a", document: "1", label: 2, rater: "Bob" },
      { query: "a", document: "2", label: Number.NaN, rater: "" },
      { query: "b", document: "", label: Number.NaN, rater: "" },
    ]);
  });

  it("does not take other columns for judges", async () => {
    const { format } = await readRows(fileWith("query,docid,title,label\na,1,T,2\n"));
    expect(format).toBe("csv");
  });

  it("writes a row for each pair, empty where a judge is silent", () => {
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
    ["query,docid,Ann,Bob\na,1,2,x\n", 'the rating of Bob "x" is not a number'],
    ["query,docid,Ann,Bob\na,,2,1\n", "a rating but no docid"],
    ["query,docid,Ann,Bob\n,1,2,1\n", "has no query"],
  ])("ends at %j", async (text, words) => {
    const reading = readRows(fileWith(text));
    await expect(reading).rejects.toMatchObject({ code: "INVALID_ROW", details: { line: 2 } });
    await expect(reading).rejects.toThrow(words);
  });
});

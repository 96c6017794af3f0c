/** Are lines of four fields read as judgments? */
import { describe, expect, it } from "vitest";
import { trecQrels } from "../../../src/io/judgments/line-judgments.ts";
import { examples, fileWith, judgmentsOf, plainly, readRows, textOf } from "../../support/judged-rows.ts";

async function read(text: string) {
  const { rows, format } = await readRows(fileWith(text, "qrels.txt"));
  expect(format).toBe("trec-qrels");
  return rows;
}

describe("trecQrels", () => {
  it("reads query, iteration, document and label, in the order of the file", async () => {
    expect(await read("301 0 FBIS3-10082 1\n301 1 FBIS3-10169 0\n300 Q0 FT911-5 -1\n301\tx\tdü\t2.5\r\n")).toEqual([
      { query: "301", iteration: "0", document: "FBIS3-10082", label: 1 },
      { query: "301", iteration: "1", document: "FBIS3-10169", label: 0 },
      { query: "300", iteration: "Q0", document: "FT911-5", label: -1 },
      { query: "301", iteration: "x", document: "dü", label: 2.5 },
    ]);
  });

  it("returns iterations only if requested", async () => {
    const { rows } = await readRows(fileWith("q1 0 d1 1\n"), { keepsIterations: false });
    expect(rows).toEqual([{ query: "q1", document: "d1", label: 1 }]);
  });

  it("skips comments, blank lines and a byte order mark, and accepts a last line without a line feed", async () => {
    expect(await read("\ufeff# made by hand\n\n  q1 0 d1 1\n#made in May\nq1 0 d3 0")).toEqual([
      { query: "q1", iteration: "0", document: "d1", label: 1 },
      { query: "q1", iteration: "0", document: "d3", label: 0 },
    ]);
  });

  it("returns repeated rows", async () => {
    expect((await read("q1 0 d1 1\nq1 0 d1 2\n")).map(({ label }) => label)).toEqual([1, 2]);
  });

  it.each([
    ["q1 0 d1 1", true],
    ["\n# x\n q1\t0\td1\t-2.5\n", true],
    ["q1 Q0 d1 1 2.5 run", false],
    ["q1 0 d1", false],
    ["q1 0 d1 relevant", false],
    ["query,doc,label\nq1,d1,1", false],
    ["query;title;grade 0 to 3\npears;Pears;1", false],
    ["q;1 0 d;1 1\nq;1 0 d2 1", true],
    ["q;1 0 d;1 1", true],
    ["", false],
    ["# only comments", false],
  ])("detects judgments in %j: %s", (head, isQrels) => {
    expect(trecQrels.detect(head, {})).toBe(isQrels);
  });

  describe("errors of trecQrels", () => {
    it.each([
      ["q1 0 d1 1\nq1 0 d2\n", 2, "it has 3 fields, but judgments have four"],
      ["q1 0 d1 1\n\nq1 Q0 d1 1 2.5 run\n", 3, "It looks like a run"],
      ["q1 0 d1 1\nq1 0 d2 1 2\n", 2, "5 fields"],
      ["q1 0 d1 1\nq1 0 d2 good\n", 2, 'the label "good" is not a number'],
      ["q1 0 d1 1\nq1 0 d2 0x1\n", 2, 'the label "0x1" is not a number'],
      ["q1 0 d1 1\nq1 0 d2 inf\n", 2, 'the label "inf" is not a number'],
    ])("are thrown for %j", async (text, line, words) => {
      const path = fileWith(text);
      const reading = readRows(path);
      await expect(reading).rejects.toMatchObject({ code: "INVALID_ROW", details: { file: path, line } });
      await expect(reading).rejects.toThrow(words);
    });
  });
});

describe("trecQrels", () => {
  it("writes TREC's example unchanged", async () => {
    const { rows } = await readRows(`${examples}trec.qrels`);
    expect(textOf(trecQrels.write(judgmentsOf(rows), plainly))).toBe("301 0 CR93E-10279 0\n301 0 CR93E-1282 1\n");
  });

  it("keeps fractions and iterations, and writes whole numbers without a decimal point", () => {
    const judgments = judgmentsOf([
      { query: "q", document: "a", label: 2.0, iteration: "1" },
      { query: "q", document: "b", label: 1 / 3, iteration: "" },
      { query: "q", document: "c", label: -2, iteration: "0" },
    ]);
    expect(textOf(trecQrels.write(judgments, plainly))).toBe("q 1 a 2\nq 0 b 0.3333333333333333\nq 0 c -2\n");
  });
});

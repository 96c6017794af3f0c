/** Are tables with column names read and written as judgments? */
import { describe, expect, it } from "vitest";
import { makeNames } from "../../../src/core/titles/name-table.ts";
import { readJudgments } from "../../../src/io/judgments/read-judgments.ts";
import { tableJudgmentsWriter } from "../../../src/io/judgments/table-judgments.ts";
import { examples, fileWith, judgmentsOf, plainly, readRows, rowsOf, textOf } from "../../support/judged-rows.ts";

describe("tableJudgments", () => {
  it.each([
    ["csv", "query,id,title,label\nred apples,d1,Apples,2.5\nred apples,,,\n"],
    ["csv", "Title;Doc ID;Query;Grade\nApples;d1;red apples;2.5\n;;red apples;\n"],
    ["tsv", "query\tdocument_id\ttitle\trelevance\nred apples\td1\tApples\t2.5\nred apples\t\t\t\n"],
    [
      "jsonl",
      '{"query":"red apples","id":"d1","title":"Apples","rating":2.5}\n{"query":"red apples","id":"","title":"","rating":null}\n',
    ],
  ])("reads %s: %j", async (format, text) => {
    expect(await readRows(fileWith(text))).toEqual({
      format,
      rows: [
        { query: "red apples", document: "d1", title: "Apples", label: 2.5 },
        { query: "red apples", document: "", title: "", label: Number.NaN },
      ],
    });
  });

  // The file is longer than the head from which formats are recognised.
  it.each([
    ["table", (rows: string[]) => `{"schema":{"fields":[{"name":"index"}]},"data":[${rows.join()}]}`],
    ["index", (rows: string[]) => `{${rows.map((row, at) => `"${at}":${row}`).join()}}`],
  ])("reads pandas' to_json(orient=%j)", async (_, saved) => {
    const rows = Array.from({ length: 2000 }, (_, at) => ({ query: `q${at % 9}`, document: `d${at}`, label: at % 3 }));
    const texts = rows.map(({ query, document, label }) =>
      JSON.stringify({ query_id: query, doc_id: document, relevance: label }),
    );
    expect(await readRows(fileWith(saved(texts)))).toEqual({ format: "jsonl", rows });
  });

  it("identifies queries by their ids if there are ids, and keeps their texts", async () => {
    const { rows } = await readRows(
      fileWith("qid,query,id,label,rater,iteration\n1,red,d1,2,Ann,0\n,blue,d2,1,Bob,1\n"),
    );
    expect(rows).toEqual([
      { query: "1", queryText: "red", document: "d1", label: 2, rater: "Ann", iteration: "0" },
      { query: "blue", document: "d2", label: 1, rater: "Bob", iteration: "1" },
    ]);
  });

  it.each([
    ["a Label Studio CSV", "annotator,doc_id,id,query,rating\n1,d1,1,red,3\n1,d2,2,red,0\n"],
    [
      "a Label Studio JSON",
      '[{"id":1,"query":"red","doc_id":"d1","rating":3},{"id":2,"query":"red","doc_id":"d2","rating":0}]',
    ],
  ])("uses the document id instead of the task id of %s, and warns", async (_, text) => {
    const { judgments } = await readJudgments(fileWith(text), makeNames(), { format: null, keepsIterations: false });
    expect(rowsOf(judgments).map(({ document }) => document)).toEqual(["d1", "d2"]);
    expect(judgments.warnings).toEqual([
      expect.objectContaining({ kind: "two-columns-for-role", role: "id", used: "doc_id", ignored: ["id"] }),
    ]);
  });

  it.each([
    ["CSV", "query,id,label\nred apples\nblue,d1,1\n"],
    ["TSV", "query\tid\tlabel\nred apples\nblue\td1\t1\n"],
  ])("reads a row with only a query as a query without ratings: %s", async (_, text) => {
    expect((await readRows(fileWith(text))).rows).toEqual([
      { query: "red apples", document: "", label: Number.NaN },
      { query: "blue", document: "d1", label: 1 },
    ]);
  });

  it.each(["query,id,label\nred;d1;1\nblue,d1,1\n", "query,id,label\nred,d1\nblue,d1,1\n"])(
    "rejects an incomplete row: %j",
    async (text) => {
      await expect(readRows(fileWith(text))).rejects.toThrow("too few for 3 columns");
    },
  );

  // Discernatron's export, in which the grade is called mean_score.
  it("reads the columns that options name, even if the table has a fixed format", async () => {
    const path = `${examples}discernatron.tsv`;
    await expect(readRows(path)).rejects.toMatchObject({ code: "INVALID_FORMAT" });
    await expect(readRows(path)).rejects.toThrow("Its columns are qid, doc_id, mean_score");
    expect(await readRows(path, { columns: { label: ["mean_score"] } })).toEqual({
      format: "tsv",
      rows: [{ query: "1", document: "Page_one", label: 2.5 }],
    });
    const quepid = await readRows(`${examples}quepid.csv`, { columns: { label: ["rating"] } });
    expect(quepid.format).toBe("csv");
  });

  it("uses a score as the label if the table has no ranks, because a table with ranks is a run", async () => {
    expect((await readRows(fileWith("qid,docid,score\n1,a,2\n"))).rows).toEqual([
      { query: "1", document: "a", label: 2 },
    ]);
    await expect(readRows(fileWith("qid,docid,rank,score\n1,a,0,2\n"))).rejects.toMatchObject({
      code: "INVALID_FORMAT",
    });
  });

  const rows = [
    { query: "1", queryText: "=red", document: "d,1", label: -1, title: 'A "b"', rater: "Ann", iteration: "0" },
    { query: "2", queryText: "blue\tsky", document: "d2", label: Number.NaN, title: "-x", rater: "", iteration: "0" },
  ];

  it("omits columns without information", () => {
    const judgments = judgmentsOf(rows);
    expect(textOf(tableJudgmentsWriter("csv").write(judgments, plainly))).toBe(
      'query_id,query,id,title,label,rater\n1,=red,"d,1","A ""b""",-1,Ann\n2,blue\tsky,d2,-x,,\n',
    );
    expect(textOf(tableJudgmentsWriter("tsv").write(judgments, plainly))).toBe(
      '"query_id"\t"query"\t"id"\t"title"\t"label"\t"rater"\n"1"\t"=red"\t"d,1"\t"A ""b"""\t"-1"\t"Ann"\n"2"\t"blue\tsky"\t"d2"\t"-x"\t""\t""\n',
    );
    expect(textOf(tableJudgmentsWriter("jsonl").write(judgments, plainly))).toBe(
      '{"query_id":"1","query":"=red","id":"d,1","title":"A \\"b\\"","label":-1,"rater":"Ann"}\n' +
        '{"query_id":"2","query":"blue\\tsky","id":"d2","title":"-x","label":null,"rater":""}\n',
    );
    const bare = judgmentsOf([{ query: "q", document: "d", label: 1e-7 }]);
    expect(textOf(tableJudgmentsWriter("csv").write(bare, plainly))).toBe("query,id,label\nq,d,1e-7\n");
  });

  it("escapes formulas, but not numbers, if requested", () => {
    expect(textOf(tableJudgmentsWriter("csv").write(judgmentsOf(rows), { ...plainly, spreadsheetSafe: true }))).toBe(
      `query_id,query,id,title,label,rater\n1,'=red,"d,1","A ""b""",-1,Ann\n2,blue\tsky,d2,'-x,,\n`,
    );
  });

  it.each([
    [
      "query,id,label\na,b,c\n",
      'the label "c" is not a number. Write a number for each word, such as 0 for bad and 3 for good.',
    ],
    ['query,id,label\na,b,"3,5"\n', 'the label "3,5" is not a number. Write a point instead of the comma: 3.5.'],
    ['query,id,label\na,b,"1,234"\n', 'the label "1,234" is not a number. Write 1234 or 1.234, whichever is meant.'],
    ['query,id,label\na,b,"1,234,567"\n', 'the label "1,234,567" is not a number. Write 1234567.'],
    ["query,id,label\n,b,1\n", "has no query"],
    [
      "query,doc id,label\na,,1\n",
      "a label but no doc id. Fill in its cell, or pass another column of ids to semqrel convert: --id-column NAME.",
    ],
  ])("rejects %j", async (text, words) => {
    const reading = readRows(fileWith(text));
    await expect(reading).rejects.toMatchObject({ code: "INVALID_ROW", details: { line: 2 } });
    await expect(reading).rejects.toThrow(words);
  });

  it("rejects a table without labels, and names the option for their column", async () => {
    const reading = readRows(fileWith("query,id\na,b\n"), { format: "csv" });
    await expect(reading).rejects.toMatchObject({ code: "MISSING_COLUMN" });
    await expect(reading).rejects.toThrow("--label-column NAME");
  });
});

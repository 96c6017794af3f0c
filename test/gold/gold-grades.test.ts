/** Do judgments in a file find the queries and documents of a folder of labels? */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import type { Query, StoredLabels } from "../../src/core/types.ts";
import { readGoldGrades } from "../../src/gold/gold-grades.ts";
import { makeLists, type Row } from "../support/make-lists.ts";
import { temporaryFolder } from "../support/run-cli.ts";

/** Labels play no part here. */
function makeStored(rows: readonly Row[], queries: readonly Query[], queryKeys: readonly string[]): StoredLabels {
  const lists = makeLists("one", rows, queries.length);
  const numbers = new Float64Array(rows.length);
  const engine = {
    lists,
    labels: numbers,
    kinds: new Uint8Array(rows.length),
    similarities: numbers,
    margins: numbers,
  };
  const engines = [{ ...engine, referenceRanks: new Int32Array(rows.length) }];
  return { source: "labels", queries, queryKeys, engines, reference: null, model: null };
}

const apples: Query = { id: "q1", text: "red apples", name: "red apples" };
const pears: Query = { id: null, text: "old pears", name: "old pears" };

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

function read(content: string, stored: StoredLabels, name = "gold.qrels") {
  return readGoldGrades(join(temporaryFolder({ [name]: content }), name), stored);
}

describe("readGoldGrades", () => {
  const rows: readonly Row[] = [
    [0, 0, "Alpha", "d1"],
    [0, 1, "Beta", "d2"],
    [0, 2, "Alpha again", "d1"],
    [1, 0, "Gamma", ""],
  ];
  const stored = makeStored(rows, [apples, pears], ["q1", hash("old pears")]);

  it("joins queries by id or hash of the text, documents by id or hash of the title", async () => {
    const qrels = `q1 0 d1 3\nq1 0 d9 1\n${hash("old pears")} 0 ${hash("gamma")} 2\n`;
    const { grades, documentKeys, file, warnings } = await read(qrels, stored);
    expect(grades.map((ofQuery) => ofQuery && Object.fromEntries(ofQuery))).toEqual([
      { d1: 3, d9: 1 },
      { [hash("gamma")]: 2 },
    ]);
    // The second d1 of one list cannot count twice.
    expect(documentKeys).toEqual([["d1", "d2", "d1~2", hash("gamma")]]);
    expect([file.format, file.rows, warnings]).toEqual(["trec-qrels", 3, []]);
  });

  it("joins queries by their text, and documents by their title where ids differ", async () => {
    const { grades, documentKeys } = await read(
      "query,id,title,label\nred apples,x7,BETA,2\nold pears,x8,gamma,1\n",
      stored,
      "gold.csv",
    );
    expect(documentKeys).toEqual([["d1", "x7", "d1~2", "x8"]]);
    expect(grades.map((ofQuery) => ofQuery?.size)).toEqual([1, 1]);
  });

  it("finds hashes of titles where the lists have ids", async () => {
    const { documentKeys } = await read(`q1 0 ${hash("beta")} 1\n`, stored);
    expect(documentKeys[0]?.[1]).toBe(hash("beta"));
  });

  it("counts a document once that was judged under its id and under its title", async () => {
    const both = makeStored([...rows.slice(0, 2), [0, 2, "beta", ""]], [apples, pears], ["q1", ""]);
    const { grades, documentKeys, documentOf } = await read(`q1 0 d2 2\nq1 0 ${hash("beta")} 2\n`, both);
    expect(grades[0]).toEqual(new Map([["d2", 2]]));
    expect(documentOf(0, hash("beta"), "")).toBe("d2");
    // In one list it stands twice, and counts once.
    expect(documentKeys).toEqual([["d1", "d2", hash("beta")]]);
    const apart = await read(`q1 0 d2 2\nq1 0 ${hash("beta")} 1\n`, both);
    expect(apart.grades[0]?.size).toBe(2);
  });

  it("has null for a query that nobody judged, and keeps negative grades", async () => {
    const { grades } = await read("q1 0 d1 -1\n", stored);
    expect(grades).toEqual([new Map([["d1", -1]]), null]);
  });

  it("warns as judgments are warned about", async () => {
    const { grades, warnings } = await read("q1 0 d1 1\nq1 0 d1 2\n", stored);
    expect(grades[0]).toEqual(new Map([["d1", 2]]));
    expect(warnings.map(({ kind }) => kind)).toEqual(["conflicting-judgments"]);
  });

  test("a title that stands twice in a list is one judged document and one hole", async () => {
    const twice = makeStored(
      [
        [0, 0, "Alpha", "d1"],
        [0, 1, "ALPHA", "d2"],
      ],
      [apples],
      ["q1"],
    );
    const { documentKeys } = await read("query,id,title,label\nq1,x7,alpha,2\n", twice, "gold.csv");
    expect(documentKeys).toEqual([["x7", "d2"]]);
  });

  it("refuses judgments of other queries", async () => {
    await expect(read("other 0 d1 1\n", stored)).rejects.toMatchObject({ code: "NO_COMMON_QUERY" });
    const five = ["a", "b", "c", "d", "e"].map((query) => `${query} 0 d1 1\n`).join("");
    await expect(read(five, stored)).rejects.toThrow('The judgments have "a", "b", "c" and 2 more; the labels have "');
  });
});

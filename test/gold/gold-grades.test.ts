import { createHash } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import type { Query, StoredLabels } from "../../src/core/types.ts";
import { readGoldGrades } from "../../src/gold/gold-grades.ts";
import { makeLists, type Row } from "../support/make-lists.ts";
import { temporaryFolder } from "../support/run-cli.ts";

/** Labels do not matter here. */
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

  it("joins queries by id or by hash of the text, and documents by id or by hash of the title", async () => {
    const qrels = `q1 0 d1 3\nq1 0 d9 1\n${hash("old pears")} 0 ${hash("gamma")} 2\n`;
    const { grades, documentKeys, file, warnings } = await read(qrels, stored);
    expect(grades.map((ofQuery) => ofQuery && Object.fromEntries(ofQuery))).toEqual([
      { d1: 3, d9: 1 },
      { [hash("gamma")]: 2 },
    ]);
    // The second d1 of a list must not count again.
    expect(documentKeys).toEqual([["d1", "d2", "d1~2", hash("gamma")]]);
    expect([file.format, file.rows, warnings]).toEqual(["trec-qrels", 3, []]);
  });

  it("joins queries by text, and documents by title if their ids differ", async () => {
    const { grades, documentKeys } = await read(
      "query,id,title,label\nred apples,x7,BETA,2\nold pears,x8,gamma,1\n",
      stored,
      "gold.csv",
    );
    expect(documentKeys).toEqual([["d1", "x7", "d1~2", "x8"]]);
    expect(grades.map((ofQuery) => ofQuery?.size)).toEqual([1, 1]);
  });

  it("finds titles by hash even if the lists have ids", async () => {
    const { documentKeys } = await read(`q1 0 ${hash("beta")} 1\n`, stored);
    expect(documentKeys[0]?.[1]).toBe(hash("beta"));
  });

  it("counts a document that was judged under its id and under its title once", async () => {
    const both = makeStored([...rows.slice(0, 2), [0, 2, "beta", ""]], [apples, pears], ["q1", ""]);
    const { grades, documentKeys, documentOf } = await read(`q1 0 d2 2\nq1 0 ${hash("beta")} 2\n`, both);
    expect(grades[0]).toEqual(new Map([["d2", 2]]));
    expect(documentOf(0, hash("beta"), "")).toBe("d2");
    // The list contains the document twice, but it counts once.
    expect(documentKeys).toEqual([["d1", "d2", hash("beta")]]);
    const apart = await read(`q1 0 d2 2\nq1 0 ${hash("beta")} 1\n`, both);
    expect(apart.grades[0]?.size).toBe(2);
  });

  describe("an id shared by two titles", () => {
    const shared = makeStored(
      [
        [0, 0, "Alpha", "1"],
        [0, 1, "Beta", "1"],
      ],
      [apples],
      ["q1"],
    );
    const joined = async (content: string, name?: string) => (await read(content, shared, name)).documentKeys[0];

    it("names two documents if the judgments have the id and the hash of one title", async () => {
      const grades = await read(`q1 0 1 3\nq1 0 ${hash("beta")} 3\n`, shared);
      expect(grades.documentKeys[0]).toEqual(["1", hash("beta")]);
      expect(grades.grades[0]?.size).toBe(2);
    });

    it("names only the title that was judged under the id", async () => {
      const [alpha, beta] = (await joined("query,id,title,label\nq1,1,BETA,2\n", "gold.csv")) ?? [];
      expect(beta).toBe("1");
      expect(alpha).not.toBe("1");
    });

    it("names both titles if the judged title is in no list", async () => {
      expect(await joined("query,id,title,label\nq1,1,The alpha,2\n", "gold.csv")).toEqual(["1", "1~2"]);
    });
  });

  it("joins a document by DOI, whatever spelling lists and judgments use for DOI and title", async () => {
    const lists = makeStored([[0, 0, "Tea & Health", "https://doi.org/10.1000/TEA"]], [apples], ["q1"]);
    const { documentKeys } = await read(
      "query,id,title,label\nq1,doi:10.1000/tea,Tea and health,2\n",
      lists,
      "gold.csv",
    );
    expect(documentKeys).toEqual([["doi:10.1000/tea"]]);
  });

  it("finds a title with different white space", async () => {
    const lists = makeStored([[0, 0, " Alpha\u00a0 beta", "7"]], [apples], ["q1"]);
    const { documentKeys } = await read("query,id,title,label\nq1,x,alpha beta,2\n", lists, "gold.csv");
    expect(documentKeys).toEqual([["x"]]);
  });

  it("never gives the name of a judged document to another result", async () => {
    const lists = makeStored(
      [
        [0, 0, "Alpha", "3"],
        [0, 1, "Gamma", "9"],
      ],
      [apples],
      ["q1"],
    );
    const judged = "query,id,title,label\nq1,9,Alpha,2\nq1,8,Gamma,1\n";
    expect((await read(judged, lists, "gold.csv")).documentKeys).toEqual([["9", "8"]]);
    const alone = "query,id,title,label\nq1,9,Alpha,2\n";
    expect((await read(alone, lists, "gold.csv")).documentKeys).toEqual([["9", "9~2"]]);
  });

  it("returns null for a query without judgments, and keeps negative grades", async () => {
    const { grades } = await read("q1 0 d1 -1\n", stored);
    expect(grades).toEqual([new Map([["d1", -1]]), null]);
  });

  it("warns about conflicting judgments", async () => {
    const { grades, warnings } = await read("q1 0 d1 1\nq1 0 d1 2\n", stored);
    expect(grades[0]).toEqual(new Map([["d1", 2]]));
    expect(warnings.map(({ kind }) => kind)).toEqual(["conflicting-judgments"]);
  });

  it("warns if all labels of a table seem to be grades that start at 1", async () => {
    const kindsOf = async (content: string, name: string) =>
      (await read(content, stored, name)).warnings.map(({ kind }) => kind);
    expect(await kindsOf("query,docid,rating\nq1,d1,1\nq1,d2,5\n", "gold.csv")).toEqual(["all-judged-relevant"]);
    expect(await kindsOf("query,docid,rating\nq1,d1,0\nq1,d2,5\n", "gold.csv")).toEqual([]);
    expect(await kindsOf("q1 0 d1 1\nq1 0 d2 5\n", "gold.qrels")).toEqual([]);
  });

  test("counts a title that a list repeats as one judged document and one hole", async () => {
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

import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PooledPair } from "../../../src/core/types.ts";
import { poolText, readPool } from "../../../src/gold/pools/pool-format.ts";
import { runs } from "../../support/property.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

function fileWith(content: string | Uint8Array): string {
  return join(temporaryFolder({ "pool.jsonl": content }), "pool.jsonl");
}

const good = { query: "q", queryId: null, id: "d1", title: "Alpha", engines: [{ name: "a", rank: 0 }], probability: 1 };
const read = { informationNeed: null, url: null, merged: [], queryProbability: 1 };
const lines = (...pairs: readonly object[]) => pairs.map((pair) => `${JSON.stringify(pair)}\n`).join("");

describe("readPool", () => {
  it("reads the documented example, plain and compressed, with Windows line ends and blank lines", async () => {
    const text = lines(good, { ...good, id: "d2", engines: [{ name: "a", rank: 3 }], further: "ignored" });
    for (const content of [text, text.replaceAll("\n", "\r\n\r\n"), gzipSync(text)]) {
      const path = fileWith(content);
      const { pairs, file } = await readPool(path);
      // Without a length, a list ends with its last result.
      expect(pairs).toEqual([
        { ...good, ...read, engines: [{ name: "a", rank: 0, also: [], of: 4 }] },
        { ...good, ...read, id: "d2", engines: [{ name: "a", rank: 3, also: [], of: 4 }] },
      ]);
      expect(file).toMatchObject({ path, format: "pool", rows: 2, sizeBytes: Buffer.byteLength(content) });
    }
  });

  it("reads what poolText writes", async () => {
    const text = fc.string({ unit: "grapheme" });
    const name = fc.string({ unit: "grapheme", minLength: 1 });
    const pair = fc.record({
      query: fc.constantFrom("one", "two"),
      id: name,
      title: text,
      informationNeed: fc.option(text),
      url: fc.option(fc.webUrl()),
      engines: fc.uniqueArray(fc.record({ name, also: fc.nat(2), further: fc.nat(9) }), {
        selector: (engine) => engine.name,
      }),
      share: fc.double({ min: 0.001, max: 1, noNaN: true }),
      merged: fc.array(fc.record({ id: name, title: text, similarity: fc.double({ min: -1, max: 1, noNaN: true }) })),
    });
    const pool = fc.uniqueArray(pair, { selector: ({ query, id }) => `${query} ${id}`, minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(pool, async (some) => {
        const written: PooledPair[] = some.map(({ share, engines, ...one }, place) => ({
          ...one,
          engines: engines.map(({ name: engine, also, further }) => ({
            name: engine,
            rank: place * 3,
            also: [1, 2].slice(0, also).map((step) => place * 3 + step),
            of: 15 + further,
          })),
          probability: share * (one.query === "one" ? 1 : 0.5),
          queryProbability: one.query === "one" ? 1 : 0.5,
          queryId: one.query === "one" ? "q1" : null,
          // JSON has no minus zero.
          merged: one.merged.map((other) => ({ ...other, similarity: other.similarity + 0 })),
        }));
        expect((await readPool(fileWith([...poolText(written)].join("")))).pairs).toEqual(written);
      }),
      { ...runs, numRuns: 60 },
    );
  });

  it("reads the position of each pair in an ordered draw", async () => {
    const inOrder = { order: "3f2a", since: 7, seed: 2 };
    const { pairs } = await readPool(fileWith(lines({ ...good, inOrder })));
    expect(pairs[0]?.inOrder).toEqual(inOrder);
    expect(Object.keys((await readPool(fileWith(lines(good)))).pairs[0] ?? {})).not.toContain("inOrder");
  });

  it("allows the same id in two queries, and a query whose rows are not adjacent", async () => {
    const { pairs } = await readPool(
      fileWith(lines(good, { ...good, query: "p" }, { ...good, id: "d2", engines: [] })),
    );
    expect(pairs.map(({ query }) => query)).toEqual(["q", "p", "q"]);
  });

  describe("errors", () => {
    it("asks for a pool instead of reporting a damaged pool if the file is a table", async () => {
      const says = "Give a pool, which semqrel pool draws from result lists";
      await expect(readPool(fileWith("query,title,rating\n"))).rejects.toThrow(says);
    });

    it.each([
      ["trec-qrels", "q 0 d 1\n"],
      ["quepid-csv", "query,docid,rating\nq,d,1\n"],
    ])("reports that the file contains judgments (%s)", async (format, text) => {
      const says = `it contains judgments (${format}). Give a pool, which semqrel pool draws from result lists; semqrel rate`;
      await expect(readPool(fileWith(text))).rejects.toThrow(says);
    });

    const { query: _, ...withoutQuery } = good;
    const { queryId: __, ...withoutQueryId } = good;
    const merged = { id: "d2", title: "b", similarity: 1 };
    it.each([
      ["what is not JSON", '{"query":"q",', "it is not JSON"],
      ["what is not an object", "[1]", "it is a list; an object is expected"],
      ["no query", lines(withoutQuery), "query is missing; a text that is not empty is expected"],
      ["no query id", lines(withoutQueryId), "queryId is missing; a text or null is expected"],
      ["an empty id", lines({ ...good, id: "" }), "id is empty"],
      ["an id of another type", lines({ ...good, id: 7 }), "id is 7; a text"],
      ["no title", lines({ ...good, title: null }), "title is null"],
      ["a need of another type", lines({ ...good, informationNeed: ["x"] }), "informationNeed is a list"],
      ["an address of another type", lines({ ...good, url: 1 }), "url is 1"],
      ["no engines", lines({ ...good, engines: undefined }), "engines is missing; a list is expected"],
      ["an engine without a rank", lines({ ...good, engines: [{ name: "a" }] }), "engines[0].rank is missing"],
      [
        "a rank below 0",
        lines({ ...good, engines: [{ name: "a", rank: -1 }] }),
        "engines[0].rank is -1; a whole number >= 0",
      ],
      ["a rank with a fraction", lines({ ...good, engines: [{ name: "a", rank: 0.5 }] }), "engines[0].rank is 0.5"],
      ["an engine without a name", lines({ ...good, engines: [{ rank: 1 }] }), "engines[0].name is missing"],
      ["an engine twice", lines({ ...good, engines: [...good.engines, ...good.engines] }), '"a" appears twice'],
      ["an engine that is a name alone", lines({ ...good, engines: ["a"] }), 'engines[0] is "a"; an object'],
      ["no probability", lines({ ...good, probability: undefined }), "probability is missing"],
      ["a probability of 0", lines({ ...good, probability: 0 }), "probability is 0; a number above 0 and up to 1"],
      ["a probability above 1", lines({ ...good, probability: 1.1 }), "probability is 1.1"],
      [
        "a probability above its query's",
        lines({ ...good, probability: 0.3, queryProbability: 0.2 }),
        "probability is 0.3, above the 0.2 of its query",
      ],
      ["a query's probability of 0", lines({ ...good, queryProbability: 0 }), "queryProbability is 0"],
      [
        "another probability of the query",
        lines({ ...good, id: "d2", engines: [], probability: 0.2, queryProbability: 0.2 }),
        "queryProbability is 0.2, but line 1 has another value",
      ],
      [
        "another pair at the rank of an engine",
        lines({ ...good, id: "d2" }),
        'the engine "a" has another pair of the query "q" at rank 0 in line 1',
      ],
      [
        "a further rank above the first",
        lines({ ...good, id: "d2", engines: [{ name: "b", rank: 2, also: [1] }] }),
        "engines[0].also has 1, but the first rank is 2",
      ],
      [
        "a list that ends above a rank",
        lines({ ...good, engines: [{ name: "a", rank: 3, of: 3 }] }),
        "engines[0].of is 3, but the list continues to rank 3",
      ],
      ["a probability in quotes", lines({ ...good, probability: "1" }), 'probability is "1"'],
      ["a place in no order", lines({ ...good, inOrder: { since: 3 } }), "inOrder.order is missing"],
      ["a place below the first", lines({ ...good, inOrder: { order: "x", since: 0 } }), "inOrder.since is 0"],
      ["a merged title that is not a list", lines({ ...good, merged }), "merged is an object; a list"],
      ["a merged title without id", lines({ ...good, merged: [{ ...merged, id: null }] }), "merged[0].id is null"],
      [
        "a merged title as text",
        lines({ ...good, merged: [{ ...merged, similarity: "1" }] }),
        'merged[0].similarity is "1"',
      ],
      [
        "a pair twice",
        lines({ ...good, title: "Beta" }),
        'the id "d1" appears twice for the query "q" (first in line 1)',
      ],
      ["a query with another id", lines({ ...good, id: "d2", queryId: "q1" }), "has another name or id in line 1"],
    ])("names the line with %s", async (_name, line, message) => {
      const path = fileWith(`${lines(good)}\n${line}`);
      await expect(readPool(path)).rejects.toMatchObject({
        code: "INVALID_POOL",
        message: expect.stringContaining(`${path}:3: `),
        details: { file: path, line: 3 },
      });
      await expect(readPool(path)).rejects.toThrow(message);
    });

    it("names the line whose query id already belongs to another query", async () => {
      const text = lines({ ...good, queryId: "q1" }, { ...good, query: "p", queryId: "q1" });
      await expect(readPool(fileWith(text))).rejects.toMatchObject({ code: "INVALID_POOL", details: { line: 2 } });
    });

    it("refuses a file without pairs, and a missing file", async () => {
      await expect(readPool(fileWith("\n\n"))).rejects.toMatchObject({ code: "EMPTY_FILE" });
      await expect(readPool(fileWith(""))).rejects.toMatchObject({ code: "EMPTY_FILE" });
      await expect(readPool(join(temporaryFolder(), "none"))).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
    });
  });
});

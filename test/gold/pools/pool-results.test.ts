import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bestRank,
  joinEngines,
  type PoolSettings,
  poolResults,
  queryName,
} from "../../../src/gold/pools/pool-results.ts";
import { makeLists, makeQueries, type Row } from "../../support/make-lists.ts";
import { makeEngine, makePair } from "../../support/make-pair.ts";
import { runs } from "../../support/property.ts";

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const shortHash = (text: string) => hash(text).slice(0, 16);
const settings: PoolSettings = { hash, informationNeeds: [], urlColumns: [] };

describe("poolResults", () => {
  it("makes one pair for each title of a query, with the engines that returned it and its ranks in their lists", () => {
    const one = makeLists(
      "one",
      [
        [0, 0, "Alpha"],
        [0, 1, "Beta"],
        [0, 2, "ALPHA"],
        [1, 0, "Alpha"],
      ],
      2,
    );
    const two = makeLists(
      "two",
      [
        [0, 0, "gamma"],
        [0, 5, "alpha"],
      ],
      2,
    );
    const { pairs, duplicates, results, idsShared, warnings } = poolResults(makeQueries(2), [one, two], settings);
    const from = (...engines: [name: string, rank: number, of: number, ...also: number[]][]) =>
      engines.map(([name, rank, of, ...also]) => ({ name, rank, also, of }));
    expect(pairs).toEqual([
      makePair("query 0", shortHash("alpha"), { title: "Alpha", engines: from(["one", 0, 3, 2], ["two", 1, 2]) }),
      makePair("query 0", shortHash("beta"), { title: "Beta", engines: from(["one", 1, 3]) }),
      makePair("query 0", shortHash("gamma"), { title: "gamma", engines: from(["two", 0, 2]) }),
      makePair("query 1", shortHash("alpha"), { title: "Alpha", engines: from(["one", 0, 1]) }),
    ]);
    expect({ duplicates, idsShared, warnings }).toEqual({ duplicates: 2, idsShared: 0, warnings: [] });
    expect([...results]).toEqual([
      ["one", 4],
      ["two", 2],
    ]);
  });

  it("names a document by the first id of the input, otherwise by a hash, and lists other ids as merged", () => {
    const bare = makeLists("bare", [[0, 0, "Alpha"]], 1);
    const one = makeLists(
      "one",
      [
        [0, 0, "ALPHA", "d1"],
        [0, 1, "alpha", "d 1"],
      ],
      1,
    );
    const two = makeLists(
      "two",
      [
        [0, 0, "alphA", "d2"],
        [0, 1, "alpha", "d1"],
      ],
      1,
    );
    const { pairs } = poolResults(makeQueries(1), [bare, one, two], settings);
    expect(pairs).toMatchObject([
      {
        id: "d1",
        title: "Alpha",
        merged: [
          { id: shortHash("alpha"), title: "Alpha", similarity: 1 },
          { id: "d2", title: "alphA", similarity: 1 },
        ],
      },
    ]);
  });

  it("keeps titles with the same id separate, because the id may be a row number", () => {
    const one = makeLists(
      "one",
      [
        [0, 0, "Alpha", "1"],
        [0, 1, "Beta", "2"],
      ],
      1,
    );
    const two = makeLists(
      "two",
      [
        [0, 0, "Beta", "1"],
        [0, 1, "Gamma", "2"],
      ],
      1,
    );
    const { pairs, idsShared } = poolResults(makeQueries(1), [one, two], settings);
    expect(pairs.map(({ title, id, merged }) => [title, id, merged])).toEqual([
      ["Alpha", "1", []],
      ["Beta", "2", []],
      ["Gamma", shortHash("gamma"), []],
    ]);
    expect(idsShared).toBe(1);
  });

  it("joins two spellings of a title with the same DOI, and lists both", () => {
    const catalogue = makeLists("catalogue", [[0, 0, "Tea and health", "10.1000/tea"]], 1);
    const scopus = makeLists(
      "scopus",
      [
        [0, 0, "Coffee", "https://doi.org/10.1000/coffee"],
        [0, 1, "Tea & Health: a review", "https://doi.org/10.1000/TEA"],
      ],
      1,
    );
    const bare = makeLists("unnamed", [[0, 0, " tea &amp; health: A review"]], 1);
    const { pairs, idsShared } = poolResults(makeQueries(1), [catalogue, scopus, bare], settings);
    expect(pairs.map(({ id, engines }) => [id, engines.map(({ name }) => name)])).toEqual([
      ["10.1000/tea", ["catalogue", "scopus", "unnamed"]],
      ["https://doi.org/10.1000/coffee", ["scopus"]],
    ]);
    expect(pairs[0]?.merged).toEqual([
      { id: "https://doi.org/10.1000/TEA", title: "Tea & Health: a review", similarity: 1 },
      { id: shortHash("tea & health: a review"), title: " tea &amp; health: A review", similarity: 1 },
    ]);
    expect(idsShared).toBe(0);
  });

  it("keeps equal titles with different DOIs separate", () => {
    const one = makeLists("one", [[0, 0, "Editorial", "10.1000/a"]], 1);
    const two = makeLists("two", [[0, 0, "Editorial", "10.1000/b"]], 1);
    const { pairs } = poolResults(makeQueries(1), [one, two], settings);
    expect(pairs.map(({ id }) => id)).toEqual(["10.1000/a", "10.1000/b"]);
  });

  it("joins the printed and the electronic edition of a book, which have different ISBNs", () => {
    const one = makeLists("one", [[0, 0, "Tea: a history", "9783161484100"]], 1);
    const two = makeLists("two", [[0, 0, "Tea: a history", "9780306406157"]], 1);
    expect(poolResults(makeQueries(1), [one, two], settings).pairs).toHaveLength(1);
  });

  it("gives different names to two documents with the same title and no id", () => {
    const columns = new Map([["pmid", ["1", "2"]]]);
    const lists = makeLists(
      "one",
      [
        [0, 0, "Editorial"],
        [0, 1, "Editorial"],
      ],
      1,
      { columns },
    );
    const { pairs } = poolResults(makeQueries(1), [lists], settings);
    // `documentKeys` gives the second document the same name.
    expect(pairs.map(({ id }) => id)).toEqual([shortHash("editorial"), `${shortHash("editorial")}~2`]);
  });

  it("returns the same documents whatever the order of the lists", () => {
    const bare = makeLists("a", [[0, 0, "Tea: a review"]], 1);
    const also = makeLists("b", [[0, 0, "Tea"]], 1);
    const named = makeLists("c", [[0, 0, "Tea", "10.1000/tea"]], 1);
    const renamed = makeLists("d", [[0, 0, "Tea: a review", "10.1000/tea"]], 1);
    for (const engines of [
      [bare, also, named, renamed],
      [renamed, also, named, bare],
    ]) {
      expect(poolResults(makeQueries(1), engines, settings).pairs).toHaveLength(1);
    }
  });

  it("keeps only web addresses, unchanged, and only the first one of each title", () => {
    const withUrls = (engine: string, column: string, urls: readonly string[]) =>
      makeLists(
        engine,
        urls.map((_, rank): Row => [0, rank, `t${rank}`]),
        1,
        { columns: new Map([[column, urls]]) },
      );
    const engines = [
      withUrls("one", "link", ["javascript:alert(1)", "", "HTTPS://a.example/ä?q=1#x", "file:///etc"]),
      withUrls("two", "url", ["http://b.example", "ftp://b.example", "http://c.example", "//d.example"]),
    ];
    const { pairs } = poolResults(makeQueries(1), engines, { ...settings, urlColumns: ["url", "link"] });
    expect(pairs.map(({ url }) => url)).toEqual(["http://b.example", null, "HTTPS://a.example/ä?q=1#x", null]);
  });

  it("takes the need from the queries file, otherwise the text of a query whose name in the lists is its id", () => {
    const queries = [
      { id: "q1", text: "jaguar", name: "q1" },
      { id: "q2", text: "jaguar", name: "q2" },
      { id: "q3", text: "fast cars", name: "fast cars" },
      { id: "q4", text: null, name: "q4" },
    ];
    const lists = makeLists(
      "one",
      [0, 1, 2, 3].map((query): Row => [query, 0, "Alpha"]),
      4,
    );
    const { pairs } = poolResults(queries, [lists], {
      ...settings,
      informationNeeds: ["the animal", null, null, null],
    });
    expect(pairs.map(({ query, queryId, informationNeed }) => [query, queryId, informationNeed])).toEqual([
      ["q1", "q1", "the animal"],
      ["q2", "q2", "jaguar"],
      ["fast cars", "q3", null],
      ["q4", "q4", null],
    ]);
  });

  it("leaves out results without a title but counts them, and keeps the ranks of the other results", () => {
    const lists = makeLists(
      "one",
      [
        [0, 0, ""],
        [0, 1, " \t"],
        [0, 2, "Alpha"],
      ],
      1,
    );
    const { pairs, results, duplicates, warnings } = poolResults(makeQueries(1), [lists], settings);
    expect(pairs.map(({ title, engines }) => [title, engines])).toEqual([
      ["Alpha", [{ name: "one", rank: 2, also: [], of: 3 }]],
    ]);
    expect({ results: results.get("one"), duplicates }).toEqual({ results: 1, duplicates: 0 });
    expect(warnings).toEqual([
      { kind: "empty-titles", engine: "one", count: 2, examples: ["one.csv:2", "one.csv:3"], leftOut: true },
    ]);
  });

  describe("properties", () => {
    it("returns each title key and each id once per query", () => {
      const row = fc
        .tuple(fc.nat(1), fc.nat(3), fc.constantFrom("a", "A", "b", "c", ""), fc.constantFrom("", "1", "2", "3 3"))
        .map(([query, rank, title, id]): Row => [query, rank, title, id]);
      fc.assert(
        fc.property(fc.array(fc.array(row, { maxLength: 8 }), { minLength: 1, maxLength: 3 }), (engines) => {
          const lists = engines.map((rows, place) => makeLists(`e${place}`, rows, 2));
          const { pairs, duplicates, results } = poolResults(makeQueries(2), lists, settings);
          const titles = pairs.map(({ query, title }) => `${query} ${title.toLowerCase()}`);
          const rows = engines.flat().filter(([, , title]) => title !== "");
          expect(new Set(titles)).toEqual(
            new Set(rows.map(([query, , title]) => `query ${query} ${title.toLowerCase()}`)),
          );
          expect(new Set(titles).size).toBe(titles.length);
          const ids = pairs.flatMap(({ query, id, merged }) =>
            [id, ...merged.map((one) => one.id)].map((one) => `${query} ${one}`),
          );
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids.filter((id) => /^query \d .*\s/.test(id))).toEqual([]);
          for (const { engine, rowsInOrder, offsets, titles: given } of lists) {
            for (const query of [0, 1]) {
              const rows = [...rowsInOrder.subarray(offsets[query], offsets[query + 1])];
              const ofQuery = pairs
                .filter((pair) => pair.query === `query ${query}`)
                .flatMap(({ engines: returned }) => returned.filter(({ name }) => name === engine));
              const places = ofQuery.flatMap(({ rank, also }) => [rank, ...also]).sort((a, b) => a - b);
              expect(places).toEqual([...rows.keys()].filter((place) => given[rows[place] ?? 0] !== ""));
              for (const { of } of ofQuery) expect(of).toBe(rows.length);
            }
          }
          expect(pairs.length + duplicates).toBe([...results.values()].reduce((sum, count) => sum + count, 0));
        }),
        runs,
      );
    });
  });
});

describe("queryName", () => {
  it("returns the id if it is one word", () => {
    expect(queryName({ query: "red apples", queryId: "q1" })).toBe("q1");
  });

  it.each([null, "", "q 1"])("returns the text if the id is %j", (queryId) => {
    expect(queryName({ query: "red apples", queryId })).toBe("red apples");
  });
});

describe("joinEngines", () => {
  it("returns each engine once, with the ranks from both lists, known engines first", () => {
    const one = [makeEngine("b", 4), makeEngine("a", 0)];
    const other = [makeEngine("c", 9), makeEngine("b", 2), makeEngine("a", 1)];
    expect(joinEngines(one, other)).toEqual([
      { name: "b", rank: 2, also: [4], of: 5 },
      { name: "a", rank: 0, also: [1], of: 2 },
      makeEngine("c", 9),
    ]);
  });

  it("returns the other ranks sorted and without repeats, and the length of the longer list", () => {
    const one = [makeEngine("a", 1, { also: [7], of: 8 })];
    const other = [makeEngine("a", 7, { also: [9], of: 20 })];
    expect(joinEngines(one, other)).toEqual([{ name: "a", rank: 1, also: [7, 9], of: 20 }]);
  });

  it("returns an empty list without engines", () => {
    expect(joinEngines([], [])).toEqual([]);
  });
});

describe("bestRank", () => {
  it("returns the smallest rank of all engines", () => {
    const engines = [makeEngine("a", 7), makeEngine("b", 2), makeEngine("c", 3)];
    expect(bestRank({ engines })).toBe(2);
  });

  it("returns infinity if no engine returned the document", () => {
    expect(bestRank({ engines: [] })).toBe(Number.POSITIVE_INFINITY);
  });
});

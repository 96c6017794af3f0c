import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/core/files/read-whole.ts";
import { makeNumberedNames } from "../../src/core/titles/name-table.ts";
import type { QueryTable } from "../../src/core/types.ts";
import { pairsOfTable, renameQueries, respelledQueries } from "../../src/lists/join-queries.ts";

function tableOf(rows: readonly (readonly [id: string, text: string])[], more: Partial<QueryTable> = {}): QueryTable {
  return {
    source: "queries.tsv",
    ids: rows.map(([id]) => id),
    texts: rows.map(([, text]) => text),
    lines: Int32Array.from(rows, (_, row) => row + 1),
    ...more,
  };
}

/** Returns the judged name of each name of the run. */
function rename(judged: readonly string[], ofRun: readonly string[], table: QueryTable | null): string[] {
  const names = makeNumberedNames();
  const numbers = Int32Array.from(judged, (name) => names.add(name));
  for (const name of ofRun) names.add(name);
  const renamed = renameQueries(names, numbers, table === null ? [] : pairsOfTable(table), sha256);
  expect(renamed).toHaveLength(names.size);
  return ofRun.map((name) => names.nameOf(renamed[names.find(name)] ?? -1));
}

const table = tableOf([
  ["q1", "red apples"],
  ["q2", "fast cars"],
]);

describe("renameQueries", () => {
  it("finds the judged id for a text, and the judged text for an id", () => {
    expect(rename(["q1", "q2"], ["fast cars", "red apples"], table)).toEqual(["q2", "q1"]);
    expect(rename(["red apples", "fast cars"], ["q2", "q1"], table)).toEqual(["fast cars", "red apples"]);
  });

  it("finds a judged name that is the hash of a text of several words", () => {
    // printf "red apples" | sha256sum
    const [name, other] = ["3ca6ac861d35a315", "0123456789abcdef"];
    expect(rename([name], ["red apples", "fast cars"], null)).toEqual([name, "fast cars"]);
    expect(rename([name, "red apples"], ["red apples"], null)).toEqual(["red apples"]);
    expect(rename([other], [other, "red apples"], null)).toEqual([other, "red apples"]);
  });

  it("keeps judged names, and names that the queries file lacks", () => {
    expect(rename(["q1"], ["q1", "pears", "fast cars"], table)).toEqual(["q1", "pears", "fast cars"]);
  });

  describe("renameQueries in edge cases", () => {
    it("does not join id and text if both are judged", () => {
      expect(rename(["q1", "red apples"], ["q1", "red apples"], table)).toEqual(["q1", "red apples"]);
    });

    it("renames two ids of the same text to this text if the text is judged", () => {
      const twice = tableOf([
        ["q1", "red apples"],
        ["q9", "red apples"],
      ]);
      expect(rename(["red apples"], ["q9", "q1"], twice)).toEqual(["red apples", "red apples"]);
    });

    it("does not use rows that have only an id or only a text", () => {
      const holes = tableOf([
        ["", "red apples"],
        ["q2", ""],
      ]);
      expect(rename(["q2", ""], ["red apples", "q2"], holes)).toEqual(["red apples", "q2"]);
      expect(rename(["q1"], ["red apples"], tableOf([["q1", "red apples"]], { ids: null }))).toEqual(["red apples"]);
      expect(rename(["q1"], ["red apples"], tableOf([["q1", "red apples"]], { texts: null }))).toEqual(["red apples"]);
    });

    it("distinguishes names that differ in case or spaces", () => {
      expect(rename(["q1"], ["Red apples", "red apples "], table)).toEqual(["Red apples", "red apples "]);
    });
  });
});

describe("respelledQueries", () => {
  function respell(judged: readonly string[], ofRun: readonly string[]): (string | null)[] {
    const names = makeNumberedNames();
    const numbers = Int32Array.from(judged, (name) => names.add(name));
    const queries = Int32Array.from(ofRun, (name) => names.add(name));
    const found = respelledQueries(names, numbers, queries);
    return Array.from(queries, (query) => (found.has(query) ? names.nameOf(found.get(query) ?? -1) : null));
  }

  it.each([
    ["Unicode form", "caf\u00e9", "cafe\u0301"],
    ["letter case", "Blue hat", "blue HAT"],
    ["spaces", "blue hat", " blue\u00a0 hat "],
  ])("finds the judged query that only differs by %s", (_, judged, ofRun) => {
    expect(respell([judged, "other"], [ofRun, "other"])).toEqual([judged, null]);
  });

  it("finds no judged query if the run or the judgments have several spellings of it", () => {
    expect(respell(["blue hat"], ["blue hat", "Blue hat"])).toEqual([null, null]);
    expect(respell(["blue hat"], ["Blue hat", "BLUE hat"])).toEqual([null, null]);
    expect(respell(["blue hat", "Blue hat"], ["BLUE HAT"])).toEqual([null]);
    const names = makeNumberedNames();
    const [judged = 0, ...ofRun] = ["blue hat", "Blue hat", "BLUE hat"].map((name) => names.add(name));
    expect(respelledQueries(names, Int32Array.of(judged), Int32Array.from(ofRun))).toEqual(new Map());
  });
});

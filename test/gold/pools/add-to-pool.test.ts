import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { PooledPair } from "../../../src/core/types.ts";
import { addToPool } from "../../../src/gold/pools/add-to-pool.ts";
import { makeEngine, makePair } from "../../support/make-pair.ts";

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const from = (name: string, rank: number) => ({ engines: [makeEngine(name, rank)] });

function add(old: readonly PooledPair[], found: readonly PooledPair[]): readonly PooledPair[] {
  return addToPool({ source: "pool.jsonl", pairs: old }, found, hash).pairs;
}

describe("addToPool", () => {
  it("keeps old pairs first and unchanged, followed by new ones", () => {
    const old = [makePair("q", "d1", from("a", 3)), makePair("p", "d1", from("a", 0))];
    const found = [makePair("r", "d1", from("b", 0)), makePair("q", "d2", from("b", 1))];
    expect(add(Object.freeze(old), found)).toEqual([...old, ...found]);
  });

  it("adds new engines and ids to an old pair if they return its title in any case", () => {
    const old = [makePair("q", "d1", { title: "Alpha", ...from("a", 3) })];
    const found = [makePair("q", "x9", { title: "ALPHA", ...from("b", 1) })];
    expect(add(old, found)).toEqual([
      makePair("q", "d1", {
        title: "Alpha",
        engines: [makeEngine("a", 3), makeEngine("b", 1)],
        merged: [{ id: "x9", title: "ALPHA", similarity: 1 }],
      }),
    ]);
  });

  it("recognises a near duplicate that was merged into an old pair", () => {
    const merged = [{ id: "d2", title: "Alpha, 2nd edition", similarity: 0.98 }];
    const old = [makePair("q", "d1", { title: "Alpha", merged, ...from("a", 0) })];
    const [only, ...others] = add(old, [makePair("q", "d2", { title: "alpha, 2nd Edition", ...from("b", 4) })]);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ merged, engines: [{ name: "a" }, makeEngine("b", 4)] });
  });

  it("gives new pairs of an old query the query's name, id and need", () => {
    const more = { queryId: "q1", informationNeed: "quick ones" };
    const old = [makePair("fast cars", "d1", more), makePair("slow food", "d1")];
    const found = [
      makePair("q1", "d2", { queryId: "q1" }),
      makePair("fast cars", "d3"),
      makePair("slow food", "d4", { queryId: "q2", informationNeed: "of Italy" }),
      makePair("new one", "d5", { queryId: "q3", informationNeed: "of its own" }),
    ];
    expect(add(old, found).slice(2)).toEqual([
      makePair("fast cars", "d2", more),
      makePair("fast cars", "d3", more),
      makePair("slow food", "d4"),
      found[3],
    ]);
  });

  it("keeps a new title with the id of an old pair as a separate pair, named by the hash of its title", () => {
    const [, added] = add([makePair("q", "1", { title: "Alpha" })], [makePair("q", "1", { title: "Beta" })]);
    expect(added).toEqual(makePair("q", hash("beta").slice(0, 16), { title: "Beta" }));
  });

  describe("edges", () => {
    it("matches an old pair that has no title by its id", () => {
      const added = add(
        [makePair("q", "d1", { title: "" })],
        [makePair("q", "d1", { title: "Beta", ...from("b", 0) })],
      );
      expect(added).toEqual([makePair("q", "d1", { title: "", ...from("b", 0) })]);
    });

    it("keeps the same title in two queries as two pairs", () => {
      expect(add([makePair("q", "d1")], [makePair("p", "d1")])).toHaveLength(2);
    });

    it("accepts a longer list of an engine", () => {
      const old = [makePair("q", "d1", from("a", 0))];
      const found = [makePair("q", "d1", from("a", 0)), makePair("q", "d9", from("a", 8))];
      expect(add(old, found)).toEqual(found);
    });
  });

  describe("a pool of drawn queries with all their pairs", () => {
    const drawn = { probability: 0.1, queryProbability: 0.1, draw: 2 };
    const old = [
      makePair("q", "d1", { ...from("a", 0), ...drawn }),
      makePair("p", "d1", { ...from("a", 0), ...drawn }),
    ];

    it("is extended by pairs of its queries, with their probability and draw, but not by pairs of other queries", () => {
      const found = [
        makePair("q", "d1", from("b", 0)),
        makePair("q", "d2", from("b", 1)),
        makePair("r", "d3", from("b", 0)),
        makePair("r", "d4", from("b", 1)),
      ];
      const { pairs, leftOut } = addToPool({ source: "pool.jsonl", pairs: old }, found, hash);
      expect(leftOut).toBe(2);
      expect(pairs).toEqual([
        makePair("q", "d1", { engines: [makeEngine("a", 0), makeEngine("b", 0)], ...drawn }),
        old[1],
        makePair("q", "d2", { ...from("b", 1), ...drawn }),
      ]);
    });

    it("leaves out no pair if no query was drawn", () => {
      const whole = [makePair("q", "d1")];
      expect(addToPool({ source: "pool.jsonl", pairs: whole }, [makePair("r", "d1")], hash).leftOut).toBe(0);
    });
  });

  describe("errors", () => {
    it("refuses a pool of drawn pairs, and explains what to do", () => {
      const old = [
        makePair("q", "d1", { queryProbability: 0.5, probability: 0.5 }),
        makePair("q", "d2", { queryProbability: 0.5, probability: 0.25 }),
      ];
      expect(() => add(old, [])).toThrow(
        expect.objectContaining({
          code: "INVALID_OPTION",
          message: expect.stringMatching(/pool\.jsonl: pairs .* drawn \("d2" of "q".* 0\.25.* Pool all engines again/),
          details: { file: "pool.jsonl", query: "q", id: "d2", probability: 0.25 },
        }),
      );
    });

    const list = (...titles: readonly string[]) =>
      titles.flatMap((title, rank) =>
        title === "" ? [] : [makePair("q", title, { engines: [makeEngine("a", rank, { of: titles.length })] })],
      );

    it.each([
      ["a title further up", list("x", "y", "", "d1"), list("x", "y", "d1"), "d1"],
      ["two titles that changed places", list("x", "y"), list("y", "x"), "x"],
      ["another title in between", list("x", "y", "z"), list("x", "new", "z"), "y"],
      ["all titles one place further down", list("x", "y"), list("new", "x", "y"), "x"],
      ["no title where there was one", list("x", "y", "z"), list("x", "", "z"), "y"],
    ])("refuses different results under an engine's old name: %s", (_name, old, found, id) => {
      expect(() => add(old, found)).toThrow(
        expect.objectContaining({
          code: "AMBIGUOUS_ENGINE",
          message: expect.stringContaining("NAME=FILE"),
          details: { file: "pool.jsonl", query: "q", id, engine: "a" },
        }),
      );
    });

    it("accepts the same list again, shorter and longer, and with a title that was missing", () => {
      expect(add(list("x", "", "z"), list("x", "", "z"))).toEqual(list("x", "", "z"));
      expect(add(list("x", "y", "z"), list("x", "y"))).toHaveLength(3);
      expect(add(list("x", "y"), list("x", "y", "z"))).toHaveLength(3);
      expect(add(list("x", "", "z"), list("x", "y", "z")).map(({ id }) => id)).toEqual(["x", "z", "y"]);
    });
  });
});

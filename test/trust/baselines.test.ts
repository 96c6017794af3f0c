import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ResultLists } from "../../src/core/types.ts";
import { baselineValues, type TitleLists } from "../../src/trust/baselines.ts";
import { engineMeans, judgedLists } from "../../src/trust/engine-values.ts";
import { makeLists, type Row } from "../support/make-lists.ts";
import { runs } from "../support/property.ts";
import { hasShared, sharedFolder } from "../support/shared.ts";

/** Returns the baselines, with judgments of all queries except the given ones. */
function baselines(lists: Partial<TitleLists>, queries: number, cutoff: number, unjudged: readonly number[] = []) {
  const engines = lists.engines ?? [];
  const judged = judgedLists(
    {
      queries,
      engines: engines.map((engine) => ({ lists: engine, documentKeys: engine.titles })),
      grades: Array.from({ length: queries }, (_, query) => (unjudged.includes(query) ? null : new Map([["any", 1]]))),
    },
    { labelOf: () => 0, idealOf: () => Float64Array.of(1) },
  );
  return baselineValues(
    judged,
    { engines, reference: null, queryTexts: Array(queries).fill(null), similarity: () => Number.NaN, ...lists },
    cutoff,
  );
}

/** Rounds the values of each engine to six digits, like the expected numbers. */
function rounded(values: ReturnType<typeof baselineValues>[keyof ReturnType<typeof baselineValues>]) {
  return values?.map((ofEngine) => Array.from(ofEngine, (value) => Number(value.toFixed(6))));
}

function engine(name: string, titles: readonly string[], query = 0, queries = 1): ResultLists {
  const rows = titles.map((title, rank): Row => [query, rank, title]);
  return makeLists(name, rows, queries);
}

const cosines = new Map([
  ["Alpha", 0.8],
  ["beta", 0.5],
  ["Delta", -0.3],
]);
/** Query 0 is not judged; all lists answer query 1. */
const worked: TitleLists = {
  engines: [
    engine("a", ["beta", "Delta", "Alpha"], 1, 2),
    engine("b", ["Delta", "ALPHA"], 1, 2),
    engine("c", ["Delta"], 1, 2),
  ],
  reference: engine("reference", ["alpha", "Beta", "Gamma"], 1, 2),
  queryTexts: ["zero", "one"],
  similarity: (query, title) => (query === "one" ? (cosines.get(title) ?? Number.NaN) : Number.NaN),
};

describe("baselineValues", () => {
  it("matches scikit-learn on a worked example", () => {
    // sklearn.metrics.dcg_score on the gains in ranked order, divided by that of the sorted gains of all titles.
    // exact: alpha 1, beta 1 / log2 3, gamma .5; popularity: delta 3, alpha 2, beta 1; cosine: alpha .8, beta .5, delta 0.
    const at2 = baselines(worked, 2, 2, [0]);
    expect(rounded(at2.exact)).toEqual([[0.451285], [0.451285], [0]]);
    expect(rounded(at2.popularity)).toEqual([[0.678762], [1], [0.703918]]);
    expect(rounded(at2.queryTitleCosine)).toEqual([[0.5], [0.504744], [0]]);
    const at3 = baselines(worked, 2, 3, [0]);
    expect(rounded(at3.exact)).toEqual([[0.686214], [0.382829], [0]]);
    expect(rounded(at3.popularity)).toEqual([[0.817494], [0.894999], [0.630006]]);
    expect(rounded(at3.queryTitleCosine)).toEqual([[0.9], [0.504744], [0]]);
    // By hand: of the reference's three titles, a has alpha and beta, b alpha, c none.
    expect(rounded(at3["overlap@10"])).toEqual([[0.666667], [0.333333], [0]]);
    expect(baselines(worked, 2, Number.POSITIVE_INFINITY, [0])).toEqual(at3);
  });

  it.skipIf(!hasShared)("matches numpy's means over the judged queries of a real collection", () => {
    const folder = `${sharedFolder}data/discernatron/`;
    const numbers = new Map<string, number>();
    const texts = readFileSync(`${folder}queries.tsv`, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => line.slice(line.indexOf("\t") + 1));
    for (const text of texts) numbers.set(text, numbers.size);
    // Every query of this collection has a relevant document.
    const names = ["pool_bm25_title", "all_lsi100_title", "pool_popularity", "all_bool_and_popularity"];
    const engines = names.map((name) => {
      const cells: string[][] = parse(readFileSync(`${folder}engines/${name}.csv`), { from: 2 });
      const rows = cells.map(([query = "", rank, title = ""]): Row => [numbers.get(query) ?? -1, Number(rank), title]);
      return makeLists(name, rows, texts.length);
    });
    const found = baselines({ engines, reference: engines[0] ?? null }, texts.length, 10);
    const means = [found.exact, found["overlap@10"], found.popularity].map((values) =>
      Array.from(engineMeans(values ?? []), (mean) => Number(mean.toFixed(6))),
    );
    // numpy, from the same files. The reference is one of the engines, and best by the first two.
    expect(means).toEqual([
      [1, 0.533748, 0.593709, 0.491149],
      [1, 0.401613, 0.376613, 0.344758],
      [0.913535, 0.769945, 0.700209, 0.626183],
    ]);
    expect(found.queryTitleCosine).toBeNull();
  });

  describe("properties", () => {
    const titles = fc.array(fc.constantFrom("a", "A", "b", "c", "d", "e", ""), { maxLength: 14 });

    it("baselineValues returns values from 0 to 1, even with repeated titles", () => {
      fc.assert(
        fc.property(
          fc.array(titles, { minLength: 3, maxLength: 5 }),
          titles,
          fc.nat(12),
          (lists, reference, cutoff) => {
            const engines = lists.map((list, place) => engine(`${place}`, list));
            const found = baselines({ engines, reference: engine("reference", reference) }, 1, cutoff + 1);
            for (const values of [found.exact, found["overlap@10"], found.popularity]) {
              for (const [value] of values ?? []) {
                expect(value).toBeGreaterThanOrEqual(0);
                expect(value).toBeLessThanOrEqual(1 + 1e-12);
              }
            }
            expect(found.popularity).toHaveLength(lists.length);
          },
        ),
        runs,
      );
    });

    it("baselineValues returns the same values for any order of the engines", () => {
      fc.assert(
        fc.property(fc.array(titles, { minLength: 3, maxLength: 5 }), titles, (lists, reference) => {
          const engines = lists.map((list, place) => engine(`${place}`, list));
          const rest = { reference: engine("reference", reference), queryTexts: ["q"], similarity: () => 0.5 };
          const there = baselines({ engines, ...rest }, 1, 10);
          const back = baselines({ engines: engines.toReversed(), ...rest }, 1, 10);
          for (const key of ["exact", "overlap@10", "popularity", "queryTitleCosine"] as const) {
            expect(rounded(back[key])?.toReversed()).toEqual(rounded(there[key]));
          }
        }),
        runs,
      );
    });
  });

  describe("edge cases", () => {
    const twice = engine("twice", ["Alpha", "alpha", "", "Beta"]);

    it("baselineValues counts a repeated title once and no empty title, without changing the ranks of other titles", () => {
      const reference = engine("reference", ["beta", "", "alpha"]);
      const { exact, "overlap@10": overlap } = baselines({ engines: [twice], reference }, 1, 10);
      // By hand: beta gains 1, alpha at rank 2 gains .5; the list has them at ranks 3 and 0.
      expect(exact?.[0]?.[0]).toBeCloseTo((0.5 + 1 / Math.log2(5)) / (1 + 0.5 / Math.log2(3)), 12);
      expect(overlap?.[0]?.[0]).toBe(0.5);
    });

    it("baselineValues counts one vote of an engine for a title, and only if its first ten results contain the title", () => {
      const long = engine("long", [..."0123456789", "Beta"]);
      const { popularity } = baselines({ engines: [twice, long, engine("short", ["Beta"])] }, 1, 1);
      // Beta has the votes of `twice` and `short`. Alpha, although twice in a list, has one, as 0 has.
      expect(rounded(popularity)).toEqual([[0.5], [0.5], [1]]);
    });

    it("baselineValues uses the first ten titles of the reference for the overlap", () => {
      const reference = engine("reference", [..."0123456789", "Beta"]);
      const { "overlap@10": overlap, exact } = baselines({ engines: [engine("a", ["beta", "9"])], reference }, 1, 10);
      expect(rounded(overlap)).toEqual([[0.1]]);
      expect(exact?.[0]?.[0]).toBeGreaterThan(0);
    });

    it("baselineValues returns null only for baselines that need three engines, a reference or query texts if these are missing", () => {
      const engines = worked.engines.slice(0, 2);
      expect(baselines({ ...worked, engines }, 2, 10, [0])).toMatchObject({
        popularity: null,
        exact: expect.anything(),
        queryTitleCosine: expect.anything(),
      });
      expect(baselines({ ...worked, reference: null, queryTexts: ["zero", null] }, 2, 10, [0])).toMatchObject({
        exact: null,
        "overlap@10": null,
        queryTitleCosine: null,
        popularity: expect.anything(),
      });
      // The reference has results only for other queries.
      const elsewhere = engine("reference", ["alpha"], 0, 2);
      expect(baselines({ ...worked, reference: elsewhere }, 2, 10, [0]).exact).toBeNull();
    });

    it("baselineValues returns 0 for all engines if a query has no reference or no text", () => {
      const found = baselines({ ...worked, queryTexts: [null, "one"] }, 2, 3);
      expect(rounded(found.exact)).toEqual([
        [0, 0.686214],
        [0, 0.382829],
        [0, 0],
      ]);
      expect(rounded(found.queryTitleCosine)).toEqual([
        [0, 0.9],
        [0, 0.504744],
        [0, 0],
      ]);
    });
  });

  it("rejects a cutoff that is not a whole number above 0", () => {
    expect(() => baselines(worked, 2, 0, [0])).toThrow(expect.objectContaining({ code: "INVALID_CUTOFF" }));
  });
});

import { describe, expect, it } from "vitest";
import type { ResultLists } from "../../../src/core/types.ts";
import { type FeatureSources, matchFeatures } from "../../../src/estimate/calibration/match-features.ts";
import { titlePool } from "../../../src/estimate/calibration/title-pool.ts";
import { makeLists, type Row } from "../../support/make-lists.ts";

function engine(name: string, titles: readonly string[], queries = 1): ResultLists {
  return makeLists(
    name,
    titles.map((title, rank): Row => [0, rank, title]),
    queries,
  );
}

/** Unit vectors of the plane, in degrees. */
const angles: Readonly<Record<string, number>> = { q: 0, alpha: 20, beta: 60, gamma: 100, delta: -30 };

const sources: FeatureSources = {
  queryTexts: ["q"],
  vectorOf(text) {
    const angle = angles[text.toLowerCase()];
    return angle === undefined
      ? null
      : Float32Array.of(Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180));
  },
};

const reference = engine("reference", ["beta", "Gamma", "BETA", "delta"]);

function featuresOf(
  engines: readonly ResultLists[],
  more: Partial<FeatureSources> = {},
  withReference: ResultLists | null = reference,
) {
  const pool = titlePool(1, engines, withReference);
  const { names, columns } = matchFeatures(pool, { ...sources, ...more });
  /** The features of each title. */
  const rows = pool.titles.map((_, row) => names.map((_, feature) => columns[feature]?.[row]));
  const column = (name: string) => Array.from(columns[names.indexOf(name)] ?? []);
  return { pool, names, rows, column };
}

describe("matchFeatures", () => {
  it("matches the cosines, votes and flags of a worked example", () => {
    // numpy 2 from the angles and the formulas of the docstring. The repeated BETA has no rank of its own, but still
    // occupies rank 2.
    const expected = [
      [
        "Alpha",
        0.9396926207859084,
        0.766044443118978,
        0.3443625112352266,
        0.1311374329269116,
        0.5672179210579643,
        0,
        0,
      ],
      ["beta", 0.5, 1, 1, 1.0748191449894084, 1.2836239545949488, 1, 1],
      [
        "gamma",
        -0.1736481776669303,
        1,
        0.6309297535714575,
        0.7495152927156891,
        1.080463085910691,
        1,
        0.6309297535714575,
      ],
      [
        "delta",
        0.8660254037844387,
        1,
        0.43067655807339306,
        0.43067655807339306,
        0.43067655807339306,
        1,
        0.43067655807339306,
      ],
    ] as const;
    const { pool, names, rows } = featuresOf([engine("one", ["Alpha", "beta", "gamma"])]);
    expect(pool.titles).toEqual(expected.map(([title]) => title));
    expect(names).toEqual([
      "query cosine",
      "best cosine",
      "best label",
      "votes 8",
      "votes 3",
      "exact",
      "exact label",
      "query x best",
      "query x label",
      "query x exact",
    ]);
    expect(rows).toEqual(
      expected.map(([, query, best, label, votes8, votes3, exact, exactLabel]) =>
        [query, best, label, votes8, votes3, exact, exactLabel, query * best, query * label, query * exactLabel].map(
          (value) => expect.closeTo(value, 6),
        ),
      ),
    );
  });

  it("ignores a reference title that has no vector", () => {
    const { rows, names } = featuresOf([engine("one", ["alpha", "zeta"])], {}, engine("reference", ["zeta", "beta"]));
    const untitled = rows[1] ?? [];
    expect(["best cosine", "exact", "exact label"].map((name) => untitled[names.indexOf(name)])).toEqual([NaN, 0, 0]);
    const alpha = rows[0] ?? [];
    // Its only neighbour is beta, 40 degrees away, at the second rank.
    expect(alpha[names.indexOf("votes 3")]).toBeCloseTo(Math.cos((40 * Math.PI) / 180) ** 3 / Math.log2(3), 6);
    const none = featuresOf([engine("one", ["alpha"])], {}, engine("reference", ["zeta"]));
    expect(none.column("exact")).toEqual([NaN, NaN]);
  });

  it("counts the lists that return a title, including the reference's list, for at least three engines", () => {
    // Worked by hand: log(1 + lists), 1 / log2(rank + 2) and 1 / (60 + rank + 1), summed over lists.
    const engines = [engine("one", ["alpha", "beta"]), engine("two", ["beta"]), engine("three", ["gamma", "beta"])];
    const { pool, column } = featuresOf(engines);
    expect(pool.titles).toEqual(["alpha", "beta", "gamma", "delta"]);
    expect(column("popularity")).toEqual([2, 5, 3, 2].map((lists) => expect.closeTo(Math.log(lists), 12)));
    expect(column("returned")).toEqual([2, 5, 3, 2].map((lists) => expect.closeTo(Math.log(lists), 12)));
    const second = 1 / Math.log2(3);
    expect(column("discounted popularity")).toEqual(
      [1, 2 + 2 * second, 1 + second, 1 / Math.log2(5)].map((value) => expect.closeTo(value, 12)),
    );
    expect(column("fused rank")).toEqual(
      [1 / 61, 2 / 61 + 2 / 62, 1 / 61 + 1 / 62, 1 / 64].map((value) => expect.closeTo(value, 12)),
    );
  });

  it("counts the first ten, the first twenty and all results of a list, in three features", () => {
    const long = Array.from({ length: 25 }, (_, rank) => `title ${rank}`);
    const engines = [engine("one", long), engine("two", []), engine("three", [])];
    const { column } = featuresOf(engines, {}, null);
    expect(column("popularity").map((value) => value > 0)).toEqual(long.map((_, rank) => rank < 10));
    expect(column("discounted popularity").map((value) => value > 0)).toEqual(long.map((_, rank) => rank < 20));
    expect(column("returned").every((value) => value === Math.log1p(1))).toBe(true);
  });

  it("counts a reference that is also an engine once", () => {
    const engines = [engine("one", ["alpha"]), engine("two", []), reference];
    expect(featuresOf(engines).column("returned")[1]).toBeCloseTo(Math.log(2), 12);
  });

  it("omits popularity for fewer than three engines", () => {
    expect(featuresOf([engine("one", ["alpha"]), engine("two", ["beta"])]).names).not.toContain("popularity");
  });

  it("returns the largest proxy label of a title, and NaN if the title has no proxy label", () => {
    const proxies = [
      {
        name: "clicks",
        labelOf: (engine: number, row: number) => [[3, Number.NaN, 0], [5]][engine]?.[row] ?? Number.NaN,
      },
    ];
    const { names, column } = featuresOf([engine("one", ["alpha", "beta", "gamma"]), engine("two", ["ALPHA"])], {
      proxies,
    });
    expect(names.at(-1)).toBe("proxy clicks");
    expect(column("proxy clicks")).toEqual([5, Number.NaN, 0, Number.NaN]);
  });

  it("returns NaN for a query without text, a title without vector, and a query without reference", () => {
    const one = engine("one", ["alpha", "unheard of"]);
    expect(featuresOf([one], { queryTexts: [null] }).column("query cosine")[0]).toBeNaN();
    const { column } = featuresOf([one]);
    expect([column("query cosine")[1], column("best cosine")[1], column("votes 3")[1]]).toEqual([NaN, NaN, NaN]);
    expect([column("exact")[1], column("exact label")[1]]).toEqual([0, 0]);
    const without = featuresOf([one], {}, makeLists("reference", [], 1));
    expect([without.column("best cosine")[0], without.column("exact")[0]]).toEqual([NaN, NaN]);
  });

  it("omits the reference features without a reference", () => {
    expect(featuresOf([engine("one", ["alpha"])], {}, null).names).toEqual(["query cosine"]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kendallTauB } from "../../src/maths/correlation/rank-correlation.ts";
import { quantile } from "../../src/maths/summary.ts";
import { parseMeasures } from "../../src/measure/measures/parse-measures.ts";
import {
  engineMeans,
  gradeValues,
  type JudgedLists,
  type JudgedQuery,
  labelValues,
} from "../../src/trust/engine-values.ts";
import { randomOrders } from "../../src/trust/order-trust.ts";
import { type Collection, makeJudgedLists, simulateCollection } from "../support/make-judged-lists.ts";
import { runs } from "../support/property.ts";

const small = { engines: 8, queries: 12, titles: 20, depth: 10 };
const asGraded: Collection["label"] = (grades) => grades;
const byChance: Collection["label"] = (grades, random) => grades.map(() => Math.floor(4 * random()));

function trueMeans(lists: JudgedLists, cutoff: number): Float64Array {
  const [measure] = parseMeasures([`nDCG@${cutoff}`]);
  if (measure === undefined) throw new Error("nDCG is gone");
  return engineMeans(gradeValues(lists, measure));
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, place) => permutations(items.toSpliced(place, 1)).map((rest) => [item, ...rest]));
}

/** Computes τ for every way to label the lists of one query, with simple functions. */
function tausOf(lists: JudgedLists, ways: readonly (readonly Float64Array[])[], cutoff: number, truth: Float64Array) {
  const [query] = lists.queries as [JudgedQuery];
  return ways.map((labels) => {
    const means = engineMeans(labelValues({ ...lists, queries: [{ ...query, labels }] }, cutoff));
    return kendallTauB(means, truth)?.tau ?? null;
  });
}

/** Returns the share of each τ in a list, to three digits. */
function sharesOf(taus: Iterable<number>): Map<string, number> {
  const all = [...taus];
  const shares = new Map<string, number>();
  for (const tau of all) shares.set(tau.toFixed(3), (shares.get(tau.toFixed(3)) ?? 0) + 1 / all.length);
  return shares;
}

function expectShares(drawn: Float64Array, enumerated: readonly (number | null)[]) {
  const expected = sharesOf(enumerated.flatMap((tau) => tau ?? []));
  const found = sharesOf(drawn);
  expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
  // 10,000 draws: a standard deviation of at most .005.
  for (const [tau, share] of expected) expect(Math.abs((found.get(tau) ?? 0) - share)).toBeLessThan(0.02);
}

const threeEngines = makeJudgedLists([
  { lists: ["abcd", "cab", "da"], labels: { a: 3, b: 1, c: 0, d: 2 }, grades: { a: 2, b: 1, c: 0, d: 1 } },
]);

describe("randomOrders", () => {
  it("matches numbers worked by hand for two engines that order two titles differently", () => {
    // For one result, τ is 1 or -1. By title: label 1 goes to a or b, so both orders are equally likely. By list: each
    // list has its label first or second; in half of the four cases, the engines tie.
    const lists = makeJudgedLists([{ lists: ["ab", "ba"], labels: { a: 1, b: 0 }, grades: { a: 1 } }]);
    const { observed, title, list } = randomOrders(lists, [1, 0], { cutoff: 1, seed: 4, draws: 10_000 });
    expect(observed).toBe(1);
    expect(title).toMatchObject({ interval: [-1, 1], leftOut: 0, isExceeded: false });
    expect(Math.abs((title.p ?? 0) - 0.5)).toBeLessThan(0.02);
    expect(Math.abs(list.leftOut - 5000)).toBeLessThan(200);
    expect(list.taus.length).toBe(10_000 - list.leftOut);
    expect(Math.abs((list.p ?? 0) - 0.5)).toBeLessThan(0.03);
  });

  it("draws each labelling of the titles equally often", () => {
    // All 24 ways to assign four labels to four titles, one by one.
    const truth = trueMeans(threeEngines, 2);
    const [query] = threeEngines.queries as [JudgedQuery];
    const ways = permutations([3, 1, 0, 2]).map((labels) =>
      query.lists.map((list) => Float64Array.from(list, (title) => labels[title] ?? 0)),
    );
    const { title } = randomOrders(threeEngines, truth, { cutoff: 2, seed: 1, draws: 20_000 });
    expectShares(title.taus, tausOf(threeEngines, ways, 2, truth));
    // The first draws of different seeds must have the same distribution.
    const firsts = Array.from({ length: 10_000 }, (_, seed) =>
      randomOrders(threeEngines, truth, { cutoff: 2, seed, draws: 1 }),
    );
    expectShares(
      Float64Array.from(firsts.flatMap((first) => [...first.title.taus])),
      tausOf(threeEngines, ways, 2, truth),
    );
  });

  it("draws each order within the lists equally often", () => {
    // All 24 x 6 x 2 ways, one by one.
    const truth = trueMeans(threeEngines, 2);
    const [query] = threeEngines.queries as [JudgedQuery];
    const [one = [], other = [], third = []] = query.labels.map((labels) => permutations([...labels]));
    const ways = one.flatMap((first) =>
      other.flatMap((second) => third.map((last) => [first, second, last].map((labels) => Float64Array.from(labels)))),
    );
    const { list } = randomOrders(threeEngines, truth, { cutoff: 2, seed: 1, draws: 20_000 });
    expectShares(list.taus, tausOf(threeEngines, ways, 2, truth));
  });

  it("finds random labels better than chance in at most 5 % of collections", () => {
    // 2.5 % of exchangeable draws are above: 5 of 200. The null by list does not promise this; see its comment.
    let claims = 0;
    let listClaims = 0;
    for (let seed = 0; seed < 200; seed++) {
      const lists = simulateCollection({ ...small, seed, label: byChance });
      const { title, list } = randomOrders(lists, trueMeans(lists, 5), { cutoff: 5, seed, draws: 100 });
      if (title.isExceeded) claims++;
      if (list.isExceeded) listClaims++;
    }
    expect(claims).toBeLessThanOrEqual(10);
    expect(listClaims).toBeLessThanOrEqual(20);
  });

  it("finds labels better than chance if they are people's grades", () => {
    const lists = simulateCollection({ ...small, seed: 3, label: asGraded });
    const { observed, title } = randomOrders(lists, trueMeans(lists, 5), { cutoff: 5, seed: 2, draws: 999 });
    expect(observed).toBeCloseTo(1, 12);
    expect(title).toMatchObject({ isExceeded: true, p: 0.001 });
  });

  it("compares only the order within lists if all lists have the same titles", () => {
    // All engines return all titles, so all lists have the same labels, and only their order matters.
    const lists = simulateCollection({ ...small, titles: 10, seed: 5, label: asGraded });
    const whole = randomOrders(lists, trueMeans(lists, 5), { cutoff: 5, seed: 2, draws: 300 });
    expect(whole.list.isExceeded).toBe(true);
    // No list is ordered by relevance here, so shuffled labels do as well as the labels themselves.
    const shuffled = {
      ...lists,
      queries: lists.queries.map((query) => ({ ...query, labels: query.labels.map((labels) => labels.toSorted()) })),
    };
    expect(randomOrders(shuffled, trueMeans(lists, 5), { cutoff: 5, seed: 2, draws: 300 }).list.isExceeded).toBe(false);
  });

  describe("properties", () => {
    const title = fc.constantFrom("a", "b", "c", "d", "e", "f");
    const someLists = fc
      .array(
        fc.record({
          lists: fc.array(
            fc.array(title, { maxLength: 6 }).map((titles) => titles.join("")),
            { minLength: 4, maxLength: 4 },
          ),
          labels: fc.record({ a: fc.integer({ min: 1, max: 4 }), b: fc.nat(4), c: fc.nat(4), d: fc.nat(4) }),
        }),
        { minLength: 1, maxLength: 3 },
      )
      .map((queries) => makeJudgedLists(queries.map((query) => ({ ...query, grades: { a: 1 } }))));

    it("randomOrders returns the same draws for the same seed, and computes interval and p from the draws", () => {
      fc.assert(
        fc.property(someLists, fc.nat(), fc.nat(7), (lists, seed, cutoff) => {
          const options = { cutoff: cutoff === 7 ? Number.POSITIVE_INFINITY : cutoff + 1, seed, draws: 20 };
          const found = randomOrders(lists, [4, 3, 2, 1], options);
          expect(randomOrders(lists, [4, 3, 2, 1], options)).toEqual(found);
          const { observed } = found;
          expect(observed).toBe(
            kendallTauB(engineMeans(labelValues(lists, options.cutoff)), [4, 3, 2, 1])?.tau ?? null,
          );
          for (const { taus, leftOut, interval, p, isExceeded } of [found.title, found.list]) {
            expect(taus.length + leftOut).toBe(20);
            expect(taus).toEqual(taus.toSorted());
            expect(interval).toEqual(taus.length === 0 ? null : [quantile(taus, 0.025), quantile(taus, 0.975)]);
            if (observed === null) expect({ p, isExceeded }).toEqual({ p: null, isExceeded: false });
            else {
              const reaching = taus.filter((tau) => tau > observed - 1e-9).length;
              expect(p).toBe((1 + reaching) / (1 + taus.length));
              if (isExceeded) expect(p).toBeLessThan(0.1);
            }
          }
        }),
        runs,
      );
    });

    it("randomOrders draws only the observed τ if all titles of a query have the same label", () => {
      fc.assert(
        fc.property(someLists, fc.nat(), (lists, seed) => {
          const queries = lists.queries.map((query) => ({
            ...query,
            labels: query.labels.map((labels) => labels.map(() => 1)),
          }));
          const { observed, title, list } = randomOrders({ ...lists, queries }, [4, 3, 2, 1], {
            cutoff: 3,
            seed,
            draws: 5,
          });
          const all = observed === null ? [] : new Array(5).fill(observed);
          expect([...title.taus]).toEqual(all);
          expect([...list.taus]).toEqual(all);
        }),
        { ...runs, numRuns: 100 },
      );
    });
  });

  describe("edge cases", () => {
    it("randomOrders uses the first engine's label if a title has different labels", () => {
      // A gives label 1 to a and b, but B gives label 5 to a. By title, both have label 1, so all draws tie.
      const made = makeJudgedLists([{ lists: ["ab", "ba"], labels: { a: 1, b: 1 }, grades: { a: 1 }, ideal: [5, 1] }]);
      const [query] = made.queries as [JudgedQuery];
      const labels = [Float64Array.of(1, 1), Float64Array.of(1, 5)];
      const lists = { ...made, queries: [{ ...query, labels }] };
      const { observed, title } = randomOrders(lists, [1, 0], { cutoff: 2, seed: 4, draws: 100 });
      expect(observed).toBe(-1);
      expect(title).toMatchObject({ leftOut: 100, interval: null, p: 1, isExceeded: false });
    });

    it("randomOrders returns null if all engines tie", () => {
      const lists = makeJudgedLists([{ lists: ["a", "a"], labels: { a: 1 }, grades: { a: 1 } }]);
      const { observed, title } = randomOrders(lists, [1, 0], { cutoff: 1, seed: 4, draws: 10 });
      expect(observed).toBeNull();
      expect(title).toEqual({ taus: new Float64Array(0), interval: null, leftOut: 10, p: null, isExceeded: false });
    });

    it("randomOrders reports its progress", () => {
      const drawn: number[] = [];
      randomOrders(threeEngines, [3, 2, 1], { cutoff: 2, seed: 1, draws: 3, onDraw: (draw) => drawn.push(draw) });
      expect(drawn).toEqual([1, 2, 3]);
    });

    it("randomOrders does not modify its input", () => {
      const before = structuredClone(threeEngines);
      randomOrders(threeEngines, [3, 2, 1], { cutoff: 2, seed: 1, draws: 3 });
      expect(threeEngines).toEqual(before);
    });
  });

  it.each([
    ["INVALID_OPTION", { cutoff: 2, draws: 0 }, [3, 2, 1]],
    ["INVALID_OPTION", { cutoff: 2 }, [3, 2]],
    ["INVALID_CUTOFF", { cutoff: 0 }, [3, 2, 1]],
  ] as const)("rejects invalid arguments: %s %j", (code, options, truth) => {
    expect(() => randomOrders(threeEngines, truth, { seed: 1, ...options })).toThrow(expect.objectContaining({ code }));
  });
});

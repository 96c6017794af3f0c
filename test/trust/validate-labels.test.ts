/** Are order, labels and conclusions compared for the same lists, and do perfect and random labels get such results? */
import { describe, expect, it } from "vitest";
import { kendallTauB } from "../../src/maths/correlation/rank-correlation.ts";
import { engineMeans, gradeValues, judgedLists } from "../../src/trust/engine-values.ts";
import { validateLabels, validationGround } from "../../src/trust/validate-labels.ts";
import { chanceLabels, noisyLabels, someEngines, titlesOf, validateOptions } from "../support/make-validation.ts";

const options = validateOptions();
const one = expect.closeTo(1, 12);

describe("validateLabels", () => {
  it.each([5, 6, 11])("finds perfect agreement if labels are people's grades, for %i engines", (engines) => {
    const lists = someEngines({ engines, queries: 40 });
    const { order, labels, conclusions, leftOut } = validateLabels(judgedLists(lists, noisyLabels(lists, 0)), options);
    expect(order).toMatchObject({ engines, queries: 40, tauAp: one, spearman: one, upperHalfTauB: one, pairs: null });
    expect(order.tauB).toMatchObject({ observed: one, nullTitle: { isExceeded: true } });
    expect(labels).toMatchObject({ auc: 1, averagePrecision: one, kappa: 1, weightedKappa: 1 });
    expect(conclusions).toMatchObject({ missed: 0, reversed: 0, invented: 0, wrong: [] });
    expect(Number(conclusions?.agree) + Number(conclusions?.agreeNot)).toBe((engines * (engines - 1)) / 2);
    expect(leftOut).toEqual({ unjudged: 0, nothingRelevant: 0, unlabelled: 0 });
  });

  it("rarely finds random labels better than the interval of random labels by title", () => {
    const outside = Array.from({ length: 60 }, (_, seed) => {
      const lists = someEngines({ engines: 7, queries: 12, seed });
      const { tauB } = validateLabels(judgedLists(lists, chanceLabels(lists, seed + 100)), options).order;
      return tauB?.nullTitle.isExceeded === true;
    }).filter(Boolean).length;
    // .025 of 60 are 1.5; more than 5 has a probability of .004 (scipy 1.17 binom.sf(5, 60, .025)).
    expect(outside).toBeLessThanOrEqual(5);
  });

  it("returns the same result for the same seed, and other random orders for another seed", () => {
    const lists = someEngines();
    const source = noisyLabels(lists, 3);
    const found = validateLabels(judgedLists(lists, source), options);
    expect(validateLabels(judgedLists(lists, source), options)).toEqual(found);
    const other = validateLabels(judgedLists(lists, source), { ...options, seed: 2 });
    expect(other.order.tauB?.nullTitle.taus).not.toEqual(found.order.tauB?.nullTitle.taus);
    expect(other.order.tauB?.observed).toBe(found.order.tauB?.observed);
  });

  it("uses the cutoff of the measure for labels too", () => {
    const lists = someEngines();
    const at = (name: string) =>
      validateLabels(judgedLists(lists, noisyLabels(lists, 0)), validateOptions({ name })).order.means;
    // Labels are the grades, so both sides are the same nDCG at each cutoff.
    for (const name of ["nDCG@1", "nDCG@3", "nDCG"]) {
      for (const { labels, grades } of at(name)) expect(labels).toBeCloseTo(grades, 12);
    }
    expect(at("nDCG@1")).not.toEqual(at("nDCG@3"));
  });

  it("reports how many draws are done", () => {
    const lists = someEngines();
    const drawn: number[] = [];
    validateLabels(judgedLists(lists, noisyLabels(lists, 0)), {
      ...options,
      draws: 3,
      onDraw: (count) => drawn.push(count),
    });
    expect(drawn).toEqual([1, 2, 3]);
  });

  describe("edge cases", () => {
    it("validateLabels returns pairs of engines instead of τ for fewer than five engines", () => {
      const lists = someEngines({ engines: 4 });
      const { order, conclusions } = validateLabels(judgedLists(lists, noisyLabels(lists, 0)), options);
      expect(order).toMatchObject({ tauB: null, tauAp: null, spearman: null, upperHalfTauB: null });
      expect(order.pairs?.map(({ signsAgree }) => signsAgree)).toEqual(Array.from({ length: 6 }, () => true));
      expect(conclusions).toMatchObject({ pairs: 6, reversed: 0 });
    });

    it("validateLabels returns no pairs for a single engine", () => {
      const lists = someEngines({ engines: 1 });
      const { order, conclusions } = validateLabels(judgedLists(lists, noisyLabels(lists, 0)), options);
      expect(order).toMatchObject({ engines: 1, tauB: null, pairs: [] });
      expect(conclusions).toMatchObject({ pairs: 0, agree: 0 });
    });

    it("validateLabels returns an order, but no conclusions, for a single query", () => {
      const lists = someEngines({ queries: 1 });
      const { order, labels, conclusions } = validateLabels(judgedLists(lists, noisyLabels(lists, 0)), options);
      expect(order).toMatchObject({ queries: 1, tauB: { observed: one } });
      expect(labels.kappa).toBeNull();
      expect(conclusions).toBeNull();
    });

    it("validateLabels returns null values if the labels cannot measure any query", () => {
      const lists = someEngines();
      const source = { name: "none", labelOf: () => Number.NaN, idealOf: () => null };
      const { order, labels, conclusions, leftOut } = validateLabels(judgedLists(lists, source), options);
      expect(order).toMatchObject({ queries: 0, means: [], tauB: null });
      expect(labels.pairs).toBe(0);
      expect(conclusions).toBeNull();
      expect(leftOut.unlabelled).toBe(20);
    });

    it("validateLabels gives an engine without results the value 0, and includes the engine in the order", () => {
      const lists = someEngines({ engines: 5 });
      const empty = { ...someEngines({ engines: 1, queries: 0 }).engines[0] };
      const nothing = {
        documentKeys: [],
        lists: { ...lists.engines[0]?.lists, ...empty.lists, offsets: new Int32Array(21), engine: "silent" },
      } as (typeof lists.engines)[number];
      const all = { ...lists, engines: [...lists.engines, nothing] };
      const { order } = validateLabels(judgedLists(all, noisyLabels(all, 0)), options);
      expect(order.means.at(-1)).toEqual({ engine: "silent", labels: 0, grades: 0 });
      expect(order.tauB?.observed).toBeCloseTo(1, 12);
    });
  });

  it.each([{ draws: 0 }, { draws: 1.5 }])("refuses the options %o", (more) => {
    const lists = someEngines();
    expect(() => validateLabels(judgedLists(lists, noisyLabels(lists, 0)), { ...options, ...more })).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });
});

describe("validationGround", () => {
  const lists = someEngines({ judged: 0.5 });
  const source = noisyLabels(lists, 0);

  it("compares the baselines with people's order, and returns null for undefined baselines", () => {
    const judged = judgedLists(lists, source);
    const { baselines } = validationGround(judged, titlesOf(lists), options.measure, 1);
    expect(baselines).toMatchObject({ exact: null, "overlap@10": null });
    expect(baselines.popularity).toBeGreaterThan(0);
    const similarity = (_: string, title: string) => (title.startsWith("title 0 ") ? 1 : 0);
    const titles = { ...titlesOf(lists), similarity };
    // DCG of the only title, by hand.
    const truth = engineMeans(gradeValues(judged, options.measure));
    const free = lists.engines.map(({ lists: { titles: all, ranks } }) =>
      all.reduce(
        (sum, title, row) => sum + (title.startsWith("title 0 ") ? 1 / Math.log2((ranks[row] ?? 0) + 2) : 0),
        0,
      ),
    );
    const found = validationGround(judgedLists(lists, source), titles, options.measure, 1).baselines;
    expect(found.queryTitleCosine).toBeCloseTo(Number(kendallTauB(free, truth)?.tau), 12);
  });

  it("counts unjudged results", () => {
    const { unjudged } = validationGround(judgedLists(lists, source), titlesOf(lists), options.measure, 1);
    const total = unjudged.engines.reduce((sum, { unjudged: count }) => sum + count, 0);
    const counted = lists.engines.flatMap(({ lists: { queryOfRow }, documentKeys }) =>
      documentKeys.filter((document, row) => !lists.grades[queryOfRow[row] ?? 0]?.has(document)),
    );
    expect(total).toBe(counted.length);
    expect(total).toBeGreaterThan(0);
  });

  it("returns no baselines for fewer than five engines, or without queries", () => {
    const none = { exact: null, "overlap@10": null, popularity: null, queryTitleCosine: null };
    const four = someEngines({ engines: 4 });
    expect(
      validationGround(judgedLists(four, noisyLabels(four, 0)), titlesOf(four), options.measure, 1).baselines,
    ).toEqual(none);
    const unlabelled = { ...source, idealOf: () => null };
    expect(validationGround(judgedLists(lists, unlabelled), titlesOf(lists), options.measure, 1).baselines).toEqual(
      none,
    );
  });
});

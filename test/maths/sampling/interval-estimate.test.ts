import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { pearson } from "../../../src/maths/correlation/rank-correlation.ts";
import { drawSystematically, inclusionProbabilities, shuffle } from "../../../src/maths/random.ts";
import { intervalEstimate, type QueryValues } from "../../../src/maths/sampling/interval-estimate.ts";
import { runs } from "../../support/property.ts";
import { meanOf, randomOf, rateSome, simulatedEngines } from "../../support/simulated-values.ts";

const none = Number.NaN;

function valuesOf(human: readonly number[], proxy: readonly number[]): QueryValues {
  const unrated = Array<number>(proxy.length - human.length).fill(none);
  return { human: Float64Array.of(...human, ...unrated), proxy: Float64Array.from(proxy) };
}

/** E min(1, max(0, 0.5 + 0.22 z)), z normal: 1/2, by symmetry. */
const meanOfKind = 0.5;

const six = [0.9, 0.2, 0.55, 0.4, 0.7, 0.1];
const sample = valuesOf(six, [0.8, 0.5, 0.3, 0.45, 0.95, 0.05, 0.6, 0.15, 1, 0.5, 0.3, 0.65, 0.1, 0.75]);
const everyQuery = valuesOf(six, [0.8, 0.5, 0.3, 0.45, 0.95, 0.05]);

const someValues = fc
  .tuple(fc.integer({ min: 3, max: 12 }), fc.integer({ min: 13, max: 30 }))
  .chain(([rated, queries]) => {
    const values = (length: number) => fc.array(fc.nat(100), { minLength: length, maxLength: length });
    return fc.tuple(values(rated), values(queries)).map(([human, proxy]) =>
      valuesOf(
        human.map((value) => value / 100),
        proxy.map((value) => value / 100),
      ),
    );
  })
  .filter(({ human }) => new Set(human).size > 2);

describe("intervalEstimate", () => {
  it("is not exact if all queries are rated but some of their results are not", () => {
    const exact = intervalEstimate(everyQuery, { target: "these" });
    expect(exact.interval).toEqual([exact.estimate, exact.estimate]);
    const half = intervalEstimate(everyQuery, { target: "these", ratedShare: 0.5 });
    expect(half.estimate).toBeCloseTo(exact.estimate ?? Number.NaN, 12);
    // numpy: sqrt((1 - .5) * var([.9, .2, .55, .4, .7, .1], ddof=1) / 6)
    expect(half.standardError).toBeCloseTo(0.08744045593049782, 12);
    const nothing = intervalEstimate(everyQuery, { target: "these", ratedShare: 0 });
    const future = intervalEstimate(everyQuery, { target: "future" });
    expect(nothing.interval).toEqual(future.interval);
  });

  // numpy 2.4: lam = clip(cov(Y, F)[0, 1] / var(f, ddof=1), 0, 1); e = Y - lam F; Y.mean() + lam (f.mean() - F.mean());
  // (1 - 6/14) var(e, ddof=1) / 6 * 5/4 (+ var(Y, ddof=1) / 14 for "future"); scipy.stats.t.ppf(.975, 4); ratings alone:
  // var(Y, ddof=1) / 6 (* (1 - 6/14)), t.ppf(.975, 5).
  test.each([
    {
      target: "these",
      standardError: 0.06691213323904598,
      interval: [0.2882294009077832, 0.6597851305275668],
      human: [0.23470771828631315, 0.7152922817136869],
    },
    {
      target: "future",
      standardError: 0.10502763923449518,
      interval: [0.18240379085458114, 0.7656107405807688],
      human: [0.1571231903086555, 0.7928768096913446],
    },
  ] as const)("matches numpy for $target queries", ({ target, standardError, interval, human }) => {
    const estimate = intervalEstimate(sample, { target });
    expect(estimate).toMatchObject({ queries: 14, rated: 6, degreesOfFreedom: 4, fewQueries: true, reason: null });
    expect(estimate.lambda).toBeCloseTo(0.8338967971530249, 12);
    expect(estimate.rho).toBeCloseTo(0.7781433601257673, 12);
    expect(estimate.proxyOnly).toBeCloseTo(0.5071428571428571, 12);
    expect(estimate.estimate).toBeCloseTo(0.474007265717675, 12);
    expect(estimate.standardError).toBeCloseTo(standardError, 12);
    expect(estimate.human.estimate).toBeCloseTo(0.475, 12);
    expect(estimate.interval?.[0]).toBeCloseTo(interval[0], 10);
    expect(estimate.interval?.[1]).toBeCloseTo(interval[1], 10);
    expect(estimate.human.interval?.[0]).toBeCloseTo(human[0], 10);
    expect(estimate.human.interval?.[1]).toBeCloseTo(human[1], 10);
  });

  it("matches PPI++ for future queries if unrated queries are the unlabelled sample of PPI++", () => {
    // The unrated labels vary like those of the rated queries, so both variance estimates agree. In numpy, n = 6, N =
    // 12, lam = λ N / (n + N): Y.mean() + lam (U.mean() - F.mean()), and var(Y - lam F) / n + lam² var(F) / N =
    // 0.009179954924592178, to which our (n - 1) / (n - 2) adds 0.0010206831755924883.
    const f = [0.8, 0.5, 0.3, 0.45, 0.95, 0.05];
    const proxy = [...f, ...f.map((value) => value + 0.1), ...f.map((value) => value - 0.02)];
    const { estimate, standardError } = intervalEstimate(valuesOf(six, proxy), { target: "future" });
    expect(estimate).toBeCloseTo(0.49608558870457903, 12);
    expect((standardError ?? 0) ** 2).toBeCloseTo(0.009179954924592178 + 0.0010206831755924883, 12);
  });

  describe("properties", () => {
    it("intervalEstimate uses only ratings if all labels are equal, or if labels fall as ratings rise", () => {
      fc.assert(
        fc.property(someValues, fc.boolean(), ({ human, proxy }, isFalling) => {
          const useless = proxy.map((_, query) => (isFalling ? -(human[query] || 0) : 0.4));
          const { lambda, estimate, human: alone } = intervalEstimate({ human, proxy: useless }, { target: "these" });
          expect(lambda).toBe(0);
          expect(estimate).toBe(alone.estimate);
        }),
        runs,
      );
    });

    it("intervalEstimate does not change if only labels shift, but shifts if ratings and labels shift together", () => {
      fc.assert(
        fc.property(someValues, fc.constantFrom("these" as const, "future" as const), ({ human, proxy }, target) => {
          const plain = intervalEstimate({ human, proxy }, { target });
          const high = proxy.map((value) => value + 0.25);
          const biased = intervalEstimate({ human, proxy: high }, { target });
          const moved = intervalEstimate({ human: human.map((value) => value + 0.25), proxy: high }, { target });
          expect(biased.estimate).toBeCloseTo(plain.estimate ?? none, 10);
          expect(biased.standardError).toBeCloseTo(plain.standardError ?? none, 10);
          expect(moved.estimate).toBeCloseTo((plain.estimate ?? none) + 0.25, 10);
        }),
        runs,
      );
    });

    it("intervalEstimate returns λ in 0..1, an estimate in its interval, and a larger error for future queries", () => {
      fc.assert(
        fc.property(someValues, (values) => {
          const these = intervalEstimate(values, { target: "these" });
          const future = intervalEstimate(values, { target: "future" });
          expect(these.lambda).toBeGreaterThanOrEqual(0);
          expect(these.lambda).toBeLessThanOrEqual(1);
          const [low, high] = these.interval ?? [none, none];
          expect(low).toBeLessThanOrEqual(these.estimate ?? none);
          expect(high).toBeGreaterThanOrEqual(these.estimate ?? none);
          expect(future.standardError).toBeGreaterThan(these.standardError ?? none);
        }),
        runs,
      );
    });

    it("intervalEstimate returns a wider interval at a smaller significance", () => {
      const widths = [0.2, 0.05, 0.001].map((significance) => {
        const [low, high] = intervalEstimate(sample, { target: "these", significance }).interval ?? [0, 0];
        return high - low;
      });
      expect(widths).toEqual(widths.toSorted((one, other) => one - other));
      expect(new Set(widths).size).toBe(3);
    });
  });

  describe("for simulated populations of 225 queries", () => {
    // 500 draws leave a standard error of 1 %. With 2000 draws coverage was .942 to .960.
    test.each([
      { rated: 20, rho: 0.2, bound: 1.03 },
      { rated: 20, rho: 0.5, bound: 1.03 },
      // S_ff over all queries leaves its random deviation from that of the rated ones in λ: 5 % of the width here.
      { rated: 20, rho: 0.8, bound: 1.07 },
      { rated: 40, rho: 0.2, bound: 1.03 },
      { rated: 40, rho: 0.5, bound: 1.03 },
      { rated: 40, rho: 0.8, bound: 1.03 },
    ])(
      "intervals contain the mean in 93 to 97 % of draws, at $bound × ideal width: ρ $rho, $rated rated",
      ({ rated, rho, bound }) => {
        const random = randomOf(1000 * rated + 100 * rho);
        let [held, width, allowed] = [0, 0, 0];
        for (let population = 0; population < 20; population++) {
          const [engine] = simulatedEngines({ rho, queries: 225 }, random);
          if (engine === undefined) throw new Error("no engine");
          const left = Math.sqrt(1 - (pearson(engine.y, engine.f) ?? 0) ** 2);
          for (let draw = 0; draw < 25; draw++) {
            const [values = sample] = rateSome([engine], rated, random);
            const { interval, human } = intervalEstimate(values, { target: "these" });
            const [low, high] = interval ?? [none, none];
            if (low <= engine.mean && engine.mean <= high) held++;
            width += high - low;
            allowed += ((human.interval?.[1] ?? none) - (human.interval?.[0] ?? none)) * left;
          }
        }
        expect(held / 500).toBeGreaterThanOrEqual(0.93);
        expect(held / 500).toBeLessThanOrEqual(0.97);
        expect(width / allowed).toBeLessThanOrEqual(bound);
      },
    );

    test.each([0.2, 0.8])(
      "intervalEstimate returns intervals that contain the mean of future queries in 93 to 97 % of draws at ρ %s",
      (rho) => {
        const random = randomOf(77 + 10 * rho);
        let held = 0;
        for (let draw = 0; draw < 500; draw++) {
          const [values = sample] = rateSome(simulatedEngines({ rho, queries: 100 }, random), 40, random);
          const [low, high] = intervalEstimate(values, { target: "future" }).interval ?? [none, none];
          // The expected value is 0.5, because cuts at 0 and 1 are symmetric.
          if (low <= 0.5 && 0.5 <= high) held++;
        }
        expect(held / 500).toBeGreaterThanOrEqual(0.93);
        expect(held / 500).toBeLessThanOrEqual(0.97);
      },
    );

    it("intervalEstimate loses almost no precision if labels are unrelated to grades: at most 1.03 × the error of ratings alone", () => {
      const random = randomOf(5);
      let [trust, error, alone] = [0, 0, 0];
      for (let draw = 0; draw < 500; draw++) {
        const [engine] = simulatedEngines({ rho: 0.6, queries: 225 }, random);
        if (engine === undefined) throw new Error("no engine");
        const y = Float64Array.from(shuffle([...engine.y], random));
        const [values = sample] = rateSome([{ ...engine, y }], 20, random);
        const { lambda, estimate, human } = intervalEstimate(values, { target: "these" });
        trust += (lambda ?? none) / 500;
        error += ((estimate ?? none) - engine.mean) ** 2;
        alone += ((human.estimate ?? none) - engine.mean) ** 2;
      }
      expect(trust).toBeLessThan(0.15);
      expect(Math.sqrt(error / alone)).toBeLessThanOrEqual(1.03);
    });
  });

  describe("edge cases", () => {
    it("intervalEstimate is exact for these queries if all queries are rated, however few they are", () => {
      const known = intervalEstimate(everyQuery, { target: "these" });
      expect(known).toMatchObject({ standardError: 0, lambda: 0, degreesOfFreedom: null, reason: null });
      expect(known.interval).toEqual([known.estimate, known.estimate]);
      expect(known.estimate).toBeCloseTo(0.475, 12);
      expect(intervalEstimate(valuesOf([0.3], [0.5]), { target: "these" })).toMatchObject({
        estimate: 0.3,
        interval: [0.3, 0.3],
        reason: null,
      });
    });

    it("intervalEstimate uses only ratings for future queries if all these queries are rated", () => {
      const known = intervalEstimate(everyQuery, { target: "future" });
      expect(known).toMatchObject({ ...known.human, lambda: 0, degreesOfFreedom: 5 });
      // numpy: as above, sqrt(var(Y, ddof=1) / 6).
      expect(known.standardError).toBeCloseTo(0.12365947867699695, 12);
    });

    it.each([0, 1, 2])("intervalEstimate returns a reason instead of an estimate for %s rated queries", (rated) => {
      expect(intervalEstimate(valuesOf(six.slice(0, rated), [0.8, 0.5, 0.3, 0.4]), { target: "these" })).toMatchObject({
        estimate: null,
        interval: null,
        standardError: null,
        lambda: null,
        human: { estimate: null, interval: null },
        proxyOnly: 0.5,
        reason: "fewer than 3 rated queries",
      });
    });

    it("intervalEstimate returns no interval if all rated values are equal, because they do not show the spread of unrated values", () => {
      const { estimate, interval, human, reason } = intervalEstimate(valuesOf([0, 0, 0, 0], [...sample.proxy]), {
        target: "these",
      });
      expect([estimate, interval, human.interval, reason]).toEqual([0, null, null, "all rated values are equal"]);
    });

    it("intervalEstimate uses only ratings if the labels equal the ratings, instead of claiming certainty", () => {
      const values = valuesOf([0, 1, 0, 1], [0, 1, 0, 1, 0.4, 0.5, 0.6, 0.5, 0.5]);
      const { lambda, interval, human } = intervalEstimate(values, { target: "these" });
      expect(lambda).toBe(0);
      expect(interval).toEqual(human.interval);
    });

    it("intervalEstimate sets fewQueries for fewer than ten rated queries", () => {
      const [engine] = simulatedEngines({ rho: 0.5, queries: 30 }, randomOf(1));
      const flags = [9, 10].map((rated) =>
        intervalEstimate(rateSome(engine === undefined ? [] : [engine], rated, randomOf(2))[0] ?? sample, {
          target: "these",
        }),
      );
      expect(flags.map(({ rated, fewQueries }) => [rated, fewQueries])).toEqual([
        [9, true],
        [10, false],
      ]);
    });

    it("intervalEstimate returns no estimate without queries", () => {
      expect(intervalEstimate(valuesOf([], []), { target: "these" })).toMatchObject({
        estimate: null,
        proxyOnly: null,
      });
    });
  });

  describe("for several draws", () => {
    it("intervalEstimate returns the same estimate as without draws if all queries had the same probability", () => {
      const draws = [{ queries: Int32Array.of(4, 0, 5, 2, 1, 3), probabilities: new Float64Array(6).fill(6 / 14) }];
      for (const target of ["these", "future"] as const) {
        const [drawn, plain] = [intervalEstimate(sample, { target, draws }), intervalEstimate(sample, { target })];
        expect(drawn.degreesOfFreedom).toBeCloseTo(4, 10);
        expect(drawn.lambda).toBeCloseTo(plain.lambda ?? none, 10);
        expect(drawn.estimate).toBeCloseTo(plain.estimate ?? none, 10);
        expect(drawn.standardError).toBeCloseTo(plain.standardError ?? none, 10);
        expect(drawn.human.standardError).toBeCloseTo(plain.human.standardError ?? none, 10);
      }
    });

    // The second draw chooses queries by the distance of their labels from the mean of the first ratings, as a
    // suggestion may.
    test.each([
      { target: "these", rho: 0 },
      { target: "these", rho: 0.7 },
      { target: "future", rho: 0.7 },
    ] as const)(
      "intervalEstimate returns intervals that contain the mean of $target queries in at least 93 % of draws with ρ $rho",
      ({ target, rho }) => {
        const random = randomOf(7);
        let [held, bias] = [0, 0];
        for (let draw = 0; draw < 1000; draw++) {
          // The mean of all queries of the kind: that of a large enough population.
          const [all] = simulatedEngines({ rho, queries: 200 }, random);
          if (all === undefined) throw new Error("no engine");
          const first = shuffle([...all.y.keys()], random).slice(0, 12);
          const known = meanOf(first.map((query) => all.y[query] ?? none));
          const left = [...all.y.keys()].filter((query) => !first.includes(query));
          const chances = inclusionProbabilities(
            left.map((query) => 0.2 + Math.abs((all.f[query] ?? 0) - known)),
            18,
          );
          const isDrawn = drawSystematically(chances, random);
          const second = left.filter((_, place) => isDrawn[place]);
          const draws = [
            { queries: Int32Array.from(first), probabilities: new Float64Array(12).fill(12 / 200) },
            {
              queries: Int32Array.from(second),
              probabilities: Float64Array.from(chances.filter((_, place) => isDrawn[place])),
            },
          ];
          const rated = new Set([...first, ...second]);
          const human = all.y.map((value, query) => (rated.has(query) ? value : none));
          const { estimate, interval } = intervalEstimate({ human, proxy: all.f }, { target, draws });
          const mean = target === "these" ? all.mean : meanOfKind;
          bias += ((estimate ?? none) - mean) / 1000;
          if ((interval?.[0] ?? none) <= mean && mean <= (interval?.[1] ?? none)) held++;
        }
        // 0.95 minus two standard errors of 1000 draws is 0.936.
        expect(held / 1000).toBeGreaterThan(0.93);
        expect(Math.abs(bias)).toBeLessThan(0.006);
      },
    );

    // The three queries have 49, 1 and 1 parts of the variance, so they count as 51² / (49² + 2) = 1.08 queries.
    it("intervalEstimate uses only ratings if unequal probabilities make fewer than three effective queries", () => {
      const human = Float64Array.of(0.3, 0.5, 0.9, ...new Array<number>(47).fill(Number.NaN));
      const proxy = human.map((_, query) => ((7 * query) % 13) / 13);
      const draws = [{ queries: Int32Array.of(0, 1, 2), probabilities: Float64Array.of(0.02, 0.5, 0.5) }];
      const found = intervalEstimate({ human, proxy }, { target: "these", draws });
      expect(found).toMatchObject({ ...found.human, lambda: 0, degreesOfFreedom: 1, reason: null });
      // 12.706 is Student's .975 quantile with one degree of freedom.
      const [low = none, high = none] = found.interval ?? [];
      expect(high - low).toBeCloseTo(2 * 12.706204736 * (found.standardError ?? none), 8);
    });

    it("intervalEstimate refuses draws that do not match the ratings", () => {
      const draws = [{ queries: Int32Array.of(0, 1, 2), probabilities: new Float64Array(3).fill(0.5) }];
      expect(() => intervalEstimate(sample, { target: "these", draws })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { query: 3 } }),
      );
    });
  });

  describe("errors", () => {
    it("intervalEstimate rejects unequal lengths, and names them", () => {
      const values = { human: new Float64Array(2), proxy: new Float64Array(3) };
      expect(() => intervalEstimate(values, { target: "these" })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { human: 2, proxy: 3 } }),
      );
    });

    it.each([
      { human: [1, 0, 1], proxy: [1, none, 1] },
      { human: [1, Number.POSITIVE_INFINITY, 1], proxy: [1, 1, 1] },
    ])("intervalEstimate rejects a value that is not finite, and names its query", ({ human, proxy }) => {
      expect(() => intervalEstimate(valuesOf(human, proxy), { target: "these" })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: expect.objectContaining({ query: 1 }) }),
      );
    });

    it.each([0, 1])("intervalEstimate rejects the significance %s", (significance) => {
      expect(() => intervalEstimate(sample, { target: "these", significance })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION" }),
      );
    });
  });
});

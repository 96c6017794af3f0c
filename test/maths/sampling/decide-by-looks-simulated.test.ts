import { describe, expect, it, test } from "vitest";
import { shuffle } from "../../../src/maths/random.ts";
import { type DecisionRule, decideByLooks } from "../../../src/maths/sampling/decide-by-looks.ts";
import { intervalEstimate, type QueryValues } from "../../../src/maths/sampling/interval-estimate.ts";
import { meanOf, randomOf, simulatedEngines } from "../../support/simulated-values.ts";

interface RatedQueries {
  readonly queries: number;
  /** Null if the look is still to come. */
  readonly values: QueryValues | null;
}

/** Decides by the intervals of the mean difference over the queries. */
function whenDecided(looks: readonly RatedQueries[], rule: DecisionRule) {
  return decideByLooks(
    looks.map(({ queries, values }) => ({
      rated: queries,
      estimate: values && ((significance: number) => intervalEstimate(values, { target: "these", significance })),
    })),
    rule,
  );
}

const options = { pairs: 1 } as const;
const planned = [10, 20, 40, 80];

/** Differences of mean `shift` over 225 queries, and their looks in an order of chance. */
function drawLooks(shift: number, random: () => number, rho = 0.5) {
  const [engine] = simulatedEngines({ rho, queries: 225 }, random);
  if (engine === undefined) throw new Error("no engine");
  const y = engine.y.map((value) => value - engine.mean + shift);
  const f = engine.f.map((value) => value - meanOf(engine.f) + 0.1);
  const order = shuffle([...y.keys()], random);
  return planned.map((queries) => {
    const rated = new Set(order.slice(0, queries));
    return { queries, values: { human: y.map((value, query) => (rated.has(query) ? value : Number.NaN)), proxy: f } };
  });
}

const unseen = planned.map((queries) => ({ queries, values: null }));

describe("decideByLooks by intervals over queries", () => {
  // scipy: np.diff([0] + [2 * norm.sf(norm.isf(.025 / pairs) / np.sqrt(t)) for t in (.125, .25, .5, 1)])
  test.each([
    { pairs: 1, expected: [2.962894195344728e-8, 8.854580937945021e-5, 0.005486021242462998, 0.04442540331921555] },
    { pairs: 10, expected: [Number.NaN, 1.9762500178949507e-8, 7.192976112987257e-5, 0.0049280504763679145] },
  ])("spends the significance as Lan and DeMets, with $pairs pairs", ({ pairs, expected }) => {
    const { looks } = whenDecided(drawLooks(0, randomOf(5)), { ...options, pairs });
    expect(looks.map(({ rated }) => rated)).toEqual(planned);
    expected.forEach((share, look) => {
      if (!Number.isNaN(share)) expect((looks[look]?.significance ?? 0) / share).toBeCloseTo(1, 6);
    });
    expect(looks.reduce((sum, { significance }) => sum + significance, 0)).toBeCloseTo(0.05 / pairs, 12);
  });

  it("looks at intervals of that significance", () => {
    const looks = drawLooks(0, randomOf(5));
    for (const [place, { significance, estimate }] of whenDecided(looks, options).looks.entries()) {
      expect(estimate).toEqual(
        intervalEstimate(looks[place]?.values as QueryValues, { target: "these", significance }),
      );
    }
  });

  describe("simulated differences, four looks", () => {
    it("decides wrongly in at most 5 % of draws where engines are equal; looking at 95 % each time does in over 8 %", () => {
      const random = randomOf(2);
      let [wrong, naive] = [0, 0];
      for (let draw = 0; draw < 500; draw++) {
        const looks = drawLooks(0, random);
        if (whenDecided(looks, options).better !== null) wrong++;
        const leavesOut = looks.some(({ values }) => {
          const [low, high] = intervalEstimate(values, { target: "these" }).interval ?? [0, 0];
          return low > 0 || high < 0;
        });
        if (leavesOut) naive++;
      }
      // 0.05 and two standard errors of 500 draws.
      expect(wrong / 500).toBeLessThanOrEqual(0.069);
      expect(naive / 500).toBeGreaterThan(0.08);
    });

    it("finds real differences, mostly before the end, and the right sign", () => {
      const random = randomOf(3);
      const decisions = Array.from({ length: 200 }, () => whenDecided(drawLooks(0.1, random), options));
      const right = decisions.filter(({ better }) => better === "first");
      expect(right.length).toBeGreaterThan(180);
      expect(decisions.some(({ better }) => better === "second")).toBe(false);
      expect(right.filter(({ at }) => (at ?? 80) < 80).length).toBeGreaterThan(100);
    });
  });

  describe("differences that do not matter", () => {
    it("are decided by an interval that lies within them, and by nothing else", () => {
      const looks = drawLooks(0, randomOf(6));
      const { looks: plain } = whenDecided(looks, options);
      const reach = (place: number) => Math.max(...(plain[place]?.estimate.interval ?? [9]).map(Math.abs));
      expect(whenDecided(looks, options).better).toBeNull();
      expect(whenDecided(looks, { ...options, smallest: reach(3) + 1e-9 })).toMatchObject({
        better: "neither",
        at: 80,
      });
      expect(whenDecided(looks, { ...options, smallest: reach(3) - 1e-9 })).toMatchObject({ better: null, at: null });
      expect(whenDecided(looks, { ...options, smallest: reach(2) + 1e-9 })).toMatchObject({
        better: "neither",
        at: 40,
      });
    });

    it("do not hide which engine is better", () => {
      expect(whenDecided(drawLooks(0.3, randomOf(6)), { ...options, smallest: 1 })).toMatchObject({ better: "first" });
    });

    it.each([-0.1, Number.NaN, Number.POSITIVE_INFINITY])("are no %s", (smallest) => {
      expect(() => whenDecided(unseen, { ...options, smallest })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { smallest } }),
      );
    });
  });

  describe("edges", () => {
    it("says when to look next while looks are to come", () => {
      expect(whenDecided(unseen, options)).toEqual({ better: null, at: null, next: 10, looks: [] });
      const one = drawLooks(0, randomOf(5)).map((look, place) => (place < 2 ? look : { ...look, values: null }));
      expect(whenDecided(one, options)).toMatchObject({ better: null, next: 40 });
    });

    it("stands by the first decision and names the better engine", () => {
      const flat = (difference: number) =>
        drawLooks(0, randomOf(5)).map(({ queries, values }) => ({
          queries,
          values: { ...values, human: values.human.map((value) => difference + value / 100) },
        }));
      expect(whenDecided(flat(0.5), options)).toMatchObject({ better: "first", at: 10, next: null });
      expect(whenDecided(flat(-0.5), options)).toMatchObject({ better: "second", at: 10, next: null });
      expect(whenDecided(flat(0.5), options).looks).toHaveLength(1);
    });

    it("has no decision where no interval exists, and none without looks", () => {
      const tied = drawLooks(0, randomOf(5)).map(({ queries, values }) => ({
        queries,
        values: { ...values, human: values.human.map((value) => value * 0) },
      }));
      expect(whenDecided(tied, options)).toMatchObject({ better: null, at: null, next: null });
      expect(whenDecided([], options)).toEqual({ better: null, at: null, next: null, looks: [] });
    });
  });
});

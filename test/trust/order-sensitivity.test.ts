import { describe, expect, it } from "vitest";
import { orderSensitivity } from "../../src/trust/policies/choose-policy.ts";
import { defaultPolicy, type Policy } from "../../src/trust/policies/policy-values.ts";

function under(policy: Partial<Policy>, means: readonly number[]) {
  return { policy: { ...defaultPolicy, ...policy }, means: Float64Array.from(means) };
}

describe("orderSensitivity", () => {
  const policies = [
    under({}, [4, 3, 2, 1]),
    under({ cutoff: null }, [4, 3, 1, 2]),
    under({ ideal: "returned" }, [1, 2, 3, 4]),
    under({ ideal: "returned", cutoff: null }, [1, 3, 3, 0]),
  ];
  // scipy kendalltau for the pairs in order: 0.6667, -1.0000, 0.1826, -0.6667, -0.1826, -0.1826
  const found = orderSensitivity(4, policies);

  it("returns the median and the lowest τ-b between pairs of policies", () => {
    expect(found).toMatchObject({ policies: 4, withoutOrder: 0 });
    expect(found.tauB?.lowest).toBe(-1);
    expect(found.tauB?.median).toBeCloseTo(-0.1825742, 6);
  });

  it("lists the factor that changes the order most first", () => {
    expect(found.factors.map(({ factor, pairs }) => [factor, pairs])).toEqual([
      ["ideal", 2],
      ["cutoff", 2],
    ]);
    expect(found.factors[0]?.tauB).toBeCloseTo(-0.5912871, 6);
    expect(found.factors[1]?.tauB).toBeCloseTo(0.2420462, 6);
  });

  it("returns the best and the worst place of each engine, and the share of policies that put it first", () => {
    expect(found.engines).toEqual([
      { best: 1, worst: 4, wins: 0.5 },
      { best: 1.5, worst: 3, wins: 0.125 },
      { best: 1.5, worst: 4, wins: 0.125 },
      { best: 1, worst: 4, wins: 0.25 },
    ]);
  });

  it("leaves out policies under which all engines tie, and counts these policies", () => {
    const some = orderSensitivity(2, [under({}, [1, 2]), under({ threshold: 0.9 }, [0, 0])]);
    expect(some).toEqual({
      policies: 1,
      withoutOrder: 1,
      tauB: null,
      factors: [],
      engines: [
        { best: 2, worst: 2, wins: 0 },
        { best: 1, worst: 1, wins: 1 },
      ],
    });
    expect(orderSensitivity(2, [under({}, [0, 0])])).toMatchObject({ policies: 0, engines: [] });
  });
});

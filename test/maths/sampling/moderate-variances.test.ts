import { describe, expect, it, test } from "vitest";
import { at } from "../../../src/core/at.ts";
import { moderateErrors, moderateVariances } from "../../../src/maths/sampling/simultaneous-intervals.ts";

const variances = [0.02, 0.5, 0.11, 0.07, 0.3, 0.0009];
const degrees = [19, 19, 3, 12, 19, 2];
const expected = [0.1, 0.6, 0.2, 0.05, 0.4, 0.03];
const given = variances.map((variance, place) => ({
  variance,
  degreesOfFreedom: at(degrees, place),
  expected: at(expected, place),
}));

describe("moderateVariances", () => {
  it("matches limma 3.54", () => {
    // squeezeVar(variances / expected, degrees): df.prior, and var.post * expected.
    const prior = 2.8051419218134286;
    const posterior = [
      0.0214083816177724, 0.4595648509366743, 0.0867550881213279, 0.0596688910117337, 0.2773314303411127,
      0.0057945926053008,
    ];
    for (const [place, { variance, degreesOfFreedom }] of moderateVariances(given).entries()) {
      expect(variance).toBeCloseTo(at(posterior, place), 12);
      expect(degreesOfFreedom).toBeCloseTo(prior + at(degrees, place), 9);
    }
  });

  it("keeps variances that are proportional to expectations, and never weights expectations more than observations", () => {
    const exact = [1, 3, 7].map((size) => ({ variance: size / 5, degreesOfFreedom: 19, expected: size }));
    for (const [place, { variance, degreesOfFreedom }] of moderateVariances(exact).entries()) {
      expect(variance).toBeCloseTo(at(exact, place).variance, 12);
      expect(degreesOfFreedom).toBe(38);
    }
  });

  it("leaves estimates nearly unchanged if expectations are uninformative", () => {
    const wild = [1e-6, 1e3, 1e-9, 1e6].map((variance) => ({ variance, degreesOfFreedom: 30, expected: 1 }));
    for (const [place, { variance }] of moderateVariances(wild).entries())
      expect(Math.abs(Math.log(variance / at(wild, place).variance))).toBeLessThan(0.2);
  });

  test.each([
    ["a single variance", [{ variance: 2, degreesOfFreedom: 5, expected: 1 }]],
    ["variances with expectations of 0", [1, 2, 3].map((variance) => ({ variance, degreesOfFreedom: 5, expected: 0 }))],
    ["an empty list", []],
  ])("returns %s unchanged", (_, ofThese) => {
    const found = moderateVariances(ofThese);
    expect(found.map(({ variance }) => variance)).toEqual(ofThese.map(({ variance }) => variance));
  });
});

describe("moderateErrors", () => {
  it("matches limma 3.54, with no more degrees of freedom than the largest original number", () => {
    const means = given.map(({ variance, degreesOfFreedom }) => {
      return { estimate: 0.2, standardError: Math.sqrt(variance), interval: null, degreesOfFreedom };
    });
    const exact = { estimate: 0.2, standardError: 0, interval: null, degreesOfFreedom: null };
    const found = moderateErrors([exact, ...means], [1, ...expected]);
    expect(found[0]).toEqual(exact);
    // var.post * expected of squeezeVar, as above; df.prior 2.805 on top of 3 and 19.
    expect(found[3]?.standardError).toBeCloseTo(Math.sqrt(0.0867550881213279), 12);
    expect(found[3]?.degreesOfFreedom).toBeCloseTo(3 + 2.8051419218134286, 9);
    expect(found[1]?.degreesOfFreedom).toBe(19);
  });
});

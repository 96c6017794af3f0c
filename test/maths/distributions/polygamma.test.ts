import { describe, expect, it, test } from "vitest";
import { digamma, trigamma } from "../../../src/maths/distributions.ts";

describe("digamma, trigamma", () => {
  // scipy 1.17: special.digamma(x), special.polygamma(1, x).
  test.each([
    [0.001, -1000.5755719318103, 1000001.6425331959],
    [0.5, -1.9635100260214235, 4.93480220054468],
    [1, -0.5772156649015329, 1.6449340668482266],
    [9.5, 2.1977378764029494, 0.11099728846909902],
    [40, 3.6763273740348428, 0.025315103841291032],
  ])("match scipy at %s", (x, first, second) => {
    expect(Math.abs(digamma(x) / first - 1)).toBeLessThan(1e-13);
    expect(Math.abs(trigamma(x) / second - 1)).toBeLessThan(1e-13);
  });

  it("trigamma is 0 at infinity", () => {
    expect(trigamma(Number.POSITIVE_INFINITY)).toBe(0);
  });
});

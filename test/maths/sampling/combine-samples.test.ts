import { describe, expect, it } from "vitest";
import { combineSamples } from "../../../src/maths/sampling/combined-order.ts";

const known = (estimate: number, standardError: number, degreesOfFreedom: number) => ({
  ...{ estimate, standardError, degreesOfFreedom },
  interval: [estimate - standardError, estimate + standardError] as const,
});
const unknown = { estimate: null, standardError: null, interval: null };

describe("combineSamples", () => {
  it("gives each sample one weight for all means, computed from its mean variance", () => {
    // Worked by hand. Mean variances (1 + 3) / 2 = 2 and (4 + 4) / 2 = 4, so weights 1/2 and 1/4, as shares 2/3 and 1/3.
    const first = [known(1, 1, 10), known(4, Math.sqrt(3), 10)];
    const second = [known(4, 2, 5), known(1, 2, 5)];
    const [one, other] = combineSamples([first, second]);
    expect(one?.estimate).toBeCloseTo((2 * 1 + 4) / 3, 12);
    expect(other?.estimate).toBeCloseTo((2 * 4 + 1) / 3, 12);
    // (2/3)² 1 + (1/3)² 4 = 8/9, in equal parts; Satterthwaite: (8/9)² / ((4/9)² / 10 + (4/9)² / 5) = 4 / 0.3.
    expect(one?.standardError).toBeCloseTo(Math.sqrt(8 / 9), 12);
    expect(one?.degreesOfFreedom).toBeCloseTo(4 / 0.3, 10);
    // t.ppf(.975, 40 / 3) = 2.1548912755 by scipy 1.17.
    expect(one?.interval?.[1]).toBeCloseTo(2 + 2.1548912755 * Math.sqrt(8 / 9), 8);
  });

  it("keeps differences additive: a - c is (a - b) + (b - c)", () => {
    const [ab, bc] = [
      [0.3, 0.1],
      [-0.2, 0.4],
    ] as const;
    const samples = [0, 1].map((sample) => {
      const values = [ab[sample] ?? 0, bc[sample] ?? 0];
      return [...values, (values[0] ?? 0) + (values[1] ?? 0)].map((value, mean) =>
        known(value, 0.1 + mean * sample, 9),
      );
    });
    const [one, other, both] = combineSamples(samples);
    expect(both?.estimate).toBeCloseTo((one?.estimate ?? 0) + (other?.estimate ?? 0), 12);
  });

  it("uses only the sample that has a standard error, or the first sample if no sample has a standard error", () => {
    const [both, one, none] = combineSamples([
      [known(1, 1, 9), known(2, 1, 9), unknown],
      [known(3, 1, 9), unknown, unknown],
    ]);
    expect(both?.estimate).toBeCloseTo(2, 12);
    expect(one).toMatchObject({ estimate: 2, standardError: 1 });
    expect(none).toBe(unknown);
  });

  it("uses only the sample that contains all queries, if there is one", () => {
    const [found] = combineSamples([[known(1, 1, 9)], [{ estimate: 3, standardError: 0, interval: [3, 3] }]]);
    expect(found).toMatchObject({ estimate: 3, standardError: 0, interval: [3, 3] });
  });
});

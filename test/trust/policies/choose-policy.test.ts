import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/maths/random.ts";
import type { EngineValues } from "../../../src/trust/engine-values.ts";
import { choosePolicy, type PolicyToChoose } from "../../../src/trust/policies/choose-policy.ts";
import { runs } from "../../support/property.ts";

/** Turns values by query into values by engine. */
function byEngine(queries: readonly (readonly number[])[]): EngineValues {
  return (queries[0] ?? []).map((_, engine) => Float64Array.from(queries, (values) => values[engine] ?? 0));
}

function repeated(values: readonly number[], queries: number): readonly (readonly number[])[] {
  return Array.from({ length: queries }, () => values);
}

const right = [3, 2, 1];
const reversed = [1, 2, 3];

function policy(queries: readonly (readonly number[])[], isPredeclared = true): PolicyToChoose {
  return { values: byEngine(queries), isPredeclared };
}

const options = { seed: 1, samples: 2000, fallback: 0 };

describe("choosePolicy", () => {
  it("returns τ-b of the engine means for each policy, and its gain over the fallback", () => {
    // scipy 1.17 kendalltau of the means of each side: 1/3 and 1.
    const truth = byEngine([
      [0.9, 0.5, 0.1, 0],
      [0.8, 0.6, 0.2, 0.1],
      [0.7, 0.4, 0.3, 0.5],
      [0.6, 0.5, 0.2, 0.1],
    ]);
    const fallback = policy([
      [0.2, 0.5, 0.1, 0.3],
      [0.3, 0.4, 0.5, 0.3],
      [0.4, 0.6, 0.2, 0.1],
      [0.1, 0.3, 0.4, 0.2],
    ]);
    const good = policy([
      [0.9, 0.4, 0.2, 0.1],
      [0.7, 0.5, 0.1, 0],
      [0.8, 0.6, 0.3, 0.4],
      [0.5, 0.5, 0.4, 0.3],
    ]);
    const { policies, best } = choosePolicy(truth, [fallback, good], options);
    expect(policies[0]?.tauB).toBeCloseTo(1 / 3, 12);
    expect(policies[1]?.tauB).toBe(1);
    expect(policies.map(({ gain }) => gain)).toEqual([0, expect.closeTo(2 / 3, 12)]);
    expect([policies[0]?.standardErrorOfGain, best]).toEqual([null, 1]);
  });

  it("returns the effect of a single lucky query as optimism", () => {
    // By hand: the lucky policy is right on query 0 by so much that its means are right, but reversed on all others.
    // Without query 0, nothing is better than the fallback, which is reversed. So every query is held out with a
    // reversed policy.
    const truth = byEngine(repeated(right, 4));
    const lucky = policy([[300, 200, 100], ...repeated(reversed, 3)]);
    const { policies, ...choice } = choosePolicy(truth, [policy(repeated(reversed, 4)), lucky], options);
    expect(choice).toMatchObject({ chosen: 1, reason: "gain", eligible: 2, apparent: 1, heldOut: -1, optimism: 2 });
    // Its gain is 2 if query 0 is drawn, with probability 1 - (3/4)^4 = .684, otherwise 0: deviation 2 sqrt(.684 x
    // .316).
    expect(policies[1]?.standardErrorOfGain).toBeCloseTo(0.93, 1);
    expect(policies[1]?.interval).toEqual([-1, 1]);
  });

  it("keeps the fallback if the gain is within one standard error", () => {
    // The fallback has a τ-b of 1/3 on every query, so the gain is 2/3, with a standard error of .93.
    const truth = byEngine(repeated(right, 4));
    const lucky = policy([[300, 200, 100], ...repeated(reversed, 3)]);
    const choice = choosePolicy(truth, [policy(repeated([2, 3, 1], 4)), lucky], options);
    expect(choice).toMatchObject({ chosen: 0, best: 1, reason: "gain within one standard error", optimism: 0 });
    expect(choice.apparent).toBeCloseTo(1 / 3, 12);
  });

  it("allows policies that are not predeclared if at least 40 queries are rated", () => {
    const outcomeOf = (queries: number) => {
      const policies = [policy(repeated(reversed, queries)), policy(repeated(right, queries), false)];
      const { chosen, eligible, reason } = choosePolicy(byEngine(repeated(right, queries)), policies, {
        ...options,
        samples: 50,
      });
      return [chosen, eligible, reason];
    };
    expect(outcomeOf(39)).toEqual([0, 1, "default is best"]);
    expect(outcomeOf(40)).toEqual([1, 2, "gain"]);
  });

  it("chooses the fallback if there is no other policy, and prefers only a policy that agrees completely", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 2, max: 12 }), (seed, queries) => {
        const random = seededRandom(seed);
        const noise = () => Array.from({ length: queries }, () => Array.from({ length: 4 }, random));
        const truth = byEngine(repeated([4, 3, 2, 1], queries));
        const policies = [policy(noise()), policy(noise()), policy(noise())];
        const few = { seed: 1, samples: 30, fallback: 0 };
        const alone = choosePolicy(truth, policies.slice(0, 1), few);
        expect(alone.heldOut).toBe(alone.apparent);
        const { best, apparent, chosen } = choosePolicy(
          truth,
          [...policies, { values: truth, isPredeclared: true }],
          few,
        );
        expect(apparent).toBeGreaterThanOrEqual(alone.apparent ?? -1);
        // The last policy has the values of the truth, so no other policy can agree better.
        if (chosen !== 0) expect([chosen, apparent]).toEqual([best, 1]);
      }),
      { ...runs, numRuns: 50 },
    );
  });

  it("returns the same choice for the same seed", () => {
    const policies = [policy(repeated(reversed, 5)), policy([right, ...repeated([2, 1, 3], 4)])];
    const truth = byEngine(repeated(right, 5));
    expect(choosePolicy(truth, policies, options)).toEqual(choosePolicy(truth, policies, options));
  });

  it("returns no τ if all engines tie, and no held-out τ if there is a single query", () => {
    const equal = choosePolicy(byEngine(repeated([1, 1, 1], 3)), [policy(repeated(right, 3))], options);
    expect(equal).toMatchObject({ apparent: null, heldOut: null, optimism: null, chosen: 0 });
    expect(equal.policies[0]).toMatchObject({ tauB: null, interval: null, gain: null });
    const one = choosePolicy(byEngine([right]), [policy([right])], options);
    expect(one).toMatchObject({ apparent: 1, heldOut: null, optimism: null });
  });
});

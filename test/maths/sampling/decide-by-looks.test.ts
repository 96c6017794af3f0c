import { describe, expect, it } from "vitest";
import { decideByLooks, wantedDifferences } from "../../../src/maths/sampling/decide-by-looks.ts";

const around = (center: number, reach: number) => () => ({ interval: [center - reach, center + reach] as const });
const none = () => ({ interval: null });

describe("decideByLooks", () => {
  it("spends as O'Brien and Fleming's function of Lan and DeMets", () => {
    // scipy.stats.norm: 2 * (1 - cdf(ppf(.975) / sqrt(t))) for t = 1/4, 1/2, 1.
    const looks = [50, 100, 200].map((rated) => ({ rated, estimate: none }));
    const spent = decideByLooks(looks, { pairs: 1 }).looks.map(({ significance }) => significance);
    const close = (value: number) => expect.closeTo(value, 9);
    expect(spent).toEqual([close(8.857543e-5), close(0.005574597 - 8.857543e-5), close(0.05 - 0.005574597)]);
  });

  it("stops at the first interval without 0, or within what does not matter", () => {
    const looks = [around(0.1, 0.2), around(0.3, 0.2), around(-0.3, 0.2)].map((estimate, place) => ({
      ...{ rated: 100 * (place + 1), estimate },
    }));
    expect(decideByLooks(looks, { pairs: 1 })).toMatchObject({ better: "first", at: 200, next: null });
    expect(decideByLooks(looks, { pairs: 1 }).looks).toHaveLength(2);
    expect(decideByLooks(looks, { pairs: 1, smallest: 0.31 })).toMatchObject({ better: "neither", at: 100 });
    const against = [{ rated: 100, estimate: around(-0.3, 0.2) }];
    expect(decideByLooks(against, { pairs: 1 })).toMatchObject({ better: "second" });
  });

  it("waits for a look that is to come, and ends undecided after the last one", () => {
    const planned = [
      { rated: 100, estimate: none },
      { rated: 300, estimate: null },
    ];
    expect(decideByLooks(planned, { pairs: 2 })).toMatchObject({ better: null, at: null, next: 300 });
    expect(decideByLooks(planned.slice(0, 1), { pairs: 2 })).toMatchObject({ better: null, at: null, next: null });
    expect(decideByLooks([], { pairs: 2 })).toEqual({ better: null, at: null, next: null, looks: [] });
  });

  it.each([{ pairs: 0 }, { pairs: 1, significance: 1 }, { pairs: 1, smallest: -1 }])("refuses %o", (options) => {
    expect(() => decideByLooks([], options)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });
});

const pairs = [
  { first: 0, second: 1 },
  { first: 0, second: 2 },
  { first: 1, second: 2 },
];
const decided = (...better: readonly ("first" | "second" | "neither" | null)[]) =>
  better.map((one) => ({ better: one }));

describe("wantedDifferences", () => {
  it("wants all open ones for the order, and those of engines that nobody beat for the best", () => {
    const decisions = decided("first", null, null);
    expect(wantedDifferences(decisions, pairs, { best: false, engines: 3 })).toEqual([false, true, true]);
    expect(wantedDifferences(decisions, pairs, { best: true, engines: 3 })).toEqual([false, true, false]);
  });

  it("trusts no decisions by which each engine is beaten", () => {
    const circle = [...decided("first", "second"), { better: null }];
    const more = [...pairs, { first: 1, second: 2 }];
    expect(wantedDifferences([...circle, { better: "first" }], more, { best: true, engines: 3 })).toEqual(
      // Engine 2 beats 0, 0 beats 1, 1 beats 2.
      [false, false, true, false],
    );
  });
});

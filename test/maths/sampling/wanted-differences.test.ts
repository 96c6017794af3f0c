/** Which differences does the answer still depend on? */
import { describe, expect, it } from "vitest";
import { wantedDifferences } from "../../../src/maths/sampling/wanted-differences.ts";

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

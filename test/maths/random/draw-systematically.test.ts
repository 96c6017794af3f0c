import { describe, expect, it } from "vitest";
import { drawSystematically } from "../../../src/maths/random/draw-systematically.ts";
import { randomOf } from "../../support/simulated-values.ts";

describe("drawSystematically", () => {
  it("draws each unit as often as its probability says, and always as many as they add up to", () => {
    const probabilities = [0.05, 0.3, 1, 0.65, 0.5, 0.5];
    const random = randomOf(3);
    const counts = probabilities.map(() => 0);
    for (let draw = 0; draw < 4000; draw++) {
      const isDrawn = drawSystematically(probabilities, random);
      expect(isDrawn.filter(Boolean)).toHaveLength(3);
      isDrawn.forEach((drawn, unit) => {
        counts[unit] = (counts[unit] ?? 0) + Number(drawn);
      });
    }
    counts.forEach((count, unit) => {
      const probability = probabilities[unit] ?? 0;
      // Five standard errors.
      const error = 5 * Math.sqrt((probability * (1 - probability)) / 4000);
      expect(Math.abs(count / 4000 - probability), `unit ${unit}`).toBeLessThanOrEqual(error);
    });
  });

  it("draws nothing of nothing", () => {
    expect(drawSystematically([], randomOf(1))).toEqual([]);
  });
});

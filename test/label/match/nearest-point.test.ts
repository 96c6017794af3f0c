import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NearestIndex } from "../../../src/core/ports.ts";
import { nearestPoint, tieTolerance } from "../../../src/label/match/reference-points.ts";
import { cosine } from "../../../src/maths/numbers.ts";
import { exactIndex } from "../../../src/model/index/exact.ts";
import { runs } from "../../support/property.ts";
import { atDegrees, randomUnitVectors, vectorAt } from "../../support/random-vectors.ts";

/** Finds the nearest of some points in the plane. */
function nearestOf(asked: number, degrees: readonly number[]) {
  const vectors = Float32Array.from(degrees.flatMap((angle) => [...atDegrees(angle)]));
  const index = exactIndex({ vectors, dimensions: 2, count: degrees.length });
  return nearestPoint(atDegrees(asked), index, (point) => vectorAt(vectors, 2, point));
}

/** Uses similarities exactly as given, in spite of float32. The query vector is the first axis. */
function nearestBySimilarity(similarities: readonly number[]) {
  const vectors = Float32Array.from(similarities.flatMap((similarity) => [similarity, Math.sqrt(1 - similarity ** 2)]));
  const index = exactIndex({ vectors, dimensions: 2, count: similarities.length });
  return nearestPoint(Float32Array.of(1, 0), index, (point) => vectorAt(vectors, 2, point));
}

describe("nearestPoint", () => {
  // Cosines of 30, 45 and 60 degrees, from tables.
  it("returns the most similar point, and the margin to the next point", () => {
    const found = nearestOf(0, [60, 30, 45]);
    expect(found.point).toBe(1);
    expect(found.similarity).toBeCloseTo(Math.sqrt(3) / 2, 6);
    expect(found.margin).toBeCloseTo(Math.sqrt(3) / 2 - Math.SQRT1_2, 6);
  });

  describe("the result of nearestPoint", () => {
    it("is the same as after a comparison with every point", () => {
      const dimensions = 8;
      fc.assert(
        fc.property(fc.integer(), fc.integer({ min: 1, max: 60 }), (seed, count) => {
          const vectors = randomUnitVectors(count + 1, dimensions, seed);
          const vectorOf = (point: number) => vectorAt(vectors, dimensions, point);
          const asked = vectorOf(count);
          const found = nearestPoint(asked, exactIndex({ vectors, dimensions, count }), vectorOf);
          const similarities = Array.from({ length: count }, (_, point) => cosine(asked, vectorOf(point)));
          const best = Math.max(...similarities);
          const winner = similarities.findIndex((similarity) => best - similarity <= tieTolerance);
          const others = similarities.toSpliced(winner, 1);
          expect(found.point).toBe(winner);
          expect(found.similarity).toBe(similarities[winner]);
          expect(found.margin).toBeCloseTo(found.similarity - Math.max(-1, ...others), 12);
        }),
        runs,
      );
    });
  });

  describe("nearestPoint in edge cases", () => {
    it("returns similarity + 1 as the margin if there is a single point", () => {
      const found = nearestOf(0, [60]);
      expect(found.point).toBe(0);
      expect(found.margin).toBe(found.similarity + 1);
      expect(found.margin).toBeCloseTo(1.5, 6);
    });

    it("prefers the smallest number among points within 1e-6 of the best, with a margin of almost 0", () => {
      const found = nearestBySimilarity([0.5, 0.9, 0.9 + 5e-7]);
      expect(found.point).toBe(1);
      expect(found.margin).toBeLessThanOrEqual(0);
      expect(found.margin).toBeGreaterThan(-1e-6);
    });

    it("does not treat points whose similarities differ by 2e-6 as tied", () => {
      const found = nearestBySimilarity([0.5, 0.9, 0.9 + 2e-6]);
      expect(found.point).toBe(2);
      expect(found.margin).toBeGreaterThan(1e-6);
    });

    it("compares each point with the best point, not with its neighbour, to find ties", () => {
      // 0.9 is within 1e-6 of its neighbour, but not of the best.
      expect(nearestBySimilarity([0.9, 0.9 + 8e-7, 0.9 + 1.6e-6]).point).toBe(1);
    });

    it.each([9, 16, 17, 40])(
      "returns the smallest number of %s tied points, even if the index first returns fewer points",
      (count) => {
        // This index proposes the largest numbers first among ties.
        const backwards: NearestIndex = {
          size: count + 1,
          nearest: (_, k) => Array.from({ length: Math.min(k, count + 1) }, (_, place) => count - place),
        };
        // Point 0 has another direction. Points 1 to count are equal.
        const found = nearestPoint(atDegrees(0), backwards, (point) => atDegrees(point === 0 ? 90 : 10));
        expect(found.point).toBe(1);
        expect(found.margin).toBe(0);
      },
    );

    it("ends even if an index returns fewer points than it has", () => {
      const forgetful: NearestIndex = { size: 20, nearest: (_, k) => [3, 2].slice(0, k) };
      expect(nearestPoint(atDegrees(0), forgetful, () => atDegrees(10)).point).toBe(2);
    });

    it("returns the nearest point, in whatever order the index returns points", () => {
      const index: NearestIndex = { size: 3, nearest: () => [2, 0, 1] };
      const degrees = [40, 20, 60];
      expect(nearestPoint(atDegrees(0), index, (point) => atDegrees(degrees[point] ?? 0)).point).toBe(1);
    });
  });
});

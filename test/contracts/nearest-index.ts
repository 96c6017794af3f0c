/**
 * What must every index of nearest points do?
 * The tests of each implementation call this suite.
 */
import { describe, expect, it } from "vitest";
import type { NearestIndex, PointVectors } from "../../src/core/ports.ts";
import { atDegrees, randomUnitVectors, vectorAt } from "../support/random-vectors.ts";

export function nearestIndexContract(name: string, build: (points: PointVectors) => NearestIndex): void {
  const inThePlane = (degrees: readonly number[]) =>
    build({
      vectors: Float32Array.from(degrees.flatMap((angle) => [...atDegrees(angle)])),
      dimensions: 2,
      count: degrees.length,
    });

  describe(`the contract of an index of nearest points: ${name}`, () => {
    it("returns the nearest points first", () => {
      const index = inThePlane([90, 10, 170, 45]);
      expect(index.size).toBe(4);
      expect([...index.nearest(atDegrees(0), 3)]).toEqual([1, 3, 0]);
      expect([...index.nearest(atDegrees(180), 1)]).toEqual([2]);
    });

    it("returns all points, each once, if more points are requested than exist", () => {
      const index = inThePlane([90, 10, 170]);
      expect([...index.nearest(atDegrees(0), 100)]).toEqual([1, 0, 2]);
    });

    it("works with a single point", () => {
      expect([...inThePlane([90]).nearest(atDegrees(270), 8)]).toEqual([0]);
    });

    it("returns each of several equal points", () => {
      const index = inThePlane(Array(40).fill(30));
      const found = [...index.nearest(atDegrees(0), 40)];
      expect(found.sort((one, other) => one - other)).toEqual([...Array(40).keys()]);
    });

    it("returns each of its own points as nearest to itself", () => {
      const vectors = randomUnitVectors(120, 384, 5);
      const index = build({ vectors, dimensions: 384, count: 120 });
      const found = Array.from({ length: 120 }, (_, point) => index.nearest(vectorAt(vectors, 384, point), 1)[0]);
      expect(found).toEqual([...Array(120).keys()]);
    });

    it("returns the same if it is called again, and does not change the vector", () => {
      const vectors = randomUnitVectors(51, 16, 6);
      const index = build({ vectors, dimensions: 16, count: 50 });
      const asked = vectorAt(vectors, 16, 50).slice();
      const first = [...index.nearest(asked, 10)];
      expect([...index.nearest(asked, 10)]).toEqual(first);
      expect([...asked]).toEqual([...vectorAt(vectors, 16, 50)]);
    });

    it.each([
      { wrong: "too short a vector", vector: Float32Array.of(1) },
      { wrong: "too long a vector", vector: Float32Array.of(1, 0, 0) },
      { wrong: "NaN", vector: Float32Array.of(Number.NaN, 1) },
      { wrong: "an infinite number", vector: Float32Array.of(Number.POSITIVE_INFINITY, 0) },
    ])("rejects $wrong", ({ vector }) => {
      expect(() => inThePlane([0, 90]).nearest(vector, 1)).toThrow(
        expect.objectContaining({ code: "INVALID_VECTOR", details: { length: vector.length, dimensions: 2 } }),
      );
    });
  });
}

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { PointVectors } from "../../../src/core/ports.ts";
import { nearestPoint } from "../../../src/label/match/reference-points.ts";
import { exactIndex } from "../../../src/model/index/exact.ts";
import { hnswParameters } from "../../../src/model/index/hnsw.ts";
import { nearestIndexContract } from "../../contracts/nearest-index.ts";
import { hasHnsw, loadHnsw } from "../../support/hnsw.ts";
import { randomUnitVectors, vectorAt } from "../../support/random-vectors.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

const dimensions = 384;

describe.skipIf(!hasHnsw)("hnsw", () => {
  nearestIndexContract("hnsw", (points: PointVectors) => loadHnsw().build(points));

  describe("hnsw for random points", () => {
    it("returns the same nearest point as exact search, for lists of 1 to 300 titles", () => {
      const hnsw = loadHnsw();
      const asking = 4;
      const differing: string[] = [];
      for (let count = 1; count <= 300; count += count < 40 ? 1 : 7) {
        const vectors = randomUnitVectors(count + asking, dimensions, 1000 + count);
        const points = { vectors, dimensions, count };
        const built = hnsw.build(points);
        const exact = exactIndex(points);
        for (let place = 0; place < asking; place++) {
          const asked = vectorAt(vectors, dimensions, count + place);
          const found = built.nearest(asked, 8)[0];
          if (found !== exact.nearest(asked, 8)[0]) differing.push(`${count} points, vector ${place}: ${found}`);
        }
      }
      expect(differing).toEqual([]);
    });

    it("returns the same point, similarity and margin as a comparison with all points", () => {
      const hnsw = loadHnsw();
      for (const count of [1, 2, 7, 8, 9, 64, 200, 201, 300]) {
        // Every third point is a copy of the first, so there are ties, which the smallest number must win.
        const vectors = randomUnitVectors(count + 10, dimensions, 2000 + count);
        for (let point = 3; point < count; point += 3) vectors.copyWithin(point * dimensions, 0, dimensions);
        const points = { vectors, dimensions, count };
        const vectorOf = (point: number) => vectorAt(vectors, dimensions, point);
        const built = hnsw.build(points);
        for (const place of [0, count, count + 5]) {
          const [found, expected] = [built, exactIndex(points)].map((index) =>
            nearestPoint(vectorOf(place), index, vectorOf),
          );
          expect(found, `${count} points, vector ${place}`).toEqual(expected);
        }
      }
    });

    it("finds the smallest number of very many equal points", () => {
      const count = 600;
      const vectors = randomUnitVectors(count, dimensions, 7);
      // Nine out of ten points are copies of the first three.
      for (let point = 3; point < count; point++) {
        const from = point % 3;
        if (point % 10 > 0) vectors.copyWithin(point * dimensions, from * dimensions, (from + 1) * dimensions);
      }
      const points = { vectors, dimensions, count };
      const pointVector = (point: number) => vectorAt(vectors, dimensions, point);
      const [built, exact] = [loadHnsw().build(points), exactIndex(points)];
      for (let point = 0; point < count; point += 41) {
        const [found, expected] = [built, exact].map((index) => nearestPoint(pointVector(point), index, pointVector));
        expect(found, `asked for point ${point}`).toEqual(expected);
        expect(built.nearest(pointVector(point), count)).toHaveLength(count);
      }
    });

    it("writes the same bytes for the same points", async () => {
      const { sha256File } = await import("../../../src/core/files/read-whole.ts");
      const folder = temporaryFolder();
      const vectors = randomUnitVectors(100, dimensions, 3);
      for (const name of ["one", "other"]) {
        loadHnsw().build({ vectors, dimensions, count: 100 }).write(join(folder, name));
      }
      expect(await sha256File(join(folder, "one"))).toBe(await sha256File(join(folder, "other")));
    });
  });

  describe("hnsw in edge cases", () => {
    it("returns the same points after it is written and read", () => {
      const path = join(temporaryFolder(), "a.hnsw");
      const vectors = randomUnitVectors(80, dimensions, 4);
      const built = loadHnsw().build({ vectors, dimensions, count: 70 });
      built.write(path);
      const read = loadHnsw().read(path, { vectors: vectors.subarray(0, 70 * dimensions), dimensions, count: 70 });
      expect(read.size).toBe(70);
      for (let place = 70; place < 80; place++) {
        const asked = vectorAt(vectors, dimensions, place);
        expect([...read.nearest(asked, 20)], `vector ${place}`).toEqual([...built.nearest(asked, 20)]);
      }
    });

    it("has fixed parameters, because indexes with other parameters would differ", () => {
      // embedding-and-index.md documents them, and stored indexes of earlier versions depend on them.
      expect(hnswParameters).toEqual({ space: "cosine", M: 16, efConstruction: 200, seed: 100 });
    });
  });

  describe("hnsw with invalid input", () => {
    it("rejects a point that is not finite", () => {
      const vectors = Float32Array.of(1, 0, Number.NaN, 1);
      expect(() => loadHnsw().build({ vectors, dimensions: 2, count: 2 })).toThrow(
        expect.objectContaining({ code: "INVALID_VECTOR" }),
      );
    });

    it("rejects an array of vectors that is too short for the points", () => {
      expect(() => loadHnsw().build({ vectors: Float32Array.of(1, 0, 1), dimensions: 2, count: 2 })).toThrow(
        expect.objectContaining({ code: "INVALID_VECTOR" }),
      );
    });

    it("rejects a file with another number of points", () => {
      const path = join(temporaryFolder(), "a.hnsw");
      loadHnsw()
        .build({ vectors: randomUnitVectors(3, 8, 1), dimensions: 8, count: 3 })
        .write(path);
      expect(() => loadHnsw().read(path, { vectors: randomUnitVectors(4, 8, 1), dimensions: 8, count: 4 })).toThrow(
        expect.objectContaining({ code: "INVALID_FORMAT" }),
      );
    });

    it("rejects a file that is not an index", () => {
      const path = join(temporaryFolder(), "a.hnsw");
      writeFileSync(path, "no index");
      expect(() => loadHnsw().read(path, { vectors: randomUnitVectors(1, 8, 1), dimensions: 8, count: 1 })).toThrow();
    });
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cosine } from "../../../src/maths/numbers.ts";
import { dotProducts } from "../../../src/model/index/dot-products.ts";
import { runs } from "../../support/property.ts";
import { randomUnitVectors, vectorAt } from "../../support/random-vectors.ts";

/** Random points and a query vector, with the expected products, from `cosine`. */
function caseOf(seed: number, dimensions: number, count: number) {
  const vectors = randomUnitVectors(count + 1, dimensions, seed);
  const asked = vectorAt(vectors, dimensions, count);
  const expected = Array.from({ length: count }, (_, point) => cosine(asked, vectorAt(vectors, dimensions, point)));
  return { points: { vectors, dimensions, count }, asked, expected };
}

describe("dotProducts", () => {
  it("returns the same products as one-by-one computation, to the last bit", () => {
    const size = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(fc.integer(), size, size, (seed, dimensions, count) => {
        const { points, asked, expected } = caseOf(seed, dimensions, count);
        expect([...(dotProducts(points)?.(asked) ?? [])]).toEqual(expected);
      }),
      runs,
    );
  });

  it("can alternate between two sets of points", () => {
    const [one, other] = [caseOf(1, 384, 50), caseOf(2, 384, 9)];
    const [askOne, askOther] = [dotProducts(one.points), dotProducts(other.points)];
    for (let turn = 0; turn < 3; turn++) {
      expect([...(askOne?.(one.asked) ?? [])]).toEqual(one.expected);
      expect([...(askOther?.(other.asked) ?? [])]).toEqual(other.expected);
    }
  });

  it("accepts as many points as fit into its memory", () => {
    const vectors = new Float32Array(4096 * 384);
    expect(dotProducts({ vectors, dimensions: 384, count: 3000 })).not.toBeNull();
    expect(dotProducts({ vectors, dimensions: 384, count: 4096 })).toBeNull();
  });

  it("returns null if there are no points", () => {
    expect(dotProducts({ vectors: new Float32Array(0), dimensions: 3, count: 0 })).toBeNull();
  });
});

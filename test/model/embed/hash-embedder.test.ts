/** Does the hash embedder behave like every embedder, and the same on every machine? */
import { describe, expect, it } from "vitest";
import { cosine } from "../../../src/maths/numbers.ts";
import { hashEmbedder } from "../../../src/model/embed/hash-embedder.ts";
import { embedderContract } from "../../contracts/embedder.ts";

embedderContract("hash", async () => hashEmbedder());

describe("hashEmbedder", () => {
  it("returns the same vectors on every machine", async () => {
    const { vectors } = await hashEmbedder().embed(["apple"]);
    const places = [...vectors].flatMap((value, place) => (value === 0 ? [] : [[place, Number(value.toFixed(6))]]));
    expect(places).toMatchInlineSnapshot(`
      [
        [
          9,
          0.377964,
        ],
        [
          11,
          0.377964,
        ],
        [
          12,
          0.377964,
        ],
        [
          14,
          -0.377964,
        ],
        [
          33,
          0.377964,
        ],
        [
          43,
          0.377964,
        ],
        [
          49,
          -0.377964,
        ],
      ]
    `);
  });

  it("returns similar vectors only for similar spellings", async () => {
    const { vectors, dimensions } = await hashEmbedder().embed([
      "a history of the apple",
      "the history of an apple",
      "quantum chromodynamics",
    ]);
    const at = (place: number) => vectors.subarray(place * dimensions, (place + 1) * dimensions);
    expect(cosine(at(0), at(1))).toBeGreaterThan(0.5);
    expect(cosine(at(0), at(2))).toBeLessThan(0.3);
  });
});

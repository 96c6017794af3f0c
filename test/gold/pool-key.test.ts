import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { poolFingerprint } from "../../src/gold/pool-key.ts";
import { runs } from "../support/property.ts";

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

describe("poolFingerprint", () => {
  it("is the hash of queries and ids in the order of their characters", () => {
    // printf '["a","d1"]\n["b","d1"]' | sha256sum, of coreutils.
    expect(
      poolFingerprint(
        [
          { query: "b", id: "d1" },
          { query: "a", id: "d1" },
        ],
        hash,
      ),
    ).toBe("48a5ddf8c7a58d9c4244cf637385900491de98a9ebfff4be7414e13037f26782");
  });

  it("is the same in any order, and another for any other set of pairs", () => {
    const names = fc.constantFrom("a", "b", 'a","b', "\n", "");
    const pairs = fc.uniqueArray(fc.record({ query: names, id: names }), {
      selector: (pair) => JSON.stringify([pair.query, pair.id]),
      minLength: 1,
    });
    fc.assert(
      fc.property(pairs, (all) => {
        const whole = poolFingerprint(all, hash);
        expect(poolFingerprint(all.toReversed(), hash)).toBe(whole);
        for (const left of all) {
          expect(
            poolFingerprint(
              all.filter((pair) => pair !== left),
              hash,
            ),
          ).not.toBe(whole);
        }
      }),
      runs,
    );
  });
});

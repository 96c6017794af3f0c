import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { poolFingerprint, poolText } from "../../../src/gold/pools/pool-format.ts";
import { makePair } from "../../support/make-pair.ts";
import { runs } from "../../support/property.ts";

describe("poolText", () => {
  it("writes one line per pair, in the documented format", () => {
    const engines = [{ name: "library", rank: 0, also: [], of: 8 }];
    expect([...poolText([makePair("fast cars", "d1", { title: 'The "Beetle"', engines })])]).toEqual([
      '{"query":"fast cars","queryId":null,"id":"d1","title":"The \\"Beetle\\"","engines":[{"name":"library","rank":0,"of":8}],"probability":1}\n',
    ]);
  });

  it("writes optional fields if they have values", () => {
    const pair = makePair("q", "d1", {
      queryId: "q1",
      informationNeed: "quick ones",
      url: "https://a.example/",
      engines: [{ name: "library", rank: 1, also: [3], of: 8 }],
      probability: 0.25,
      queryProbability: 0.5,
      merged: [{ id: "d2", title: "D1", similarity: 0.98 }],
      inOrder: { order: "3f2a", since: 200 },
    });
    expect([...poolText([pair])].map((line) => JSON.parse(line))).toEqual([{ ...pair }]);
  });

  it("writes a single line whatever the texts contain", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (title) => {
        const [line = "", ...others] = poolText([makePair("q", "d1", { title })]);
        expect(others).toEqual([]);
        expect(line.indexOf("\n")).toBe(line.length - 1);
        expect(JSON.parse(line).title).toBe(title);
      }),
      runs,
    );
  });

  it("returns no text without pairs", () => {
    expect([...poolText([])]).toEqual([]);
  });
});

describe("poolFingerprint", () => {
  it("returns the hash of queries, ids and lower-case titles, sorted by character code", () => {
    const pairs = [
      { query: "b", id: "d1", title: "" },
      { query: "a", id: "d1", title: "Straße" },
    ];
    // printf '["a","d1","strasse"]\n["b","d1",""]' | sha256sum, of coreutils.
    expect(poolFingerprint(pairs)).toBe("4c29199614e16440407e1c1b95843e66aabaae300905413dad77337408b355be");
  });

  it("changes with the title, but not with its case", () => {
    const fingerprintOf = (title: string) => poolFingerprint([{ query: "a", id: "d1", title }]);
    expect(fingerprintOf("SHOES")).toBe(fingerprintOf("shoes"));
    expect(fingerprintOf("Shoe")).not.toBe(fingerprintOf("shoes"));
  });

  it("ignores the order of pairs, and changes for any other set", () => {
    const names = fc.constantFrom("a", "b", 'a","b', "\n", "");
    const pairs = fc.uniqueArray(fc.record({ query: names, id: names, title: names }), {
      selector: (pair) => JSON.stringify([pair.query, pair.id]),
      minLength: 1,
    });
    fc.assert(
      fc.property(pairs, (all) => {
        const whole = poolFingerprint(all);
        expect(poolFingerprint(all.toReversed())).toBe(whole);
        for (const left of all) {
          expect(poolFingerprint(all.filter((pair) => pair !== left))).not.toBe(whole);
        }
      }),
      runs,
    );
  });
});

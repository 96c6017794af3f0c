import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { poolText } from "../../../src/gold/pools/write-pool.ts";
import { makePair } from "../../support/make-pair.ts";
import { runs } from "../../support/property.ts";

describe("poolText", () => {
  it("writes a line for each pair, as the contract of the command line has it", () => {
    const engines = [{ name: "library", rank: 0, also: [], of: 8 }];
    expect([...poolText([makePair("fast cars", "d1", { title: 'The "Beetle"', engines })])]).toEqual([
      '{"query":"fast cars","queryId":null,"id":"d1","title":"The \\"Beetle\\"","engines":[{"name":"library","rank":0,"of":8}],"probability":1}\n',
    ]);
  });

  it("adds what else is known", () => {
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

  it("writes one line for any text", () => {
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

  it("is nothing without pairs", () => {
    expect([...poolText([])]).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { queryDisagreement } from "../../../src/gold/agreement/query-disagreement.ts";
import { makeEngine } from "../../support/make-pair.ts";

const document = (...engines: readonly ReturnType<typeof makeEngine>[]) => ({ engines });

describe("queryDisagreement", () => {
  it("measures what lists weigh differently, by position", () => {
    const documents = [
      document(makeEngine("a", 0), makeEngine("b", 2)),
      document(makeEngine("a", 1), makeEngine("b", 1), makeEngine("c", 0)),
      document(makeEngine("c", 2)),
    ];
    // By hand: weights 1, 1 / log2 3, 1/2 at ranks 0, 1, 2. a - b: 1/2, 0, 0; a - c: 1, 1 - 1 / log2 3, 1/2.
    const second = 1 / Math.log2(3);
    expect(queryDisagreement(documents, [["a", "b"]])).toBeCloseTo(0.5, 12);
    const [near, far] = [0.25, 1 + (1 - second) ** 2 + 0.25];
    const both = [
      ["a", "b"],
      ["a", "c"],
    ] as const;
    expect(queryDisagreement(documents, both)).toBeCloseTo(Math.sqrt((near + far) / 2), 12);
  });

  it("is 0 for lists that are the same, whatever others return", () => {
    const documents = [0, 1, 2].map((rank) =>
      document(makeEngine("a", rank), makeEngine("b", rank), makeEngine("c", 2 - rank)),
    );
    expect(queryDisagreement(documents, [["a", "b"]])).toBe(0);
    expect(queryDisagreement(documents, [["a", "c"]])).toBeGreaterThan(0);
  });

  it("is the same in both directions, and 0 without engines or documents", () => {
    const documents = [document(makeEngine("a", 4)), document(makeEngine("b", 0))];
    expect(queryDisagreement(documents, [["a", "b"]])).toBe(queryDisagreement(documents, [["b", "a"]]));
    expect(queryDisagreement(documents, [])).toBe(0);
    expect(queryDisagreement([], [["a", "b"]])).toBe(0);
  });
});

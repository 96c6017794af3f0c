/** Is a lead confirmed only if enough references agree and none disagrees? */
import { describe, expect, it } from "vitest";
import {
  FEWEST_REFERENCES,
  isConfirmed,
  type LabelsInTurn,
  referencesInTurn,
} from "../../../src/label/folder/double-checks.ts";

/** Twelve values around `level`. */
const around = (level: number) => Float64Array.from({ length: 12 }, (_, query) => level + ((query % 3) - 1) * 0.05);

function labels(reference: string, ...levels: (number | null)[]): LabelsInTurn {
  return { reference, values: levels.map((level) => (level === null ? null : around(level))) };
}

describe("referencesInTurn", () => {
  it("counts for each pair of engines the references by which either engine is significantly better", () => {
    const found = referencesInTurn(
      ["A", "B", "C"],
      [labels("R", 0.6, 0.4, 0.6), labels("C", 0.3, 0.5, null), labels("B", 0.5, null, 0.3)],
    );
    expect(found.references).toEqual(["R", "C", "B"]);
    expect(found.pairs).toEqual([
      { a: "A", b: "B", references: 2, a_ahead: 1, b_ahead: 1 },
      { a: "A", b: "C", references: 2, a_ahead: 1, b_ahead: 0 },
      { a: "B", b: "C", references: 1, a_ahead: 0, b_ahead: 1 },
    ]);
  });

  it("does not count a reference for pairs with an engine that is a copy of the reference", () => {
    const [pair] = referencesInTurn(["A", "B"], [labels("R", 1, 0.4), labels("S", 0.5, 0.4)]).pairs;
    expect(pair).toMatchObject({ references: 1, a_ahead: 1 });
  });

  it("compares only queries that are measured for both engines", () => {
    const [one, other] = [around(0.6), around(0.4)];
    one.fill(Number.NaN, 0, 6);
    other.fill(Number.NaN, 6);
    const [pair] = referencesInTurn(["A", "B"], [{ reference: "R", values: [one, other] }]).pairs;
    expect(pair).toMatchObject({ references: 1, a_ahead: 0, b_ahead: 0 });
  });
});

describe("isConfirmed", () => {
  const pair = (references: number, a_ahead: number, b_ahead: number) => {
    return { a: "A", b: "B", references, a_ahead, b_ahead };
  };

  it.each([
    [pair(FEWEST_REFERENCES, FEWEST_REFERENCES, 0), true],
    [pair(FEWEST_REFERENCES - 1, FEWEST_REFERENCES - 1, 0), false],
    [pair(10, 9, 0), true],
    [pair(10, 9, 1), false],
    [pair(10, 8, 0), false],
  ])("returns for the counts %j: %s", (counts, expected) => {
    expect(isConfirmed(counts, "A")).toBe(expected);
    expect(isConfirmed({ ...counts, a_ahead: counts.b_ahead, b_ahead: counts.a_ahead }, "B")).toBe(expected);
    expect(isConfirmed(counts, "B")).toBe(false);
  });
});

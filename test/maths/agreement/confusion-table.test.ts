import { describe, expect, it } from "vitest";
import { confusionTable } from "../../../src/maths/agreement/confusion-table.ts";

describe("confusionTable", () => {
  const one = Int32Array.of(0, 0, 1, 1, -1, 1);
  const other = Int32Array.of(0, 1, 1, 0, 1, -1);

  it("has the first rater in rows and leaves out what either did not rate", () => {
    expect([...confusionTable(one, Int32Array.of(1, 1, 1, 1, 1, -1), 2)]).toEqual([0, 2, 0, 2]);
    expect([...confusionTable(one, other, 2)]).toEqual([1, 1, 1, 1]);
  });

  it("counts an item as often as it is told", () => {
    expect([...confusionTable(one, other, 2, [3, 0, 2, 1, 9, 9])]).toEqual([3, 0, 1, 2]);
  });
});

import { expect, it } from "vitest";
import { lookupCounter } from "../../../src/model/index/count-lookups.ts";

it("counts the look-ups of all its indexes, and leaves question and answer as they are", () => {
  const { counted, lookups } = lookupCounter();
  const [one, other] = [counted({ size: 9, nearest: (_, k) => [k] }), counted({ size: 2, nearest: () => [1, 0] })];
  expect(lookups()).toBe(0);
  expect([one.size, other.size]).toEqual([9, 2]);
  expect([one.nearest(Float32Array.of(1), 5), one.nearest(Float32Array.of(1), 6)]).toEqual([[5], [6]]);
  expect(other.nearest(Float32Array.of(1), 2)).toEqual([1, 0]);
  expect(lookups()).toBe(3);
});

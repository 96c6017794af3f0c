import { describe, expect, it } from "vitest";
import { plainMultiply } from "../../src/bench/plain-multiply.ts";

describe("plainMultiply", () => {
  it("multiplies as worked by hand", () => {
    const left = { rows: 2, columns: 3, values: Float64Array.of(1, 2, 3, 4, 5, 6) };
    const right = { rows: 3, columns: 2, values: Float64Array.of(1, 0, 0, 1, -1, 10) };
    expect(plainMultiply(left, right)).toEqual({ rows: 2, columns: 2, values: Float64Array.of(-2, 32, -2, 65) });
  });
});

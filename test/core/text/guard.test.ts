import { describe, expect, it } from "vitest";
import { guard } from "../../../src/core/text/guard.ts";
import { unguard } from "../../../src/core/text/unguard.ts";

describe("guard", () => {
  it.each(["=1+1", "-engine", "@home", "+49"])("puts a quote before %s, which unguard takes off", (cell) => {
    expect(guard(cell)).toBe(`'${cell}`);
    expect(unguard(guard(cell))).toBe(cell);
  });

  it.each(["plain", "", "a=b"])("leaves %j as it is", (cell) => {
    expect(guard(cell)).toBe(cell);
  });
});

/** Is a cell of any length shown as much of it as helps? */
import { describe, expect, it } from "vitest";
import { quoted } from "../../../src/core/text/quoted.ts";

describe("quoted", () => {
  it("shows what has no more than 200 characters whole", () => {
    expect(quoted("")).toBe('""');
    expect(quoted("x".repeat(200))).toBe(`"${"x".repeat(200)}"`);
  });

  it("cuts what is longer, and says how long it is", () => {
    expect(quoted("x".repeat(201))).toBe(`"${"x".repeat(200)}…" (201 characters)`);
    expect(quoted("y".repeat(1_000_000))).toHaveLength(200 + '"…" (1000000 characters)'.length);
  });

  it("cuts no character in two", () => {
    expect(quoted(`${"x".repeat(199)}😀y`)).toBe(`"${"x".repeat(199)}…" (202 characters)`);
  });
});

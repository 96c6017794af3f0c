/** Is one path one text, however it is written? */
import { describe, expect, it } from "vitest";
import { plainPath } from "../../../src/core/text/plain-path.ts";

describe("plainPath", () => {
  it.each([
    ["all.csv", "./all.csv"],
    ["a/all.csv", "././a//./all.csv"],
    ["/all.csv", "//all.csv"],
    ["C:/lists/all.csv", "C:\\lists\\.\\all.csv"],
    ["lists/all.csv", ".\\lists\\all.csv"],
  ])("%s is %s", (one, other) => {
    expect(plainPath(other)).toBe(plainPath(one));
    expect(plainPath(one)).toBe(one);
  });

  it.each([
    ["all.csv", "/all.csv"],
    ["all.csv", ".all.csv"],
    ["all.csv", "../all.csv"],
  ])("%s is not %s", (one, other) => {
    expect(plainPath(other)).not.toBe(plainPath(one));
  });
});

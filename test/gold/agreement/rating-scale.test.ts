import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { parseRatingScale, requireKeys } from "../../../src/gold/agreement/combine-ratings.ts";
import { runs } from "../../support/property.ts";

describe("parseRatingScale", () => {
  it("uses the usual labels for a scale of five stars", () => {
    expect(parseRatingScale("1-5")).toEqual({
      name: "1-5",
      grades: [
        { grade: 1, label: "irrelevant" },
        { grade: 2, label: "marginally relevant" },
        { grade: 3, label: "moderately relevant" },
        { grade: 4, label: "relevant" },
        { grade: 5, label: "highly relevant" },
      ],
    });
  });

  test.each([
    ["0-1", [0, 1]],
    ["0-3", [0, 1, 2, 3]],
    [" 1 - 4 ", [1, 2, 3, 4]],
    ["0-9", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ])("reads %s as whole grades", (name, grades) => {
    expect(parseRatingScale(name).grades.map(({ grade }) => grade)).toEqual(grades);
  });

  it("parses the name of a scale to the same scale", () => {
    fc.assert(
      fc.property(fc.constantFrom(0, 1), fc.integer({ min: 2, max: 9 }), (first, last) => {
        const scale = parseRatingScale(`${first}-${last}`);
        expect(parseRatingScale(scale.name)).toEqual(scale);
        expect(scale.grades).toHaveLength(last - first + 1);
        expect(new Set(scale.grades.map(({ label }) => label)).size).toBe(scale.grades.length);
      }),
      runs,
    );
  });

  it("accepts labels for the grades, lowest grade first, and trims these labels", () => {
    expect(parseRatingScale("0-1", [" no ", "yes"]).grades).toEqual([
      { grade: 0, label: "no" },
      { grade: 1, label: "yes" },
    ]);
  });

  it("uses numbers as labels of grades if the scale has no usual labels", () => {
    expect(parseRatingScale("1-3").grades.map(({ label }) => label)).toEqual(["1", "2", "3"]);
  });

  it("includes steps between whole grades if the name of the scale has a step", () => {
    const { name, grades } = parseRatingScale("0-1:0.1");
    expect(name).toBe("0-1:0.1");
    expect(grades.map(({ grade }) => grade)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
    expect(() => requireKeys(parseRatingScale("0-3:0.5"))).toThrow("Pass a scale such as 0-3.");
  });

  it.each(["0-3:0.3", "0-3:", "0-3:2", "", "5", "5-1", "1-1", "2-5", "0-101", "a-b", "1-5-9", "-1-3", "0.5-3", "1–5"])(
    'rejects "%s"',
    (name) => {
      expect(() => parseRatingScale(name)).toThrow(
        expect.objectContaining({ code: "INVALID_SCALE", details: { scale: name } }),
      );
    },
  );

  it.each([[["one"]], [["a", "b", "c"]], [["a", " "]], [[]]])(
    "rejects labels that do not fit two grades: %j",
    (labels) => {
      expect(() => parseRatingScale("0-1", labels)).toThrow(expect.objectContaining({ code: "INVALID_SCALE" }));
    },
  );
});

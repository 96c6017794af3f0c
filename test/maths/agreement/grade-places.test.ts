import { describe, expect, it } from "vitest";
import { gradePlaces } from "../../../src/maths/agreement/grade-places.ts";

describe("gradePlaces", () => {
  it("numbers the grades that occur, as numbers and not as text, and marks what is missing", () => {
    const { grades, places } = gradePlaces([
      [10, 2, Number.NaN],
      [9, Number.NaN, 2],
    ]);
    expect([...grades]).toEqual([2, 9, 10]);
    expect(places.map((ofRater) => [...ofRater])).toEqual([
      [2, 0, -1],
      [1, -1, 0],
    ]);
  });

  it("has nothing for nobody", () => {
    expect(gradePlaces([])).toEqual({ grades: new Float64Array(0), places: [] });
  });

  it("rejects raters of unequal length", () => {
    expect(() => gradePlaces([[1, 2], [1]])).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", details: { lengths: [2, 1] } }),
    );
  });

  it("names the place of an infinite grade", () => {
    expect(() =>
      gradePlaces([
        [1, 2],
        [1, Number.POSITIVE_INFINITY],
      ]),
    ).toThrow(
      expect.objectContaining({
        code: "INVALID_RATING",
        details: { rater: 1, item: 1, grade: Number.POSITIVE_INFINITY },
      }),
    );
  });
});

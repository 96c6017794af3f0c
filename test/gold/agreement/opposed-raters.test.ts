/** Is somebody named who grades against the others, and nobody else? */
import { expect, it } from "vitest";
import { opposedRaters } from "../../../src/gold/agreement/opposed-raters.ts";
import { makePair, makeRatingSet } from "../../support/make-rating-set.ts";

const grades = [1, 5, 3, 2, 4, 1, 5, 2, 4, 3, 1, 5];
const pairs = grades.map((_, place) => makePair(place));
const opposite = grades.map((grade) => 6 - grade);
const named = (first: Record<string, readonly (number | null)[]>) =>
  opposedRaters(makeRatingSet({ first, scale: [1, 5], pairs }));

it("names both of two raters, of whom one reads the scale the other way round", () => {
  expect(named({ ann: grades, ben: opposite })).toEqual(
    ["ann", "ben"].map((rater) => ({
      ...{ kind: "rater-opposed", source: expect.any(String), rater, count: 12 },
      correlation: expect.closeTo(-1, 12),
    })),
  );
});

it("names the one against two", () => {
  const near = grades.map((grade, place) => (place % 3 === 0 ? Math.min(5, grade + 1) : grade));
  expect(named({ ann: grades, ben: near, carl: opposite })).toMatchObject([{ rater: "carl" }]);
});

it.each([
  ["agree", grades],
  ["agree by chance", [3, 3, 4, 2, 3, 5, 1, 3, 2, 4, 3, 3]],
  ["share nine results", opposite.map((grade, place) => (place < 9 ? grade : null))],
  ["have one grade for all", grades.map(() => 3)],
  ["rated nothing together", grades.map(() => null)],
])("names nobody where raters %s", (_, ben) => {
  expect(named({ ann: grades, ben })).toEqual([]);
});

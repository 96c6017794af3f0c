/** Does each title have one label and one grade, the best of those that it was given? */
import { describe, expect, it } from "vitest";
import { labelsByTitle } from "../../src/trust/labels-by-title.ts";

const list = (...titles: number[]) => Int32Array.from(titles);
const numbers = (...values: number[]) => Float64Array.from(values);

describe("labelsByTitle", () => {
  const query = {
    titles: 4,
    lists: [list(0, 1, 2), list(1, 0), list()],
    grades: [numbers(Number.NaN, 2, 0), numbers(1, Number.NaN), numbers()],
  };

  it("takes the largest label and the best grade of any engine", () => {
    const found = labelsByTitle(query, [numbers(3, 1, 0.5), numbers(2, 4), numbers()]);
    // Title 0 has 3 and 4, title 1 has 1 and 2; of title 1 people said 2 and 1; nobody returned title 3.
    expect(found.labels).toEqual(numbers(4, 2, 0.5, 0));
    expect(found.grades).toEqual(numbers(Number.NaN, 2, 0, Number.NaN));
  });

  it("has no label for a query without lists", () => {
    expect(labelsByTitle({ titles: 0, lists: [], grades: [] }, [])).toEqual({ labels: numbers(), grades: numbers() });
  });
});

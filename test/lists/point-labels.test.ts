import { expect, test } from "vitest";
import { pointLabels } from "../../src/lists/group-judgments.ts";
import { groupResults } from "../../src/lists/group-results.ts";

test("pointLabels returns a label for each distinct title of a query, given its first rank", () => {
  const titles = ["Pears", "plums", "PEARS", "dates"];
  const raw = {
    ...{ engine: "ref", source: "ref.csv", queryIds: null, queryTexts: titles, ids: null, columns: new Map() },
    ...{ titles, ranks: Int32Array.of(0, 1, 2, 0), lines: Int32Array.of(2, 3, 4, 5) },
  };
  const reference = {
    lists: groupResults(raw, Int32Array.of(0, 0, 0, 1), 3),
    labels: Float64Array.of(5, 2.5, 1.25, 5),
    pointRanks: Int32Array.of(0, 1, 0, 0),
  };
  // Computed by hand: the second PEARS is the first title again, and query 2 has no reference.
  expect([0, 1, 2].map((query) => [...pointLabels(reference, query)])).toEqual([[5, 2.5], [5], []]);
});

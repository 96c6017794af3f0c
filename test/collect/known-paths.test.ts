import { expect, it } from "vitest";
import { knownPaths } from "../../src/collect/known-paths.ts";

it("names lists and values, of lists by their first entry", () => {
  expect(knownPaths({ took: 1, hits: { total: 2, hits: [{ _id: "a", tags: ["x"] }] } })).toEqual({
    lists: ["hits.hits", "hits.hits.tags"],
    values: ["took", "hits.total", "hits.hits._id", "hits.hits.tags"],
  });
});
it("ends where nesting does not", () => {
  const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`);
  expect(knownPaths(deep)).toEqual({ lists: [], values: [] });
});

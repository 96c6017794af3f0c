import { expect, it } from "vitest";
import { listRows } from "../../src/collect/list-rows.ts";

const query = (id: string | null, text: string | null) => ({ id, text, name: id ?? text ?? "" });

it("has only the columns that there is something for, and no row for a query without results", () => {
  const results = [{ title: null, id: "1", url: "http://x" }];
  const lists = [
    { query: query(null, "a"), results, isPartial: false },
    { query: query(null, "b"), results: [], isPartial: false },
    { query: query(null, "c"), results: null, isPartial: false },
  ];
  expect([...listRows(lists, { id: null, url: null }, null)]).toEqual([
    ["query", "rank", "title"],
    ["a", "0", ""],
  ]);
  expect([...listRows(lists, { id: "key", url: "link" }, "mine")]).toEqual([
    ["engine", "query", "rank", "id", "title", "url"],
    ["mine", "a", "0", "1", "", "http://x"],
  ]);
});

/** Are saved responses of Vespa and Typesense read as rows? */
import { expect, it } from "vitest";
import { typesense, vespa } from "../../../../src/io/tables/formats/search-response.ts";
import type { TableFormat } from "../../../../src/io/tables/table.ts";
import { inPieces, rowGatherer } from "../../pieces.ts";

async function read(format: TableFormat, saved: unknown) {
  const { rows, onRow } = rowGatherer();
  const text = JSON.stringify(saved);
  expect(format.detect(text)).toBe(true);
  await format.read(inPieces(text), "saved/tea.json", () => true, onRow, { field: null, isRequired: true });
  return rows.map(({ names, cells }) => Object.fromEntries(names.map((name, at) => [name, cells[at]])));
}

it("rejects an error of Vespa", async () => {
  const errors = [{ code: 12, summary: "Timed out" }];
  await expect(read(vespa, { root: { fields: { totalCount: 0 }, errors } })).rejects.toThrow("is an error (Timed out)");
  await expect(read(vespa, { query: "tea", response: { root: { errors } } })).rejects.toThrow(
    "is an error (Timed out)",
  );
});

it("marks a response of Vespa with errors and hits as incomplete", async () => {
  const children = [{ id: "id:ns:doc::a", relevance: 0.5, fields: { title: "Pears" } }];
  expect(await read(vespa, { root: { children, errors: [{ code: 12 }] } })).toMatchObject([
    { id: "a", title: "Pears", partial_response: "true" },
  ]);
});

it("reads the hits in the groups of Typesense, in their order", async () => {
  const hit = (id: string) => ({ document: { id, title: `title ${id}` }, text_match: 5 });
  const groups = [
    { group_key: ["a"], hits: [hit("1"), hit("2")] },
    { group_key: ["b"], hits: [hit("3")] },
  ];
  const rows = await read(typesense, { grouped_hits: groups, page: 1, request_params: { per_page: 10, q: "tea" } });
  expect(rows.map(({ query, rank, id, title }) => [query, rank, id, title])).toEqual([
    ["tea", "0", "1", "title 1"],
    ["tea", "1", "2", "title 2"],
    ["tea", "2", "3", "title 3"],
  ]);
});

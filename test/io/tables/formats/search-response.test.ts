/** Do the shared functions for search responses work for a made-up engine and any lists? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { searchResponseFormat } from "../../../../src/io/tables/formats/search-response.ts";
import { runs } from "../../../support/property.ts";
import { inPieces, rowGatherer } from "../../pieces.ts";

const made = searchResponseFormat({
  name: "made-up",
  mark: /^found\[\]$/,
  hitsOf: ({ found }) => (Array.isArray(found) ? found : null),
  queryOf: ({ asked }) => asked,
  startOf: ({ skipped }) => skipped,
  idField: "key",
  scoreField: "worth",
  titlePaths: (field) => [field ?? "label"],
  fieldsOf: (hit) => hit,
});

async function read(text: string, size?: number) {
  const { rows, onRow } = rowGatherer();
  await made.read(inPieces(text, size), "file.json", () => true, onRow, { field: null, isRequired: true });
  return rows;
}

describe("searchResponseFormat", () => {
  it("reads any lists without loss, however they are saved and split into pieces", async () => {
    const text = fc.string({ unit: "grapheme", minLength: 1 });
    const list = fc.record({
      asked: text,
      skipped: fc.nat(1000),
      found: fc.array(fc.record({ key: text, worth: fc.integer(), label: text }), { maxLength: 5 }),
    });
    const save = fc.constantFrom(
      (lists: readonly unknown[]) => JSON.stringify(lists),
      (lists: readonly unknown[]) => JSON.stringify({ responses: lists }, null, 2),
      (lists: readonly unknown[]) => lists.map((saved) => JSON.stringify(saved)).join("\r\n"),
      (lists: readonly unknown[]) => lists.map((saved) => `${JSON.stringify([saved])}\n`).join("\n"),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(list, { minLength: 1, maxLength: 4 }),
        save,
        fc.integer({ min: 1, max: 60 }),
        async (lists, toText, size) => {
          const rows = await read(toText(lists), size);
          expect(
            rows.map(({ names, cells }) => Object.fromEntries(names.map((name, at) => [name, cells[at]]))),
          ).toEqual(
            lists.flatMap(({ asked, skipped, found }) =>
              found.map(({ key, worth, label }, order) => ({
                query: asked,
                id: key,
                score: String(worth),
                rank: String(skipped + order),
                title: label,
              })),
            ),
          );
        },
      ),
      runs,
    );
  });

  it("requires titles only if the caller requests them", async () => {
    const saved = '{"asked":"a","found":[{"key":1}]}';
    const reading = (wants: (name: string) => boolean) =>
      made.read(inPieces(saved), "file.json", wants, () => {}, { field: null, isRequired: true });
    await expect(reading((name) => name === "title")).rejects.toMatchObject({ code: "MISSING_COLUMN" });
    await expect(reading((name) => name !== "title")).resolves.toEqual([]);
  });

  it("is recognised by the key that its definition names", () => {
    expect(made.detect('{"found":[')).toBe(true);
    expect(made.detect('{"found":{}}')).toBe(false);
  });
});

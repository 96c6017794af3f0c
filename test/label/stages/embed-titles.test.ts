/** Does every row get the vector of its own title, in any lists? */
import { describe, expect, it } from "vitest";
import { silentProgress } from "../../../src/core/ports.ts";
import { embedTitles } from "../../../src/label/stages/embed-titles.ts";
import { hashEmbedder } from "../../../src/model/embed/hash-embedder.ts";
import { makeLists } from "../../support/make-lists.ts";

const tools = {
  embedder: hashEmbedder(),
  clock: { seconds: () => 0 },
  progress: silentProgress,
  signal: new AbortController().signal,
};
const rules = { clean: true, untitled: true };
const rows = [
  [0, 0, "Heat transfer"],
  [0, 1, "Flutter"],
  [1, 0, "Wings"],
] as const;
const reference = makeLists("reference", rows, 2);
const candidate = makeLists("candidate", [[1, 0, "Flutter"]], 2);

describe("embedTitles", () => {
  it("gives each row the vector of its title, even in copies and other lists with these titles", async () => {
    const embedded = await embedTitles([reference, candidate], 2, rules, tools);
    const { vectors, dimensions } = await tools.embedder.embed(reference.titles, {});
    const wanted = (row: number) => vectors.subarray(row * dimensions, (row + 1) * dimensions);
    for (const lists of [reference, { ...reference }, makeLists("another", rows, 3)]) {
      for (const row of rows.keys()) expect(embedded.titlesOf(lists).vector(row)).toEqual(wanted(row));
      const keys = [...rows.keys()].map(embedded.titlesOf(lists).tokenKey);
      expect(new Set(keys).size).toBe(3);
    }
    expect(embedded.titlesOf({ ...candidate }).vector(0)).toEqual(wanted(1));
    expect(embedded.titlesOf({ ...candidate }).tokenKey(0)).toBe(embedded.titlesOf(reference).tokenKey(1));
  });

  it("embeds titles once if they are equal when cleaned, and does not embed missing titles", async () => {
    const asked: string[] = [];
    const embedder = {
      ...tools.embedder,
      embed: (titles: readonly string[]) => {
        asked.push(...titles);
        return tools.embedder.embed(titles, {});
      },
    };
    const titles = ["Heat\u00a0transfer", "Heat <i>transfer</i>", "", "n/a", "Wings", "Wings ."];
    const lists = makeLists(
      "exports",
      titles.map((title, rank) => [0, rank, title] as const),
      1,
    );
    const embedded = (await embedTitles([lists], 1, rules, { ...tools, embedder })).titlesOf(lists);
    expect(asked).toEqual(["Heat transfer", "Wings"]);
    expect(titles.map((_, row) => embedded.key(row))).toEqual([
      ...["heat transfer", "heat transfer", null],
      ...[null, "wings", "wings"],
    ]);
    expect(embedded.vector(4)).toEqual(embedded.vector(5));
    expect(embedded.vector(0)).toEqual(embedded.vector(1));
    expect(() => embedded.vector(2)).toThrow(RangeError);
  });

  it("throws for lists with a title that it did not embed", async () => {
    const embedded = await embedTitles([reference], 2, rules, tools);
    const stranger = makeLists("stranger", [[0, 0, "Slots"]], 1);
    expect(() => embedded.titlesOf(stranger)).toThrow("Slots");
    expect(() => embedded.titlesOf(stranger)).toThrow(RangeError);
  });
});

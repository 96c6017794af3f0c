/** Does every row get the vector of its own title, whichever lists it is asked of? */
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
const rows = [
  [0, 0, "Heat transfer"],
  [0, 1, "Flutter"],
  [1, 0, "Wings"],
] as const;
const reference = makeLists("reference", rows, 2);
const candidate = makeLists("candidate", [[1, 0, "Flutter"]], 2);

describe("embedTitles", () => {
  it("gives each row the vector of its title, in a copy of the lists and in others with these titles, too", async () => {
    const embedded = await embedTitles([reference, candidate], 2, tools);
    const { vectors, dimensions } = await tools.embedder.embed(reference.titles, {});
    const wanted = (row: number) => vectors.subarray(row * dimensions, (row + 1) * dimensions);
    for (const lists of [reference, { ...reference }, makeLists("another", rows, 3)]) {
      for (const row of rows.keys()) expect(embedded.vectorOf(lists)(row)).toEqual(wanted(row));
      const keys = [...rows.keys()].map(embedded.tokenKeyOf(lists));
      expect(new Set(keys).size).toBe(3);
    }
    expect(embedded.vectorOf({ ...candidate })(0)).toEqual(wanted(1));
    expect(embedded.tokenKeyOf({ ...candidate })(0)).toBe(embedded.tokenKeyOf(reference)(1));
  });

  it("refuses lists with a title that was not embedded", async () => {
    const embedded = await embedTitles([reference], 2, tools);
    const stranger = makeLists("stranger", [[0, 0, "Slots"]], 1);
    expect(() => embedded.vectorOf(stranger)).toThrow("Slots");
    expect(() => embedded.tokenKeyOf(stranger)).toThrow(RangeError);
  });
});

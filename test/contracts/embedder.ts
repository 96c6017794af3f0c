/**
 * What must every embedder of titles do?
 * The tests of each implementation call this suite.
 */
import { describe, expect, it } from "vitest";
import type { Embedder } from "../../src/core/ports.ts";
import { type EmbeddedTitles, TitleFlag } from "../../src/core/types.ts";

const titles = [
  "Growing red apples",
  "",
  "A history of the orchard",
  "growing RED apples",
  "Pears, quinces and medlars: a gardener's handbook for small gardens in cold places",
  "梨の歴史",
  "Growing red apples",
  "Orchard",
];

export function embedderContract(name: string, make: () => Promise<Embedder>): void {
  const vectorAt = ({ vectors, dimensions }: EmbeddedTitles, place: number) =>
    vectors.slice(place * dimensions, (place + 1) * dimensions);

  describe(`the contract of an embedder: ${name}`, () => {
    it("returns one entry per title", async () => {
      const embedder = await make();
      const embedded = await embedder.embed(titles);
      expect(embedded.dimensions).toBe(embedder.model.dimensions);
      expect(embedded.vectors).toHaveLength(titles.length * embedder.model.dimensions);
      expect(embedded.tokenKeys).toHaveLength(titles.length);
      expect(embedded.tokenCounts).toHaveLength(titles.length);
      expect(embedded.flags).toHaveLength(titles.length);
      expect(embedder.model.sha256).toMatch(/^[0-9a-f]{64}$/);
    });

    it("returns vectors with a length of 1", async () => {
      const embedded = await (await make()).embed(titles);
      titles.forEach((title, place) => {
        expect(Math.hypot(...vectorAt(embedded, place)), title).toBeCloseTo(1, 6);
      });
    });

    it("returns equal vectors and keys for equal titles and for titles that only differ in case", async () => {
      const embedded = await (await make()).embed(titles);
      for (const other of [3, 6]) {
        expect(embedded.tokenKeys[other]).toBe(embedded.tokenKeys[0]);
        expect(vectorAt(embedded, other)).toEqual(vectorAt(embedded, 0));
      }
      expect(new Set(embedded.tokenKeys).size).toBe(titles.length - 2);
      expect(vectorAt(embedded, 2)).not.toEqual(vectorAt(embedded, 0));
    });

    it("returns the same bits for a title alone, in another order and among other titles", async () => {
      const embedder = await make();
      const together = await embedder.embed(titles);
      const reversed = await embedder.embed([...titles].reverse());
      const crowd = Array.from({ length: 300 }, (_, at) => `Something else about number ${at}`);
      const among = await embedder.embed([...crowd, ...titles, ...crowd.map((title) => `${title}, again`)]);
      for (const [place, title] of titles.entries()) {
        const alone = await embedder.embed([title]);
        const expected = vectorAt(alone, 0);
        expect(vectorAt(together, place), title).toEqual(expected);
        expect(vectorAt(reversed, titles.length - 1 - place), title).toEqual(expected);
        expect(vectorAt(among, crowd.length + place), title).toEqual(expected);
        expect(together.tokenKeys[place]).toBe(alone.tokenKeys[0]);
        expect(together.tokenCounts[place]).toBe(alone.tokenCounts[0]);
      }
    });

    it("returns no vectors for no titles", async () => {
      const embedded = await (await make()).embed([]);
      expect(embedded.vectors).toHaveLength(0);
      expect(embedded.tokenKeys).toEqual([]);
    });

    it("reports its progress until all titles are done", async () => {
      const told: number[] = [];
      await (await make()).embed(titles, { onProgress: (done) => told.push(done) });
      expect(told).toEqual([...told].sort((one, other) => one - other));
      expect(told.at(-1)).toBe(titles.length);
    });

    it("stops if the signal is aborted", async () => {
      const interruption = new AbortController();
      interruption.abort();
      const embedding = (await make()).embed(titles, { signal: interruption.signal });
      await expect(embedding).rejects.toMatchObject({ code: "INTERRUPTED" });
    });

    it("computes the vectors that it has not stored if there is no cache", async () => {
      const embedded = await (await make()).embed(titles);
      expect([...embedded.flags].filter((flags) => (flags & TitleFlag.fromCache) !== 0)).toEqual([]);
    });
  });
}

/** Does the cache return the model's own entries, and never a wrong one? */
import { describe, expect, it } from "vitest";
import type { Embedder } from "../../../src/core/ports.ts";
import { type ModelIdentity, TitleFlag } from "../../../src/core/types.ts";
import { cachedEmbedder } from "../../../src/model/embed/cached-embedder.ts";
import { hashEmbedder } from "../../../src/model/embed/hash-embedder.ts";
import type { VectorStore } from "../../../src/model/embed/vector-store.ts";
import { embedderContract } from "../../contracts/embedder.ts";

/** Keeps entries in memory, where tests can change them. */
function memoryStore(): VectorStore & { readonly entries: Map<string, Uint8Array> } {
  const entries = new Map<string, Uint8Array>();
  const nameOf = (key: Uint8Array) => Buffer.from(key).toString("hex");
  return {
    entries,
    get: (key) => entries.get(nameOf(key)),
    put: async (added) => {
      for (const [key, value] of added) entries.set(nameOf(key), value);
    },
    close: async () => {},
  };
}

/** An embedder with keys that fit an entry. It records what it was asked to embed. */
function countingEmbedder(identity: Partial<ModelIdentity> = {}): Embedder & { readonly asked: string[] } {
  const inner = hashEmbedder();
  const asked: string[] = [];
  return {
    asked,
    model: { ...inner.model, ...identity },
    async embed(titles, options) {
      asked.push(...titles);
      const embedded = await inner.embed(titles, options);
      return {
        ...embedded,
        tokenKeys: titles.map((title) => Buffer.from(title.toLowerCase()).toString("hex").padEnd(22, "0").slice(-22)),
        flags: Uint8Array.from(titles, (title) => (title.includes("?") ? TitleFlag.unknownToken : 0)),
      };
    },
  };
}

const titles = ["Pears", "Quinces?", "", "Plums"];

embedderContract("an empty cache", async () => {
  const store = { get: () => undefined, put: async () => {}, close: async () => {} };
  return cachedEmbedder(hashEmbedder(), store);
});

describe("cachedEmbedder", () => {
  it("embeds a title once, and then returns its entry from the cache, marked as cached", async () => {
    const store = memoryStore();
    const embedder = countingEmbedder();
    const first = await cachedEmbedder(embedder, store).embed(titles);
    const second = await cachedEmbedder(embedder, store).embed([...titles].reverse());
    expect(embedder.asked).toEqual(titles);
    expect([...first.flags]).toEqual([0, TitleFlag.unknownToken, 0, 0]);
    expect([...second.flags]).toEqual([4, 4, 4 | TitleFlag.unknownToken, 4]);
    expect([...second.tokenKeys].reverse()).toEqual(first.tokenKeys);
    expect([...second.tokenCounts].reverse()).toEqual([...first.tokenCounts]);
    for (const place of titles.keys()) {
      const other = titles.length - 1 - place;
      expect(second.vectors.slice(other * 64, (other + 1) * 64)).toEqual(
        first.vectors.slice(place * 64, (place + 1) * 64),
      );
    }
  });

  it("embeds only titles that are not in the cache", async () => {
    const store = memoryStore();
    const embedder = countingEmbedder();
    const cached = cachedEmbedder(embedder, store);
    await cached.embed(["Pears", "Plums"]);
    const told: number[] = [];
    await cached.embed(["Pears", "Figs", "Plums", "Dates"], { onProgress: (done) => told.push(done) });
    // Known titles are embedded once more, to check that the model is unchanged.
    await cached.embed(["Pears", "Elder"]);
    expect(embedder.asked).toEqual(["Pears", "Plums", "Pears", "Plums", "Figs", "Dates", "Elder"]);
    expect(told[0]).toBe(2);
    expect(told.at(-1)).toBe(4);
  });

  it("does not store vectors if the model's files were changed while it ran, and explains what to do", async () => {
    const store = memoryStore();
    await cachedEmbedder(countingEmbedder(), store).embed(["Pears", "Plums"]);
    const good = countingEmbedder();
    const changed: Embedder = {
      ...good,
      async embed(given, options) {
        const embedded = await good.embed(given, options);
        return { ...embedded, vectors: embedded.vectors.toReversed() };
      },
    };
    const embedding = cachedEmbedder(changed, store).embed(["Pears", "Figs"]);
    await expect(embedding).rejects.toMatchObject({ code: "MODEL_DAMAGED", details: { title: "Pears" } });
    await expect(embedding).rejects.toThrow(/semqrel system model verify.*semqrel system cache clean/);
    expect(store.entries.size).toBe(2);
  });

  it("does not normalise titles", async () => {
    const embedder = countingEmbedder();
    const cached = cachedEmbedder(embedder, memoryStore());
    await cached.embed(["Pears", "pears", "Pears ", "Pe\u0301ars", "P\u00e9ars"]);
    expect(embedder.asked).toHaveLength(5);
  });

  it.each<Partial<ModelIdentity>>([{ sha256: "1".repeat(64) }, { precision: "int8" }, { maxTokens: 128 }])(
    "never returns vectors of another model: %o",
    async (identity) => {
      const store = memoryStore();
      await cachedEmbedder(countingEmbedder(), store).embed(titles);
      const other = countingEmbedder(identity);
      await cachedEmbedder(other, store).embed(titles);
      expect(other.asked).toEqual(titles);
      expect(store.entries.size).toBe(2 * titles.length);
    },
  );

  it("treats an entry as missing if any of its bytes is damaged", async () => {
    const store = memoryStore();
    const good = await cachedEmbedder(countingEmbedder(), store).embed(["Pears"]);
    const [[key, entry] = ["", new Uint8Array()]] = store.entries;
    // Places of the flags, an unused byte, the token count, the token key, the checksum and the vector.
    for (const at of [0, 1, 2, 4, 26, 28, 36, entry.length - 1]) {
      store.entries.set(
        key,
        entry.map((byte, place) => (place === at ? byte ^ 0x10 : byte)),
      );
      const embedder = countingEmbedder();
      const again = await cachedEmbedder(embedder, store).embed(["Pears"]);
      expect(embedder.asked, `byte ${at}`).toEqual(["Pears"]);
      expect(again).toEqual(good);
      expect(store.entries.get(key)).toEqual(entry);
    }
  });

  it("treats an entry of another title as missing", async () => {
    const store = memoryStore();
    await cachedEmbedder(countingEmbedder(), store).embed(["Pears", "Plums"]);
    const [[pears = ""] = [], [, plums = new Uint8Array()] = []] = store.entries;
    store.entries.set(pears, plums);
    const embedder = countingEmbedder();
    await cachedEmbedder(embedder, store).embed(["Pears", "Plums"]);
    // Plums is embedded once more, because known titles are checked.
    expect(embedder.asked).toEqual(["Plums", "Pears"]);
  });

  it.each([
    { name: "too short", change: (entry: Uint8Array) => entry.slice(0, -4) },
    { name: "too long", change: (entry: Uint8Array) => Buffer.concat([entry, new Uint8Array(4)]) },
    { name: "empty", change: () => new Uint8Array() },
  ])("treats an entry that is $name as missing", async ({ change }) => {
    const store = memoryStore();
    await cachedEmbedder(countingEmbedder(), store).embed(["Pears"]);
    for (const [key, entry] of store.entries) store.entries.set(key, change(entry));
    const embedder = countingEmbedder();
    await cachedEmbedder(embedder, store).embed(["Pears"]);
    expect(embedder.asked).toEqual(["Pears"]);
  });

  it("keeps finished blocks if it is interrupted", async () => {
    const store = memoryStore();
    const interruption = new AbortController();
    const many = Array.from({ length: 2500 }, (_, at) => `Title ${at}`);
    const embedding = cachedEmbedder(countingEmbedder(), store).embed(many, {
      signal: interruption.signal,
      onProgress: (done) => {
        if (done > 0) interruption.abort();
      },
    });
    await expect(embedding).rejects.toMatchObject({ code: "INTERRUPTED" });
    expect(store.entries.size).toBe(1024);
    const next = countingEmbedder();
    await cachedEmbedder(next, store).embed(many);
    expect(next.asked).toEqual([...many.slice(0, 3), ...many.slice(1024)]);
  });
});

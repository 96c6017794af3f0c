/** Does the file keep what is stored, for several processes, and survive damage? */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { checkVectors, openVectorStore } from "../../../src/model/embed/vector-store.ts";
import { root, temporaryFolder } from "../../support/run-cli.ts";

const keyOf = (name: string) => createHash("sha256").update(name).digest();
/** Returns 1,600 bytes for any name. */
const contentOf = (name: string) => Buffer.from(name.padEnd(16).repeat(100));
const entriesOf = (names: readonly string[]) => names.map((name) => [keyOf(name), contentOf(name)] as const);
const manyNames = Array.from({ length: 300 }, (_, at) => `name ${at}`);
const isWhole = (_: Uint8Array, value: Uint8Array) => {
  const text = Buffer.from(value);
  return text.length === 1600 && text.includes(" ") && text.equals(contentOf(text.toString("utf8", 0, 16)));
};

/** Two blocks, with 200 and 100 entries. */
async function filledFile(): Promise<string> {
  const path = join(temporaryFolder(), "below/vectors.bin");
  const { store } = await openVectorStore(path);
  await store.put(entriesOf(manyNames.slice(0, 200)));
  await store.put(entriesOf(manyNames.slice(200)));
  await store.close();
  return path;
}

const blockBytes = (entries: number) => 32 + entries * (32 + 1600);

function changed(path: string, change: (bytes: Buffer) => void): Buffer {
  const bytes = readFileSync(path);
  change(bytes);
  writeFileSync(path, bytes);
  return bytes;
}

describe("openVectorStore", () => {
  it("still contains its entries after it is opened again", async () => {
    const path = join(temporaryFolder(), "a/b/vectors.bin");
    const { store, setAside } = await openVectorStore(path);
    expect(setAside).toBeNull();
    expect(store.get(keyOf("one"))).toBeUndefined();
    await store.put(entriesOf(["one", "two"]));
    expect(store.get(keyOf("two"))).toEqual(contentOf("two"));
    await store.close();
    const next = await openVectorStore(path);
    expect(next.setAside).toBeNull();
    expect(next.store.get(keyOf("one"))).toEqual(contentOf("one"));
    expect(next.store.get(keyOf("three"))).toBeUndefined();
    await next.store.close();
  });

  it("leaves no other files behind", async () => {
    const path = await filledFile();
    expect(readdirSync(join(path, ".."))).toEqual(["vectors.bin"]);
  });

  it("returns entries that another store adds after it was opened", async () => {
    const path = await filledFile();
    const [{ store }, { store: other }] = [await openVectorStore(path), await openVectorStore(path)];
    await other.put(entriesOf(["one"]));
    expect(store.get(keyOf("one"))).toEqual(contentOf("one"));
    await store.put(entriesOf(["two"]));
    expect(other.get(keyOf("two"))).toEqual(contentOf("two"));
  });

  it("returns and stores entries after another process deletes its file", async () => {
    const path = await filledFile();
    const { store } = await openVectorStore(path);
    rmSync(path);
    expect(store.get(keyOf("name 1"))).toEqual(contentOf("name 1"));
    await store.put(entriesOf(["one"]));
    expect(store.get(keyOf("one"))).toEqual(contentOf("one"));
    expect(checkVectors(path, isWhole)).toEqual({ entries: 1, damaged: 0, damage: null });
  });

  it.each([
    ["the last value", blockBytes(200) + blockBytes(100) - 1],
    ["the last block's head", blockBytes(200) + 20],
    ["half of the last block", blockBytes(200) + blockBytes(50)],
  ])("keeps the complete blocks of a file that a killed writer cut in %s, and appends after them", async (_, size) => {
    const path = await filledFile();
    truncateSync(path, size);
    const { store, setAside } = await openVectorStore(path);
    expect(setAside).toBeNull();
    expect(store.get(keyOf("name 199"))).toEqual(contentOf("name 199"));
    expect(store.get(keyOf("name 200"))).toBeUndefined();
    await store.put(entriesOf(["one"]));
    await store.close();
    expect(checkVectors(path, isWhole)).toEqual({ entries: 201, damaged: 0, damage: null });
    expect(statSync(path).size).toBe(blockBytes(200) + blockBytes(1));
  });

  it.each([
    ["the first byte", 0, 0],
    ["the number of entries", 8, 0],
    ["the size of values", 12, 0],
    ["the checksum of the keys", 16, 0],
    ["the checksum of the head", 31, 0],
    ["a key", 32 + 31, 0],
    ["the second block", blockBytes(200), 200],
  ])("sets a file aside and starts empty if %s is damaged", async (_, place, entries) => {
    const path = await filledFile();
    const damaged = changed(path, (bytes) => bytes.writeUInt8(bytes.readUInt8(place) ^ 4, place));
    const damage = "the head or the keys of a block are damaged";
    expect(checkVectors(path, isWhole)).toEqual({ entries, damaged: 0, damage });
    const { store, setAside } = await openVectorStore(path);
    expect(setAside).toBe(`${damage}; the old file is now ${path}.damaged`);
    expect(readFileSync(`${path}.damaged`).equals(damaged)).toBe(true);
    expect(store.get(keyOf("name 1"))).toBeUndefined();
    await store.put(entriesOf(["one"]));
    await store.close();
    expect(checkVectors(path, isWhole)).toEqual({ entries: 1, damaged: 0, damage: null });
  });

  it("returns a damaged value unchanged until a later entry replaces it", async () => {
    const path = await filledFile();
    changed(path, (bytes) => bytes.fill(0, 32 + 200 * 32, 32 + 200 * 32 + 1600));
    expect(checkVectors(path, isWhole)).toEqual({ entries: 300, damaged: 1, damage: null });
    const { store } = await openVectorStore(path);
    expect(store.get(keyOf("name 0"))).toEqual(Buffer.alloc(1600));
    await store.put(entriesOf(["name 0"]));
    await store.close();
    expect(checkVectors(path, isWhole)).toEqual({ entries: 300, damaged: 0, damage: null });
  });

  it("reports only once that it cannot store entries, and can still be read", async () => {
    const path = await filledFile();
    const told: string[] = [];
    const { store } = await openVectorStore(path, (why) => told.push(why));
    // A folder where the lock file should be.
    mkdirSync(`${path}.lock`);
    await store.put(entriesOf(["one"]));
    await store.put(entriesOf(["two"]));
    expect(told).toEqual([expect.stringMatching(/EISDIR|EPERM|EACCES/)]);
    expect(store.get(keyOf("name 1"))).toEqual(contentOf("name 1"));
  });

  it("reports that its folder cannot be created", async () => {
    const folder = temporaryFolder({ file: "" });
    await expect(openVectorStore(join(folder, "file/vectors.bin"))).rejects.toThrow(/ENOTDIR|EEXIST/);
  });

  it("can be written by several processes at once", async () => {
    const path = join(temporaryFolder(), "vectors.bin");
    const module = pathToFileURL(join(root, "dist/model/embed/vector-store.js")).href;
    const script = `
      import { createHash } from "node:crypto";
      const { openVectorStore } = await import(${JSON.stringify(module)});
      const { store } = await openVectorStore(${JSON.stringify(path)});
      const name = process.argv[1];
      for (let block = 0; block < 10; block++) {
        await store.put(Array.from({ length: 20 }, (_, at) => {
          const text = name + " " + (20 * block + at);
          return [createHash("sha256").update(text).digest(), Buffer.from(text.padEnd(16).repeat(100))];
        }));
      }
      await store.close();`;
    const codes = await Promise.all(
      ["a", "b", "c"].map(
        (name) =>
          new Promise((resolve) => {
            const child = spawn(process.execPath, ["--input-type=module", "-e", script, name], { stdio: "inherit" });
            child.on("close", resolve);
          }),
      ),
    );
    expect(codes).toEqual([0, 0, 0]);
    const { store } = await openVectorStore(path);
    for (const writer of ["a", "b", "c"]) {
      for (let at = 0; at < 200; at++) {
        const name = `${writer} ${at}`;
        expect(Buffer.from(store.get(keyOf(name)) ?? []).equals(contentOf(name)), name).toBe(true);
      }
    }
    await store.close();
  });
});

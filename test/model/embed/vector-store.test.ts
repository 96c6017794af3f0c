/** Does the file of vectors keep what it was given, for several processes, and survive what happens to files? */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { openVectorStore } from "../../../src/model/embed/vector-store.ts";
import { root, temporaryFolder } from "../../support/run-cli.ts";

const keyOf = (name: string) => createHash("sha256").update(name).digest();
const contentOf = (name: string) => Buffer.from(`value of ${name} `.repeat(100));
const entriesOf = (names: readonly string[]) => names.map((name) => [keyOf(name), contentOf(name)] as const);
const manyNames = Array.from({ length: 300 }, (_, at) => `name ${at}`);

async function filledFile(): Promise<string> {
  const path = join(temporaryFolder(), "below/vectors.mdb");
  const { store } = openVectorStore(path);
  store.put(entriesOf(manyNames));
  await store.close();
  return path;
}

describe("openVectorStore", () => {
  it("keeps entries, also for the next who opens it", async () => {
    const path = join(temporaryFolder(), "a/b/vectors.mdb");
    const { store, rebuilt } = openVectorStore(path);
    expect(rebuilt).toBeNull();
    expect(store.get(keyOf("one"))).toBeUndefined();
    store.put(entriesOf(["one", "two"]));
    expect(Buffer.from(store.get(keyOf("two")) ?? [])).toEqual(contentOf("two"));
    await store.close();
    const next = openVectorStore(path);
    expect(next.rebuilt).toBeNull();
    expect(Buffer.from(next.store.get(keyOf("one")) ?? [])).toEqual(contentOf("one"));
    expect(next.store.get(keyOf("three"))).toBeUndefined();
    await next.store.close();
  });

  it("leaves no other files", async () => {
    const path = await filledFile();
    expect(readdirSync(join(path, "..")).sort()).toEqual(["vectors.mdb", "vectors.mdb-lock"]);
  });

  it.each([
    { name: "cut", damage: (path: string) => truncateSync(path, 50_000), reason: "it was cut short" },
    { name: "cut in the first page", damage: (path: string) => truncateSync(path, 100), reason: "it is no lmdb file" },
    { name: "text", damage: (path: string) => writeFileSync(path, "text ".repeat(5000)), reason: "it is no lmdb file" },
  ])("begins anew where the file is $name", async ({ damage, reason }) => {
    const path = await filledFile();
    damage(path);
    const { store, rebuilt } = openVectorStore(path);
    expect(rebuilt).toBe(reason);
    expect(store.get(keyOf("name 1"))).toBeUndefined();
    store.put(entriesOf(["one"]));
    expect(Buffer.from(store.get(keyOf("one")) ?? [])).toEqual(contentOf("one"));
    await store.close();
  });

  it("lives with pages of zeros, tells once, and removes the file", async () => {
    const path = await filledFile();
    const bytes = readFileSync(path);
    bytes.fill(0, 2 * 4096);
    writeFileSync(path, bytes);
    const told: [string, boolean][] = [];
    const { store } = openVectorStore(path, (reason, isDamaged) => told.push([reason, isDamaged]));
    for (const name of manyNames) expect(store.get(keyOf(name))).toBeUndefined();
    store.put(entriesOf(["one"]));
    await store.close();
    expect(told).toEqual([[expect.stringContaining("MDB_"), true]]);
    expect(existsSync(path)).toBe(false);
  });

  it("says so where the folder cannot be made", () => {
    const folder = temporaryFolder({ file: "" });
    expect(() => openVectorStore(join(folder, "file/vectors.mdb"))).toThrow(/ENOTDIR|EEXIST/);
  });

  it("is written by several processes at once", async () => {
    const path = join(temporaryFolder(), "vectors.mdb");
    const module = pathToFileURL(join(root, "dist/model/embed/vector-store.js")).href;
    const script = `
      import { createHash } from "node:crypto";
      const { openVectorStore } = await import(${JSON.stringify(module)});
      const { store } = openVectorStore(${JSON.stringify(path)});
      const name = process.argv[1];
      for (let block = 0; block < 10; block++) {
        store.put(Array.from({ length: 20 }, (_, at) => {
          const text = name + " " + (20 * block + at);
          return [createHash("sha256").update(text).digest(), Buffer.from(("value of " + text + " ").repeat(100))];
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
    const { store } = openVectorStore(path);
    for (const writer of ["a", "b", "c"]) {
      for (let at = 0; at < 200; at++) {
        const name = `${writer} ${at}`;
        expect(Buffer.from(store.get(keyOf(name)) ?? []).equals(contentOf(name)), name).toBe(true);
      }
    }
    await store.close();
  });
});

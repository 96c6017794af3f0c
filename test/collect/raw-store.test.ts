import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openRawStore, type RawPlan } from "../../src/collect/raw-store.ts";
import { readResults } from "../../src/io/results/read-results.ts";
import { temporaryFolder } from "../support/run-cli.ts";
import { elasticsearchAnswer } from "../support/search-server.ts";

const plan: RawPlan = {
  method: "GET",
  url: "http://s/?q={query}",
  body: null,
  headers: ["Accept"],
  pageSize: 10,
  depth: 10,
};
const key = { queryId: "q/1", query: "red wine", from: 0, page: 1 };
const usual = { isFresh: false, isReading: false };

function kept(folder: string, change: Partial<RawPlan> = {}, options = usual) {
  const store = openRawStore(folder, options);
  try {
    store.begin({ ...plan, ...change });
    const answers = readdirSync(folder).filter((name) => name.endsWith(".json"));
    return { count: answers.length, value: store.read(key) };
  } finally {
    store.close();
  }
}

function filled(): { folder: string; file: string } {
  const folder = join(temporaryFolder(), "raw");
  const store = openRawStore(folder, usual);
  store.begin(plan);
  store.save(key, JSON.stringify(elasticsearchAnswer(["One"]), null, 2));
  store.close();
  const name = readdirSync(folder).find((one) => one.endsWith(".json")) ?? "";
  return { folder, file: join(folder, name) };
}

describe("openRawStore", () => {
  it("returns what was stored, and gives files readable names", () => {
    const { folder, file } = filled();
    expect(file).toMatch(/\/q-1-[0-9a-f]{24}\.json$/);
    expect(kept(folder)).toEqual({ count: 1, value: elasticsearchAnswer(["One"]) });
  });
  it("stores answers as saved responses that every command can read", async () => {
    const options = { format: null, rankBase: null, columns: {}, titles: null, further: [] };
    const { results } = await readResults({ path: filled().file, engine: null }, options);
    expect(results[0]).toMatchObject({ queryIds: ["q/1"], queryTexts: ["red wine"], titles: ["One"], ids: ["b0"] });
  });
  it("ignores a file that ends early", () => {
    const { folder, file } = filled();
    truncateSync(file, readFileSync(file).length - 5);
    expect(kept(folder).value).toBeUndefined();
  });
  it.each([
    [{ url: "http://other/?q={query}" }, /--url was "http:\/\/s\/\?q=\{query\}", is "http:\/\/other/],
    [{ body: "{}" }, /--body was null, is "\{\}"/],
    [{ headers: ["Accept", "X-Tenant"] }, /the headers/],
    [{ pageSize: 20 }, /--page-size/],
  ])("refuses to mix answers to different requests: %j", (change, message) => {
    const { folder } = filled();
    expect(() => kept(folder, change)).toThrow(message);
    expect(kept(folder).count).toBe(1);
  });
  it("accepts another depth if the request does not depend on the depth", () => {
    expect(kept(filled().folder, { depth: 30 }).count).toBe(1);
  });
  it("discards answers and incomplete files if it starts afresh", () => {
    const { folder } = filled();
    writeFileSync(join(folder, "a.123.tmp"), "half");
    expect(kept(folder, { url: "http://other/" }, { ...usual, isFresh: true })).toEqual({ count: 0, value: undefined });
    expect(readdirSync(folder)).toEqual(["request"]);
  });
  it("accepts another request if no answers are stored yet", () => {
    const folder = join(temporaryFolder(), "raw");
    kept(folder);
    expect(kept(folder, { url: "http://other/" }).count).toBe(0);
  });
  it("refuses a folder with other files, and a second process", () => {
    const foreign = temporaryFolder({ "thesis.doc": "" });
    expect(() => openRawStore(foreign, usual)).toThrow(/contains thesis\.doc/);
    const { folder } = filled();
    const store = openRawStore(folder, usual);
    expect(() => openRawStore(folder, usual)).toThrow(/is using it/);
    store.close();
  });
  it("takes over the lock of a dead process, even if another process died while doing the same", () => {
    const { folder } = filled();
    writeFileSync(join(folder, "lock.heir"), "");
    openRawStore(folder, usual).close();
    expect(existsSync(join(folder, "lock"))).toBe(false);
  });
  it("writes no files if it is opened for reading, and leaves no empty folder", () => {
    const folder = join(temporaryFolder(), "raw");
    expect(() => openRawStore(folder, { ...usual, isReading: true })).toThrow(/no answers from an earlier run/);
    openRawStore(folder, usual).close();
    expect(existsSync(folder)).toBe(false);
  });
});

/** One query, with made-up new and stored answers. */
import { describe, expect, it } from "vitest";
import { collectQuery, type QueryCollector } from "../../src/collect/collect-query.ts";
import type { RawKey, RawStore } from "../../src/collect/raw-store.ts";
import { requestTemplate } from "../../src/collect/request-template.ts";
import { pace } from "../../src/io/ask/ask.ts";
import { jsonResponse, LIMIT, madeTools } from "../support/ask-tools.ts";

const heat = { id: "q1", text: "heat", name: "heat" };
const paged = "http://s.example/?q={query}&n={size}&from={from}";
const items = (...names: readonly string[]) => ({ items: names.map((name) => ({ name })) });

interface Further extends Partial<QueryCollector> {
  readonly url?: string;
  readonly headers?: readonly string[];
  readonly kept?: Readonly<Record<number, unknown>>;
}

/** Answers page by page, from a list. Stored answers are by the place of their first result. */
function collecting(pages: readonly unknown[], { url = paged, headers = [], kept = {}, ...further }: Further = {}) {
  const saved: RawKey[] = [];
  const made = madeTools(
    (_url, _request, count) => {
      const page = pages[count - 1];
      return page instanceof Response ? page : jsonResponse(page);
    },
    { environment: { KEY: "hunter2" } },
  );
  const store: RawStore = {
    ...{ folder: "raw", plan: null, begin: () => {}, close: () => {} },
    read: ({ from }) => kept[from],
    save: (key) => saved.push(key),
  };
  const collector: QueryCollector = {
    template: requestTemplate({ url, method: null, body: null, headers }),
    paths: { results: "items", title: "name", id: null, url: null, mayBeAbsent: false },
    ...{ depth: 4, pageSize: 2, store, tools: made.tools, pace: pace(null, made.tools) },
    patience: { timeoutSeconds: LIMIT, maxBytes: 1e6, retries: 0 },
    ...further,
  };
  const placesAsked = () => made.asked.map((each) => new URL(each.url).searchParams.get("from"));
  return { collector, saved, placesAsked };
}

const titlesOf = (one: Awaited<ReturnType<typeof collectQuery>>) =>
  one.kind === "list" ? one.results.map(({ title }) => title) : one.reason;

describe("collectQuery", () => {
  it("requests pages down to the depth, and drops results below it", async () => {
    const { collector, placesAsked } = collecting([items("a", "b"), items("c", "d")], { depth: 3 });
    const collected = await collectQuery(heat, collector);
    expect(titlesOf(collected)).toEqual(["a", "b", "c"]);
    expect(collected).toMatchObject({ fetched: 2, kept: 0, isPartial: false, fields: ["name"] });
    expect(placesAsked()).toEqual(["0", "2"]);
  });

  it.each([
    ["a shorter page", [items("a", "b"), items("c")], ["a", "b", "c"], 2],
    ["an empty page", [items("a", "b"), items()], ["a", "b"], 2],
    ["an empty first page", [items()], [], 1],
  ])("stops after %s", async (_, pages, titles, asked) => {
    const { collector, placesAsked } = collecting(pages);
    expect(titlesOf(await collectQuery(heat, collector))).toEqual(titles);
    expect(placesAsked()).toHaveLength(asked);
  });

  it("does not stop at a short page if the request has no page size", async () => {
    const url = "http://s.example/?q={query}&from={from}";
    const { collector, placesAsked } = collecting([items("a"), items("b"), items()], { url });
    expect(titlesOf(await collectQuery(heat, collector))).toEqual(["a", "b"]);
    expect(placesAsked()).toEqual(["0", "1", "2"]);
  });

  it("sends one request if the request has no place for a page", async () => {
    const { collector, placesAsked } = collecting([items("a", "b")], { url: "http://s.example/?q={query}&n={size}" });
    expect(titlesOf(await collectQuery(heat, collector))).toEqual(["a", "b"]);
    expect(placesAsked()).toHaveLength(1);
  });

  it("fails if a page is the same as the previous page", async () => {
    const { collector } = collecting([items("a", "b"), items("a", "b")]);
    expect(titlesOf(await collectQuery(heat, collector))).toBe("page 2 repeats page 1: the engine ignores {from}");
  });

  it("names the placeholder that the engine seems to ignore", async () => {
    const { collector } = collecting([items("a", "b"), items("a", "b")], {
      url: "http://s.example/?q={query}&n={size}&p={page0}",
    });
    expect(titlesOf(await collectQuery(heat, collector))).toContain("ignores {page0}");
  });

  it("requests only pages that are not stored, and stores them", async () => {
    const { collector, saved, placesAsked } = collecting([items("c", "d")], { kept: { 0: items("a", "b") } });
    const collected = await collectQuery(heat, collector);
    expect(titlesOf(collected)).toEqual(["a", "b", "c", "d"]);
    expect(collected).toMatchObject({ fetched: 1, kept: 1 });
    expect(placesAsked()).toEqual(["2"]);
    expect(saved).toEqual([{ queryId: "q1", query: "heat", from: 2, page: 2 }]);
  });

  it.each([
    ["incomplete", { timed_out: true, ...items("old") }],
    ["unreadable", { total: 0 }],
  ])("repeats the request for a stored %s answer, but uses the answer when offline", async (_, old) => {
    const online = collecting([items("new")], { kept: { 0: old } });
    expect(titlesOf(await collectQuery(heat, online.collector))).toEqual(["new"]);
    const offline = collecting([], { kept: { 0: old }, patience: null });
    const collected = await collectQuery(heat, offline.collector);
    expect(offline.placesAsked()).toEqual([]);
    if ("timed_out" in old) expect(collected).toMatchObject({ kind: "list", isPartial: true, fetched: 0, kept: 1 });
    else expect(collected).toMatchObject({ kind: "failed", isUnreadable: true, fetched: 0, kept: 0 });
  });

  it("names the missing page when offline", async () => {
    const { collector } = collecting([], { kept: { 0: items("a", "b") }, patience: null });
    expect(titlesOf(await collectQuery(heat, collector))).toBe("page 2 is not in raw");
  });

  it("distinguishes a refusal of the engine from an answer without a list", async () => {
    const refused = await collectQuery(heat, collecting([jsonResponse({}, 400)]).collector);
    expect(refused).toMatchObject({ kind: "failed", isUnreadable: false, fetched: 0 });
    const unreadable = collecting([{ hits: [] }]);
    expect(await collectQuery(heat, unreadable.collector)).toMatchObject({ isUnreadable: true, fetched: 1 });
    // The answer is stored, so that another path can be tried.
    expect(unreadable.saved).toHaveLength(1);
  });

  it("hides secrets that the engine repeats in its error", async () => {
    const answer = jsonResponse({ error: "no such key: hunter2" }, 400);
    const { collector } = collecting([answer], { headers: ["X-Api-Key: {env:KEY}"] });
    expect(titlesOf(await collectQuery(heat, collector))).toBe("status 400 (no such key: {env:KEY})");
  });
});

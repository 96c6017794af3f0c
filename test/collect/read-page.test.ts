import { describe, expect, it } from "vitest";
import { knownPaths, readPage } from "../../src/collect/collect-query.ts";
import { elasticsearchAnswer } from "../support/search-server.ts";

const paths = { results: "hits.hits", title: "_source.title", id: "_id", url: null, mayBeAbsent: false };

describe("readPage", () => {
  it("reads an answer of Elasticsearch", () => {
    expect(readPage(elasticsearchAnswer(["One", "Two"]), paths)).toEqual({
      kind: "results",
      results: [
        { title: "One", id: "b0", url: null },
        { title: "Two", id: "b1", url: null },
      ],
      isPartial: false,
      fields: ["_index", "_id", "_score", "_source.title"],
    });
  });
  it("returns the first of several titles, numbers as texts, and null for values of other types", () => {
    const items = [{ t: ["a", "b"] }, { t: 1984 }, { t: "" }, { t: null }, { t: { en: "x" } }, "no object"];
    const read = readPage({ items }, { ...paths, results: "items", title: "t", id: null });
    expect(read.kind === "results" && read.results.map(({ title }) => title)).toEqual([
      "a",
      "1984",
      null,
      null,
      null,
      null,
    ]);
  });
  it("reads an answer that is a list of objects or of texts", () => {
    expect(readPage(["a"], { ...paths, results: ".", title: ".", id: null })).toMatchObject({
      results: [{ title: "a" }],
    });
  });
  it("reads null as an empty list, and a missing list only if the caller allows that", () => {
    const missing = { ...paths, results: "items" };
    expect(readPage({ items: null }, missing)).toMatchObject({ kind: "results", results: [] });
    expect(readPage({ total: 0 }, missing)).toMatchObject({ kind: "unreadable" });
    expect(readPage({ total: 0 }, { ...missing, mayBeAbsent: true })).toMatchObject({ kind: "results", results: [] });
  });
  it.each([
    ["an empty list", { hits: { hits: [] }, error: "overloaded" }, "overloaded"],
    ["null for a list", { hits: { hits: null }, errors: [{ message: "overloaded" }] }, "overloaded"],
  ])("returns the error of an answer with %s, even if a list may be missing", (_, answer, reason) => {
    const read = { kind: "failed", reason: `the answer is an error (${reason})` };
    expect(readPage(answer, { ...paths, mayBeAbsent: true })).toEqual(read);
  });
  it("reads an error without a list as no results only if a list may be missing", () => {
    // SerpApi's answer if nothing is found (serpapi.com/search-errors).
    const answer = { error: "Google hasn't returned any results for this query." };
    expect(readPage(answer, paths)).toMatchObject({ kind: "failed", reason: expect.stringContaining("is an error") });
    expect(readPage(answer, { ...paths, mayBeAbsent: true })).toMatchObject({ kind: "results", results: [] });
  });
  it("reads Scopus' answer without results, which has an entry with an error", () => {
    const ofScopus = { ...paths, results: "search-results.entry", title: "dc:title" };
    const entry = [{ "@_fa": "true", error: "Result set was empty" }];
    expect(readPage({ "search-results": { entry } }, ofScopus)).toMatchObject({ kind: "results", results: [] });
  });

  it("reads results beside an error, and an empty list beside an empty error", () => {
    const hits = [{ _source: { title: "A" } }];
    expect(readPage({ hits: { hits }, error: "slow" }, paths)).toMatchObject({ results: [{ title: "A" }] });
    expect(readPage({ hits: { hits: [] }, error: "" }, paths)).toMatchObject({ results: [] });
  });
  it("marks an answer as incomplete if the engine ran out of time", () => {
    expect(readPage({ timed_out: true, hits: { hits: [] } }, paths)).toMatchObject({ isPartial: true });
  });
  it.each([
    [
      "a wrong path",
      { took: 1, hits: { hitz: [] } },
      /no "hits\.hits"; its lists are at: hits\.hitz\. Did you mean "hits\.hitz"\?/,
    ],
    [
      "no list at all",
      { message: "hello" },
      /it has no list \(if this means no results, pass --absent-is-empty\); its fields are message/,
    ],
    ["an answer without keys", {}, /no keys at all/],
    [
      "an object for a list",
      { hits: { hits: { a: 1 } } },
      /"hits\.hits" is an object \(with: a\), not a list of results$/,
    ],
    [
      "an object for a list that is elsewhere",
      { hits: { hits: { all: [] } } },
      /\(with: all\), not a list of results; the lists of the answer are at: hits\.hits\.all$/,
    ],
    ["a text for a list", { hits: { hits: "x" } }, /"hits\.hits" is a string/],
    ["a list for an object", [{ a: 1 }], /it is a list itself \(--results \.\)/],
    ["a text", "hello", /no keys at all/],
    ["null", null, /no keys at all/],
  ])("returns a reason if an answer has no list of results: %s", (_, answer, reason) => {
    expect(readPage(answer, paths)).toEqual({ kind: "unreadable", reason: expect.stringMatching(reason) });
  });
});

it("knownPaths returns paths of lists and of values, and looks into the first entry of lists", () => {
  expect(knownPaths({ took: 1, hits: { total: 2, hits: [{ _id: "a", tags: ["x"] }] } })).toEqual({
    lists: ["hits.hits", "hits.hits.tags"],
    values: ["took", "hits.total", "hits.hits._id", "hits.hits.tags"],
  });
});
it("knownPaths returns no paths for very deep nesting", () => {
  const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`);
  expect(knownPaths(deep)).toEqual({ lists: [], values: [] });
});

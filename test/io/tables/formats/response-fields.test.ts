/** Are fields found by their paths, and are the paths of fields listed? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  errorOf,
  errorReason,
  fieldNames,
  first,
  isObject,
  isPartialResponse,
  valueAt,
} from "../../../../src/io/tables/json-place.ts";
import { runs } from "../../../support/property.ts";

describe("valueAt", () => {
  it.each([
    [{ a: { b: 1 } }, "a.b", 1],
    [{ "a.b": 1, a: { b: 2 } }, "a.b", 1],
    [{ a: { x: 2 }, "a.b": { c: 1 } }, "a.b.c", 1],
    [{ a: [{ b: 1 }, { b: 2 }] }, "a.b", 1],
    [{ a: ["x"] }, "a", ["x"]],
    [{ a: null }, "a", null],
    [{ a: 3 }, "a.b", undefined],
    [{ a: [] }, "a.b", undefined],
    [{ a: 1 }, "toString", undefined],
    [{ a: 1 }, "", undefined],
    [{ a: 1 }, ".a", undefined],
    ["text", "length", undefined],
  ])("returns for %j and the path %j: %j", (value, path, found) => {
    expect(valueAt(value, path)).toEqual(found);
  });
});

describe("fieldNames", () => {
  it("returns the paths at which valueAt finds values that are not objects", () => {
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.string(),
        fc.constant(null),
        fc.array(fc.nat(), { minLength: 1 }),
        tie("object"),
      ),
      object: fc.dictionary(fc.stringMatching(/^[a-z]+$/), tie("value"), { maxKeys: 4 }),
    }));
    const holder = fc.dictionary(fc.stringMatching(/^[a-z]+$/), value);
    fc.assert(
      fc.property(holder, (fields) => {
        for (const name of fieldNames(fields)) {
          const found = valueAt(fields, name);
          expect(found).not.toBe(undefined);
          expect(isObject(first(found))).toBe(false);
        }
      }),
      runs,
    );
  });

  it("returns the paths of fields inside objects, and inside the first entry of lists", () => {
    expect(fieldNames({ a: 1, b: { c: { d: [] } }, e: [{ f: 1 }, { g: 2 }] })).toEqual(["a", "b.c.d", "e.f"]);
  });
});

describe("first", () => {
  it.each([
    [["x", "y"], "x"],
    [[], null],
    ["x", "x"],
    [undefined, undefined],
  ])("returns for %j: %j", (value, one) => {
    expect(first(value)).toEqual(one);
  });
});

describe("isObject", () => {
  it("distinguishes objects from lists and null", () => {
    expect([{}, [], null, "", undefined].map(isObject)).toEqual([true, false, false, false, false]);
  });
});

it.each([
  [{ timed_out: true }, true],
  [{ timed_out: false, _shards: { failed: 0 } }, false],
  [{ timed_out: false, _shards: { failed: 1 } }, true],
  [{ responseHeader: { partialResults: true } }, true],
  [{ responseHeader: { partialResults: ["true"] } }, true],
  [{ responseHeader: { status: 0 } }, false],
  [{ root: { coverage: { coverage: 40, degraded: { timeout: true } } } }, true],
  [{ root: { coverage: { degraded: { "match-phase": true, timeout: false } } } }, false],
  [{ root: { coverage: { coverage: 100, full: true } } }, false],
  [{ root: { children: [{}], errors: [{ code: 12 }] } }, true],
  [{ search_cutoff: true }, true],
  [{ search_cutoff: false }, false],
  [{}, false],
])("isPartialResponse for %j: %s", (response, expected) => {
  expect(isPartialResponse(response)).toBe(expected);
});

it.each([
  [{ error: "busy" }, "busy"],
  [{ errors: [{ message: "bad" }], data: null }, { message: "bad" }],
  [{ root: { errors: [{ code: 12 }] } }, { code: 12 }],
  // With hits, the answer is only incomplete.
  [{ root: { errors: [{ code: 12 }], children: [{ id: "1" }] } }, null],
  [{ error: "", errors: [] }, null],
  [{ error: false, errors: false }, null],
  [{ error: null }, null],
  [{}, null],
])("errorOf %j: %j", (answer, error) => {
  expect(errorOf(answer)).toEqual(error);
});

it.each([
  ["an Elasticsearch error", { type: "parse_exception", reason: "no" }, "parse_exception: no"],
  ["Elasticsearch's root cause", { type: "t", root_cause: [{ reason: "deep" }] }, "deep"],
  [
    "the cause instead of Elasticsearch's general message",
    {
      root_cause: [{ type: "illegal_argument_exception", reason: "Result window is too large" }],
      ...{ type: "search_phase_execution_exception", reason: "all shards failed" },
    },
    "illegal_argument_exception: Result window is too large",
  ],
  [
    "a Crossref error",
    { type: "integer-not-valid", message: "must be at most 1000" },
    "integer-not-valid: must be at most 1000",
  ],
  ["a Vespa error", { code: 12, summary: "Timed out", message: "No time left" }, "Timed out: No time left"],
  ["a Solr error", { msg: "undefined field q", code: 400 }, "undefined field q"],
  ["a text", "busy", "busy"],
  ["an unknown error", { code: 3 }, '{"code":3}'],
])("errorReason explains %s", (_, error, expected) => {
  expect(errorReason(error)).toBe(expected);
});

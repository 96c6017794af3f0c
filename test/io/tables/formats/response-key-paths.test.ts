/** Are only keys found, in complete and in incomplete JSON? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { responseKeyPaths } from "../../../../src/io/tables/json-place.ts";
import { runs } from "../../../support/property.ts";

/** Returns the paths from the parsed value. */
function expectedPaths(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) {
    return [...(path === "" ? [] : [`${path}[]`]), ...value.flatMap((entry) => expectedPaths(entry, path))];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) => {
    const below = path === "" ? key : `${path}.${key}`;
    return [below, ...expectedPaths(inside, below)];
  });
}

describe("responseKeyPaths", () => {
  it.each([
    ['{"took":1,"hits":{"hits":[{"_id":"a"}]}}', ["hits", "hits.hits", "hits.hits._id", "hits.hits[]", "took"]],
    ['[{"a":[[1],{"b":2}]}]', ["a", "a.b", "a[]"]],
    ['\n {\n "a" :\r\n "{\\"b\\":[" , "c": {} }', ["a", "c"]],
    ['{"a":1}{"b":2}', ["a"]],
    ['{"a":1}\n{"b":2}\n', ["a"]],
    ['{"a":{"b":"cut of', ["a", "a.b"]],
    ['{"a":{"b', ["a"]],
    ['{"a":["x","y"],"b":1', ["a", "a[]", "b"]],
    ["[1,2]", []],
    ["{}", []],
    ["a,b\n{,[", []],
    ["", []],
  ])("returns for %j: %j", (text, paths) => {
    expect([...responseKeyPaths(text)].sort()).toEqual(paths);
  });

  it("returns the paths that the parsed value has", () => {
    const key = fc.stringMatching(/^[a-z_]{1,3}$/);
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string({ unit: fc.constantFrom(...'ab{}[]:,"\\\n ') }),
        fc.integer(),
        fc.constant(null),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(key, tie("value"), { maxKeys: 3 }),
      ),
    }));
    const document = fc.oneof(fc.array(value), fc.dictionary(key, value));
    fc.assert(
      fc.property(document, fc.constantFrom(0, 2), (parsed, indent) => {
        const text = JSON.stringify(parsed, null, indent);
        expect([...responseKeyPaths(text)].sort()).toEqual([...new Set(expectedPaths(parsed))].sort());
      }),
      runs,
    );
  });

  it("reads only the first 65,536 characters, however long the text is", () => {
    const upTo = (length: number) => `{"a":"${"x".repeat(length - '{"a":"","b":1'.length)}","b":1`;
    expect([...responseKeyPaths(`${upTo(65_536)}}`)]).toEqual(["a", "b"]);
    expect([...responseKeyPaths(`${upTo(65_546)}}`)]).toEqual(["a"]);
    expect([...responseKeyPaths(`{"a":"${"\\\\".repeat(20_000_000)}"}`)]).toEqual(["a"]);
  });

  it("reads only the first 100 levels, because the paths of a deep text would need too much memory", () => {
    const deep = `{"hits":{"hits":[{${'"a":{'.repeat(10_000)}`;
    const paths = [...responseKeyPaths(deep)];
    expect(paths.slice(0, 4)).toEqual(["hits", "hits.hits", "hits.hits[]", "hits.hits.a"]);
    expect(Math.max(...paths.map((path) => path.split(".").length))).toBeLessThanOrEqual(100);
  });
});

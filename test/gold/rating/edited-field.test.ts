import { describe, expect, it, test } from "vitest";
import { editedField } from "../../../src/gold/rating/edited-field.ts";
import { makePair } from "../../support/make-pool.ts";

const engine = { name: "engine", rank: 2, also: [4], of: 8 };
const copy = { id: "copy", title: "Copy", similarity: 0.98 };
const stored = makePair(0, { engines: [engine], probability: 0.25, queryProbability: 0.5, merged: [copy] });

describe("editedField", () => {
  it("finds nothing where a pair is as it was", () => {
    expect(editedField(stored, structuredClone(stored))).toBeNull();
  });

  test.each([
    ["another engine", { engines: [engine, { ...engine, name: "new" }] }],
    ["an engine before it", { engines: [{ ...engine, name: "new" }, engine] }],
    ["a longer list, and a further place in it", { engines: [{ ...engine, also: [4, 9], of: 10 }] }],
    ["a merged id", { merged: [copy, { ...copy, id: "other" }] }],
    ["another link", { url: "https://example.org" }],
  ])("lets a pair grow by %s", (_, more) => {
    expect(editedField(stored, { ...stored, ...more })).toBeNull();
  });

  test.each([
    ["title", { title: stored.title.toUpperCase() }],
    ["engines", { engines: [] }],
    ["engines", { engines: [{ ...engine, name: "renamed" }] }],
    ["engines", { engines: [{ ...engine, of: 7 }] }],
    ["rank", { engines: [{ ...engine, rank: 1 }] }],
    ["rank", { engines: [{ ...engine, also: [] }] }],
    ["probability", { probability: 0.3 }],
    ["queryProbability", { queryProbability: 0.6 }],
    ["merged", { merged: [] }],
  ])("names %s where it became %j", (field, more) => {
    expect(editedField(stored, { ...stored, ...more })).toBe(field);
  });

  it("lets the chance of a draw in order grow, and not shrink", () => {
    const inOrder = { order: "3f2a", since: 10 };
    expect(editedField(stored, { ...stored, inOrder, probability: 0.3 })).toBeNull();
    expect(editedField(stored, { ...stored, inOrder, probability: 0.2 })).toBe("probability");
  });
});

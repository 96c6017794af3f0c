/** Which lists are made of several references? */
import { describe, expect, it } from "vitest";
import { referenceSubsets } from "../../src/lists/reference-subsets.ts";
import { makeLists } from "../support/make-lists.ts";

const [a, b, c] = ["a", "b", "c"].map((engine) => makeLists(engine, [[0, 0, `title of ${engine}`]], 1));
const present = [a, b, c].flatMap((lists) => (lists === undefined ? [] : [lists]));

function names(count: number) {
  const { whole, subsets } = referenceSubsets(present.slice(0, count), 60);
  return [whole?.engine, ...subsets.map(({ kind, engine, lists }) => `${kind} ${engine}: ${lists.engine}`)];
}

describe("referenceSubsets", () => {
  it("is the whole, each alone, and the others without each", () => {
    expect(names(3)).toEqual([
      "a+b+c",
      ...["alone a: a", "alone b: b", "alone c: c"],
      ...["without a: b+c", "without b: a+c", "without c: a+b"],
    ]);
  });

  it("leaves none out of two: that is the other alone", () => {
    expect(names(2)).toEqual(["a+b", "alone a: a", "alone b: b"]);
  });

  it("passes a single reference on as it is", () => {
    expect(referenceSubsets([present[0] ?? makeLists("x", [], 1)], 60)).toEqual({ whole: present[0], subsets: [] });
    expect(referenceSubsets(present.slice(0, 1), 60).whole).toBe(present[0]);
  });

  it("is nothing of nothing", () => {
    expect(referenceSubsets([], 60)).toEqual({ whole: undefined, subsets: [] });
  });
});

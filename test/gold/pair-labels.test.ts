import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readPairLabels } from "../../src/gold/gold-grades.ts";
import { makePool } from "../support/make-pool.ts";
import { temporaryFolder } from "../support/run-cli.ts";

describe("readPairLabels", () => {
  const pairs = makePool({ q1: { one: ["a", "b", "c"] }, q2: { one: ["a"] } });
  const read = (text: string, of = pairs) => readPairLabels(join(temporaryFolder({ "j.qrels": text }), "j.qrels"), of);

  it("joins labels by id, and leaves out documents without a label", async () => {
    expect([...(await read("q1 0 a 3\nq1 0 c 0\nq2 0 a -1\n"))]).toEqual([3, Number.NaN, 0, Number.NaN]);
  });
  it("uses the label of a near duplicate", async () => {
    const [first, ...others] = pairs;
    if (first === undefined) throw new TypeError("There is no pair.");
    const merged = [{ ...first, merged: [{ id: "z", title: "Title z", similarity: 1 }] }, ...others];
    expect([...(await read("q1 0 z 2\n", merged))][0]).toBe(2);
  });
});

import { describe, expect, it } from "vitest";
import { judgmentLines } from "../../src/io/format.ts";
import { makeRawJudgments } from "../support/make-evaluation.ts";

describe("judgmentLines", () => {
  it("returns one line per row, made from the row's names, label and number", () => {
    const judgments = makeRawJudgments([
      ["q2", "a", 1],
      ["q1", "b", 0.5],
      ["q2", "b", -1],
    ]);
    const lines = judgmentLines(judgments, (...parts) => parts.join(" "));
    expect([...lines]).toEqual(["q2 a 1 0\n", "q1 b 0.5 1\n", "q2 b -1 2\n"]);
  });
});

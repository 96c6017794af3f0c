/** Is a file of several engines described if it gets one name? */
import { expect, it } from "vitest";
import { ambiguousEngineError } from "../../../src/io/results/result-checks.ts";

it("ambiguousEngineError names the first of many engines and their number", () => {
  const engines = ["a", "b", "c", "d", "e", "f", "g"];
  expect(ambiguousEngineError("all.csv", "mine", engines)).toMatchObject({
    code: "AMBIGUOUS_ENGINE",
    message:
      "Reading all.csv: it contains 7 engines (a, b, c, d, e and 2 more), so it cannot have the single name " +
      '"mine". Leave "mine=" out.',
    details: { file: "all.csv", engines },
  });
});

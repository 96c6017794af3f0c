import { describe, expect, it } from "vitest";
import { doubtfulMatches } from "../../../src/report/content/doubtful-titles.ts";
import { type LabelledTitle, madeOrigin, makeLabelledInputs, withOrigins } from "../../support/make-report.ts";

const reference = [["Alpha", "Beta", "Gamma"], []];
const clear: LabelledTitle[] = ["one", "two", "three", "four", "five", "six"].map((title) => [title, 2, 0.9, 0.3]);

function doubted(results: readonly LabelledTitle[], options: Readonly<Record<string, unknown>> = {}) {
  const origin = { ...madeOrigin, options: { threshold: null, ...options } };
  return doubtfulMatches(makeLabelledInputs(reference, { a: [[...results, ...clear], [["lost", null]]] }, { origin }))(
    0,
  );
}

describe("doubtfulMatches", () => {
  it("returns a match that is among the weakest matches but gives a high label", () => {
    const [found, ...others] = doubted([["far away", 0, 0.2]]);
    expect(found).toMatchObject({ title: "far away", label: 4, referenceRank: 0, similarity: 0.2, engine: 0 });
    expect(found?.doubt.reason).toBe("high label on a weak match");
    expect(others).toEqual([]);
  });

  it("accepts a reference of any length", () => {
    const long = Array.from({ length: 200_000 }, (_, rank) => `title ${rank}`);
    const found = doubtfulMatches(makeLabelledInputs([long], { a: [[["far away", 0, 0.2], ...clear]] }))(0);
    expect(found.map(({ title }) => title)).toEqual(["far away"]);
  });

  it("does not return a weak match with a low label, or a strong match with a high label", () => {
    expect(doubted([["far away", 2, 0.2]])).toEqual([]);
    expect(doubted([["near", 0, 0.8]])).toEqual([]);
    expect(doubted([["Alpha", 0, 0.2, 0.5, "exact"]])).toEqual([]);
  });

  it("returns a match if another title is almost as similar but would give a very different label", () => {
    const [found] = doubted([["between", 1, 0.8, 0.001]]);
    // The reference's labels are 4, 2 and 1.
    expect(found?.doubt.reason).toBe(
      "another reference title is almost equally near, and may have another label: reference titles of this query have labels from 1 to 4",
    );
    expect(doubted([["clear", 1, 0.8, 0.1]])).toEqual([]);
  });

  it("returns a result whose similarity is just below the threshold", () => {
    const refused: LabelledTitle[] = [
      ["just below", null, 0.39],
      ["far below", null, 0.2],
      ["taken by another", null, 0.8],
    ];
    const found = doubted(refused, { threshold: 0.4 });
    expect(found.map(({ title, doubt }) => [title, doubt.reason])).toEqual([
      ["just below", "just below the threshold 0.4"],
    ]);
    expect(doubted(refused)).toEqual([]);
  });

  it("returns results without a title after weak matches", () => {
    expect(
      doubted([
        ["", 0, 0.2],
        ["far away", 0, 0.3],
      ]).map(({ title }) => title),
    ).toEqual(["far away", ""]);
  });

  it("returns the weakest match with the highest label first", () => {
    const weak: LabelledTitle[] = [
      ["half", 1, 0.2],
      ["high", 0, 0.3],
      ["highest", 0, 0.1],
    ];
    // 4 / 4 · 0.9, 4 / 4 · 0.7, 2 / 4 · 0.8
    const found = doubted([...weak, ...clear, ...clear]);
    expect(found.map(({ title }) => title)).toEqual(["highest", "high", "half"]);
    expect(found.map(({ doubt }) => doubt.weight)).toEqual([0.9, 0.7, 0.4].map((weight) => expect.closeTo(weight, 12)));
  });

  it("does not return results with people's grades", () => {
    const inputs = makeLabelledInputs(reference, { a: [[["far away", 0, 0.2], ...clear]] });
    expect(doubtfulMatches(inputs)(0)).toHaveLength(1);
    expect(doubtfulMatches(withOrigins(inputs, ["human", ...clear.map(() => "proxy")]))(0)).toEqual([]);
  });
});

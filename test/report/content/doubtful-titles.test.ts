import { describe, expect, it } from "vitest";
import { doubtfulTitles } from "../../../src/report/content/doubtful-titles.ts";
import { type LabelledTitle, makeLabelledInputs } from "../../support/make-report.ts";

const alphabet = ["Alpha", "Beta", "Gamma"];
/** Enough titles with strong matches, so that only few matches count as weak. */
const clear: LabelledTitle[] = ["one", "two", "three", "four", "five", "six"].map((title) => [title, 2, 0.9, 0.3]);
const shown = (inputs: Parameters<typeof doubtfulTitles>[0]) =>
  doubtfulTitles(inputs).first.map(({ match, engines }) => [match.title, ...engines]);

describe("doubtfulTitles", () => {
  it("counts a title of several engines once, with the doubt of the first engine's match", () => {
    const found = doubtfulTitles(
      makeLabelledInputs([alphabet], {
        a: [[["far away", 0, 0.3], ...clear]],
        b: [[["far away", 0, 0.3], ["farther", 0, 0.2], ...clear]],
      }),
    );
    expect(found.count).toBe(2);
    expect(found.first.map(({ match, engines }) => [match.title, match.doubt.weight, engines])).toEqual([
      ["farther", expect.closeTo(0.8, 12), ["b"]],
      ["far away", expect.closeTo(0.7, 12), ["a", "b"]],
    ]);
  });

  it("names an engine once if it returns a title twice", () => {
    const list: LabelledTitle[] = [["far away", 0, 0.3], ["far away", 0, 0.3], ...clear];
    expect(shown(makeLabelledInputs([alphabet], { a: [list] }))).toEqual([["far away", "a"]]);
  });

  it("returns at most two titles per query, so that other queries are shown too, and counts all titles", () => {
    const weak: LabelledTitle[] = [0.1, 0.2, 0.3].map((similarity) => [`weak ${similarity}`, 0, similarity]);
    const found = makeLabelledInputs([alphabet, alphabet], {
      a: [
        [...weak, ...clear, ...clear],
        [["other", 0, 0.35], ...clear],
      ],
    });
    expect(doubtfulTitles(found).count).toBe(4);
    expect(shown(found)).toEqual([
      ["weak 0.1", "a"],
      ["weak 0.2", "a"],
      ["other", "a"],
    ]);
  });

  it("returns up to twelve titles", () => {
    const queries = Array.from({ length: 20 }, () => alphabet);
    const lists = queries.map((_, query): LabelledTitle[] => [[`weak ${query}`, 0, 0.2], ...clear]);
    const found = doubtfulTitles(makeLabelledInputs(queries, { a: lists }));
    expect([found.count, found.first.length]).toEqual([20, 12]);
  });

  it("returns no titles if no title is doubtful", () => {
    expect(doubtfulTitles(makeLabelledInputs([alphabet], { a: [clear] }))).toEqual({ count: 0, first: [] });
  });
});

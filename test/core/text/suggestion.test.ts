import { describe, expect, it } from "vitest";
import { suggestion } from "../../../src/core/text/suggestion.ts";

describe("suggestion", () => {
  it("names the nearest of the known names", () => {
    expect(suggestion("treshold", ["reference", "threshold", "hold"])).toBe(' Did you mean "threshold"?');
    expect(suggestion("nDGC", ["P", "nDCG", "DCG"])).toBe(' Did you mean "nDCG"?');
  });

  it("takes the first of equally near names", () => {
    expect(suggestion("cat", ["hat", "bat"])).toBe(' Did you mean "hat"?');
  });

  it("takes the one name with a word that begins so, unless another is a slip away", () => {
    expect(suggestion("qrel", ["rre", "trec-qrels", "semqrel-labels", "csv"])).toBe(' Did you mean "trec-qrels"?');
    expect(suggestion("labels", ["label", "semqrel-labels"])).toBe(' Did you mean "label"?');
    expect(suggestion("qrel", ["trec-qrels", "qrels-of-mine"])).toBe("");
  });

  it("is silent where no name is near", () => {
    expect(suggestion("zzzz", ["label", "bench"])).toBe("");
    expect(suggestion("label", [])).toBe("");
  });

  it("does not take half of a short name for the name", () => {
    expect(suggestion("x", ["P"])).toBe("");
    expect(suggestion("", ["P", "AP"])).toBe("");
  });
});

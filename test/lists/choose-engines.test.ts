import { describe, expect, it } from "vitest";
import { chooseEngines } from "../../src/lists/choose-engines.ts";
import type { RawResults } from "../../src/types.ts";
import { makeRaw } from "../support/make-lists.ts";

/** An engine without rows; the source decides which file it stands in. */
function engine(name: string, source = `${name}.csv`): RawResults {
  return makeRaw(name, [], { source });
}

function names(results: readonly RawResults[]): string[] {
  return results.map((result) => `${result.engine} in ${result.source}`);
}

describe("chooseEngines", () => {
  it("takes the one engine of the reference file, and all engines of the candidate files", () => {
    const { reference, candidates } = chooseEngines(
      Object.freeze({
        ofReferenceFile: Object.freeze([engine("scopus")]),
        ofCandidateFiles: Object.freeze([engine("explorer"), engine("a", "both.csv"), engine("b", "both.csv")]),
      }),
      null,
    );
    expect(names([reference])).toEqual(["scopus in scopus.csv"]);
    expect(names(candidates)).toEqual(["explorer in explorer.csv", "a in both.csv", "b in both.csv"]);
  });

  it("picks the reference by name, and without candidate files the others of its file are the candidates", () => {
    const ofReferenceFile = [engine("a", "all.csv"), engine("b", "all.csv"), engine("c", "all.csv")];
    const { reference, candidates } = chooseEngines({ ofReferenceFile, ofCandidateFiles: [] }, "b");
    expect(names([reference])).toEqual(["b in all.csv"]);
    expect(names(candidates)).toEqual(["a in all.csv", "c in all.csv"]);
  });

  describe("edges", () => {
    it("leaves the reference file's other engines out where candidate files are given", () => {
      const ofReferenceFile = [engine("a", "all.csv"), engine("b", "all.csv")];
      const { candidates } = chooseEngines({ ofReferenceFile, ofCandidateFiles: [engine("c")] }, "a");
      expect(names(candidates)).toEqual(["c in c.csv"]);
    });

    it("keeps a candidate that has the reference's name in another file", () => {
      const { candidates } = chooseEngines(
        { ofReferenceFile: [engine("a", "new.csv")], ofCandidateFiles: [engine("a", "old.csv")] },
        null,
      );
      expect(names(candidates)).toEqual(["a in old.csv"]);
    });

    it("leaves the reference out of its candidates when one file is given for both", () => {
      const both = [engine("a", "all.csv"), engine("b", "all.csv")];
      const { candidates } = chooseEngines({ ofReferenceFile: both, ofCandidateFiles: both }, "a");
      expect(names(candidates)).toEqual(["b in all.csv"]);
    });

    it.each([
      ["all.csv", "./all.csv", 1],
      ["././a/all.csv", "a//./all.csv", 1],
      ["/all.csv", "//all.csv", 1],
      ["/all.csv", "all.csv", 2],
      [".all.csv", "all.csv", 2],
      ["../all.csv", "all.csv", 2],
    ])("%s and %s leave %i candidates", (one, other, count) => {
      const { candidates } = chooseEngines(
        {
          ofReferenceFile: [engine("a", one), engine("b", one)],
          ofCandidateFiles: [engine("a", other), engine("b", other)],
        },
        "a",
      );
      expect(candidates).toHaveLength(count);
    });
  });

  describe("errors", () => {
    const several = [engine("a", "all.csv"), engine("b", "all.csv")];
    it.each([
      { name: "several engines and no choice", chosen: null, engines: ["a", "b"], ofReferenceFile: several },
      { name: "no engine of that name", chosen: "z", engines: ["a", "b"], ofReferenceFile: several },
      { name: "a wrong name for the only engine", chosen: "z", engines: ["a"], ofReferenceFile: several.slice(0, 1) },
      { name: "no engine at all", chosen: null, engines: [], ofReferenceFile: [] },
    ])("asks which engine is the reference: $name", ({ chosen, engines, ofReferenceFile }) => {
      expect(() => chooseEngines({ ofReferenceFile, ofCandidateFiles: [engine("c")] }, chosen)).toThrow(
        expect.objectContaining({ code: "AMBIGUOUS_ENGINE", details: { engines } }),
      );
    });

    it("finds no candidate in a file of one engine", () => {
      expect(() => chooseEngines({ ofReferenceFile: [engine("a")], ofCandidateFiles: [] }, null)).toThrow(
        expect.objectContaining({ code: "AMBIGUOUS_ENGINE", details: { engines: ["a"] } }),
      );
    });

    it("rejects two candidates of one name", () => {
      const ofCandidateFiles = [engine("c", "one/c.csv"), engine("d"), engine("c", "other/c.csv")];
      expect(() => chooseEngines({ ofReferenceFile: [engine("a")], ofCandidateFiles }, null)).toThrow(
        expect.objectContaining({ code: "AMBIGUOUS_ENGINE", details: { engines: ["c"] } }),
      );
    });
  });
});

import { describe, expect, it } from "vitest";
import type { RawResults } from "../../src/core/types.ts";
import { chooseEngines, enginesToOrder } from "../../src/lists/choose-engines.ts";
import { makeRaw } from "../support/make-lists.ts";

/** An engine without rows; `source` is its file. */
function engine(name: string, source = `${name}.csv`): RawResults {
  return makeRaw(name, [], { source });
}

function names(results: readonly RawResults[]): string[] {
  return results.map((result) => `${result.engine} in ${result.source}`);
}

describe("chooseEngines", () => {
  it("returns the only engine of the reference file as reference, and all engines of the candidate files", () => {
    const { references, candidates } = chooseEngines(
      Object.freeze({
        ofReferenceFiles: Object.freeze([Object.freeze([engine("scopus")])]),
        ofCandidateFiles: Object.freeze([engine("explorer"), engine("a", "both.csv"), engine("b", "both.csv")]),
      }),
      null,
    );
    expect(names(references)).toEqual(["scopus in scopus.csv"]);
    expect(names(candidates)).toEqual(["explorer in explorer.csv", "a in both.csv", "b in both.csv"]);
  });

  it("returns the named engine as reference, and the other engines of its file as candidates", () => {
    const ofReferenceFile = [engine("a", "all.csv"), engine("b", "all.csv"), engine("c", "all.csv")];
    const { references, candidates } = chooseEngines(
      { ofReferenceFiles: [ofReferenceFile], ofCandidateFiles: [] },
      "b",
    );
    expect(names(references)).toEqual(["b in all.csv"]);
    expect(names(candidates)).toEqual(["a in all.csv", "c in all.csv"]);
  });

  describe("several references", () => {
    const given = [[engine("a")], [engine("b")]];

    it("are one engine per file, in the order of the files", () => {
      const { references, candidates } = chooseEngines(
        { ofReferenceFiles: given, ofCandidateFiles: [engine("c")] },
        null,
      );
      expect(names(references)).toEqual(["a in a.csv", "b in b.csv"]);
      expect(names(candidates)).toEqual(["c in c.csv"]);
    });

    it("may also be candidates", () => {
      const { candidates } = chooseEngines(
        { ofReferenceFiles: given, ofCandidateFiles: [engine("b"), engine("c")] },
        null,
      );
      expect(names(candidates)).toEqual(["b in b.csv", "c in c.csv"]);
    });

    it.each([
      {
        what: "equal names",
        files: [[engine("a")], [engine("a", "b.csv")]],
        says: "Rename one of them: NAME=FILE",
      },
      { what: "a file with several engines", files: [[engine("a")], [engine("b"), engine("c")]], says: "2 engines" },
      { what: "a file without engines", files: [[engine("a")], []], says: "0 engines" },
      { what: "a chosen reference engine", files: given, chosen: "a", says: "--reference-engine" },
      { what: "no candidates", files: given, candidates: [], says: "--candidates" },
    ])("are refused with $what", ({ files, chosen = null, candidates = [engine("c")], says }) => {
      const choosing = () => chooseEngines({ ofReferenceFiles: files, ofCandidateFiles: candidates }, chosen);
      expect(choosing).toThrow(expect.objectContaining({ code: "AMBIGUOUS_ENGINE" }));
      expect(choosing).toThrow(says);
    });

    it.each(["a.csv", "./a.csv"])("are refused if the file a.csv is given again, as %s", (again) => {
      const twice = [[engine("a")], [engine("other", again)]];
      expect(() => chooseEngines({ ofReferenceFiles: twice, ofCandidateFiles: [engine("c")] }, null)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { file: "a.csv" } }),
      );
    });
  });

  describe("chooseEngines in edge cases", () => {
    it("leaves out the other engines of the reference file if there are candidate files", () => {
      const ofReferenceFile = [engine("a", "all.csv"), engine("b", "all.csv")];
      const { candidates } = chooseEngines(
        { ofReferenceFiles: [ofReferenceFile], ofCandidateFiles: [engine("c")] },
        "a",
      );
      expect(names(candidates)).toEqual(["c in c.csv"]);
    });

    it("keeps a candidate from another file that has the reference's name", () => {
      const { candidates } = chooseEngines(
        { ofReferenceFiles: [[engine("a", "new.csv")]], ofCandidateFiles: [engine("a", "old.csv")] },
        null,
      );
      expect(names(candidates)).toEqual(["a in old.csv"]);
    });

    it("leaves the reference out of the candidates if the same file is given for both", () => {
      const both = [engine("a", "all.csv"), engine("b", "all.csv")];
      const { candidates } = chooseEngines({ ofReferenceFiles: [both], ofCandidateFiles: both }, "a");
      expect(names(candidates)).toEqual(["b in all.csv"]);
    });

    it.each([
      ["all.csv", "./all.csv", 1],
      ["././a/all.csv", "a//./all.csv", 1],
      ["/all.csv", "//all.csv", 1],
      ["/all.csv", "all.csv", 2],
      [".all.csv", "all.csv", 2],
      ["../all.csv", "all.csv", 2],
    ])(
      "returns for the reference file %s and the candidate file %s this number of candidates: %i",
      (one, other, count) => {
        const { candidates } = chooseEngines(
          {
            ofReferenceFiles: [[engine("a", one), engine("b", one)]],
            ofCandidateFiles: [engine("a", other), engine("b", other)],
          },
          "a",
        );
        expect(candidates).toHaveLength(count);
      },
    );
  });

  describe("chooseEngines with invalid input", () => {
    const several = [engine("a", "all.csv"), engine("b", "all.csv")];
    it.each([
      { name: "several engines and no choice", chosen: null, engines: ["a", "b"], ofReferenceFile: several },
      { name: "no engine with that name", chosen: "z", engines: ["a", "b"], ofReferenceFile: several },
      { name: "only engines with another name", chosen: "z", engines: ["a"], ofReferenceFile: several.slice(0, 1) },
      { name: "no engine at all", chosen: null, engines: [], ofReferenceFile: [] },
    ])("refuses to choose a reference if there are $name", ({ chosen, engines, ofReferenceFile }) => {
      expect(() =>
        chooseEngines({ ofReferenceFiles: [ofReferenceFile], ofCandidateFiles: [engine("c")] }, chosen),
      ).toThrow(expect.objectContaining({ code: "AMBIGUOUS_ENGINE", details: { engines } }));
    });

    it.each([
      { name: "with several engines", given: several, says: "(a, b). Choose one with --reference-engine NAME." },
      {
        name: "with one engine",
        given: several.slice(0, 1),
        says: "or name the column of engines with --engine-column NAME.",
      },
    ])("recommends an option if a file $name lacks the named engine", ({ given, says }) => {
      expect(() => chooseEngines({ ofReferenceFiles: [given], ofCandidateFiles: [] }, "z")).toThrow(says);
    });

    it("refuses a single file that has only one engine", () => {
      expect(() => chooseEngines({ ofReferenceFiles: [[engine("a")]], ofCandidateFiles: [] }, null)).toThrow(
        expect.objectContaining({ code: "AMBIGUOUS_ENGINE", details: { engines: ["a"] } }),
      );
    });

    it("refuses two candidates with the same name", () => {
      const ofCandidateFiles = [engine("c", "one/c.csv"), engine("d"), engine("c", "other/c.csv")];
      expect(() => chooseEngines({ ofReferenceFiles: [[engine("a")]], ofCandidateFiles }, null)).toThrow(
        expect.objectContaining({ code: "AMBIGUOUS_ENGINE", details: { engines: ["c"] } }),
      );
    });
  });
});

const three = ["a", "b", "c"].map((engine) => ({ engine }));

describe("enginesToOrder", () => {
  it("returns all engines, or only the named engines, in the order of the lists", () => {
    expect(enginesToOrder(three, null)).toEqual([0, 1, 2]);
    expect(enginesToOrder(three, ["c", "a"])).toEqual([0, 2]);
  });

  it.each([
    { asked: ["a", "d"], message: /--engines names d.*a, b, c/ },
    { asked: ["a"], message: /--engines names only a, but an order needs at least two/ },
  ])("refuses $asked", ({ asked, message }) => {
    expect(() => enginesToOrder(three, asked)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringMatching(message) }),
    );
  });
});

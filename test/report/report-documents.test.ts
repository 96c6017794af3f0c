import { mkdirSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { reportDocuments } from "../../src/report/report-documents.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const summary = {
  ...{ schema: "semqrel.label/1", engines: {}, order: [], reference: {}, queries: 1, label: "flat", warnings: [] },
};
const policies = {
  ...{ schema: "semqrel.policies/1", engines: ["bing"], policies: [], default: {}, sensitivity: {} },
};
const agreement = {
  ...{ schema: "semqrel.agree/1", raters: [], cohen: [], krippendorff: {}, habits: [], disagreements: [] },
};
const estimate = {
  ...{ measure: "nDCG", engines: { bing: {} }, pairs: [], order: [], cautions: [], verdict: "nothing" },
};
const validation = {
  ...{ schema: "semqrel.validate/1", engines: 1, queries: 1, means: [], sameEmbedderScores: { bing: null } },
  ...{ proxies: {}, verdict: "", limits: [] },
};
const fidelity = {
  ...{ schema: "semqrel.fidelity/1", before: {}, after: {}, rule: {}, rows: {}, engines: { bing: {} }, order: {} },
  ...{ examples: [], verdict: "" },
};
const rerank = { schema: "semqrel.rerank/1", engine: "bing", ndcg: {}, tests: [], mse: {}, features: [] };

type Files = Readonly<Record<string, unknown>>;

function folderWith(files: Files): string {
  const text = (content: unknown) => (typeof content === "string" ? content : JSON.stringify(content));
  return temporaryFolder(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, text(content)])));
}

describe("reportDocuments", () => {
  const stored = { source: "labels", engines: ["bing", "explorer"] };

  const read = (files: Files, given: readonly string[] = [], own = true) =>
    reportDocuments(folderWith({ "summary.json": summary, ...files }), stored, { with: given, own, evidence: [] });

  it("finds documents of every kind by their content, whatever their file names are", () => {
    const ofEstimate = { schema: "semqrel.estimate/1", ...estimate };
    const found = read({
      ...{ "a.json": validation, "b.json": ofEstimate, "c.json": policies },
      ...{ "d.json": fidelity, "e.json": agreement, "f.json": rerank },
    });
    expect(found).toMatchObject({
      summary,
      documents: { validation, estimate: ofEstimate, policies, fidelity, agreement, rerank },
    });
    expect([...found.files].map(([role, file]) => [role, basename(file)])).toEqual([
      ...[
        ["validation", "a.json"],
        ["estimate", "b.json"],
        ["policies", "c.json"],
      ],
      ...[
        ["fidelity", "d.json"],
        ["agreement", "e.json"],
        ["rerank", "f.json"],
      ],
    ]);
  });

  it("accepts an estimate that compares an engine with its reference", () => {
    const summarised = { ...summary, reference: { engine: "library" } };
    const content = { schema: "semqrel.estimate/1", ...estimate, engines: { bing: {}, library: {} } };
    const found = read({ "summary.json": summarised, "b.json": content });
    expect([found.stale, found.documents.estimate?.engines]).toEqual([[], content.engines]);
  });

  it("returns null for missing documents", () => {
    const none = { validation: null, estimate: null, policies: null, fidelity: null, agreement: null, rerank: null };
    expect(read({}).documents).toEqual({ ...none, gold: null, judging: null, suggestion: null });
  });

  it("uses the summary of calibrate as the estimate", () => {
    const calibrated = { schema: "semqrel.calibrate/1", ...estimate, offsets: {} };
    expect(read({ "summary.json": calibrated })).toMatchObject({
      summary: null,
      documents: { estimate: { ...estimate, schema: "semqrel.estimate/1" } },
    });
  });

  it("ignores other files, and documents that are not part of a report", () => {
    const files = {
      ...{ "package.json": { name: "x" }, "notes.json": "{ no JSON", "empty.json": "", "list.json": [1] },
      ...{ "gains.json": { schema: "semqrel.gains/1" }, "plan.json": { schema: "semqrel.plan/2" }, "readme.txt": "x" },
    };
    expect(Object.values(read(files).documents).every((document) => document === null)).toBe(true);
  });

  it("prefers given documents to stored documents, and stored documents to other files in the folder", () => {
    const left = {
      file: join(folderWith({ "left.json": validation }), "left.json"),
      kind: "validate",
      version: "1",
      content: { ...validation, queries: 2 },
    };
    const given = join(folderWith({ "b.json": { ...validation, queries: 3 } }), "b.json");
    const queriesWith = (files: Files, named: readonly string[]) => {
      const folder = folderWith({ "summary.json": summary, ...files });
      return reportDocuments(folder, stored, { with: named, own: true, evidence: [left] }).documents.validation
        ?.queries;
    };
    expect(queriesWith({ "a.json": validation }, [])).toBe(2);
    expect(queriesWith({}, [given])).toBe(3);
  });

  it("ignores folders and dangling links that have the name of a document", () => {
    const folder = folderWith({ "summary.json": summary, "a.json": validation });
    mkdirSync(join(folder, "folder.json"));
    symlinkSync("nowhere.json", join(folder, "link.json"));
    const { files } = reportDocuments(folder, stored, { with: [], own: true, evidence: [] });
    expect([...files.keys()]).toEqual(["validation"]);
  });

  it("accepts files from other folders, and reads a file only once if it is given twice", () => {
    const elsewhere = join(folderWith({ "p.json": policies }), "p.json");
    expect(read({}, [elsewhere, elsewhere]).documents.policies).toEqual(policies);
  });

  it("ignores the folder's own documents if they are older than its labels", () => {
    expect(read({ "p.json": policies }, [], false).documents.policies).toBeNull();
  });

  describe("errors", () => {
    it("reportDocuments refuses two documents of the same kind, and names both files", () => {
      expect(() => read({ "one.json": policies, "two.json": policies })).toThrow(
        expect.objectContaining({
          code: "INVALID_OPTION",
          message: expect.stringMatching(/one\.json .*two\.json .*policies/),
        }),
      );
    });

    it("reportDocuments refuses another estimate in a folder that calibrate wrote", () => {
      const calibrated = { schema: "semqrel.calibrate/1", ...estimate };
      const other = { schema: "semqrel.estimate/1", ...estimate };
      expect(() => read({ "summary.json": calibrated, "other.json": other })).toThrow(/summary\.json .*other\.json/);
    });

    it.each([
      ["p.json", { ...policies, schema: "semqrel.policies/2" }],
      ["summary.json", { ...summary, schema: "semqrel.label/2" }],
      ["summary.json", { schema: "semqrel.calibrate/9", ...estimate }],
    ])("reportDocuments refuses another schema version of %s, and explains what to do", (name, content) => {
      expect(() => read({ [name]: content })).toThrow(
        expect.objectContaining({
          code: "INVALID_FORMAT",
          message: expect.stringMatching(new RegExp(`${name}.*${content.schema}.*this version`)),
        }),
      );
    });

    it("reportDocuments refuses a document without a required field", () => {
      const { default: _, ...rest } = policies;
      expect(() => read({ "p.json": rest })).toThrow(/p\.json.*default is missing/);
    });

    it("reportDocuments refuses a verdict that is not text, and a summary with parts of the wrong type", () => {
      expect(() => read({ "v.json": { ...validation, verdict: 7 } })).toThrow(
        /v\.json: .*verdict is 7; a text is expected/,
      );
      expect(() => read({ "summary.json": { ...summary, order: {} } })).toThrow(
        /summary\.json: .*order is an object; a list is expected/,
      );
    });

    it("reportDocuments refuses a truncated document", () => {
      expect(() => read({ "p.json": JSON.stringify(policies).slice(0, -3) })).toThrow(/p\.json: it is cut short/);
    });

    it.each([
      ["policies", { ...policies, engines: ["bing", "old"] }],
      ["rerank", { ...rerank, engine: "old" }],
      ["validation", { ...validation, sameEmbedderScores: { old: 1 } }],
      ["fidelity", { ...fidelity, engines: { old: {} } }],
      ["estimate", { schema: "semqrel.estimate/1", ...estimate, engines: { old: {} } }],
    ])("reportDocuments leaves out a document of %s about an engine that is not in the labels", (_, content) => {
      const given = join(folderWith({ "p.json": content }), "p.json");
      for (const found of [read({ "p.json": content }), read({}, [given])]) {
        expect(found.stale).toEqual([
          expect.stringMatching(/p\.json is left out, because it is about old, which these labels do not have/),
        ]);
        expect(Object.values(found.documents).filter((one) => one !== null)).toEqual([]);
      }
    });

    it.each([
      ["from another program", { name: "x" }, /it is not a document of semqrel/],
      [
        "of another command",
        { schema: "semqrel.plan/1" },
        /it is a document of another kind \(plan\).*validate, validate --policies, estimate/,
      ],
      ["a summary of labels", summary, /it is a document of another kind \(label\)/],
    ])("reportDocuments refuses a given file that is %s", (_, content, message) => {
      expect(() => read({}, [join(folderWith({ "x.json": content }), "x.json")])).toThrow(message);
    });

    it("reportDocuments refuses a given file that does not exist", () => {
      expect(() => read({}, ["nowhere.json"])).toThrow(expect.objectContaining({ code: "FILE_NOT_FOUND" }));
    });

    it.each([
      ["no summary", "FILE_NOT_FOUND", folderWith({})],
      ["a summary of another kind", "INVALID_FORMAT", folderWith({ "summary.json": policies })],
      ["a summary that is not JSON", "INVALID_FORMAT", folderWith({ "summary.json": "{" })],
    ])("reportDocuments refuses a folder with %s", (_, code, folder) => {
      expect(() => reportDocuments(folder, stored, { with: [], own: true, evidence: [] })).toThrow(
        expect.objectContaining({ code }),
      );
    });
  });
});

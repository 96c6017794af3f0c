import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { object, present, text } from "../../src/core/schema.ts";
import { readOwnDocument, readOwnText, requireContent } from "../../src/io/read-own-document.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const fileWith = (text: string) => join(temporaryFolder({ "x.json": text }), "x.json");
const document = { schema: "semqrel.validate/1", verdict: "signal" };

describe("readOwnDocument", () => {
  it("returns the kind and the version of a document of semqrel", () => {
    const file = fileWith(JSON.stringify(document));
    expect(readOwnDocument(file)).toEqual({ file, kind: "validate", version: "1", content: document });
  });

  it("accepts a byte order mark, because editors may add one", () => {
    expect(readOwnDocument(fileWith(`\ufeff${JSON.stringify(document)}`))?.kind).toBe("validate");
  });

  it.each([
    ["another program's", '{"schema":"other/1"}'],
    ["without a schema", "{}"],
    ["a list", "[]"],
    ["null", "null"],
    ["not JSON", "a: 1"],
    ["empty", ""],
    ["another program's and incomplete", '{"name": "x", "sch'],
  ])("returns null for a document that is %s", (_, text) => {
    expect(readOwnDocument(fileWith(text))).toBeNull();
  });

  it("rejects an incomplete document of semqrel", () => {
    const text = JSON.stringify(document, null, 1);
    const file = fileWith(text.slice(0, -5));
    expect(() => readOwnDocument(file)).toThrow(
      expect.objectContaining({
        code: "INVALID_FORMAT",
        details: { file },
        message: expect.stringMatching(/cut short/),
      }),
    );
  });

  it("reports that a file is missing or cannot be read", () => {
    expect(() => readOwnDocument("nowhere.json")).toThrow(expect.objectContaining({ code: "FILE_NOT_FOUND" }));
    expect(() => readOwnDocument(temporaryFolder())).toThrow(expect.objectContaining({ code: "FILE_UNREADABLE" }));
  });
});

describe("requireContent", () => {
  const found = { file: "v.json", kind: "validate", version: "1", content: document };

  it("accepts the expected version with all fields", () => {
    expect(() => requireContent(found, "1", object({ verdict: text }))).not.toThrow();
  });

  it("rejects another version, and names both versions", () => {
    expect(() => requireContent({ ...found, version: "2" }, "1", object({}))).toThrow(
      /^Reading v\.json: it has the schema semqrel\.validate\/2, but this version of semqrel reads semqrel\.validate\/1\./,
    );
  });

  it("rejects a document that lacks a field", () => {
    expect(() => requireContent(found, "1", object({ verdict: text, limits: present }))).toThrow(
      "Reading v.json: it has the schema semqrel.validate/1, but limits is missing; a value is expected. Create it again.",
    );
  });
});

describe("readOwnText", () => {
  const folder = temporaryFolder({ "marked.json": "\ufeff{}\n" });

  it("omits the byte order mark", () => {
    expect(readOwnText(join(folder, "marked.json"), "Give another.")).toBe("{}\n");
  });

  it.each([
    ["that is missing", "none.json", "FILE_NOT_FOUND", /none\.json: there is no such file\. Give another\.$/],
    ["that is a folder", "", "FILE_UNREADABLE", /it cannot be read \(EISDIR.*\)\. Give another\.$/],
  ])("rejects a file %s, and adds the given advice", (_, name, code, message) => {
    const file = join(folder, name);
    expect(() => readOwnText(file, "Give another.")).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message), details: { file } }),
    );
  });
});

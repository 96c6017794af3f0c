import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readOwnText } from "../../src/io/read-own-text.ts";
import { temporaryFolder } from "../support/run-cli.ts";

describe("readOwnText", () => {
  const folder = temporaryFolder({ "marked.json": "\ufeff{}\n" });

  it("leaves a byte order mark out", () => {
    expect(readOwnText(join(folder, "marked.json"), "Give another.")).toBe("{}\n");
  });

  it.each([
    ["that is missing", "none.json", "FILE_NOT_FOUND", /none\.json: there is no such file\. Give another\.$/],
    ["that is a folder", "", "FILE_UNREADABLE", /it cannot be read \(EISDIR.*\)\. Give another\.$/],
  ])("names a file %s and says what to give", (_, name, code, message) => {
    const file = join(folder, name);
    expect(() => readOwnText(file, "Give another.")).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message), details: { file } }),
    );
  });
});

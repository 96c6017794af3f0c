import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SemqrelError } from "../../src/core/errors.ts";
import { writeWhole } from "../../src/io/input-error.ts";
import { temporaryFolder } from "../support/run-cli.ts";

describe("writeWhole", () => {
  it("writes all files", () => {
    const folder = temporaryFolder();
    const [one, other] = [join(folder, "one"), join(folder, "other")];
    writeWhole(
      [
        { path: one, content: ["a", "b"] },
        { path: other, content: ["c"] },
      ],
      one,
    );
    expect([one, other].map((path) => readFileSync(path, "utf8"))).toEqual(["ab", "c"]);
  });

  it("does not write any file if a file cannot be written, and names the output", () => {
    const folder = temporaryFolder({ file: "" });
    const one = join(folder, "one");
    const files = [
      { path: one, content: ["a"] },
      { path: join(folder, "file", "other"), content: ["c"] },
    ];
    expect(() => writeWhole(files, one)).toThrow(
      expect.objectContaining({
        code: "OUTPUT_UNWRITABLE",
        message: expect.stringContaining(`Cannot write ${one}: `),
        details: { file: one },
      }),
    );
    expect(existsSync(one)).toBe(false);
  });

  it.each([
    ["a folder", "", "it is a folder"],
    ["an empty path", null, "the path is empty"],
    ["a path inside a file", "file/x/page.html", "one of its folders is a file"],
  ])("rejects %s as output, and explains why", (_, name, why) => {
    const output = name === null ? "" : join(temporaryFolder({ file: "" }), name);
    expect(() => writeWhole([{ path: output, content: ["a"] }], output)).toThrow(
      `Cannot write ${output}: ${why}. Nothing was changed; choose another path.`,
    );
  });

  it("throws errors from the content unchanged", () => {
    const wrong = new SemqrelError("INVALID_LABEL", "no label");
    function* content(): Iterable<string> {
      yield "a";
      throw wrong;
    }
    expect(() => writeWhole([{ path: join(temporaryFolder(), "one"), content: content() }], "one")).toThrow(wrong);
  });
});

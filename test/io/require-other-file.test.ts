import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { requireOtherFile } from "../../src/io/require-other-file.ts";
import { temporaryFolder } from "../support/run-cli.ts";

describe("requireOtherFile", () => {
  it("refuses a file that is read, by whatever path", () => {
    const folder = temporaryFolder({ "a.csv": "" });
    symlinkSync(join(folder, "a.csv"), join(folder, "link.csv"));
    for (const input of ["a.csv", "link.csv"]) {
      expect(() => requireOtherFile(join(folder, "a.csv"), [null, "-", join(folder, input)])).toThrow(
        expect.objectContaining({
          code: "INVALID_OPTION",
          message: expect.stringContaining("it is the file that is read"),
        }),
      );
    }
  });

  it("lets others be, and what is no file", () => {
    const folder = temporaryFolder({ "a.csv": "", "b.csv": "" });
    for (const output of [join(folder, "b.csv"), join(folder, "new.csv"), folder, "-"]) {
      expect(() => requireOtherFile(output, [join(folder, "a.csv"), folder, "-", null])).not.toThrow();
    }
  });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readBuiltFile } from "../../../src/core/files/folders.ts";
import { root } from "../../support/run-cli.ts";

describe("readBuiltFile", () => {
  it.each(["gold/rating/page/page.js", "report/page/script/report-script.js"])(
    "reads the built file %s, which is a single module without imports",
    (path) => {
      const script = readBuiltFile(path, "a script");
      expect(script).toBe(readFileSync(join(root, "dist", path), "utf8"));
      expect(script).not.toMatch(/^\s*import\s/m);
    },
  );

  it("names a file that was not built and says how to build it", () => {
    const read = () => readBuiltFile("gold/rating/page/nothing.js", "the script of nothing");
    expect(read).toThrow(/^Reading the script of nothing: it was not built\. Run npm run build\.$/);
    expect(read).toThrow(expect.objectContaining({ code: "FILE_NOT_FOUND" }));
  });
});

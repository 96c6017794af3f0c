/** Do a folder of labels and its labels.csv mean the same? */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { labelFolderOf } from "../../../src/io/labels/label-folder-of.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

describe("labelFolderOf", () => {
  it("is the folder itself, or that of labels.csv beside a manifest", () => {
    const folder = temporaryFolder({ "labels.csv": "", "manifest.json": "{}", "measures.csv": "" });
    expect(labelFolderOf(folder)).toBe(folder);
    expect(labelFolderOf(join(folder, "labels.csv"))).toBe(folder);
    expect(labelFolderOf(join(folder, "measures.csv"))).toBeNull();
  });

  it("is none for other files, and where nothing is", () => {
    const folder = temporaryFolder({ "labels.csv": "", "a.run": "" });
    for (const name of ["labels.csv", "a.run", "none/labels.csv", "a.run/labels.csv"]) {
      expect(labelFolderOf(join(folder, name))).toBeNull();
    }
    expect(labelFolderOf("-")).toBeNull();
  });
});

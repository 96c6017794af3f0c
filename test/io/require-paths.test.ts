import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { requireOneStandardInput, requireOtherFile, requireOwnFiles } from "../../src/io/require-paths.ts";
import { temporaryFolder } from "../support/run-cli.ts";

describe("requireOneStandardInput", () => {
  it.each([[[]], [["-"]], [["a.csv", "-", null, "./-"]]])("accepts %j", (paths) => {
    expect(() => requireOneStandardInput(paths)).not.toThrow();
  });

  it("rejects two uses of standard input", () => {
    expect(() => requireOneStandardInput(["-", "a.csv", "-"])).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringContaining("can be used for one file") }),
    );
  });
});

describe("requireOtherFile", () => {
  it("rejects an output that is also an input, even through a symbolic link", () => {
    const folder = temporaryFolder({ "a.csv": "" });
    symlinkSync(join(folder, "a.csv"), join(folder, "link.csv"));
    for (const input of ["a.csv", "link.csv"]) {
      expect(() => requireOtherFile(join(folder, "a.csv"), [null, "-", join(folder, input)])).toThrow(
        expect.objectContaining({
          code: "INVALID_OPTION",
          message: expect.stringContaining("it is also an input"),
        }),
      );
    }
  });

  it("accepts another file, a new file, a folder and standard output", () => {
    const folder = temporaryFolder({ "a.csv": "", "b.csv": "" });
    for (const output of [join(folder, "b.csv"), join(folder, "new.csv"), folder, "-"]) {
      expect(() => requireOtherFile(output, [join(folder, "a.csv"), folder, "-", null])).not.toThrow();
    }
  });
});

const manifest = JSON.stringify({ schema: "semqrel.manifest/1", files: ["labels.csv", "reference.csv"] });
const nothingRead = { inputs: [], isResumed: false };

describe("requireOwnFiles", () => {
  it("accepts new names, and files of an earlier run", () => {
    const folder = temporaryFolder({ "manifest.json": manifest, "labels.csv": "", "notes.txt": "mine" });
    const names = ["labels.csv", "runs/a.run", "manifest.json"];
    expect(() => requireOwnFiles(folder, names, { inputs: ["-", "elsewhere.csv"], isResumed: false })).not.toThrow();
    expect(() => requireOwnFiles(join(folder, "new"), names, nothingRead)).not.toThrow();
  });

  it("rejects a file that no earlier run wrote, unless an earlier run was interrupted", () => {
    const folder = temporaryFolder({ "labels.csv": "mine" });
    expect(() => requireOwnFiles(folder, ["labels.csv"], nothingRead)).toThrow(
      expect.objectContaining({
        code: "OUTPUT_UNWRITABLE",
        message: expect.stringContaining("labels.csv already exists, but no earlier run wrote it. Nothing was changed"),
        details: { folder, file: "labels.csv" },
      }),
    );
    expect(() => requireOwnFiles(folder, ["labels.csv"], { inputs: [], isResumed: true })).not.toThrow();
  });

  it("rejects an input file, even through a symbolic link, and even if an earlier run wrote it", () => {
    const folder = temporaryFolder({ "manifest.json": manifest, "reference.csv": "" });
    symlinkSync(join(folder, "reference.csv"), join(folder, "link.csv"));
    for (const isResumed of [false, true]) {
      expect(() =>
        requireOwnFiles(folder, ["reference.csv"], { inputs: [join(folder, "link.csv")], isResumed }),
      ).toThrow("reference.csv is also an input. Nothing was changed");
    }
  });

  it("accepts a folder into which another run writes its manifest and files during the check", () => {
    const folder = temporaryFolder();
    // The other run writes its files during the check, after the first step.
    const write = () => {
      writeFileSync(join(folder, "manifest.json"), manifest);
      writeFileSync(join(folder, "labels.csv"), "");
      return [];
    };
    expect(() => requireOwnFiles(folder, ["labels.csv", "manifest.json"], nothingRead, write)).not.toThrow();
    expect(() => requireOwnFiles(folder, ["labels.csv", "manifest.json"], nothingRead)).not.toThrow();
  });
});

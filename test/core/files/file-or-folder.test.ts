import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isFile, isFolder } from "../../../src/core/files/file-or-folder.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

describe("isFile and isFolder", () => {
  const folder = temporaryFolder({ "a.csv": "" });
  symlinkSync("a.csv", join(folder, "to-file"));
  symlinkSync(".", join(folder, "to-folder"));
  symlinkSync("gone", join(folder, "to-nothing"));

  it.each([
    ["a.csv", "file"],
    ["to-file", "file"],
    [".", "folder"],
    ["to-folder", "folder"],
    ["to-nothing", null],
    ["gone", null],
  ])("tell what %s is: %s", (name, kind) => {
    const path = join(folder, name);
    expect([isFile(path), isFolder(path)]).toEqual([kind === "file", kind === "folder"]);
  });
});

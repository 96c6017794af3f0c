import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isFile, isFolder, makeFolder, nearFile } from "../../../src/core/files/folders.ts";
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
  ])("classify %s as %s", (name, kind) => {
    const path = join(folder, name);
    expect([isFile(path), isFolder(path)]).toEqual([kind === "file", kind === "folder"]);
  });
});

describe("nearFile", () => {
  it("suggests a name beside the path, never the path itself", () => {
    const folder = temporaryFolder({ "labels.csv": "", other: "" });
    expect(nearFile(join(folder, "labls.csv"))).toBe(` Did you mean "${join(folder, "labels.csv")}"?`);
    expect(nearFile(join(folder, "labels.csv"))).toBe("");
  });
});

describe("makeFolder", () => {
  it("makes a folder with its parents and returns the topmost new one, as Node does", () => {
    const [one, other] = [temporaryFolder(), temporaryFolder()];
    expect(makeFolder(join(one, "a/b/c"))).toBe(join(one, "a"));
    expect(mkdirSync(join(other, "a/b/c"), { recursive: true })).toBe(join(other, "a"));
    expect(statSync(join(one, "a/b/c")).isDirectory()).toBe(true);
  });

  it("accepts an existing folder, even behind a link", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "there"));
    symlinkSync(join(folder, "there"), join(folder, "link"));
    expect(makeFolder(join(folder, "there"))).toBeUndefined();
    expect(makeFolder(join(folder, "link"))).toBeUndefined();
    expect(makeFolder(join(folder, "link/inside"))).toBe(join(folder, "link/inside"));
    expect(existsSync(join(folder, "there/inside"))).toBe(true);
  });

  it.skipIf(process.platform === "win32")("sets the given permissions", () => {
    const folder = join(temporaryFolder(), "mine");
    makeFolder(folder, 0o700);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it.each(["file", "file/below", "broken"])("throws Node's error for %s", (name) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "file"), "");
    symlinkSync(join(folder, "nowhere"), join(folder, "broken"));
    expect(() => makeFolder(join(folder, name))).toThrow(/^(?:EEXIST|ENOTDIR)/);
  });

  it.skipIf(process.platform !== "linux")(
    "throws instead of looping if making a folder fails with ENOENT although its parent exists",
    () => {
      expect(() => makeFolder("/proc/self/x/y")).toThrow(/^ENOENT/);
    },
  );
});

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { filesOfEarlierRun } from "../../../src/io/labels/files-of-earlier-run.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

const manifest = (files: unknown, schema = "semqrel.manifest/1") => JSON.stringify({ schema, files });

describe("filesOfEarlierRun", () => {
  it("names the manifest, and what it names and the folder still has", () => {
    const folder = temporaryFolder({
      "manifest.json": manifest(["a.csv", "gone.csv", "b.csv"]),
      "a.csv": "",
      "b.csv": "",
    });
    expect(filesOfEarlierRun(folder)).toEqual(["manifest.json", "a.csv", "b.csv"]);
  });

  it("never names a folder, what is no path, or what lies outside", () => {
    const folder = join(temporaryFolder({ "mine.txt": "" }), "labels");
    mkdirSync(join(folder, "runs"), { recursive: true });
    expect(filesOfEarlierRun(folder)).toEqual([]);
    const other = temporaryFolder({ "manifest.json": manifest(["..", "../mine.txt", 7, null, "runs"]) });
    mkdirSync(join(other, "runs"));
    expect(filesOfEarlierRun(other)).toEqual(["manifest.json"]);
  });

  it.each([
    ["of another schema", manifest(["a.csv"], "other/1")],
    ["cut short", "{"],
    ["without files", manifest(null)],
  ])("is empty for a manifest %s", (_, text) => {
    expect(filesOfEarlierRun(temporaryFolder({ "manifest.json": text, "a.csv": "" }))).toEqual([]);
  });
});

import { readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { removeLeftovers } from "../../../src/core/files/remove-leftovers.ts";
import { writeFiles } from "../../../src/core/files/write-file.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

/** No process has such a number. */
const gone = 2 ** 22 + 1;

function folderOf(names: readonly string[], minutes: number): string {
  const folder = temporaryFolder(Object.fromEntries(names.map((name) => [name, "x"])));
  for (const name of names) {
    const path = join(folder, name);
    const seconds = statSync(path).mtimeMs / 1000 - minutes * 60;
    utimesSync(path, seconds, seconds);
  }
  return folder;
}

describe("removeLeftovers", () => {
  const names = [`a.csv.${gone}.tmp`, `a.csv.${process.pid}.tmp`, "a.csv", "b.tmp", "c.1x.tmp"];

  it("are those of processes that are gone, and nothing else, when something is written beside them", () => {
    const folder = folderOf(names, 6);
    writeFiles([{ path: join(folder, "new.txt"), content: ["new"] }]);
    expect(readdirSync(folder).sort()).toEqual([...names.slice(1), "new.txt"].sort());
  });

  it("stay while they may be another machine's", () => {
    const folder = folderOf(names, 4);
    writeFiles([{ path: join(folder, "new.txt"), content: ["new"] }]);
    expect(readdirSync(folder)).toContain(names[0]);
  });

  it("stay where there is no folder", () => {
    expect(() => removeLeftovers(join(temporaryFolder(), "missing"), 0)).not.toThrow();
  });
});

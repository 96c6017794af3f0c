import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeFiles } from "../../src/files/write-file.ts";
import { temporaryFolder } from "../support/run-cli.ts";

describe("writeFiles", () => {
  it("writes pieces and bytes, makes folders, replaces what was there", () => {
    const folder = temporaryFolder({ "a.txt": "old" });
    const long = Array.from({ length: 50_000 }, (_, line) => `line ${line} ☃\n`);
    writeFiles([
      { path: join(folder, "a.txt"), content: long },
      { path: join(folder, "deep/er/b.bin"), content: Uint8Array.of(0, 255, 10) },
    ]);
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe(long.join(""));
    expect([...readFileSync(join(folder, "deep/er/b.bin"))]).toEqual([0, 255, 10]);
    expect(readdirSync(folder).sort()).toEqual(["a.txt", "deep"]);
  });

  it("changes nothing when a later file cannot be made", () => {
    const folder = temporaryFolder({ "a.txt": "old" });
    const failing = (function* () {
      yield "begun";
      throw new RangeError("out of content");
    })();
    expect(() =>
      writeFiles([
        { path: join(folder, "a.txt"), content: ["new"] },
        { path: join(folder, "sub/b.txt"), content: failing },
      ]),
    ).toThrow("out of content");
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(["a.txt"]);
  });

  it("changes nothing when a folder stands in the place of a file", () => {
    const folder = temporaryFolder({ "a.txt": "old" });
    mkdirSync(join(folder, "b.txt"));
    expect(() =>
      writeFiles([
        { path: join(folder, "a.txt"), content: ["new"] },
        { path: join(folder, "b.txt"), content: ["new"] },
        { path: join(folder, "runs/c.run"), content: ["new"] },
      ]),
    ).toThrow(expect.objectContaining({ code: "EISDIR" }));
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("old");
    expect(existsSync(join(folder, "runs"))).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(["a.txt", "b.txt"]);
  });
});

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readWhole, readWholeText } from "../../../src/core/files/read-whole.ts";
import { root, temporaryFolder } from "../../support/run-cli.ts";

describe("readWhole", () => {
  it("reads empty and large files, directly and through a link", () => {
    const long = "é".repeat(100_000);
    const folder = temporaryFolder({ empty: "", long });
    symlinkSync("long", join(folder, "link"));
    expect(readWhole(join(folder, "empty"))).toHaveLength(0);
    expect(readWholeText(join(folder, "link"))).toBe(long);
    expect(readWhole(join(folder, "long"), 200_000)).toHaveLength(200_000);
  });

  it.skipIf(!existsSync("/proc/self/status"))("reads a file of /proc although its size is 0", () => {
    expect(readWholeText("/proc/self/status")).toContain("VmRSS");
  });

  const folder = temporaryFolder({ large: "" });
  truncateSync(join(folder, "large"), 1 << 30);
  execFileSync("mkfifo", [join(folder, "pipe")]);
  for (const device of ["zero", "null"]) symlinkSync(`/dev/${device}`, join(folder, device));
  symlinkSync("/proc/self/pagemap", join(folder, "pagemap"));
  it.each(["large", "pipe", "zero", "null", "pagemap"])(
    "rejects files that are too large or not plain files: %s",
    (name) => {
      if (name === "pagemap" && !existsSync("/proc/self/pagemap")) return;
      const refused = expect.objectContaining({ code: "FILE_UNREADABLE", message: expect.stringMatching(/^Reading /) });
      expect(() => readWhole(join(folder, name), 1 << 20)).toThrow(refused);
    },
  );

  it("throws the error of `fs` for a missing file and for a folder", () => {
    expect(() => readWhole(join(folder, "nowhere"))).toThrow(expect.objectContaining({ code: "ENOENT" }));
    expect(() => readWhole(folder)).toThrow(expect.objectContaining({ code: "EISDIR" }));
  });
});

/** Source files that read files of the package, of the system, or just written by this process or its child. */
const exceptions = [
  "core/files/folders.ts",
  "core/files/lock-file.ts",
  "core/files/version.ts",
  "jobs/child-main.ts",
  "jobs/child-processes.ts",
  "jobs/plan-blocks.ts",
];

it("readWhole is used wherever src/ reads a whole file", () => {
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const others = files.filter((file) => /\breadFile(?:Sync)?\(/.test(readFileSync(join(root, "src", file), "utf8")));
  expect(others.sort()).toEqual(exceptions);
});

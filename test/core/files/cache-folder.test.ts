import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cacheSizes, cleanCache, defaultCacheFolder } from "../../../src/core/files/cache-folder.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

describe("defaultCacheFolder", () => {
  // $XDG_CACHE_HOME, else $HOME/.cache, and empty counts as unset: XDG Base Directory Specification 0.8.
  it.each([
    [{ SEMQREL_CACHE: "/s", XDG_CACHE_HOME: "/x", HOME: "/h" }, "/s"],
    [{ XDG_CACHE_HOME: "/x", HOME: "/h" }, join("/x", "semqrel")],
    [{ SEMQREL_CACHE: "", XDG_CACHE_HOME: "", HOME: "/h" }, join("/h", ".cache", "semqrel")],
    [{}, join(homedir(), ".cache", "semqrel")],
    // "All paths set in these environment variables must be absolute. If […] relative […] ignore it."
    [{ XDG_CACHE_HOME: "x", HOME: "/h" }, join("/h", ".cache", "semqrel")],
    [{ HOME: "h" }, join(homedir(), ".cache", "semqrel")],
    [{ HOME: "" }, join(homedir(), ".cache", "semqrel")],
  ])("returns for the environment %j the folder %s", (environment, folder) => {
    expect(defaultCacheFolder(environment)).toBe(folder);
  });
});

describe("a cache folder", () => {
  it("is measured and cleaned part by part, and other files in it are kept", () => {
    const folder = temporaryFolder({ "vectors.bin": "12345", "verified-models.json": "{}", "other.txt": "1" });
    expect(cacheSizes(folder)).toEqual({ vectors: 5, indexes: 0, models: 2 });
    expect(cleanCache(folder, false)).toEqual([join(folder, "vectors.bin")]);
    expect(cleanCache(folder, true)).toEqual([join(folder, "verified-models.json")]);
    expect(cleanCache(folder, true)).toEqual([]);
  });

  it("can be cleaned while a run is writing into it", async () => {
    const folder = temporaryFolder();
    const busy = join(folder, "indexes", "busy-00000000");
    mkdirSync(busy, { recursive: true });
    // Only ten names: on a busy machine, files could be created faster than they are removed, without end.
    const write =
      'const fs = require("fs"); for (let at = 0; ; at++) { try { fs.mkdirSync(process.argv[1], { recursive: true });' +
      'fs.writeFileSync(process.argv[1] + "/" + (at % 10), ""); if (at === 9) console.log("writes"); } catch {} }';
    const writer = spawn(process.execPath, ["-e", write, busy], { stdio: ["ignore", "pipe", "ignore"] });
    try {
      await once(writer.stdout, "data");
      for (let times = 0; times < 200; times++) {
        cacheSizes(folder);
        cleanCache(folder, false);
      }
    } finally {
      writer.kill("SIGKILL");
    }
  });
});

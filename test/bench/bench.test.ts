import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../support/run-cli.ts";

describe("npm run bench", () => {
  it("measures every part with a small job and prints one document", () => {
    execFileSync("npm", ["run", "bundle-bench", "--silent"], { cwd: root, shell: process.platform === "win32" });
    const bench = join(root, "dist/bench/bench.js");
    const { status, stdout, stderr } = spawnSync(process.execPath, [bench, "--quick", "--json", "--quiet"], {
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(status).toBe(0);
    const document = JSON.parse(stdout);
    expect(document.schema).toBe("semqrel.bench/1");
    expect(document.embedding).toHaveLength(2);
    for (const { ofLimit, titlesPerSecond } of document.embedding) {
      expect(ofLimit).toBeGreaterThan(0);
      expect(titlesPerSecond).toBeGreaterThan(0);
    }
    expect(document.measure).toMatchObject({ runLines: 10_000, judgmentLines: 5000 });
    expect(document.measure.ofPlain).toBeGreaterThan(0);
    for (const { coldSeconds, warmSeconds, warmOfCold } of document.label) {
      expect(warmOfCold).toBeCloseTo(warmSeconds / coldSeconds, 9);
    }
    expect(document.index.map(({ points }: { points: number }) => points)).toEqual([70, 1000]);
  }, 300_000);
});

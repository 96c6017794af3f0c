import { describe, expect, it } from "vitest";
import { runCli } from "../support/run-cli.ts";

describe("semqrel bench", () => {
  it("measures every part on a small job and gives one document", async () => {
    const { exitCode, stdout, stderr } = await runCli(["bench", "--quick", "--json", "--quiet"]);
    expect(stderr).toBe("");
    expect(exitCode).toBe(0);
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

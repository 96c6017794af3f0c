import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root, sharedCache, temporaryFolder } from "../support/run-cli.ts";

const scripts = readdirSync(join(root, "scripts")).filter((name) => name.endsWith(".ts"));

/** Those that make the figures of docs/ again; the others are starting points for users. */
const isOfFigures = (name: string) => name.endsWith("-figures.ts");

describe("scripts/", () => {
  it.each(scripts)("%s is short, uses the public interface alone and stands in the README", (name) => {
    const text = readFileSync(join(root, "scripts", name), "utf8");
    expect(text.split("\n").length).toBeLessThanOrEqual(isOfFigures(name) ? 480 : 61);
    const imports = [...text.matchAll(/from "([^"]+)"/g)].map(([, from]) => from ?? "");
    expect(imports.filter((from) => !/^(?:semqrel(?:\/\w+)?$|node:)/.test(from))).toEqual([]);
    expect(readFileSync(join(root, "scripts", "README.md"), "utf8")).toContain(`\`${name}\``);
  });

  it("label-dataset.ts shows each query with its matches", () => {
    const printed = runScript("label-dataset.ts");
    // 25 queries: the reference's 24 and one that explorer alone answers.
    expect(printed.match(/^explorer\t/gm)).toHaveLength(25);
    expect(printed).toMatch(/^\t5\.00\t.*\t~ /m);
    expect(printed).toMatch(/ndcg_reference@10 -\n/);
  });

  it("build-gold-set.ts makes judgments of the sample's ratings and measures the engines", { timeout: 120_000 }, () => {
    const folder = temporaryFolder();
    const printed = runScript("build-gold-set.ts", folder, "data/samples/ratings.csv");
    // 283 documents: data/samples/README.md. The alpha as docs/commands/agree.md has it. The library's order made the ratings.
    expect(printed).toMatch(/^Krippendorff's alpha, ordinal: 0\.826\n12 queries, 283 pairs\n/);
    const means = Object.fromEntries(
      [...printed.matchAll(/^(\w+)\tnDCG@10 ([\d.]+)$/gm)].map(([, name, mean]) => [name, Number(mean)]),
    );
    expect(Object.keys(means).sort()).toEqual(["explorer", "library", "quickfind"]);
    expect(means["library"]).toBeGreaterThan(means["explorer"] ?? 1);
    expect(means["explorer"]).toBeGreaterThan(means["quickfind"] ?? 1);
    expect(readFileSync(join(folder, "gold.qrels"), "utf8").trimEnd().split("\n")).toHaveLength(283);
  });

  it("benchmark-engines.ts compares the sample's engines and leaves a report", { timeout: 120_000 }, () => {
    const folder = temporaryFolder();
    const printed = runScript("benchmark-engines.ts", folder);
    // data/samples/README.md: .9870 and .8250.
    expect(printed).toContain("quickfind against explorer\tndcg_reference@10 -0.1620\tno difference shown");
    expect(readFileSync(join(folder, "report.html"), "utf8")).toMatch(/^<!doctype html>/i);
  });

  function runScript(name: string, ...args: readonly string[]): string {
    return execFileSync(process.execPath, ["--import", "tsx", `scripts/${name}`, ...args], {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, SEMQREL_CACHE: sharedCache },
    });
  }
});

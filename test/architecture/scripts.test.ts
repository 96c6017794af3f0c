import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root, sharedCache, temporaryFolder } from "../support/run-cli.ts";

const scripts = readdirSync(join(root, "scripts")).filter((name) => name.endsWith(".ts"));

/** Included in the package, as starting points for users. */
const shipped = ["label-dataset.ts", "benchmark-engines.ts", "build-gold-set.ts"];
/** Compute the figures of docs/. */
const isOfFigures = (name: string) => name.endsWith("-figures.ts") || name === "judged-collections.ts";

describe("scripts/", () => {
  it.each(scripts)(
    "%s is short, is named in the README, and uses only public functions if the package contains it",
    (name) => {
      const text = readFileSync(join(root, "scripts", name), "utf8");
      expect(text.split("\n").length).toBeLessThanOrEqual(isOfFigures(name) ? 480 : 61);
      const imports = [...text.matchAll(/from "([^"]+)"/g)].map(([, from]) => from ?? "");
      const allowed = shipped.includes(name)
        ? /^(?:semqrel(?:\/\w+)?$|node:)/
        : /^(?:semqrel(?:\/\w+)?$|node:|\.\.\/src\/|\.\/)/;
      expect(imports.filter((from) => !allowed.test(from))).toEqual([]);
      expect(readFileSync(join(root, "scripts", "README.md"), "utf8")).toContain(`\`${name}\``);
    },
  );

  // Two engines and a reference with twelve queries, as users may have them.
  const queries = Array.from({ length: 12 }, (_, number) => `harvest ${number}`);
  const lists = (rows: readonly string[]) => `query,rank,title\n${rows.join("\n")}\n`;
  const titles = ["Red apples", "Green pears", "Blue plums"];
  const list = (order: readonly number[]) =>
    lists(queries.flatMap((query) => order.map((one, rank) => `${query},${rank},${titles[one]} (${query})`)));
  const own = { "reference.csv": list([0, 1, 2]), "same.csv": list([0, 1, 2]), "turned.csv": list([2, 1, 0]) };
  const grades = titles.flatMap((title, place) =>
    queries.flatMap((query) => ["Ann", "Ben"].map((rater) => `${query},${title} (${query}),${rater},${5 - 2 * place}`)),
  );
  const ratings = `query,title,rater,rating\n${grades.join("\n")}\n`;

  it("label-dataset.ts shows each query with its matches", () => {
    const { stdout } = runScript(temporaryFolder(own), "label-dataset.ts", "reference.csv", "turned.csv");
    expect(stdout.match(/^turned\t/gm)).toHaveLength(12);
    // The label of rank r is 5 / (r + 1): the last title of three is first.
    expect(stdout).toContain("\t1.67\tBlue plums (harvest 0)\t~ Blue plums (harvest 0)\n");
  });

  it("label-dataset.ts exits without an error if its reader closes the pipe", { timeout: 120_000 }, () => {
    const many = lists(Array.from({ length: 3000 }, (_, query) => `query ${query},0,Red apples`));
    const folder = temporaryFolder({ "many.csv": many, "more.csv": many });
    const command = `"${process.execPath}" --import "${tsx}" "${scriptFile("label-dataset.ts")}" many.csv more.csv; echo "ended with $?" >&2`;
    const { stderr } = spawnSync("sh", ["-c", `{ ${command}; } | head -n 1`], { ...settings(folder) });
    expect(stderr).not.toContain("EPIPE");
    expect(stderr).toMatch(/ended with 0\n$/);
  });

  it("build-gold-set.ts converts ratings to judgments and measures the engines", { timeout: 120_000 }, () => {
    const folder = temporaryFolder({ ...own, "ratings.csv": ratings });
    const given = ["same.csv", "turned.csv", "--ratings", "ratings.csv", "--out", "made"];
    const { stdout } = runScript(folder, "build-gold-set.ts", ...given);
    // Both raters agree, so alpha is 1, and the order that they prefer has the ideal nDCG.
    expect(stdout).toMatch(/^Krippendorff's alpha, ordinal: 1\.000\n12 queries, 36 pairs\n/);
    expect(stdout).toContain("same\tnDCG@10 1.0000\n");
    // Labels are grades minus one: 4, 2, 0. (0 + 2 / log2(3) + 4 / 2) / (4 + 2 / log2(3)).
    expect(stdout).toContain(`turned\tnDCG@10 ${((2 / Math.log2(3) + 2) / (4 + 2 / Math.log2(3))).toFixed(4)}\n`);
    expect(readFileSync(join(folder, "made/gold.qrels"), "utf8").trimEnd().split("\n")).toHaveLength(36);
  });

  it("build-gold-set.ts converts the sample's ratings to judgments", { timeout: 120_000 }, () => {
    const sample = (name: string) => join(root, "data/samples", name);
    const engines = ["library", "explorer", "quickfind"].map((name) => sample(`${name}.csv`));
    const how = ["--queries", sample("queries.tsv"), "--sample", "12", "--ratings", sample("ratings.csv")];
    const { stdout } = runScript(temporaryFolder(), "build-gold-set.ts", ...engines, ...how);
    // Twelve queries are drawn, and the sample has ratings for all their pairs. docs/commands/gold.md has the alpha.
    expect(stdout).toMatch(/^Krippendorff's alpha, ordinal: 0\.8\d\d\n12 queries, \d{3} pairs\n/);
    const means = [...stdout.matchAll(/^(\w+)\tnDCG@10 ([\d.]+)$/gm)].map(([, name, mean]) => ({
      name,
      mean: Number(mean),
    }));
    // The ratings were made from the library's order, and quickfind is the worst on purpose.
    const best = means.toSorted((one, other) => other.mean - one.mean).map(({ name }) => name);
    expect(best).toEqual(["library", "explorer", "quickfind"]);
  });

  it("benchmark-engines.ts compares engines with the first one and writes a report", { timeout: 120_000 }, () => {
    const folder = temporaryFolder(own);
    const given = ["reference.csv", "same.csv", "turned.csv", "--out", "made"];
    const { stdout } = runScript({ folder, status: 1 }, "benchmark-engines.ts", ...given);
    // (5/3 + (5/2) / log2(3) + 5 / 2) / (5 + (5/2) / log2(3) + (5/3) / 2) - 1. All queries lose the same, so the exit code is 1.
    const ideal = 5 + 2.5 / Math.log2(3) + 5 / 6;
    const difference = (5 / 3 + 2.5 / Math.log2(3) + 5 / 2) / ideal - 1;
    expect(stdout).toContain(`turned against same\tndcg_reference@10 ${difference.toFixed(4)}\tworse`);
    expect(readFileSync(join(folder, "made/report.html"), "utf8")).toMatch(/^<!doctype html>/i);
  });

  describe.each(shipped)("%s", (name) => {
    it("explains its usage with --help", () => {
      expect(runScript(temporaryFolder(), name, "--help").stdout).toMatch(`Usage: npx tsx scripts/${name} `);
    });

    it.each([
      { given: [], message: "Usage: npx tsx" },
      { given: ["--colour"], message: "Unknown option '--colour'" },
      {
        given: ["a.csv", "b.csv", "c.csv"].slice(0, name === "label-dataset.ts" ? 2 : 3),
        message: "a.csv: there is no such file",
      },
    ])("explains what is wrong with $given and writes no file", ({ given, message }) => {
      const folder = temporaryFolder();
      const { stdout, stderr } = runScript({ folder, status: 2 }, name, ...given);
      expect(stderr).toContain(`${name}: `);
      expect(stderr).toContain(message);
      expect(stderr).not.toContain("    at ");
      expect(stdout).toBe("");
      expect(readdirSync(folder)).toEqual([]);
    });
  });

  const tsx = import.meta.resolve("tsx");
  const scriptFile = (name: string) => join(root, "scripts", name);

  function settings(cwd: string) {
    return { cwd, encoding: "utf8", env: { ...process.env, SEMQREL_CACHE: sharedCache } } as const;
  }

  function runScript(
    where: string | { readonly folder: string; readonly status: number },
    name: string,
    ...args: readonly string[]
  ) {
    const { folder, status } = typeof where === "string" ? { folder: where, status: 0 } : where;
    const ended = spawnSync(process.execPath, ["--import", tsx, scriptFile(name), ...args], settings(folder));
    expect(ended.status, ended.stderr).toBe(status);
    return ended;
  }
});

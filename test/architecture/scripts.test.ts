import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root, temporaryFolder } from "../support/run-cli.ts";

const scripts = readdirSync(join(root, "scripts")).filter((name) => name.endsWith(".ts"));

/** Those that make the figures of docs/ again; the others are starting points for users. */
const isOfFigures = (name: string) => name.endsWith("-figures.ts");

describe("scripts/", () => {
  it.each(scripts)("%s is short, uses the public interface alone and stands in the README", (name) => {
    const text = readFileSync(join(root, "scripts", name), "utf8");
    expect(text.split("\n").length).toBeLessThanOrEqual(isOfFigures(name) ? 480 : 61);
    const imports = [...text.matchAll(/from "([^"]+)"/g)].map(([, from]) => from ?? "");
    expect(imports.filter((from) => from !== "semqrel" && !from.startsWith("node:"))).toEqual([]);
    expect(readFileSync(join(root, "scripts", "README.md"), "utf8")).toContain(`\`${name}\``);
  });

  it("label-dataset.ts shows each query with its matches", () => {
    const printed = execFileSync(process.execPath, ["--import", "tsx", "scripts/label-dataset.ts"], {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, SEMQREL_CACHE: temporaryFolder() },
    });
    // 25 queries: the reference's 24 and one that explorer alone answers.
    expect(printed.match(/^explorer\t/gm)).toHaveLength(25);
    expect(printed).toMatch(/^\t5\.00\t.*\t~ /m);
    expect(printed).toMatch(/ndcg_reference@10 -\n/);
  });
});

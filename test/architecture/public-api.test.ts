import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as semqrel from "../../src/index.ts";
import { root } from "../support/run-cli.ts";

describe("the public interface", () => {
  it("consists of the listed names, because changes of them affect users", () => {
    expect(Object.keys(semqrel).sort()).toEqual([
      "SemqrelError",
      ...[
        "agree",
        "calibrate",
        "check",
        "collect",
        "compare",
        "convert",
        "correlate",
        "estimate",
        "features",
        "fidelity",
        "gold",
        "join",
        "judge",
        "label",
        "labelCandidates",
        "measure",
        "plan",
        "policies",
        "pool",
        "renderWarning",
        "report",
      ],
      ...["rerank", "suggest", "validate", "verify"],
    ]);
  });

  it.each([
    { entry: "measures", count: 49 },
    { entry: "statistics", count: 34 },
  ])("includes semqrel/$entry, in which every function is documented", async ({ entry, count }) => {
    const names = Object.entries(await import(`semqrel/${entry}`)).filter(([, value]) => typeof value === "function");
    expect(names).toHaveLength(count);
    const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(join(root, "src", file), "utf8"));
    const bare = names
      .map(([name]) => name)
      .filter((name) => {
        const declared = new RegExp(`\\*/\n(export (?:abstract )?(?:function\\*?|class)) ${name}\\b`);
        return !sources.some((source) => declared.test(source));
      });
    expect(bare).toEqual([]);
  });

  it("loads no native code and no model on import", async () => {
    const { execFileSync } = await import("node:child_process");
    const loaded = execFileSync(
      process.execPath,
      [
        "-e",
        "import('semqrel').then(() => console.log(process.moduleLoadList.concat(Object.keys(require.cache)).join('\\n')))",
      ],
      { encoding: "utf8" },
    );
    expect(loaded).not.toMatch(/onnxruntime|hnswlib|addon\.node/);
  });
});

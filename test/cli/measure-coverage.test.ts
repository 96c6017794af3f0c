/** Does `semqrel measure` compute Coverage and Diversity, with the catalogue and the titles they need? */
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

const files = {
  qrels: "q1 0 a 1\nq1 0 b 0\nq2 0 c 1\nq3 0 a 1\n",
  // x and y are not judged; the run lacks q3.
  "my.run": "q1 Q0 x 1 4 t\nq1 Q0 a 2 3 t\nq1 Q0 b 3 2 t\nq1 Q0 y 4 1 t\nq2 Q0 c 1 2 t\nq2 Q0 a 2 1 t\n",
  "catalogue.txt": "a\tRed pears\nb\tBlue pears\nc\nx\ny\nz\na\n\n1\n2\n",
  // a and b have one title, x and c have others.
  "titles.tsv": "a\tRed pears\nb\tred PEARS\nc\tZinc\nx\tMaps\n",
};

async function measure(args: readonly string[], exitCode = 0) {
  const cwd = temporaryFolder(files);
  const all = ["measure", "qrels", "my.run", ...args, "--json", "--per-query", "--quiet"];
  const result = await runInProcess(all, { cwd });
  expect(result.exitCode, result.stderr).toBe(exitCode);
  return { ...result, runs: () => JSON.parse(result.stdout).runs.my };
}

describe("Coverage", () => {
  // By hand: x, a, b, y, c are 5 of 8 documents in the file (a repeated and an empty line do not count).
  it.each(["catalogue.txt", "8"])(
    "reads the catalogue from a file, or its size from a number: %s",
    async (catalogue) => {
      const { runs } = await measure(["Coverage", "Coverage@1", "--catalogue", catalogue]);
      expect(runs()).toMatchObject({
        Coverage: { mean: 5 / 8, perQuery: { q1: 4 / 8, q2: 2 / 8, q3: 0 } },
        "Coverage@1": { mean: 2 / 8, perQuery: { q1: 1 / 8, q2: 1 / 8, q3: 0 } },
      });
    },
  );

  it("counts only judged documents with --judged-only", async () => {
    // a and b of q1; c of q2, where a is not judged.
    const { runs } = await measure(["Coverage", "Coverage@1", "--catalogue", "8", "--judged-only"]);
    expect(runs()).toMatchObject({
      Coverage: { mean: 3 / 8, perQuery: { q1: 2 / 8, q2: 1 / 8, q3: 0 } },
      "Coverage@1": { mean: 2 / 8, perQuery: { q1: 1 / 8, q2: 1 / 8, q3: 0 } },
    });
  });

  it("requires --catalogue", async () => {
    const { stderr } = await measure(["Coverage"], 2);
    expect(stderr).toContain("Pass --catalogue");
  });
});

describe("Diversity", () => {
  const titled = ["--titles", "titles.tsv", "--embedder", "hash"];

  it("compares the titles down to the cutoff, and leaves out a query with fewer than two titles", async () => {
    const { runs } = await measure(["Diversity@2", "Diversity@1", ...titled]);
    const found = runs();
    expect(found["Diversity@2"].perQuery.q1).toBeGreaterThan(0.5);
    expect(found["Diversity@2"].perQuery.q1).toBeLessThan(1.5);
    expect(found["Diversity@2"]).toMatchObject({ count: 2, perQuery: { q3: null } });
    expect(found["Diversity@1"]).toMatchObject({ mean: null, count: 0 });
  });

  it("uses judged documents below the cutoff with --judged-only", async () => {
    // Without x, the first two of q1 are a and b, whose titles only differ in case.
    const { runs } = await measure(["Diversity@2", ...titled, "--judged-only"]);
    expect(runs()["Diversity@2"]).toMatchObject({
      mean: expect.closeTo(0, 6),
      count: 1,
      perQuery: { q1: expect.closeTo(0, 6), q2: null, q3: null },
    });
  });

  it("requires --titles", async () => {
    const { stderr } = await measure(["Diversity"], 2);
    expect(stderr).toContain("Pass --titles FILE");
  });
});

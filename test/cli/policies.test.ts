/** Does `policies` compare label policies with judgments, and orders of engines with each other? */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, test } from "vitest";
import type { PoliciesReport } from "../../src/trust/policies/policies-report.ts";
import { root, temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

const samples = join(root, "data/samples");
const searching = "evaluating search engines without relevance judgments";
const clicks = "learning to rank from click logs";

/** What explorer returns is relevant. quickfind has one of its results far below, and poor has none. */
const gold = [
  "query,id,title,label",
  `${searching},1,Evaluating Search Engines without Relevance Judgments,3`,
  `${searching},2,Automatic evaluation of retrieval systems with no human labels,2`,
  `${searching},3,5. Evaluating Search Engines without Relevance Judgments,3`,
  `${searching},4,Evaluating School Performance,0`,
  `${clicks},5,Learning to Rank from Click Logs with Position Bias Removed,3`,
  `${clicks},6,counterfactual training of ranking functions from logged clicks,2`,
].join("\n");
const folder = temporaryFolder({
  "gold.csv": gold,
  "poor.csv": `query,rank,title\n${searching},0,Sermons of the Revival\n${clicks},0,Mortise locks\n`,
  "elsewhere.qrels": "q77 0 d1 1\n",
  "nothing.csv": `query,id,title,label\n${searching},4,Evaluating School Performance,0\n`,
});

const run = (args: readonly string[]) => runInProcess(args, { cwd: folder });

function label(out: string, ...more: readonly string[]) {
  const candidates = ["--candidates", join(samples, "explorer.csv"), join(samples, "quickfind.csv"), "poor.csv"];
  const queries = ["--queries", join(samples, "queries.tsv")];
  const common = [...queries, "--embedder", "hash", "--out", out, "-q"];
  return run(["label", "--reference", join(samples, "library.csv"), ...candidates, ...common, ...more]);
}

async function policies(...args: readonly string[]): Promise<PoliciesReport> {
  const { stdout, stderr, exitCode } = await run([
    "validate",
    "--policies",
    ...args,
    "--embedder",
    "hash",
    "--json",
    "-q",
  ]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  return JSON.parse(stdout);
}

beforeAll(async () => {
  expect((await label("labels")).exitCode).toBe(0);
});

describe("semqrel validate --policies", () => {
  it("shows how well each policy agrees with judgments, and suggests a policy", async () => {
    const report = await policies("labels", "--gold", "gold.csv", "--samples", "50");
    expect(report).toMatchObject({
      schema: "semqrel.policies/1",
      engines: ["explorer", "quickfind", "poor"],
      reference: "library",
      ...{ queries: 24, ratedQueries: 2, gold: "gold.csv", measure: "nDCG@10" },
      leftOut: { unjudged: 24, nothingRelevant: 0, unlabelled: 0 },
    });
    expect(report.policies).toHaveLength(601);
    // explorer before quickfind before poor, by judgments and by labels: data/samples/README.md has the numbers of two.
    expect(report.default).toMatchObject({ tauB: 1, gain: 0, standardErrorOfGain: null, winner: "explorer" });
    // No policy can agree better.
    expect(report.chosen).toMatchObject({
      name: report.default.name,
      apparent: 1,
      heldOut: 1,
      optimism: 0,
      eligible: 8,
    });
    expect(report.default.averagePrecision).toBeGreaterThan(report.prevalence ?? 1);
  });

  it("shows without judgments how far the order of engines depends on the policy", async () => {
    const report = await policies("labels");
    expect(report).toMatchObject({ gold: null, ratedQueries: null, chosen: null });
    expect(report.policies.every(({ tauB, averagePrecision }) => tauB === null && averagePrecision === null)).toBe(
      true,
    );
    const { sensitivity } = report;
    expect(sensitivity.policies + sensitivity.withoutOrder).toBe(601);
    expect(sensitivity.factors.map(({ factor }) => factor).sort()).toEqual(
      ["cutoff", "ideal", "labelFunction", "once", "oneToOne", "referenceDepth", "threshold", "titles"].sort(),
    );
    const wins = Object.values(sensitivity.engines).reduce((sum, engine) => sum + engine.wins, 0);
    expect(wins).toBeCloseTo(1, 9);
  });

  it("orders engines as label does with the same options", async () => {
    const report = await policies("labels");
    const sets = [
      { options: [], policy: "inverse(top=5), cosine >= 0.4, once" },
      { options: ["--threshold", "none", "--without", "once"], policy: "inverse(top=5)" },
      { options: ["--threshold", "0.6"], policy: "inverse(top=5), cosine >= 0.6, once" },
      {
        options: ["--label", "linear", "--reference-depth", "20"],
        policy: "linear(top=5,depth=20), cosine >= 0.4, first 20, once",
      },
      { options: ["--label", "log", "--one-to-one"], policy: "log(top=5), cosine >= 0.4, one-to-one" },
    ];
    for (const [place, { options, policy }] of sets.entries()) {
      await label(`labels-${place}`, ...options);
      const { engines } = JSON.parse(readFileSync(join(folder, `labels-${place}`, "summary.json"), "utf8"));
      // Not ndcg_returned: label leaves out queries without a match, which count 0 here.
      for (const measure of ["ndcg_reference", "ndcg_reference@10"]) {
        const means = Object.keys(engines).map((engine) => ({ engine, mean: engines[engine][measure].mean }));
        const best = means.sort((one, other) => other.mean - one.mean)[0]?.engine;
        const found = report.policies.find(({ name }) => name === `${policy}, ${measure}`);
        expect([policy, measure, found?.winner]).toEqual([policy, measure, best]);
      }
    }
  });

  it("also uses each of several references by itself", async () => {
    const args = ["--reference", join(samples, "library.csv"), join(samples, "quickfind.csv"), "--references", "apart"];
    const candidates = [
      "--candidates",
      join(samples, "explorer.csv"),
      "poor.csv",
      "--queries",
      join(samples, "queries.tsv"),
    ];
    const more = ["--embedder", "hash", "--out", "several", "-q"];
    expect((await run(["label", ...args, ...candidates, ...more])).exitCode).toBe(0);
    writeFileSync(join(folder, "several/references/.DS_Store"), "of a file manager");
    const report = await policies("several");
    expect(report.policies).toHaveLength(617);
    expect(new Set(report.policies.map(({ policy }) => policy.reference))).toEqual(
      new Set([null, "library", "quickfind"]),
    );
    expect(report.sensitivity.factors.map(({ factor }) => factor)).toContain("reference");
  });

  it("prints the same bytes for the same seed", async () => {
    const args = ["labels", "--gold", "gold.csv", "--seed", "3", "--samples", "20"];
    expect(await policies(...args)).toEqual(await policies(...args));
  });

  it.each([
    { format: "table", shows: /601 label policies, 3 engines, against nDCG@10 by gold\.csv on 2 rated queries/ },
    { format: "md", shows: /\| policy \|/ },
    { format: "csv", shows: /^policy,label_function,threshold,/ },
    { format: "tsv", shows: /^policy\tlabel_function\tthreshold\t/ },
  ])("prints the report as $format", async ({ format, shows }) => {
    const { exitCode, stdout } = await run([
      ...[
        "validate",
        "--policies",
        "labels",
        "--gold",
        "gold.csv",
        "--embedder",
        "hash",
        "--samples",
        "5",
        "--format",
        format,
      ],
    ]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(shows);
    expect(stdout).not.toMatch(/NaN|undefined|Infinity/);
  });

  describe("wrong input", () => {
    beforeAll(async () => {
      const lone = join(temporaryFolder(), "labels.csv");
      copyFileSync(join(folder, "labels", "labels.csv"), lone);
      copyFileSync(lone, join(folder, "lone.csv"));
      const candidates = ["--candidates", join(samples, "explorer.csv"), "--embedder", "hash", "--out", "single", "-q"];
      await run(["label", "--reference", join(samples, "library.csv"), ...candidates]);
    });

    test.each([
      { name: "labels without their reference", args: ["lone.csv"], says: /no reference\.csv/ },
      { name: "labels of one engine", args: ["single"], says: /one engine, and an order needs two/ },
      { name: "judgments of other queries", args: ["labels", "--gold", "elsewhere.qrels"], says: /no query in common/ },
      {
        name: "judgments without relevant documents",
        args: ["labels", "--gold", "nothing.csv"],
        says: /measured with both/,
      },
      { name: "an unknown measure", args: ["labels", "--measure", "nDCX@10"], says: /Did you mean "nDCG@10"/ },
      {
        name: "a measure that is a count",
        args: ["labels", "--measure", "num_q"],
        says: /ordered by a mean over queries/,
      },
      { name: "a measure of errors", args: ["labels", "--measure", "RMSE"], says: /ordered by a mean over queries/ },
      { name: "a folder that does not exist", args: ["nowhere"], says: /nowhere/ },
      { name: "a command without labels", args: [], says: /labels/ },
    ])("leads to exit code 2: $name", async ({ args, says }) => {
      const { exitCode, stdout, stderr } = await run(["validate", "--policies", ...args, "--embedder", "hash"]);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
      expect(stderr).toMatch(says);
    });
  });
});

/** Are the policies of a folder of labels compared? */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hashEmbedder } from "../../../src/model/embed/hash-embedder.ts";
import { policiesFiles } from "../../../src/trust/policies/policies-files.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

/** Two engines answer q1 and q3, the reference q1 and q2. `good` returns the reference's titles in its order. */
const labels = [
  "engine,query,rank,id,title,label",
  ...["good,q1,0,d1,Alpha,5", "good,q1,1,d2,Beta,2.5", "good,q3,0,d9,Omega,"],
  ...["turned,q1,0,d2,Beta,2.5", "turned,q1,1,d1,Alpha,5", "turned,q3,0,d9,Omega,"],
].join("\n");
const reference = [
  "engine,query,rank,id,title,label,point_rank",
  ...["old,q1,0,d1,Alpha,5,0", "old,q1,1,d2,Beta,2.5,1", "old,q2,0,d3,Gamma,5,0"],
].join("\n");

const path = temporaryFolder({
  "labels.csv": labels,
  "reference.csv": reference,
  "agrees.qrels": "q1 0 d1 1\nq3 0 d9 1\n",
  "disagrees.qrels": "q1 0 d2 1\n",
});

function compare(gold: string | null, signal = new AbortController().signal) {
  const progress = { start: () => {}, update: () => {}, finish: () => {} };
  return policiesFiles(
    { labels: path, gold: gold && join(path, gold) },
    { measure: "RR", without: [], seed: 1, samples: 5 },
    { embedder: hashEmbedder(), progress, signal },
  );
}

describe("policiesFiles", () => {
  it("measures queries that have reference results, and compares policies on rated queries", async () => {
    const { report, warnings } = await compare("agrees.qrels");
    expect(report).toMatchObject({ engines: ["good", "turned"], reference: "old", queries: 2, ratedQueries: 1 });
    expect(report.leftOut).toEqual({ unjudged: 1, nothingRelevant: 0, unlabelled: 1 });
    expect(report.default).toMatchObject({ tauB: 1, winner: "good" });
    // One engine has the relevant document first, the other second; labels 5 and 2.5 show which.
    expect((await compare("disagrees.qrels")).report.default).toMatchObject({ tauB: -1, winner: "good" });
    // One of the two titles of q1 is relevant, and this title has the larger label.
    expect(report).toMatchObject({ prevalence: 0.5, default: { averagePrecision: 1 } });
    expect(warnings).toEqual([]);
  });

  it("returns no order if labels do not distinguish the two results", async () => {
    const { report } = await compare(null);
    const flat = report.policies.filter(({ policy }) => policy.labelFunction.startsWith("flat"));
    expect(flat.every(({ winner }) => winner === null)).toBe(true);
    expect(report.sensitivity.withoutOrder).toBeGreaterThanOrEqual(flat.length);
  });

  it("stops if it is interrupted", async () => {
    await expect(compare(null, AbortSignal.abort())).rejects.toMatchObject({ code: "INTERRUPTED" });
  });
});

import { describe, expect, it } from "vitest";
import { madeRun } from "../../scripts/bench/made-run.ts";

const fieldsOf = (lines: Iterable<string>) => [...lines].map((line) => line.trimEnd().split(" "));

describe("madeRun", () => {
  it("has 1,000 different results and 500 different judgments per query, half of which are of results", () => {
    const made = madeRun(3, 1);
    const run = fieldsOf(made.run());
    const judgments = fieldsOf(made.judgments());
    expect([run.length, judgments.length]).toEqual([made.runLines, made.judgmentLines]);
    for (const query of ["q0", "q1", "q2"]) {
      const retrieved = new Set(run.filter(([name]) => name === query).map(([, , document]) => document));
      const judged = new Set(judgments.filter(([name]) => name === query).map(([, , document]) => document));
      expect([retrieved.size, judged.size]).toEqual([1000, 500]);
      expect([...judged].filter((document) => retrieved.has(document))).toHaveLength(250);
    }
  });

  it("has rows of six fields with falling scores, and labels from 0 to 3, some of which are above 0", () => {
    const made = madeRun(2, 1);
    const scores = fieldsOf(made.run())
      .slice(0, 1000)
      .map((fields) => Number(fields[4]));
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
    const labels = new Set(fieldsOf(made.judgments()).map((fields) => Number(fields[3])));
    expect([...labels].sort()).toEqual([0, 1, 2, 3]);
  });

  it("is the same for the same seed, and different for another seed", () => {
    expect([...madeRun(1, 7).run()]).toEqual([...madeRun(1, 7).run()]);
    expect([...madeRun(1, 7).run()]).not.toEqual([...madeRun(1, 8).run()]);
  });
});

/** Are the lines byte for byte those of trec_eval? */
import { describe, expect, it } from "vitest";
import { trecEvalText } from "../../src/measure/measure-blocks.ts";
import { makeEvaluation, makeReport, type Numbers } from "../support/make-evaluation.ts";

const judgments: Numbers = { q2: { a: 1 }, q10: { a: 1, b: 0 }, q3: { a: 0 } };
const run: Numbers = { q10: { x: 3, b: 2, a: 1 }, q2: { a: 1 } };

function textOf(measures: readonly string[], perQuery = false, isOfficial = false, runs = { bm25: run }): string {
  return [...trecEvalText(makeReport(makeEvaluation(judgments, runs), measures), perQuery, isOfficial)].join("");
}

describe("trecEvalText", () => {
  // Format of trec_eval 9: printf ("%-22s\t%s\t%6.4f\n"), "%ld" for counts.
  it('writes name, "all" and value as trec_eval does', () => {
    expect(textOf(["map", "P_5", "num_ret", "recip_rank", "iprec_at_recall_0.00"])).toBe(
      [
        "map                   \tall\t0.4444",
        "P_5                   \tall\t0.1333",
        "num_ret               \tall\t4",
        "recip_rank            \tall\t0.4444",
        "iprec_at_recall_0.00  \tall\t0.4444",
        "",
      ].join("\n"),
    );
  });

  it("uses semqrel's names for measures that trec_eval lacks", () => {
    // (1/2 + 1/8 + 0) / 3
    expect(textOf(["RBP(p=0.5)"])).toBe("RBP(p=0.5)            \tall\t0.2083\n");
  });

  it("writes queries in byte order before the means, and leaves out queries that the run lacks", () => {
    expect(textOf(["map", "num_ret"], true)).toBe(
      [
        "map                   \tq10\t0.3333",
        "num_ret               \tq10\t3",
        "map                   \tq2\t1.0000",
        "num_ret               \tq2\t1",
        "map                   \tall\t0.4444",
        "num_ret               \tall\t4",
        "",
      ].join("\n"),
    );
  });

  // trec_eval 9, m_gm_map.c: "reported only in the summary over all topics, not for individual topics".
  it("does not write values of queries for measures that trec_eval prints only for all queries", () => {
    const lines = textOf(["num_q", "gm_map", "gm_bpref", "map"], true).trimEnd().split("\n");
    expect(lines.map((line) => line.split(/\s+/).slice(0, 2).join(" "))).toEqual([
      "map q10",
      "map q2",
      "num_q all",
      "gm_map all",
      "gm_bpref all",
      "map all",
    ]);
  });

  it("writes the run's name before the means of the official measures, or if there are several runs", () => {
    expect(textOf(["map"], false, true)).toBe(
      "runid                 \tall\tbm25\nmap                   \tall\t0.4444\n",
    );
    const both = makeReport(makeEvaluation(judgments, { bm25: run, dense: run }), ["map"]);
    expect([...trecEvalText(both, false, false)].filter((line) => line.startsWith("runid"))).toEqual([
      "runid                 \tall\tbm25\n",
      "runid                 \tall\tdense\n",
    ]);
  });

  it("writes the tag of a run as its name", () => {
    const made = makeEvaluation(judgments, { bm25: run });
    const tagged = { ...made, runs: made.runs.map((each) => ({ ...each, tag: "STANDARD" })) };
    expect([...trecEvalText(makeReport(tagged, []), false, true)]).toEqual(["runid                 \tall\tSTANDARD\n"]);
  });

  // printf("%6.4f") in C rounds ties to the even digit. Of 1/32, 3/32 … 31/32.
  it.each([
    [1, "0.0312"],
    [3, "0.0938"],
    [5, "0.1562"],
    [7, "0.2188"],
    [9, "0.2812"],
    [31, "0.9688"],
  ])("rounds %i/32 as C does", (found, shown) => {
    const queries = Array.from({ length: 32 }, (_, query) => `q${query}`);
    const judged = Object.fromEntries(queries.map((query) => [query, { a: 1 }]));
    const retrieved = Object.fromEntries(
      queries.map((query, place): [string, Record<string, number>] => [query, place < found ? { a: 1 } : { x: 1 }]),
    );
    const report = makeReport(makeEvaluation(judged, { run: retrieved }), ["P_1"]);
    expect([...trecEvalText(report, false, false)]).toEqual([`P_1                   \tall\t${shown}\n`]);
  });
});

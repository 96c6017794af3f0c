/** Do parts of a run add up to the whole? The tests of the summary check the numbers. */
import { describe, expect, it } from "vitest";
import type { QueryMeasures } from "../../../src/core/types.ts";
import type { ChangeCounts } from "../../../src/label/changes/compare-lists.ts";
import { summariseMeasuredRun } from "../../../src/label/folder/label-summary.ts";
import { joinMeasuredRuns, type MeasuredRun, measuredRun } from "../../../src/label/folder/measured-run.ts";
import { makeEngine, makeRun } from "../../support/make-run.ts";

const whole = measuredRun(makeRun([makeEngine("explorer"), makeEngine("quickfind")]));

const nothingOf = (counts: ChangeCounts) =>
  Object.fromEntries(Object.keys(counts).map((name) => [name, 0])) as unknown as ChangeCounts;
const queryNames = makeRun().queries.map(({ name }) => name);

/**
 * The part of a run with some of its queries. The first part gets all counts of rows, because they cannot be divided.
 */
function part(from: number, to: number): MeasuredRun {
  const cut = ({ values, reasons }: QueryMeasures): QueryMeasures => ({
    values: Object.fromEntries(
      Object.entries(values).map(([name, column]) => [name, column.slice(from, to)]),
    ) as QueryMeasures["values"],
    reasons: reasons.slice(from, to),
  });
  const isFirst = from === 0;
  return {
    ...whole,
    queries: to - from,
    reference: {
      ...whole.reference,
      points: isFirst ? whole.reference.points : 0,
      listLengths: whole.reference.listLengths.slice(from, to),
    },
    engines: whole.engines.map((engine) => ({
      ...engine,
      measures: cut(engine.measures),
      rows: isFirst ? engine.rows - 1 : 1,
      matches: isFirst
        ? { ...engine.matches, semantic: engine.matches.semantic - 1 }
        : { none: 0, semantic: 1, exact: 0, "no-reference": 0 },
      reasons: isFirst ? { "too-far": 1 } : { "no-reference": 1 },
      matchedReferenceRanks: isFirst
        ? engine.matchedReferenceRanks.slice(0, 1)
        : [0, ...engine.matchedReferenceRanks.slice(1)],
      holesByRank: isFirst ? [] : engine.holesByRank,
      changes: engine.changes && {
        counts: isFirst ? engine.changes.counts : nothingOf(engine.changes.counts),
        overlap: engine.changes.overlap.slice(from, to),
        rbo: engine.changes.rbo.slice(from, to),
        most: engine.changes.most.filter(({ query }) => (query === queryNames[0]) === isFirst),
      },
    })),
    warnings: [],
  };
}

describe("joinMeasuredRuns", () => {
  it("concatenates the values of queries, and adds up counts", () => {
    const joined = joinMeasuredRuns([part(0, 1), part(1, 3)], whole.warnings);
    expect(joined).toEqual(whole);
    expect(summariseMeasuredRun(joined)).toEqual(summariseMeasuredRun(whole));
  });

  it("returns a run with a single part unchanged", () => {
    expect(joinMeasuredRuns([whole], whole.warnings)).toEqual(whole);
  });

  it("also joins the measures of nearest matching if runs have them", () => {
    const engine = makeEngine("explorer");
    const nearest = { ...engine, measuresOfNearest: engine.measures };
    const one = measuredRun(makeRun([nearest]));
    const both = joinMeasuredRuns([one, one], []);
    expect(both.engines[0]?.measuresOfNearest?.reasons).toEqual([
      ...engine.measures.reasons,
      ...engine.measures.reasons,
    ]);
    expect(both.engines[0]?.veto).toBeNull();
  });

  it("adds up counts per rank, even if parts have different numbers of ranks", () => {
    const far = (rank: number): MeasuredRun => ({
      ...whole,
      engines: whole.engines.map((engine) => ({ ...engine, matchedReferenceRanks: [...new Array(rank).fill(0), 1] })),
    });
    const { engines } = joinMeasuredRuns([far(2), far(900_000), far(2)], []);
    expect(engines[0]?.matchedReferenceRanks.length).toBe(900_001);
    expect(engines[0]?.matchedReferenceRanks[2]).toBe(2);
    expect(engines[0]?.matchedReferenceRanks.at(-1)).toBe(1);
  });
});

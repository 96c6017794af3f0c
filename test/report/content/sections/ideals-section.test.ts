import { describe, expect, it } from "vitest";
import { idealsSection } from "../../../../src/report/content/sections/engine-sections.ts";
import {
  makeMeasuredInputs,
  makeReportInputs,
  plotOfSection,
  tableOfSection,
  textOfSection,
} from "../../../support/make-report.ts";

function sectionOf(reference: Readonly<Record<string, readonly number[]>>, returned: readonly number[]) {
  const inputs = makeMeasuredInputs(reference);
  const measures = inputs.measures.map((engine, place) => ({
    ...engine,
    values: new Map([
      ...engine.values,
      ["ndcg_returned@10", Float64Array.of(returned[place] ?? 0, returned[place] ?? 0)],
    ]),
  }));
  return idealsSection({ ...inputs, measures });
}

describe("idealsSection", () => {
  it("shows each engine's means by both ideals, with their intervals", () => {
    const section = sectionOf({ a: [0.5, 0.5], b: [0.25, 0.25] }, [0.75, 1]);
    expect(tableOfSection(section, "ideals-1-numbers").rows).toEqual([
      ["a", 0.5, 0.5, 0.5, 2, 0.75, 0.75, 0.75, 2],
      ["b", 0.25, 0.25, 0.25, 2, 1, 1, 1, 2],
    ]);
    expect(plotOfSection(section, "ideals-1")).toMatchObject({
      groups: [
        {
          name: "a",
          points: [
            { series: "ndcg_reference@10", value: 0.5, interval: [0.5, 0.5] },
            { series: "ndcg_returned@10", value: 0.75 },
          ],
        },
        { name: "b" },
      ],
    });
  });

  it("says whether both measures order the engines in the same way", () => {
    expect(textOfSection(sectionOf({ a: [0.5, 0.5], b: [0.25, 0.25] }, [0.75, 0.5]))).toContain(
      "put the engines in the same order",
    );
    const turned = textOfSection(sectionOf({ a: [0.75, 0.75], b: [0.5, 0.5], c: [0.25, 0.25] }, [0.5, 1, 0.75]));
    // One measure orders a b c, the other b c a, so a loses to both other engines.
    expect(turned).toContain("ndcg_reference@10 puts a first, ndcg_returned@10 b, and they disagree on 2 of 3 pairs");
  });

  it("does not compare the orders if only one engine has means by both ideals", () => {
    const text = textOfSection(sectionOf({ a: [0.5, 0.5], b: [0, 0] }, [0.75, Number.NaN]));
    expect(text).not.toMatch(/same order|disagree/);
  });

  it("counts queries whose value is above 1", () => {
    const { summary } = makeReportInputs();
    const plain = summary?.engines["plain"];
    if (summary == null || plain === undefined) throw new Error("no summary");
    const engines = { ...summary.engines, plain: { ...plain, above_one: 3 } };
    const text = textOfSection(idealsSection(makeReportInputs({ summary: { ...summary, engines } })));
    expect(text).toContain(`ndcg_reference exceeds 1: plain on 3 of ${plain.ndcg_reference.count} queries`);
    expect(textOfSection(idealsSection(makeReportInputs({ summary: null })))).not.toContain("exceeds 1");
  });

  it("is omitted if either measure is missing", () => {
    expect(idealsSection(makeMeasuredInputs({ a: [0.5] }))).toBeNull();
  });
});

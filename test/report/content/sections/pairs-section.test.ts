import { describe, expect, it } from "vitest";
import { pairsSection } from "../../../../src/report/content/sections/engine-sections.ts";
import { sharedFindings } from "../../../../src/report/content/shared-findings.ts";
import { makeMeasuredInputs, plotOfSection, tableOfSection } from "../../../support/make-report.ts";

const N = Number.NaN;
const sectionOf = (values: Readonly<Record<string, readonly number[]>>) => {
  const inputs = makeMeasuredInputs(values);
  return pairsSection(inputs, sharedFindings(inputs));
};

describe("pairsSection", () => {
  it("shows a linked point for each common query, and counts wins, ties and losses", () => {
    const section = sectionOf({ a: [0.5, 1, N, 0.25, 1], b: [0.5, 0.5, 0.5, 0.75, 0.5] });
    expect(tableOfSection(section, "pairs-wins").rows).toEqual([["a", "b", 2, 1, 1]]);
    expect(plotOfSection(section, "pairs-scatter-1")).toMatchObject({
      ...{ diagonal: true, x: { title: "ndcg_reference@10 of a" }, y: { title: "ndcg_reference@10 of b" } },
      points: [
        { x: 0.5, y: 0.5, name: "query 0", target: "query-1" },
        { x: 1, y: 0.5, target: "query-2" },
        { x: 0.25, y: 0.75, target: "query-4" },
        { x: 1, y: 0.5, target: "query-5" },
      ],
    });
    const table = tableOfSection(section, "pairs-scatter-1-numbers");
    expect(table.rows[0]).toEqual(["query 3", 0.25, 0.75, -0.5]);
    expect(table.links?.[0]).toBe("query-4");
  });

  it("is omitted for one engine", () => {
    expect(sectionOf({ a: [1] })).toBeNull();
  });
});

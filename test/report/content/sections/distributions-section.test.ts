import { describe, expect, it } from "vitest";
import { distributionsSection } from "../../../../src/report/content/sections/engine-sections.ts";
import { makeMeasuredInputs, plotOfSection, tableOfSection } from "../../../support/make-report.ts";

const N = Number.NaN;

describe("distributionsSection", () => {
  it("shows every value of every engine, and the quartiles", () => {
    const section = distributionsSection(makeMeasuredInputs({ a: [0, 1, N, 0.5, 0.25, 0.75], b: [N, N, N, N, N, N] }));
    expect(plotOfSection(section, "distributions-1")).toMatchObject({
      groups: [
        { name: "a", values: [0, 1, 0.5, 0.25, 0.75] },
        { name: "b", values: [] },
      ],
    });
    expect(tableOfSection(section, "distributions-1-numbers").rows).toEqual([
      ["a", 5, 0, 0.25, 0.5, 0.75, 1],
      ["b", 0, null, null, null, null, null],
    ]);
  });

  it("draws all measures for few engines, and fewer measures for many engines", () => {
    const drawn = (engines: number) => {
      const inputs = makeMeasuredInputs(
        Object.fromEntries(Array.from({ length: engines }, (_, place) => [`e${place}`, [0.5]])),
      );
      const measures = inputs.measures.map((engine) => ({
        ...engine,
        values: new Map(["ndcg_reference@10", "dcg", "recall"].map((name) => [name, Float64Array.of(0.5)])),
      }));
      const blocks = distributionsSection({ ...inputs, measures })?.blocks ?? [];
      return blocks.flatMap((block) => (block.kind === "plot" ? [block.plot.title] : []));
    };
    expect(drawn(6)).toHaveLength(3);
    expect(drawn(7)).toEqual(["ndcg_reference@10 by query", "recall by query"]);
  });

  it("is omitted if nothing is measured", () => {
    expect(distributionsSection(makeMeasuredInputs({ a: [N] }))).toBeNull();
  });
});

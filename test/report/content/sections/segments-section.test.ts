import { describe, expect, it } from "vitest";
import { segmentsSection } from "../../../../src/report/content/sections/engine-sections.ts";
import { makeReportInputs, tableOfSection } from "../../../support/make-report.ts";

describe("segmentsSection", () => {
  it("shows the means of each segment, and the weighted means", () => {
    const inputs = makeReportInputs();
    const section = segmentsSection(inputs);
    const { segments, weighted } = inputs.summary ?? {};
    const engines = inputs.summary?.order ?? [];
    const cells = (means: NonNullable<typeof weighted>["engines"] | undefined) => [
      "precision",
      ...engines.flatMap((engine) => [means?.[engine]?.precision.mean, means?.[engine]?.precision.count]),
    ];
    expect(tableOfSection(section, "segments-weighted").rows[0]).toEqual(cells(weighted?.engines));
    expect(tableOfSection(section, "segments-1").caption).toBe("Means where kind = short: 7 queries");
    expect(tableOfSection(section, "segments-2").caption).toBe("Means where kind = (no value): 7 queries");
    expect(tableOfSection(section, "segments-2").rows[0]).toEqual(cells(segments?.groups[1]?.engines));
  });

  it("is omitted if there are no segments and no weights", () => {
    expect(segmentsSection(makeReportInputs({ summary: null }))).toBeNull();
  });
});

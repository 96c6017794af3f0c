import { describe, expect, it } from "vitest";
import { enginesSection, testsSection } from "../../../../src/report/content/sections/engine-sections.ts";
import { sharedFindings } from "../../../../src/report/content/shared-findings.ts";
import { makeMeasuredInputs, plotOfSection, tableOfSection } from "../../../support/make-report.ts";

const N = Number.NaN;
const flat = (height: number) => new Array<number>(12).fill(height);

describe("enginesSection", () => {
  it("shows each engine with its mean, interval, place and verdict against the first engine", () => {
    const inputs = makeMeasuredInputs({ low: flat(0.25), none: flat(N), high: flat(0.5), same: flat(0.5) });
    const section = enginesSection(inputs, sharedFindings(inputs));
    expect(tableOfSection(section, "engines-means-numbers").rows).toEqual([
      ["high", 1, 0.5, 0.5, 0.5, 12, ""],
      ["same", 2, 0.5, 0.5, 0.5, 12, "no difference shown"],
      ["low", 3, 0.25, 0.25, 0.25, 12, "significantly lower"],
      ["none", null, null, null, null, 0, "not measured"],
    ]);
    expect(plotOfSection(section, "engines-means")).toMatchObject({
      groups: [{ name: "high" }, { name: "same" }, { name: "low" }],
    });
    // Two differences are .25: p = 2 / 2^12. Holm's correction multiplies them by 3.
    const smallest = expect.closeTo((3 * 2) / 2 ** 12, 12);
    const tests = testsSection(inputs, sharedFindings(inputs));
    expect(tableOfSection(tests, "engines-pairs").rows.map((row) => row.toSpliced(7, 1))).toEqual([
      ["high", "same", 0, 0, 0, 1, 12, "no difference shown"],
      ["high", "low", 0.25, 0.25, 0.25, smallest, 12, "better"],
      ["same", "low", 0.25, 0.25, 0.25, smallest, 12, "better"],
    ]);
  });
});

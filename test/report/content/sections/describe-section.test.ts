import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { describeSection } from "../../../../src/report/content/sections/engine-sections.ts";
import { makeMeasuredInputs, tableOfSection } from "../../../support/make-report.ts";
import { hasShared, sharedFolder } from "../../../support/shared.ts";

const N = Number.NaN;

describe("describeSection", () => {
  it.skipIf(!hasShared)("matches the numbers of pandas in the notebook", () => {
    // describe() of pandas for the notebook's own values by query.
    const golden = JSON.parse(
      readFileSync(`${sharedFolder}golden/notebook/cranfield.english_bm25.simple_classic.json`, "utf8"),
    );
    const names = ["precision", "recall", "f1"];
    const values = new Map(
      names.map((name) => [name, Float64Array.from(golden.exact, (row: Record<string, number>) => row[name] ?? N)]),
    );
    const inputs = makeMeasuredInputs({ a: new Array<number>(225).fill(1) });
    const measures = [{ engine: "a", values, reasons: new Array<null>(225).fill(null) }];
    const { columns, rows } = tableOfSection(describeSection({ ...inputs, measures }), "describe-1");
    expect(columns.map(({ name }) => name)).toEqual([
      "measure",
      "count",
      "mean",
      "std",
      "min",
      "25%",
      "50%",
      "75%",
      "max",
    ]);
    expect(rows.map(([name]) => name)).toEqual(names);
    for (const [name, ...numbers] of rows) {
      const expected = Object.values(golden.exact_describe[String(name)]) as number[];
      expect(numbers).toEqual(expected.map((value) => expect.closeTo(value, 10)));
    }
  });

  it("shows null for undefined statistics, and counts the queries that are not measured", () => {
    const section = describeSection(makeMeasuredInputs({ a: [N, N, 0.5], b: [N, N, N] }));
    expect(tableOfSection(section, "describe-1").rows[0]).toEqual([
      ...["ndcg_reference@10", 1, 0.5, null, 0.5, 0.5, 0.5, 0.5, 0.5],
    ]);
    expect(tableOfSection(section, "describe-2").rows[0]?.slice(1)).toEqual([0, ...new Array<null>(7).fill(null)]);
    expect(tableOfSection(section, "describe-unmeasured").rows).toEqual([
      ["a", 2],
      ["b", 3],
    ]);
  });

  it("is omitted without measures", () => {
    expect(describeSection(makeMeasuredInputs({}))).toBeNull();
  });
});

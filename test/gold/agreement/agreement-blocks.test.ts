import { describe, expect, it } from "vitest";
import { markdownText } from "../../../src/core/document/markdown-text.ts";
import { terminalText } from "../../../src/core/document/terminal-text.ts";
import { agreementBlocks, agreementRows } from "../../../src/gold/agreement/agreement-blocks.ts";
import type { AgreementReport } from "../../../src/gold/agreement/rater-agreement.ts";

const renderAgreement = (report: AgreementReport, width?: number) =>
  terminalText(agreementBlocks(report), width === undefined ? {} : { width });
const renderAgreementAsMarkdown = (report: AgreementReport) => markdownText(agreementBlocks(report));

/** Made-up numbers: only their form matters. */
const report: AgreementReport = {
  schema: "semqrel.agree/1",
  scale: "0-1",
  items: 40,
  sharedItems: 30,
  raters: ["ada", "bob"],
  bootstrap: { seed: 7, samples: 500, level: 0.95 },
  raw: 0.75,
  rawInterval: [0.6, 0.9],
  rawReason: null,
  chance: 0.51,
  commonest: { grade: 1, share: 0.6 },
  cohen: [
    {
      raters: ["ada", "bob"],
      items: 30,
      chance: 0.52,
      raw: 0.75,
      rawInterval: [0.6, 0.9],
      plain: 0.5,
      plainInterval: [0.25, 0.75],
      linear: 0.51,
      linearInterval: [0.26, 0.76],
      quadratic: 0.52,
      quadraticInterval: [-0.27, 0.77],
      leftOut: 3,
      reason: null,
    },
  ],
  fleiss: 0.49,
  fleissInterval: [0.24, 0.74],
  fleissItems: 29,
  fleissLeftOut: 4,
  fleissReason: null,
  krippendorff: {
    nominal: 0.41,
    nominalInterval: [0.11, 0.71],
    ordinal: 0.42,
    ordinalInterval: [0.12, 0.72],
    interval: 0.43,
    intervalInterval: [0.13, 0.73],
    leftOut: 2,
    reason: null,
  },
  confusion: [
    {
      raters: ["ada", "bob"],
      grades: [0, 1],
      counts: [
        [12, 3],
        [4, 11],
      ],
    },
  ],
  habits: [
    {
      rater: "ada",
      rated: 33,
      flagged: 1,
      shared: 30,
      bias: 0.25,
      medianSeconds: 9.5,
      self: { items: 2, raw: 0.5, chance: 0.4, quadratic: 0.1 },
    },
    {
      rater: "bob",
      rated: 37,
      flagged: 0,
      shared: 30,
      bias: -0.25,
      medianSeconds: null,
      self: { items: 0, raw: null, chance: null, quadratic: null },
    },
  ],
  disagreeing: 7,
  disagreements: [
    {
      query: "fast cars",
      queryId: null,
      id: "d1",
      title: "A | B \u202e\u001b[31m",
      spread: 1,
      deviation: 0.7,
      grades: [
        { rater: "ada", grade: 1, note: "" },
        { rater: "bob", grade: 0, note: "" },
      ],
    },
  ],
  notes: [],
};

const nothing: AgreementReport = {
  ...report,
  items: 3,
  sharedItems: 0,
  raters: ["ada"],
  raw: null,
  rawInterval: null,
  rawReason: "one-rater",
  cohen: [],
  fleiss: null,
  fleissInterval: null,
  fleissItems: 0,
  fleissLeftOut: 500,
  fleissReason: "one-rater",
  krippendorff: {
    nominal: null,
    nominalInterval: null,
    ordinal: null,
    ordinalInterval: null,
    interval: null,
    intervalInterval: null,
    leftOut: 500,
    reason: "one-rater",
  },
  confusion: [],
  habits: report.habits.slice(0, 1),
  disagreeing: 0,
  disagreements: [],
};

const cells = (line: string | undefined) => line?.trim().split(/ {2,}/);
const lineWith = (text: string, start: string) => text.split("\n").find((line) => line.startsWith(start));

describe("agreementBlocks", () => {
  const text = renderAgreement(report, Number.POSITIVE_INFINITY);

  it("shows every overall number with its interval and its number of items", () => {
    expect(text).toMatch(/^40 items rated on the scale 0-1, 30 of them by two raters or more\. 2 raters: ada, bob\.\n/);
    expect(text).toContain("500 resamples, seed 7");
    expect(text).toMatch(
      /The commonest grade is 1: 60 % of all grades\. .*, two grades of an item would be equal in 51 % of cases\.\n/,
    );
    expect(cells(lineWith(text, "equal grades"))).toEqual([...["equal grades", "0.750", "0.600 … 0.900", "30"]]);
    expect(cells(lineWith(text, "Fleiss"))).toEqual(["Fleiss' κ", "0.490", "0.240 … 0.740", "29"]);
    expect(cells(lineWith(text, "Krippendorff's α, nominal"))?.slice(1)).toEqual(["0.410", "0.110 … 0.710", "30"]);
    expect(cells(lineWith(text, "Krippendorff's α, ordinal"))?.slice(1)).toEqual(["0.420", "0.120 … 0.720", "30"]);
    expect(cells(lineWith(text, "Krippendorff's α, interval"))?.slice(1)).toEqual(["0.430", "0.130 … 0.730", "30"]);
    expect(text).toContain("Up to 4 of 500 resamples");
  });

  it("shows the kappas of a pair of raters, and a table of their grades", () => {
    expect(cells(lineWith(text, "ada - bob"))).toEqual([
      ...["ada - bob", "30", "75.0 %", "52.0 %", "0.500", "0.250 … 0.750", "0.510", "0.260 … 0.760"],
      ...["0.520", "-0.270 … 0.770"],
    ]);
    expect(text).toMatch(/\nada \(down\) and bob \(across\)\n {4}0 {3}1\n0 {2}12 {3}3\n1 {3}4 {2}11\n/);
  });

  it("shows habits, with - for unknown values", () => {
    expect(cells(lineWith(text, "ada "))).not.toBeUndefined();
    const [, ada, bob] = text.split("\nrater ")[1]?.split("\n") ?? [];
    expect(cells(ada)).toEqual(["ada", "33", "1", "30", "+0.25", "9.5", "2", "50.0 %", "40.0 %", "0.100"]);
    expect(cells(bob)).toEqual(["bob", "37", "0", "30", "-0.25", "-", "0", "-", "-", "-"]);
  });

  it("shows corrected means, and the reason for a mean that is missing", () => {
    const one = { judge: "gpt", human: ["ada"], items: 90, rated: 30, judgeMean: 1.5, humanMean: 1.25, lambda: 0.8 };
    const known = { ...one, rho: 0.9, estimate: 1.3, interval: [1.1, 1.5] as const, gradesToHalve: 40, reason: null };
    const unknown = { ...known, judge: "cy", estimate: null, interval: null, gradesToHalve: null, reason: "too few" };
    const text = renderAgreement({ ...report, corrected: [known, unknown] }, Number.POSITIVE_INFINITY);
    expect(text).toContain("\nMean grade, corrected with the grades of ada\n");
    expect(cells(lineWith(text, "gpt"))?.slice(1)).toEqual([
      ...["90", "1.500", "30", "1.250", "1.300", "1.100 … 1.500", "40"],
    ]);
    expect(text).toContain("\ncy: too few.\n");
    const rows = [...agreementRows({ ...report, corrected: [known] })];
    expect(rows.at(-2)).toEqual(["corrected_mean", "gpt", "ada", "1.3", "1.1", "1.5", "30", ""]);
  });

  it("shows the worst disagreements and their total number, without control characters", () => {
    expect(text).toContain("Items with unequal grades: 7 of 30, the 1 worst\n");
    expect(cells(lineWith(text, "fast cars"))).toEqual(["fast cars: A | B \ufffd\ufffd[31m", "1", "1", "0"]);
    expect(text).not.toMatch(/[\u001b\u202e]/);
  });

  it("shortens long titles at whole characters", () => {
    const [first] = report.disagreements;
    const disagreements = first === undefined ? [] : [{ ...first, title: "😀".repeat(200) }];
    const line = lineWith(renderAgreement({ ...report, disagreements }, Number.POSITIVE_INFINITY), "fast cars") ?? "";
    expect(cells(line)?.[0]).toBe(`fast cars: ${"😀".repeat(68)}…`);
  });

  it("explains why numbers are missing", () => {
    const empty = renderAgreement(nothing, Number.POSITIVE_INFINITY);
    expect(empty).toContain("Only one rater: agreement needs two.\n");
    expect(cells(lineWith(empty, "Fleiss"))).toEqual(["Fleiss' κ", "-", "-", "0"]);
    expect(empty).not.toMatch(/left a number undefined|Pairs of raters|unequal grades/);
    expect(renderAgreement({ ...nothing, raters: [], habits: [] }, Number.POSITIVE_INFINITY)).toBe(
      "There are no ratings yet.\n",
    );
  });

  it("names the pair of raters that has no kappa if there are several pairs", () => {
    const [pair] = report.cohen;
    if (pair === undefined) throw new RangeError("the report has a pair");
    const lacking = { ...pair, raters: ["ada", "cy"], items: 0, plain: null, reason: "no-shared-item" } as const;
    const shown = renderAgreement({ ...report, cohen: [pair, lacking] }, Number.POSITIVE_INFINITY);
    expect(shown).toContain("ada - cy: No item was rated by two raters.\n");
  });

  it("adds cautions about the numbers", () => {
    const notes = [
      { kind: "few-shared-items", rater: "bob", items: 1 },
      { kind: "without-grades", rater: "cy" },
    ] as const;
    expect(renderAgreement({ ...report, notes }, Number.POSITIVE_INFINITY)).toMatch(
      /\n\nCaution: bob shares 1 item with other raters, too few for a conclusion\.\nCaution: cy gave no grade and is not compared\.\n$/,
    );
  });
});

it("agreementBlocks says both scales if a proxy uses another one, and how to use the same", () => {
  const notes = [
    { kind: "other-scale", rater: "model", scale: "1-5", used: "0-3" },
    { kind: "other-scale", rater: "tool", scale: "0-3", used: 4 },
  ] as const;
  const shown = renderAgreement({ ...report, notes }, Number.POSITIVE_INFINITY);
  const needed = "Agreement, kappa and the corrected mean need the same scale.";
  expect(shown).toContain(
    `model uses the scale 0-3, but people use 1-5. ${needed} Judge with semqrel judge --scale 1-5.\n`,
  );
  expect(shown).toContain(
    `tool has the label 4, which is too high for people's scale 0-3 (labels count from 0). ${needed} Judge with`,
  );
});

describe("agreementBlocks in Markdown", () => {
  it("prints the same numbers as pipe tables, and escapes pipes in titles", () => {
    const text = renderAgreementAsMarkdown(report);
    expect(text).toContain("\n| Fleiss' κ | 0.490 | 0.240 … 0.740 | 29 |\n");
    expect(text).toContain("\n**ada (down) and bob (across)**\n\n|  | 0 | 1 |\n|---|---:|---:|\n| 0 | 12 | 3 |\n");
    expect(text).toContain("| fast cars: A \\| B ");
  });
});

describe("agreementRows", () => {
  it("has one row per number, in full precision and as wide as the header", () => {
    const [header = [], ...rows] = agreementRows(report);
    expect(header).toEqual(["statistic", "rater", "other", "value", "low", "high", "items", "reason"]);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([header.length]));
    expect(rows.map(([name]) => name)).toEqual([
      ...["raw", "fleiss", "krippendorff_nominal", "krippendorff_ordinal", "krippendorff_interval"],
      ...["chance", "commonest_share"],
      ...["raw", "chance", "cohen_plain", "cohen_linear", "cohen_quadratic"],
      ...Array(2)
        .fill(["rated", "flagged", "bias", "median_seconds", "self_raw", "self_chance", "self_quadratic"])
        .flat(),
    ]);
    expect(rows[11]).toEqual(["cohen_quadratic", "ada", "bob", "0.52", "-0.27", "0.77", "30", ""]);
    expect(rows[14]).toEqual(["bias", "ada", "", "0.25", "", "", "30", ""]);
  });

  it("leaves undefined numbers empty, with a reason", () => {
    expect([...agreementRows(nothing)][2]).toEqual(["fleiss", "", "", "", "", "", "0", "one-rater"]);
  });
});

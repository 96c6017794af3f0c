import { describe, expect, it } from "vitest";
import { markdownText } from "../../src/core/document/markdown-text.ts";
import { terminalText } from "../../src/core/document/terminal-text.ts";
import { type PlanReport, planBlocks, planReport } from "../../src/estimate/plan/plan-report.ts";
import type { RatingPlan } from "../../src/maths/sampling/plan.ts";

const facts = {
  ...{
    measure: "nDCG",
    target: "these",
    engines: 2,
    queries: 40,
    rho: 0.4,
    rhoSource: "assumed",
    secondsPerRating: 12,
    ratedQueries: 0,
    designs: null,
  },
} as const satisfies Partial<PlanReport>;
const plan: RatingPlan = {
  queries: 10,
  depth: 5,
  ratings: 55,
  minutes: 11,
  expectedHalfWidth: 0.0625,
  smallestDifference: 0.25,
};

describe("planReport", () => {
  it("returns the whole width of an interval, not half of it", () => {
    expect(planReport([plan], facts)).toEqual({
      schema: "semqrel.plan/1",
      ...facts,
      uncertainty: [0.72, 1.3],
      options: [
        {
          ...{ queries: 10, furtherQueries: 10, depth: 5, ratings: 55, minutes: 11 },
          ...{ expectedWidth: 0.125, smallestDifference: 0.25 },
        },
      ],
    });
  });

  it("returns the number of queries to rate besides those that are already rated", () => {
    expect(planReport([plan], { ...facts, ratedQueries: 8 }).options[0]).toMatchObject({
      queries: 10,
      furtherQueries: 2,
    });
  });

  it("returns the uncertainty of a spread that is measured on few rated queries", () => {
    // By hand: 1.96 / √(2 · 8) = .49, and e^.49 = 1.6323.
    const [least, most] = planReport([plan], { ...facts, ratedQueries: 9 }).uncertainty;
    expect(most).toBeCloseTo(1.6323, 4);
    expect(least).toBeCloseTo(1 / 1.6323, 4);
  });

  it("returns unknown widths and differences as null", () => {
    const unknown = { ...plan, expectedHalfWidth: null, smallestDifference: null };
    expect(planReport([unknown], facts).options[0]).toMatchObject({ expectedWidth: null, smallestDifference: null });
  });
});

/** Renders the plan for a terminal, or as Markdown. */
function renderPlan(report: PlanReport, asMarkdown = false): string {
  return asMarkdown ? markdownText(planBlocks(report, "my labels")) : terminalText(planBlocks(report, "my labels"));
}

describe("planBlocks", () => {
  const rendered = (more: Partial<RatingPlan>, of: Partial<PlanReport> = {}, asMarkdown = false) =>
    renderPlan({ ...planReport([{ ...plan, ...more }], facts), ...of }, asMarkdown);

  it("shows further queries if some are already rated, and the source of the spread", () => {
    const facts12 = { ...facts, ratedQueries: 8, rhoSource: "measured" } as const;
    const text = renderPlan(planReport([plan], facts12));
    expect(text).toMatch(/\nqueries +further +depth/);
    expect(text).toMatch(/\n10 +2 +5 +55 /);
    expect(text).toContain("(measured on the available ratings)");
    expect(text).toContain("people's grades in 8 rated queries, too few");
    expect(renderPlan(planReport([plan], { ...facts12, ratedQueries: 10 }))).not.toContain("too few");
    expect(renderPlan(planReport([plan], facts))).not.toContain("further");
  });

  it("shows cost and precision, and the source of ρ", () => {
    const text = rendered({});
    expect(text).toMatch(/^nDCG of 2 engines over these 40 queries\.\n/);
    expect(text).toMatch(/\n10 +5 +55 +11 +0\.125 \(0\.09 … 0\.16\) +0\.250 \(0\.18 … 0\.33\)\n/);
    expect(text).toMatch(/ρ = 0\.40 \(assumed[^)]*\)\. Time: 12 s per rating/);
    expect(rendered({}, { rhoSource: "given", rho: 0.75 })).toContain("ρ = 0.75 (as given)");
    expect(rendered({}, { target: "future" })).toContain("over future queries like these 40 queries");
  });

  it('shows "over 1" instead of a difference that no two engines can have', () => {
    const expectedHalfWidth = 0.85;
    expect(rendered({ expectedHalfWidth, smallestDifference: 20.8 })).toMatch(/ 11 +over 1 +over 1\n/);
    expect(rendered({ expectedHalfWidth: 0.5, smallestDifference: 1 })).toMatch(
      / 11 +1\.000 \(0\.72 … 1\.00\) +1\.000 \(0\.72 … 1\.00\)\n/,
    );
  });

  it("shows the command to draw pairs from the planned folder", () => {
    const designs = { secondsPerQuery: 10, measure: "nDCG@10", possible: 460, rows: [] };
    const draw = "semqrel pool 'my labels' --by spread --ratings N";
    expect(rendered({}, { designs })).toContain(`\nDraw N pairs with: ${draw} -o POOL.\n`);
    expect(rendered({}, { designs, ratedQueries: 12 })).toContain(`\nDraw N pairs with: ${draw} -o POOL.\n`);
    const ofPairs = renderPlan(planReport([], { ...facts, designs, ratedQueries: 12 }));
    expect(ofPairs).toContain(`\nDraw N further pairs with: ${draw} --add POOL. `);
  });

  it("shows a dash for an unknown width, and asks for the whole folder", () => {
    const text = rendered({ expectedHalfWidth: null, smallestDifference: null });
    expect(text).toMatch(/ 11 +- +-\n/);
    expect(text).toContain("Give the whole folder that check or label wrote");
  });

  it("writes a Markdown table", () => {
    // Without an empty line, text after a table would be a row of it.
    expect(rendered({}, {}, true)).toContain("\n\n| queries |");
    expect(rendered({}, {}, true)).toContain(
      "\n| 10 | 5 | 55 | 11 | 0.125 (0.09 … 0.16) | 0.250 (0.18 … 0.33) |\n\nCorrelation of labels and ratings",
    );
  });
});

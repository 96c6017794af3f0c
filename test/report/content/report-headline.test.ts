import { describe, expect, it } from "vitest";
import { compareEngines } from "../../../src/report/content/compare-engines.ts";
import { reportHeadline } from "../../../src/report/content/report-headline.ts";
import type { ReportInputs } from "../../../src/report/content/report-inputs.ts";
import { madeOrigin, makeMeasuredInputs, makeReportInputs, noDocuments } from "../../support/make-report.ts";

const N = Number.NaN;
const level = (height: number, wobble = 0) =>
  Array.from({ length: 12 }, (_, query) => height + query / 100 + (query % 2 === 0 ? wobble : -wobble));

function textsOf(inputs: ReportInputs): string[] {
  return reportHeadline(inputs, compareEngines(inputs)).map(({ text }) => text);
}

describe("reportHeadline", () => {
  it("says which of two engines the labels prefer, by how much and how sure that is", () => {
    const [verdict, means] = textsOf(makeMeasuredInputs({ good: level(0.5), poor: level(0.25) }));
    // 2 of 2^12 sign patterns: p = .00049.
    expect(verdict).toMatch(/^These labels prefer good to poor: good is ahead of poor by 0\.250 /);
    expect(verdict).toContain("on 12 queries: p < .001");
    expect(means).toMatch(/over 12 of 12 queries: good 0\.555 \[0\.\d{3} to 0\.\d{3}\], poor 0\.305 /);
  });

  it("says that two engines are undecided, and what would have been seen", () => {
    const [verdict] = textsOf(makeMeasuredInputs({ one: level(0.5, 0.1), other: level(0.49, -0.1) }));
    expect(verdict).toMatch(/^Undecided: these labels do not show which of one and other is better\./);
    expect(verdict).toMatch(/would show a difference of 0\.\d{3} or more/);
  });

  it("says how many queries are too few", () => {
    const [verdict] = textsOf(makeMeasuredInputs({ a: [0.5, 0.75], b: [0.25, 0.5] }));
    expect(verdict).toMatch(/^Too few queries to say which engine is better: 2, where ten are the least\./);
  });

  it("names those that the first of several is not shown to beat", () => {
    const [verdict] = textsOf(
      makeMeasuredInputs({ poor: level(0.1), best: level(0.5, 0.1), rival: level(0.49, -0.1), worst: level(0) }),
    );
    expect(verdict).toMatch(/^These labels put best first, and prefer it to 2 of 3 others: .*, to poor \(p/);
    expect(verdict).toContain("Whether it is better than rival is undecided.");
    const [undecided] = textsOf(makeMeasuredInputs({ a: level(0.5, 0.1), b: level(0.49, -0.1), c: level(0.48, -0.1) }));
    expect(undecided).toMatch(/^Undecided: a has the highest mean/);
    const [clear] = textsOf(makeMeasuredInputs({ a: level(0.5), b: level(0.25), c: level(0) }));
    expect(clear).toMatch(/^These labels prefer a to every other engine: .*0\.250/);
  });

  it("says that the first shares no query with others, though these are compared", () => {
    const [verdict] = textsOf(makeMeasuredInputs({ a: [0.75, N, N], b: [N, 0.5, 0.5], c: [N, 0.25, 0.25] }));
    expect(verdict).toMatch(/^a has the highest mean \S+, but no query is measured for it and another engine/);
    const [alone] = textsOf(makeMeasuredInputs({ a: [0.75, N], b: [N, 0.5] }));
    expect(alone).toBe("No query is measured for two engines: they cannot be compared.");
  });

  it("has nothing to compare in one engine, or where nothing is measured", () => {
    expect(textsOf(makeMeasuredInputs({ a: [0.5] }))[0]).toBe("There is one engine, a: nothing to compare it with.");
    expect(textsOf(makeMeasuredInputs({ a: [0.5], b: [N] }))[0]).toBe(
      "Only one engine is measured, a: nothing to compare it with.",
    );
    expect(textsOf(makeMeasuredInputs({ a: [N], b: [N] }))[0]).toMatch(/^No query could be measured/);
  });

  it("says that the other ideal puts another engine first", () => {
    const inputs = makeMeasuredInputs({ broad: level(0.5), narrow: level(0.25) });
    const measures = inputs.measures.map((engine, place) => ({
      ...engine,
      values: new Map([...engine.values, ["ndcg_returned@10", Float64Array.from(level(place))]]),
    }));
    expect(textsOf({ ...inputs, measures }).join("\n")).toMatch(/By ndcg_returned@10, .* narrow has the highest mean/);
    expect(textsOf(inputs).join("\n")).not.toContain("two ideals");
  });

  it("says that one of the references alone puts another engine first", () => {
    const inputs = makeReportInputs();
    const { summary } = inputs;
    const references = summary?.references;
    const measure = references?.measures["ndcg_reference@10"];
    const museum = measure?.alone["museum"];
    if (summary == null || references === undefined || measure === undefined || museum === undefined) throw new Error();
    const textsWith = (winner_changes: boolean) => {
      const alone = { ...measure.alone, museum: { ...museum, winner_changes } };
      const measures = { ...references.measures, "ndcg_reference@10": { ...measure, alone } };
      return textsOf({ ...inputs, summary: { ...summary, references: { ...references, measures } } }).join("\n");
    };
    expect(textsWith(true)).toMatch(/The first place depends on the reference: labels by .*museum alone put another/);
    expect(textsWith(false)).not.toContain("museum alone");
  });

  it("says whose verdict an estimate is", () => {
    const inputs = makeReportInputs();
    expect(textsOf(inputs)).toContain(`By people's ratings of 11 queries: ${inputs.documents.estimate?.verdict}`);
  });

  it("says that an engine is its own reference", () => {
    const inputs = makeReportInputs();
    const { reference } = inputs.stored;
    if (reference === null) throw new Error("no reference");
    const own = { ...inputs.stored, reference: { ...reference, lists: { ...reference.lists, engine: "plain" } } };
    expect(textsOf({ ...inputs, stored: own }).join("\n")).toContain("plain: also a reference by name.");
    expect(textsOf(inputs).join("\n")).not.toContain("also a reference");
  });

  it("has the validation's verdict with its limits, else that nobody rated anything", () => {
    const inputs = makeReportInputs();
    const { validation } = inputs.documents;
    if (validation === null) throw new Error("no validation");
    const limited = { ...inputs.documents, validation: { ...validation, limits: ["not for plain", "hardly for b"] } };
    const texts = textsOf({ ...inputs, documents: limited });
    expect(texts).toContain(`How far the labels can be trusted: ${validation.verdict}`);
    expect(texts).toContain("Limits: not for plain; hardly for b.");
    expect(texts.join("\n")).not.toContain("No judgments of people");
    expect(textsOf({ ...inputs, documents: noDocuments }).at(-1)).toMatch(/semqrel validate/);
  });

  it("shows estimates for calibrated labels, and never a mean of them", () => {
    const { documents } = makeReportInputs();
    const origin = { ...madeOrigin, calibration: { sha256: "d".repeat(64), method: "ridge" } };
    const values = { explorer: level(0.123), plain: level(0.123) };
    const texts = textsOf(
      makeMeasuredInputs(values, { origin, documents: { ...noDocuments, estimate: documents.estimate } }),
    );
    expect(texts[0]).toBe(documents.estimate?.verdict);
    expect(texts[1]).toMatch(/^Estimated mean nDCG@10 over all 14 queries, from ratings of 11 of them/);
    expect(texts.join("\n")).not.toContain("ndcg_reference");
    expect(textsOf(makeMeasuredInputs(values, { origin }))[0]).toContain("semqrel estimate");
  });
});

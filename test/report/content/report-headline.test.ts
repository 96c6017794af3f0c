import { describe, expect, it } from "vitest";
import { reportHeadline } from "../../../src/report/content/report-headline.ts";
import type { ReportInputs } from "../../../src/report/content/report-inputs.ts";
import { compareEngines } from "../../../src/report/content/shared-findings.ts";
import { madeOrigin, makeMeasuredInputs, makeReportInputs, noDocuments } from "../../support/make-report.ts";

const level = (height: number, wobble = 0) =>
  Array.from({ length: 12 }, (_, query) => height + query / 100 + (query % 2 === 0 ? wobble : -wobble));

const headlineOf = (inputs: ReportInputs) => reportHeadline(inputs, compareEngines(inputs));

function textsOf(inputs: ReportInputs): string[] {
  return headlineOf(inputs).flatMap((block) => (block.kind === "text" ? [block.text] : []));
}

describe("reportHeadline", () => {
  it("shows a verdict, a chart and the next step with its command if there are no warnings", () => {
    const blocks = headlineOf(makeMeasuredInputs({ good: level(0.5), poor: level(0.25) }));
    expect(blocks).toMatchObject([
      { kind: "text", tone: "verdict", text: "The labels point to good." },
      { kind: "text", tone: "plain", text: expect.stringMatching(/^good leads poor by 0\.250/) },
      { kind: "plot", id: "headline-leads", plot: { shape: "intervals", title: "How far good leads" } },
      { kind: "text", tone: "plain", command: expect.stringMatching(/^semqrel pool labels --by spread /) },
      { kind: "text", tone: "detail", text: expect.stringMatching(/No results are rated yet/) },
    ]);
  });

  it("draws the leads of the first engine over the other engines, smallest lead first", () => {
    const values = { poor: level(0.1), best: level(0.5, 0.1), rival: level(0.49, -0.1) };
    const plot = headlineOf(makeMeasuredInputs(values)).find(({ kind }) => kind === "plot");
    expect(plot).toMatchObject({
      table: {
        rows: [
          expect.arrayContaining(["rival", expect.closeTo(0.01, 9)]),
          expect.arrayContaining(["poor", expect.closeTo(0.4, 9)]),
        ],
      },
    });
  });

  it("uses no statistical terms in its sentences", () => {
    const texts = textsOf(makeMeasuredInputs({ one: level(0.5, 0.1), other: level(0.49, -0.1) })).join("\n");
    expect(texts).toContain("The labels do not show which is better, one or other.");
    expect(texts).not.toMatch(/p [=<]|Holm|randomisation|four of five/);
  });

  it("warns that another engine is first by one of the references alone", () => {
    const inputs = makeReportInputs();
    const { summary } = inputs;
    const references = summary?.references;
    const measure = references?.measures["ndcg_reference@10"];
    const museum = measure?.alone["museum"];
    if (summary == null || references === undefined || measure === undefined || museum === undefined) throw new Error();
    const textsWith = (winner_changes: boolean) => {
      const alone = { ...measure.alone, museum: { ...museum, winner_changes } };
      const measures = { ...references.measures, "ndcg_reference@10": { ...measure, alone } };
      return textsOf({
        ...inputs,
        documents: noDocuments,
        summary: { ...summary, references: { ...references, measures } },
      }).join("\n");
    };
    expect(textsWith(true)).toMatch(/The first place depends on the reference: labels from .*museum alone put another/);
    expect(textsWith(false)).not.toContain("museum alone");
  });

  it("warns that an engine has the name of a reference", () => {
    const inputs = makeReportInputs();
    const { reference } = inputs.stored;
    if (reference === null) throw new Error("no reference");
    const own = { ...inputs.stored, reference: { ...reference, lists: { ...reference.lists, engine: "plain" } } };
    expect(textsOf({ ...inputs, stored: own }).join("\n")).toContain("plain has the name of a reference.");
    expect(textsOf(inputs).join("\n")).not.toContain("the name of a reference");
  });

  it("warns that an engine returns almost the same results as the reference", () => {
    const inputs = makeReportInputs();
    const { summary } = inputs;
    const plain = summary?.engines["plain"];
    if (summary == null || plain === undefined) throw new Error("no engine");
    const all = { precision: { ...plain.precision, mean: 1 }, "ndcg_reference@10": { ...plain.precision, mean: 1 } };
    const copied = { ...summary, engines: { ...summary.engines, plain: { ...plain, ...all } } };
    const texts = (given: typeof summary) => textsOf({ ...inputs, documents: noDocuments, summary: given }).join("\n");
    expect(texts(copied)).toContain("plain returns almost the same results as the reference");
    expect(texts(summary)).not.toContain("almost the same results");
  });

  it("asks whether engines with equal numbers have the same lists", () => {
    const inputs = makeReportInputs();
    const { summary } = inputs;
    const plain = summary?.engines["plain"];
    if (summary == null || plain === undefined) throw new Error("no engine");
    const twins = { ...summary, engines: { ...summary.engines, twin: plain } };
    const texts = (given: typeof summary) => textsOf({ ...inputs, documents: noDocuments, summary: given }).join("\n");
    expect(texts(twins)).toContain("All numbers of plain and twin are equal. Are the lists the same?");
    expect(texts(summary)).not.toContain("Are the lists the same?");
  });

  it("warns about outdated documents, and about engines that seem to use the model of the labels", () => {
    const inputs = makeMeasuredInputs({ a: level(0.5), b: level(0.25) }, { stale: ["evidence/gold.json is old."] });
    expect(textsOf(inputs)).toContain("evidence/gold.json is old.");
    const { validation } = makeReportInputs().documents;
    if (validation === null) throw new Error("no validation");
    const documents = { ...noDocuments, validation: { ...validation, people: null, sameEmbedder: ["b"] } };
    expect(textsOf({ ...inputs, documents }).join("\n")).toMatch(/^b seems to use the same model as these labels/m);
  });

  it("draws conclusions about calibrated labels from estimates, never from their means", () => {
    const { documents } = makeReportInputs();
    const origin = { ...madeOrigin, calibration: { sha256: "d".repeat(64), method: "ridge" } };
    const values = { explorer: level(0.123), plain: level(0.123) };
    const estimated = { origin, documents: { ...noDocuments, estimate: documents.estimate } };
    const texts = textsOf(makeMeasuredInputs(values, estimated));
    expect(texts[0]).toMatch(/^People's ratings of 11 queries, with predictions for unrated results, /);
    expect(texts.join("\n")).not.toContain("ndcg_reference");
    expect(textsOf(makeMeasuredInputs(values, { origin }))[0]).toContain("semqrel estimate");
  });
});

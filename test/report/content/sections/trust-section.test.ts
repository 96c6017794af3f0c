import { describe, expect, it } from "vitest";
import { noRatings } from "../../../../src/gold/known-ratings.ts";
import type { ReportSection } from "../../../../src/report/content/run-report.ts";
import { trustSection } from "../../../../src/report/content/sections/folder-sections.ts";
import {
  madeOrigin,
  makeReportInputs,
  noDocuments,
  plotOfSection,
  tableOfSection,
  textOfSection,
} from "../../../support/make-report.ts";

const inputs = makeReportInputs();
const section = trustSection(inputs);
const { validation, estimate } = inputs.documents;

describe("trustSection", () => {
  it("shows a validation: its verdict, the order compared with chance, reliability and conclusions", () => {
    if (validation === null || validation.tauB === null) throw new Error("no validation");
    expect(textOfSection(section)).toContain(validation.verdict);
    expect(plotOfSection(section, "trust-order")).toMatchObject({
      groups: [
        {
          name: "labels",
          points: [
            { series: "observed", value: validation.tauB.observed, interval: validation.tauB.interval },
            { series: "chance: titles", interval: validation.tauB.nullTitle },
            { series: "chance: lists", interval: validation.tauB.nullList },
          ],
        },
        { name: "clicks" },
        ...Object.values(validation.baselines ?? {}).flatMap((tau) =>
          tau === null ? [] : [{ points: [{ series: "observed", value: tau, interval: null }] }],
        ),
      ],
    });
    expect(plotOfSection(section, "trust-reliability")).toMatchObject({
      diagonal: true,
      series: [
        {
          name: "labels",
          points: validation.labels?.reliability.map(({ predicted, observed }) => [predicted, observed]),
        },
        { name: "clicks" },
      ],
    });
    const { conclusions } = validation;
    expect(tableOfSection(section, "trust-conclusions").rows[0]).toEqual([
      ...["labels", conclusions?.pairs, conclusions?.agree, conclusions?.agreeNot, conclusions?.missed],
      ...[conclusions?.reversed, conclusions?.invented],
    ]);
  });

  it("shows an estimate: combined, from ratings alone and from labels alone, best engine first", () => {
    if (estimate === null) throw new Error("no estimate");
    const plot = plotOfSection(section, "trust-estimates");
    if (plot.shape !== "intervals") throw new Error(plot.shape);
    expect(plot.groups.map(({ name }) => name)).toEqual(estimate.order);
    const [best = ""] = estimate.order;
    expect(plot.groups[0]?.points).toMatchObject([
      { series: "combined", value: estimate.engines[best]?.estimate, interval: estimate.engines[best]?.interval },
      { series: "ratings alone", value: estimate.engines[best]?.human.estimate },
      { series: "labels alone (ndcg_reference@10)" },
    ]);
    const differences = plotOfSection(section, "trust-differences");
    if (differences.shape !== "intervals") throw new Error(differences.shape);
    expect(differences.groups).toHaveLength(3);
    const { name } = differences.groups[0] ?? {};
    // Both names are visible, however long they are.
    expect(name).toMatch(/^.{2,13} - .{2,13}$/);
    expect(tableOfSection(section, "trust-differences-numbers").rows[0]?.[0]).toMatch(/quickfind <b>beta<\/b>/);
    // The better engine is named first, so all estimates here are above 0.
    for (const { points } of differences.groups) expect(points[0]?.value).toBeGreaterThan(0);
  });

  it("omits commands that refuse individually drawn pairs, and adds the pool to the command of estimate", () => {
    const ratings = { ...noRatings, judgments: "gold.qrels", pools: ["pool.jsonl"], singled: true };
    const commandsOf = (singled: boolean) =>
      tableOfSection(
        trustSection({ ...inputs, documents: noDocuments, ratings: { ...ratings, singled } }),
        "trust-missing",
      ).rows.map(([, command]) => command);
    const estimate = `semqrel estimate ${inputs.name} --gold gold.qrels --pool pool.jsonl`;
    expect(commandsOf(false).slice(0, 2)).toEqual(["semqrel validate DIR --gold QRELS", estimate]);
    expect(commandsOf(true).slice(0, 1)).toEqual([estimate]);
  });

  it("shows the commands for missing evidence, and no commands for existing evidence", () => {
    const idsOf = ({ blocks }: ReportSection) => blocks.map((block) => ("id" in block ? block.id : null));
    expect(idsOf(section)).not.toContain("trust-missing");
    const bare = trustSection({ ...inputs, documents: noDocuments });
    const table = tableOfSection(bare, "trust-missing");
    const commands = table.rows.map(([, command]) => String(command));
    expect(
      commands
        .join(" ")
        .match(/semqrel (validate DIR|estimate|gold --agreement|validate --policies|compare --fidelity)\b/g),
    ).toHaveLength(5);
    expect(commands.join(" ")).not.toContain("two references");
  });

  it("does not suggest commands for reference labels if labels are calibrated", () => {
    const origin = { ...madeOrigin, calibration: { sha256: "d".repeat(64), method: "ridge" } };
    const documents = { ...noDocuments, estimate };
    const calibrated = trustSection(makeReportInputs({ origin, summary: null, documents }));
    expect(tableOfSection(calibrated, "trust-missing").rows.map(([, command]) => command)).toEqual([
      "semqrel gold --agreement DB",
    ]);
  });
});

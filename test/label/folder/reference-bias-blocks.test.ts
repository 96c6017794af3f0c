/** Do readers see means, places, and the influence of the reference? */
import { describe, expect, it } from "vitest";
import { referenceBiasBlocks } from "../../../src/label/folder/label-run-blocks.ts";
import type { OrderByReference, ReferenceBias } from "../../../src/label/folder/reference-bias.ts";

function orderOf(
  means: readonly (number | null)[],
  places: readonly (number | null)[],
  more: Partial<OrderByReference> = {},
) {
  const engines = ["x", "y"].map((engine, at) => {
    return [engine, { mean: means[at] ?? null, count: means[at] === null ? 0 : 7, place: places[at] ?? null }];
  });
  return { engines: Object.fromEntries(engines), tau_b: 1, winner_changes: false, ...more };
}

const fused = orderOf([0.5, 0.25], [1, 2]);
const turned = orderOf([0.1, 0.2], [2, 1], { tau_b: -1, winner_changes: true });
const orders = { fused, alone: { a: fused, b: turned } };
const bias: ReferenceBias = {
  engines: ["a", "b"],
  fusion: "rrf(k=60)",
  also_candidates: [],
  measures: { "ndcg_reference@10": orders, ndcg_reference: { fused, alone: { a: fused, b: fused } } },
};

/** Each table with the notes below it. */
function sectionsOf(of: ReferenceBias, order: readonly string[]) {
  const sections: { heading: string; header: string[]; rows: readonly (readonly unknown[])[]; notes: string[] }[] = [];
  for (const block of referenceBiasBlocks(of, order)) {
    if (block.kind === "table")
      sections.push({
        heading: block.caption,
        header: block.columns.map(({ name }) => name),
        rows: block.rows,
        notes: [],
      });
    else if (block.kind === "text") sections.at(-1)?.notes.push(block.text);
  }
  return sections;
}

describe("referenceBiasBlocks", () => {
  it("shows a section per measure, with a row per engine and a column per reference", () => {
    const [first, second] = sectionsOf(bias, ["x", "y"]);
    expect(first?.heading).toBe("Mean ndcg_reference@10 by reference (place of the engine)");
    expect(first).toMatchObject({
      header: ["engine", "fused", "a alone", "b alone"],
      rows: [
        ["x", "0.5000 (1)", "0.5000 (1)", "0.1000 (2)"],
        ["y", "0.2500 (2)", "0.2500 (2)", "0.2000 (1)"],
        ["queries", "7", "7", "7"],
        ["tau-b with fused", "1.00", "1.00", "-1.00"],
      ],
    });
    expect(second?.heading).toContain("Mean ndcg_reference by reference");
  });

  it("mentions a change of the first place only if there is one", () => {
    const [first, second] = sectionsOf(bias, ["x", "y"]);
    expect(first?.notes[0]).toBe("The first place changes. fused: x; b alone: y.");
    expect(second?.notes.join()).not.toContain("first place");
  });

  it("warns once that tau means little for few engines, but not for five or more engines", () => {
    const notes = sectionsOf(bias, ["x", "y"]).flatMap((section) => section.notes);
    expect(notes.filter((note) => note.includes("means little for fewer than 5 engines (here: 2)"))).toHaveLength(1);
    const many = sectionsOf(bias, ["x", "y", "p", "q", "r"]).flatMap((section) => section.notes);
    expect(many.join()).not.toContain("means little");
  });

  it("shows the orders without each reference if they exist, and names candidates that are references", () => {
    const without = { a: turned, b: fused };
    const measures = { "ndcg_reference@10": { ...orders, without }, ndcg_reference: { ...orders, without } };
    const [first, second] = sectionsOf({ ...bias, measures, also_candidates: ["x"] }, ["x", "y"]);
    expect(first?.header.slice(-2)).toEqual(["without a", "without b"]);
    expect(second?.notes.join()).toMatch(/x: also a reference/);
  });

  it("shows undefined means as hyphens, and a range if engines have different numbers of queries", () => {
    const undefinedMean = orderOf([null, 0.2], [null, 1], { tau_b: null });
    const measures = {
      "ndcg_reference@10": { fused: undefinedMean, alone: {} },
      ndcg_reference: { fused, alone: {} },
    };
    const [first] = sectionsOf({ ...bias, measures }, ["x", "y"]);
    expect(first?.rows.map(([, cell]) => cell)).toEqual(["-", "0.2000 (1)", "0-7", "-"]);
  });
});

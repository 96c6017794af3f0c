/** Do means, places and rank correlations show how much the choice of the reference matters? */
import { describe, expect, it } from "vitest";
import type { LabelledEngine } from "../../../src/core/types.ts";
import { type MeasuredRun, measuredRun } from "../../../src/label/folder/measured-run.ts";
import { type RunBySubset, referenceBias } from "../../../src/label/folder/reference-bias.ts";
import { makeEngine, makeRun } from "../../support/make-run.ts";

const undefinedNumber = Number.NaN;

/** Engines with values per query. The second measure has 1 minus the values of the first. */
function runOf(
  values: Readonly<Record<string, readonly number[]>>,
  reference?: { engine: string; source: string },
): MeasuredRun {
  const engines = Object.entries(values).map(([name, ofQueries]): LabelledEngine => {
    const engine = makeEngine(name);
    const plain = Float64Array.from(ofQueries);
    return {
      ...engine,
      measures: {
        ...engine.measures,
        values: {
          ...engine.measures.values,
          "ndcg_reference@10": plain,
          ndcg_reference: plain.map((value) => 1 - value),
        },
      },
    };
  });
  const run = makeRun(engines);
  return measuredRun(reference === undefined ? run : { ...run, reference: { ...run.reference, ...reference } });
}

const subset = (kind: RunBySubset["kind"], engine: string, values: Readonly<Record<string, readonly number[]>>) => ({
  ...{ kind, engine },
  run: runOf(values, { engine, source: `${engine}.csv` }),
});

const fused = runOf({ x: [0.6, 0.8], y: [0.5, 0.5], z: [0.1, 0.3] });
const three = [
  subset("alone", "a", { x: [0.2, 0.4], y: [0.9, undefinedNumber], z: [0.1, 0.1] }),
  subset("alone", "b", { x: [0.9, 0.9], y: [0.5, 0.5], z: [0.5, 0.5] }),
  subset("alone", "z", { x: [0.1, 0.1], y: [0.2, 0.2], z: [1, 1] }),
  subset("without", "a", { x: [0.6, 0.6], y: [0.5, 0.5], z: [0.4, 0.4] }),
  subset("without", "b", { x: [0.4, 0.4], y: [0.5, 0.5], z: [0.6, 0.6] }),
  subset("without", "z", { x: [0.6, 0.6], y: [0.4, 0.4], z: [0.5, 0.5] }),
];

describe("referenceBias", () => {
  const bias = referenceBias(fused, three, 60);
  const of = bias.measures["ndcg_reference@10"];

  it("returns the mean of each engine with its number of queries and its place, best engine first", () => {
    expect(of.fused.engines).toEqual({
      x: { mean: expect.closeTo(0.7, 12), count: 2, place: 1 },
      y: { mean: 0.5, count: 2, place: 2 },
      z: { mean: 0.2, count: 2, place: 3 },
    });
    expect(of.alone["a"]?.engines["y"]).toEqual({ mean: 0.9, count: 1, place: 1 });
  });

  it("gives engines with equal means the same, better place", () => {
    const places = Object.values(of.alone["b"]?.engines ?? {}).map(({ place }) => place);
    expect(places).toEqual([1, 2, 2]);
  });

  // scipy 1.17.1 kendalltau([.7, .5, .2], means): [.3, .9, .1], [.9, .5, .5], [.1, .2, 1] and the three below.
  it.each([
    ["alone", "a", 1 / 3],
    ["alone", "b", 2 / Math.sqrt(6)],
    ["alone", "z", -1],
    ["without", "a", 1],
    ["without", "b", -1],
    ["without", "z", 1 / 3],
  ] as const)("returns tau-b with the fused order: %s %s", (kind, engine, tau) => {
    expect(of[kind]?.[engine]?.tau_b).toBeCloseTo(tau, 12);
  });

  it("returns whether another engine is first", () => {
    expect(of.fused.winner_changes).toBe(false);
    const changes = Object.entries(of.alone).map(([engine, order]) => [engine, order.winner_changes]);
    expect(changes).toEqual([
      ["a", true],
      ["b", false],
      ["z", true],
    ]);
  });

  it("returns the references in their order, the fusion, and candidates that are references", () => {
    expect(bias.engines).toEqual(["a", "b", "z"]);
    expect(bias.fusion).toBe("rrf(k=60)");
    expect(bias.also_candidates).toEqual(["z"]);
  });

  it("also returns the places by the measure of whole lists", () => {
    const places = Object.values(bias.measures["ndcg_reference"].fused.engines).map(({ place }) => place);
    expect(places).toEqual([3, 2, 1]);
  });

  describe("referenceBias in edge cases", () => {
    it("returns no orders without each reference if there are only two references", () => {
      expect(referenceBias(fused, three.slice(0, 2), 60).measures["ndcg_reference@10"]).not.toHaveProperty("without");
    });

    it("returns no tau for one engine, and no place for an engine without a mean", () => {
      const one = runOf({ x: [0.5, 0.5] });
      const none = [
        subset("alone", "a", { x: [undefinedNumber, undefinedNumber] }),
        subset("alone", "b", { x: [1, 1] }),
      ];
      const { alone } = referenceBias(one, none, 60).measures["ndcg_reference@10"];
      expect(alone["a"]).toEqual({
        engines: { x: { mean: null, count: 0, place: null } },
        tau_b: null,
        winner_changes: true,
      });
      expect(alone["b"]?.tau_b).toBeNull();
    });

    it("returns no tau if all engines tie", () => {
      const tied = [subset("alone", "a", { x: [0.5, 0.5], y: [0.5, 0.5], z: [0.5, 0.5] })];
      expect(referenceBias(fused, tied, 60).measures["ndcg_reference@10"].alone["a"]?.tau_b).toBeNull();
    });
  });
});

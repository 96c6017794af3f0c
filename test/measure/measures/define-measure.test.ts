import { describe, expect, it, test } from "vitest";
import {
  defineMeasure,
  judgedOnlyParameter,
  type ParameterRule,
  relParameter,
} from "../../../src/measure/measures/define-measure.ts";
import { rankedList } from "../../support/ranked-list.ts";

const weightParameter: ParameterRule<number | null> = {
  default: null,
  meaning: "a weight",
  takes: "a number",
  accepts: (value) => typeof value === "number",
};

const gainsParameter: ParameterRule<ReadonlyMap<number, number> | null> = {
  default: null,
  meaning: "gains",
  takes: "pairs",
  accepts: (value) => value instanceof Map,
};

const first = defineMeasure({
  name: "First",
  summary: "The label of the first result.",
  citation: "none",
  at: "cutoff",
  range: [0, Number.POSITIVE_INFINITY],
  needsRelevant: true,
  parameters: { rel: relParameter, judged_only: judgedOnlyParameter, weight: weightParameter, gains: gainsParameter },
  refuses: ({ rel, weight }) => (rel === 2 && weight === 2 ? "two is enough" : null),
  trecName: ({ rel, at }) => (rel === 1 && Number.isFinite(at) ? `first_${at}` : null),
  compute: ({ labels }, { rel, weight, at }) => ((labels[0] ?? 0) >= rel ? (weight ?? 1) * at : 0),
});

describe("defineMeasure", () => {
  it("fills in the defaults of the rules", () => {
    expect(first).toMatchObject({ aliases: [], presets: {}, aggregate: "mean", whenMissing: 0, lowerIsBetter: false });
  });

  it("makes a measure with the given parameters, and with defaults for other parameters", () => {
    const measure = first.with({ rel: 2, judged_only: true }, 5);
    expect(measure.parameters).toEqual({ rel: 2, judged_only: true, weight: null, gains: null });
    expect(measure).toMatchObject({ at: 5, relevanceLevel: 2, judgedOnly: true, trecName: null, kind: first });
    expect(first.with({}, 5)).toMatchObject({ relevanceLevel: 1, judgedOnly: false, trecName: "first_5" });
    expect(first.with({}).at).toBe(Number.POSITIVE_INFINITY);
  });

  it("computes with the parameters and with the number after @", () => {
    expect(first.with({ weight: 3 }, 5).compute(rankedList([1]))).toBe(15);
    expect(first.with({ rel: 2 }, 5).compute(rankedList([1]))).toBe(0);
  });

  // As ir_measures 0.4.3 prints the parameters it knows: str(P(rel=2)@5), str(nDCG(gains={0:0,1:5})@10).
  test.each([
    { values: {}, at: null, printed: "First" },
    { values: {}, at: 10, printed: "First@10" },
    { values: { rel: 1 }, at: 10, printed: "First@10" },
    { values: { rel: 2, judged_only: true }, at: 5, printed: "First(rel=2,judged_only=True)@5" },
    { values: { judged_only: true, rel: 2 }, at: 5, printed: "First(judged_only=True,rel=2)@5" },
    { values: { weight: 0.5 }, at: null, printed: "First(weight=0.5)" },
    {
      values: {
        gains: new Map([
          [3, 1],
          [0, 0],
          [1, 5],
        ]),
      },
      at: null,
      printed: "First(gains={1:5,3:1})",
    },
    { values: { gains: new Map([[2, 2]]) }, at: null, printed: "First" },
  ])("names the measure $printed", ({ values, at, printed }) => {
    expect(first.with(values as never, at).name).toBe(printed);
  });

  it("ignores gains that are equal to their labels", () => {
    expect(first.with({ gains: new Map([[2, 2]]) }).parameters).toEqual(first.with({}).parameters);
  });

  describe("defineMeasure with invalid input", () => {
    it.each(["relevance", "toString", "__proto__"])("rejects an unknown parameter: %s", (key) => {
      const values = Object.fromEntries([[key, 1]]);
      expect(() => first.with(values)).toThrow(
        expect.objectContaining({ code: "INVALID_MEASURE", details: { measure: `First(${key}=1)`, key } }),
      );
    });

    it("lists the parameters that exist", () => {
      expect(() => first.with({ relevance: 1 } as never)).toThrow(/First has rel, .*judged_only/);
      const bare = defineMeasure({
        ...{ name: "Bare", summary: "Nothing.", citation: "none", at: "nothing", range: [0, 1], needsRelevant: false },
        parameters: {},
        compute: () => 0,
      });
      expect(() => bare.with({ relevance: 1 })).toThrow(/Bare has none/);
    });

    it.each([0, -1, Number.NaN, "1", true])("rejects a value that a parameter does not accept: %s", (rel) => {
      expect(() => first.with({ rel })).toThrow(
        expect.objectContaining({ code: "INVALID_MEASURE", details: expect.objectContaining({ key: "rel" }) }),
      );
    });

    it("rejects values that cannot be combined", () => {
      expect(() => first.with({ rel: 2, weight: 2 })).toThrow(/two is enough/);
      expect(() => first.with({ rel: 2, weight: 1 })).not.toThrow();
    });

    it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("rejects the cutoff %s", (cutoff) => {
      expect(() => first.with({}, cutoff)).toThrow(expect.objectContaining({ code: "INVALID_CUTOFF" }));
    });

    it.each([
      { at: "nothing", good: null, bad: 5 },
      { at: "cutoff required", good: 5, bad: null },
      { at: "recall required", good: 0.5, bad: null },
      { at: "recall required", good: 1, bad: 1.5 },
      { at: "recall required", good: 0, bad: -0.1 },
    ] as const)('accepts $good but not $bad after the @ if the kind takes "$at"', ({ at, good, bad }) => {
      const kind = defineMeasure({
        name: "One",
        summary: "One.",
        citation: "none",
        at,
        range: [1, 1],
        needsRelevant: false,
        parameters: {},
        compute: () => 1,
      });
      expect(kind.with({}, good).compute(rankedList([]))).toBe(1);
      expect(() => kind.with({}, bad)).toThrow(expect.objectContaining({ code: "INVALID_CUTOFF" }));
    });
  });
});

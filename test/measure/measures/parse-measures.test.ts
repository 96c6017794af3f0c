import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { defineMeasure, type MeasureKind, type ParameterValue } from "../../../src/measure/measures/define-measure.ts";
import {
  describeUnknownMeasure,
  isMeasure,
  officialMeasures,
  parseMeasures,
  parseOrderingMeasure,
} from "../../../src/measure/measures/parse-measures.ts";
import { measureKinds } from "../../../src/measure/measures/registry.ts";
import { manyRuns, rankedList } from "../../support/ranked-list.ts";

const namesOf = (...texts: string[]) => parseMeasures(texts).map(({ name }) => name);

const own: MeasureKind = defineMeasure({
  name: "First",
  summary: "Is the first result relevant?",
  citation: "none",
  at: "nothing",
  range: [0, 1],
  needsRelevant: true,
  parameters: {},
  compute: ({ labels }) => ((labels[0] ?? 0) > 0 ? 1 : 0),
});

/** A value for every parameter of the known kinds, by name. */
const someValues: Readonly<Record<string, fc.Arbitrary<ParameterValue>>> = {
  rel: fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
  judged_only: fc.boolean(),
  relative: fc.boolean(),
  normalize: fc.boolean(),
  norm: fc.constantFrom("m", "min(m,N)"),
  dcg: fc.constantFrom("log2", "exp-log2", "jk2002"),
  base: fc.double({ min: 1.01, max: 1e9, noNaN: true }),
  gains: fc
    .dictionary(fc.integer({ min: 0, max: 9 }).map(String), fc.double({ min: 0, max: 1e30, noNaN: true }))
    .map((pairs) => new Map(Object.entries(pairs).map(([label, gain]) => [Number(label), gain]))),
  ties: fc.constantFrom("ranked", "average"),
  p: fc.double({ min: 1e-6, max: 0.999, noNaN: true }),
  max: fc.double({ min: 0.5, max: 50, noNaN: true }),
  beta: fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
  trec_eval: fc.constantFrom(9, 10),
};

const someMeasures = fc.constantFrom(...measureKinds).chain((kind) => {
  const values = Object.fromEntries(
    Object.keys(kind.parameters).map((key) => [key, someValues[key] ?? fc.constant("no value is known for it")]),
  );
  const cutoff = fc.integer({ min: 1, max: 1_000_000 });
  const at = {
    nothing: fc.constant(null),
    cutoff: fc.option(cutoff),
    "cutoff required": cutoff,
    "recall required": fc.double({ min: 0, max: 1, noNaN: true }),
  }[kind.at];
  return fc.tuple(fc.record(values, { requiredKeys: [] }), at as fc.Arbitrary<number | null>).map(([given, place]) => {
    // Leaves out one of two parameters that cannot be combined.
    if (given["dcg"] !== "jk2002") delete given["base"];
    if (given["dcg"] === "exp-log2") delete given["gains"];
    if (given["rel"] !== undefined && kind.name === "RBP") delete given["max"];
    return kind.with(given as Record<string, ParameterValue>, place);
  });
});

describe("parseMeasures", () => {
  // ir_measures 0.4.3: str(ir_measures.parse_measure(text)), if it knows the measure.
  test.each([
    ["nDCG@10", "nDCG@10"],
    ["nDCG(dcg='exp-log2')@10", "nDCG(dcg='exp-log2')@10"],
    ['nDCG(dcg="exp-log2")@10', "nDCG(dcg='exp-log2')@10"],
    [" P ( rel = 2 , judged_only = True ) @ 5 ", "P(rel=2,judged_only=True)@5"],
    ["P(rel=2,cutoff=5)", "P(rel=2)@5"],
    ["IPrec(recall=0.5)", "IPrec@0.5"],
    ["IPrec@.5", "IPrec@0.5"],
    ["nDCG(gains={0:0, 1:5})@10", "nDCG(gains={1:5})@10"],
    ["nDCG()@10", "nDCG@10"],
    ["SetP(relative=True)", "SetP(relative=True)"],
    ["SetRelP", "SetP(relative=True)"],
    ["NumRelRet", "NumRet(rel=1)"],
    ["AP(norm='min(m,N)')@5", "AP(norm='min(m,N)')@5"],
    ["MAP", "AP"],
    ["MRR@10", "RR@10"],
    ["NDCG@10", "nDCG@10"],
    ["Recall@20", "R@20"],
    ["RPrec", "Rprec"],
    ["BPref", "Bpref"],
    ["RBP(p=0.80)", "RBP"],
    ["SetF(beta=1.0)", "SetF"],
  ])("reads %s as ir_measures does", (text, expected) => {
    expect(namesOf(text)).toEqual([expected]);
  });

  test.each([
    ["map", ["AP"]],
    ["map_cut_10", ["AP@10"]],
    ["map_cut.5,10", ["AP@5", "AP@10"]],
    ["P_10", ["P@10"]],
    ["P.5,10", ["P@5", "P@10"]],
    ["recall_10", ["R@10"]],
    ["ndcg", ["nDCG"]],
    ["ndcg_cut_10", ["nDCG@10"]],
    ["ndcg_cut.10", ["nDCG@10"]],
    ["recip_rank", ["RR"]],
    ["bpref", ["Bpref"]],
    ["infAP", ["infAP"]],
    ["Rprec", ["Rprec"]],
    ["iprec_at_recall_0.50", ["IPrec@0.5"]],
    ["iprec_at_recall.0.1,0.5", ["IPrec@0.1", "IPrec@0.5"]],
    // ir_measures.convert_trec_name("iprec_at_recall") names them like this.
    ["iprec_at_recall.0,.1,1", ["IPrec@0.0", "IPrec@0.1", "IPrec@1.0"]],
    ["11pt_avg", ["11pt_avg"]],
    ["success_5", ["Success@5"]],
    ["set_P", ["SetP"]],
    ["set_relative_P", ["SetP(relative=True)"]],
    ["set_recall", ["SetR"]],
    ["set_F", ["SetF"]],
    ["set_F.2", ["SetF(beta=2)"]],
    ["set_map", ["SetAP"]],
    ["num_q", ["NumQ"]],
    ["num_ret", ["NumRet"]],
    ["num_rel", ["NumRel"]],
    ["num_rel_ret", ["NumRet(rel=1)"]],
    ["gm_map", ["gm_map"]],
    ["gm_bpref", ["gm_bpref"]],
  ])("reads %s as trec_eval does", (text, expected) => {
    expect(namesOf(text)).toEqual(expected);
  });

  it.each([
    "P_5,10",
    "P.5,",
    "P_",
    "map_10",
    "official",
    "runid",
    "P-5",
    "nDCG.txt",
    "map.txt",
    "./P_10",
    "P_10.run",
    "",
  ])("does not read %j as a measure", (text) => {
    expect(isMeasure(text)).toBe(false);
    expect(() => parseMeasures([text])).toThrow(
      expect.objectContaining({ code: "INVALID_MEASURE", details: { measures: [text] } }),
    );
  });

  test.each([
    ["ndcg@10", "nDCG@10"],
    ["mrr@10", "RR@10"],
    ["p@5", "P@5"],
    ["numrelret", "NumRet(rel=1)"],
    ["recall@5", "R@5"],
    ["RPREC", "Rprec"],
    ["NDCG_CUT_10", "nDCG@10"],
    ["Map_Cut_10", "AP@10"],
  ])("ignores the case of %s", (text, expected) => {
    expect(namesOf(text)).toEqual([expected]);
  });

  it("keeps the given order of measures", () => {
    expect(namesOf("RR", "P.10,5", "AP")).toEqual(["RR", "P@10", "P@5", "AP"]);
  });

  it("reads the name of any measure as this measure", () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(someMeasures, (measure) => {
        kinds.add(measure.kind.name);
        const [parsed] = parseMeasures([measure.name]);
        expect(parsed?.name).toBe(measure.name);
        expect(parsed?.kind).toBe(measure.kind);
        expect(parsed?.at).toBe(measure.at);
        expect(parsed?.parameters).toEqual(measure.parameters);
      }),
      manyRuns,
    );
    expect(kinds.size).toBe(measureKinds.length);
  });

  it("reads trec_eval's name of a measure as this measure", () => {
    let named = 0;
    fc.assert(
      fc.property(someMeasures, ({ kind, at, trecName }) => {
        // With defaults, so that many have a name in trec_eval.
        const measure = kind.with(
          {},
          Number.isFinite(at) ? (kind.name === "IPrec" ? Math.round(at * 100) / 100 : at) : null,
        );
        for (const name of [trecName, measure.trecName]) {
          if (name === null) continue;
          named++;
          expect(parseMeasures([name]).map((parsed) => parsed.trecName)).toEqual([name]);
        }
      }),
      manyRuns,
    );
    expect(named).toBeGreaterThan(300);
  });

  it("reads user-defined measures together with known measures, in any letter case", () => {
    const kinds = [own, ...measureKinds];
    expect(parseMeasures(["First", "first", "AP"], kinds).map(({ kind }) => kind.name)).toEqual([
      "First",
      "First",
      "AP",
    ]);
    expect(parseMeasures(["First"], kinds)[0]?.compute(rankedList([1]))).toBe(1);
    expect(isMeasure("First")).toBe(false);
  });

  it("does not choose between two names that differ only in case", () => {
    const upper = { ...own, name: "FIRST" };
    expect(isMeasure("first", [own, upper])).toBe(false);
    expect(parseMeasures(["FIRST"], [own, upper])[0]?.kind.name).toBe("First");
  });

  it("reads trec_eval's spellings of a user-defined kind", () => {
    const numbered = defineMeasure({
      name: "Top",
      summary: "Is the result at k relevant?",
      citation: "none",
      at: "cutoff required",
      range: [0, 1],
      needsRelevant: true,
      parameters: {},
      trecInput: { "top_rel_#": "Top@#" },
      compute: ({ labels }, { at }) => ((labels[at - 1] ?? 0) > 0 ? 1 : 0),
    });
    expect(parseMeasures(["top_rel_3", "top_rel.1,2"], [numbered]).map(({ name }) => name)).toEqual([
      "Top@3",
      "Top@1",
      "Top@2",
    ]);
    expect(() => parseMeasures(["top_rel"], [numbered])).toThrow("such as top_rel_10");
  });

  it("returns measures that are among the texts unchanged", () => {
    const [made] = parseMeasures(["P@5"]);
    expect(parseMeasures(["RR", ...(made === undefined ? [] : [made])]).at(-1)).toBe(made);
  });

  describe("errors of parseMeasures", () => {
    it("name all unknown measures at once, each with the nearest name", () => {
      const texts = ["nDGC@10", "AP", "recal_5", "ndgc_cut_10", "zzzz(p=1)"];
      expect(() => parseMeasures(texts)).toThrow(
        expect.objectContaining({
          code: "INVALID_MEASURE",
          details: { measures: ["nDGC@10", "recal_5", "ndgc_cut_10", "zzzz(p=1)"] },
        }),
      );
      expect(texts.map((text) => describeUnknownMeasure(text))).toEqual([
        '"nDGC@10" is not a known measure. Did you mean "nDCG@10"?',
        expect.anything(),
        '"recal_5" is not a known measure. Did you mean "recall_5"?',
        '"ndgc_cut_10" is not a known measure. Did you mean "ndcg_cut_10"?',
        '"zzzz(p=1)" is not a known measure.',
      ]);
    });

    it("list all measures if no name is similar to the given one", () => {
      expect(() => parseMeasures(["ndcg_reference@10"])).toThrow(/known measure\. Measures are nDCG, .*P, /);
    });

    test.each([
      ["ngcg@10", "nDCG@10"],
      ["Pp_5", "P_5"],
      ["Pp.5,10", "P.5,10"],
      ["Pp@5", "P@5"],
      ["mapp", "map"],
      ["mapp@10", "MAP@10"],
      ["Rprc@10", "Rprec"],
      ["nDGC(dcg='exp-log2')@10", "nDCG(dcg='exp-log2')@10"],
      ["iprec_at_recal_0.50", "iprec_at_recall_0.50"],
    ])("suggest a valid spelling for %s: %s", (text, meant) => {
      expect(describeUnknownMeasure(text)).toContain(`Did you mean "${meant}"?`);
      expect(parseMeasures([meant]).length).toBeGreaterThan(0);
    });

    it("do not suggest a measure for a text that is not similar to any name", () => {
      for (const text of ["x", "qrels.txt", "a.run", "P.x"]) {
        expect(describeUnknownMeasure(text)).toBe(`"${text}" is not a known measure.`);
      }
    });

    test.each([
      ["P", /such as P@10/],
      ["Success", /such as Success@10/],
      ["IPrec", /such as IPrec@0.5/],
      ["map_cut", /such as map_cut_10/],
      ["recall", /such as recall_10/],
      ["iprec_at_recall", /such as iprec_at_recall_0.50/],
    ])("give an example of the number that %s lacks", (text, message) => {
      expect(isMeasure(text)).toBe(true);
      const refusal = { code: "INVALID_CUTOFF", message: expect.stringMatching(message) };
      expect(() => parseMeasures([text])).toThrow(expect.objectContaining(refusal));
    });

    it.each(["nDCG@0", "nDCG@1.5", "P_0", "SetP@5", "nDCG(cutoff=True)"])("are thrown for the cutoff of %s", (text) => {
      expect(() => parseMeasures([text])).toThrow(expect.objectContaining({ code: "INVALID_CUTOFF" }));
    });

    it.each([
      "P(rel=1)@3@4",
      "P(rel=1,rel=2)@3",
      "P(cutoff=3)@4",
      "nDCG(dcg=log2)@10",
      "nDCG(dcg='log2)@10",
      "nDCG(gains={1})@10",
      "nDCG(gains={1:-5})@10",
      "nDCG(10)",
      "nDCG(dcg='log10')",
      "nDCG(base=3)",
      "nDCG(dcg='exp-log2',gains={1:3})",
      "RBP(p=1)",
      "P(relevance=1)@5",
      "P(rel=0)@5",
      "P(__proto__=1)@5",
      "ERR(max=51)",
    ])("are thrown for mistakes in %s", (text) => {
      expect(isMeasure(text)).toBe(true);
      expect(() => parseMeasures([text])).toThrow(
        expect.objectContaining({
          code: "INVALID_MEASURE",
          details: expect.objectContaining({ measure: expect.anything() }),
        }),
      );
    });
  });
});

describe("officialMeasures", () => {
  it("are the measures that trec_eval prints by default, in its order, without runid", () => {
    // trec_eval 9.0.8's `official` set: its measures in the order of its measures.c, with their default numbers.
    expect(officialMeasures).toEqual(
      (
        "num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank " +
        "iprec_at_recall_0.00 iprec_at_recall_0.10 iprec_at_recall_0.20 iprec_at_recall_0.30 iprec_at_recall_0.40 " +
        "iprec_at_recall_0.50 iprec_at_recall_0.60 iprec_at_recall_0.70 iprec_at_recall_0.80 iprec_at_recall_0.90 " +
        "iprec_at_recall_1.00 P_5 P_10 P_15 P_20 P_30 P_100 P_200 P_500 P_1000"
      ).split(" "),
    );
    expect(parseMeasures(officialMeasures).map(({ trecName }) => trecName)).toEqual(officialMeasures);
  });
});

describe("parseOrderingMeasure", () => {
  it.each([
    ["nDCG@10", "nDCG@10", 10],
    ["ndcg_cut_10", "nDCG@10", 10],
    ["P(rel=2)@5", "P(rel=2)@5", 5],
    ["map", "AP", Number.POSITIVE_INFINITY],
    ["RBP(p=0.9)", "RBP(p=0.9)", Number.POSITIVE_INFINITY],
    ["P@1", "P@1", 1],
  ])("reads %s", (text, name, at) => {
    expect(parseOrderingMeasure(text)).toMatchObject({ name, at });
  });

  it.each([
    // Several at once.
    "P.5,10",
    // A sum, a geometric mean, a recall instead of a cutoff, an error of scores.
    "NumRet",
    "gm_map",
    "IPrec@0.5",
    "IPrec@1.0",
    "MAE",
    "official",
    "nonsense",
  ])("refuses %j, and names it", (text) => {
    expect(() => parseOrderingMeasure(text)).toThrow(expect.objectContaining({ code: "INVALID_MEASURE" }));
    expect(() => parseOrderingMeasure(text)).toThrow(text);
  });

  it("refuses a cutoff of 0", () => {
    expect(() => parseOrderingMeasure("nDCG@0")).toThrow(expect.objectContaining({ code: "INVALID_CUTOFF" }));
  });
});

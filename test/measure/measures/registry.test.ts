import { describe, expect, it } from "vitest";
import { reciprocalRankMeasure } from "../../../src/measure/measures/binary/at-cutoff.ts";
import { measureKinds } from "../../../src/measure/measures/registry.ts";
import { exampleList, rankedList } from "../../support/ranked-list.ts";

const wanted = { nothing: null, cutoff: null, "cutoff required": 5, "recall required": 0.5 };
const context = { catalogueSize: 100, similarity: () => 0.5 };

describe("measureKinds", () => {
  it("have different names, aliases and presets", () => {
    const names = measureKinds.flatMap(({ name, aliases, presets }) => [name, ...aliases, ...Object.keys(presets)]);
    expect(names.length).toBeGreaterThan(measureKinds.length);
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  });

  it("have a summary of one sentence and a citation", () => {
    for (const { name, summary, citation, parameters } of measureKinds) {
      expect(summary, name).toMatch(/^[A-Z0-9].*[^.]\.$/);
      expect(citation, name).toMatch(/^(trec_eval|ir_measures|.* \d{4})$/);
      for (const { meaning, takes } of Object.values(parameters)) expect(`${meaning}${takes}`, name).not.toMatch(/\.$/);
    }
  });

  it("accept the defaults of their parameters", () => {
    for (const { name, parameters } of measureKinds) {
      for (const [key, rule] of Object.entries(parameters)) {
        expect(rule.default === null || rule.accepts(rule.default), `${name} ${key}`).toBe(true);
      }
    }
  });

  it("have a name of trec_eval only if trec_eval computes the same value", () => {
    const named = measureKinds.filter((kind) => kind.with({}, wanted[kind.at]).trecName !== null);
    expect(named.length).toBeGreaterThan(15);
    for (const kind of named) {
      const { at, parameters } = kind;
      if ("judged_only" in parameters) {
        expect(kind.with({ judged_only: true }, wanted[at]).trecName, kind.name).toBeNull();
      }
      if ("rel" in parameters) expect(kind.with({ rel: 2 }, wanted[at]).trecName, kind.name).toBeNull();
    }
    expect(reciprocalRankMeasure.with({}, 10).trecName).toBeNull();
  });

  it("return a number or NaN for every list, and never throw", () => {
    for (const kind of measureKinds) {
      const measure = kind.with({}, wanted[kind.at]);
      expect(measure.compute({ ...exampleList, context }), kind.name).not.toBeNaN();
      expect(() => measure.compute({ ...rankedList([]), context }), kind.name).not.toThrow();
    }
  });

  it("are undefined without a relevant document exactly if they need a relevant document", () => {
    for (const kind of measureKinds) {
      const value = kind.with({}, wanted[kind.at]).compute({ ...rankedList([0, 0]), context });
      expect(Number.isNaN(value), kind.name).toBe(kind.needsRelevant);
    }
  });
});

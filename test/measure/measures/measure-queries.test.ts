import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type MeasureName, measureNames, type QueryMeasures } from "../../../src/core/types.ts";
import { measureQueries, type QueryToMeasure } from "../../../src/measure/measures/evaluate-run.ts";
import type { SetOverlap } from "../../../src/measure/measures/graded/compatibility.ts";
import { runs } from "../../support/property.ts";

const none = new Float64Array(0);

function valuesOf(measures: QueryMeasures, query: number): Record<MeasureName, number> {
  return Object.fromEntries(
    measureNames.map((name) => [name, measures.values[name][query] ?? Number.POSITIVE_INFINITY]),
  ) as Record<MeasureName, number>;
}

/** All shared documents have equal titles. */
const sharing = (overlap: SetOverlap) => ({ overlap, exactOverlap: overlap });

const measured: QueryToMeasure = {
  overlap: { candidate: 4, reference: 2, shared: 1 },
  exactOverlap: { candidate: 4, reference: 2, shared: 2 },
  labels: Float64Array.of(2.5, 5, 0, 2.5),
  idealLabels: Float64Array.of(5, 2.5),
};

describe("measureQueries", () => {
  it("measures a query that the reference and the engine answer", () => {
    const measures = measureQueries([measured]);
    // By hand, with d = log2 3: DCG = 2.5 + 5/d + 2.5/log2 5, IDCG = 5 + 2.5/d + 2.5/2, reference ideal 5 + 2.5/d.
    const d = Math.log2(3);
    const dcg = 2.5 + 5 / d + 2.5 / Math.log2(5);
    const idcg = 5 + 2.5 / d + 1.25;
    const expected = {
      precision: 0.25,
      recall: 0.5,
      f1: 1 / 3,
      dcg,
      idcg,
      ndcg_returned: dcg / idcg,
      "ndcg_returned@10": dcg / idcg,
      ndcg_reference: dcg / (5 + 2.5 / d),
      "ndcg_reference@10": dcg / (5 + 2.5 / d),
      precision_exact: 0.5,
      recall_exact: 1,
      f1_exact: 2 / 3,
    };
    const values = valuesOf(measures, 0);
    for (const name of measureNames) expect(values[name], name).toBeCloseTo(expected[name], 12);
    expect(measures.reasons).toEqual([null]);
  });

  it("cuts only the measures at 10 after the tenth result", () => {
    const labels = Float64Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5);
    const overlap = { candidate: 11, reference: 1, shared: 0 };
    const values = valuesOf(measureQueries([{ ...sharing(overlap), labels, idealLabels: Float64Array.of(5) }]), 0);
    expect(values["ndcg_returned@10"]).toBe(0);
    expect(values["ndcg_reference@10"]).toBe(0);
    expect(values.ndcg_returned).toBeCloseTo(1 / Math.log2(12), 12);
    expect(values.ndcg_reference).toBeCloseTo(1 / Math.log2(12), 12);
  });

  describe("measureQueries for random queries", () => {
    it("returns one value per query for every measure, which is a number exactly if the measure is defined", () => {
      const query = fc
        .record({
          candidate: fc.array(fc.constantFrom(0, 1, 2.5, 5), { maxLength: 12 }),
          ideal: fc.array(fc.constantFrom(0, 1, 2.5, 5), { maxLength: 12 }),
        })
        .map(
          ({ candidate, ideal }): QueryToMeasure => ({
            ...sharing({ candidate: candidate.length, reference: ideal.length, shared: 0 }),
            labels: ideal.length === 0 ? none : Float64Array.from(candidate),
            idealLabels: Float64Array.from(ideal),
          }),
        );
      fc.assert(
        fc.property(fc.array(query, { maxLength: 6 }), (queries) => {
          const measures = measureQueries(queries);
          expect(measures.reasons).toHaveLength(queries.length);
          queries.forEach(({ overlap, labels, idealLabels }, place) => {
            const isDefined = (name: MeasureName) => !Number.isNaN(valuesOf(measures, place)[name]);
            const hasReference = overlap.reference > 0;
            const isAnswered = hasReference && overlap.candidate > 0;
            expect(isDefined("recall"), "recall").toBe(hasReference);
            expect(isDefined("precision"), "precision").toBe(isAnswered);
            expect(isDefined("ndcg_reference"), "ndcg_reference").toBe(Math.max(0, ...idealLabels) > 0);
            expect(isDefined("dcg"), "dcg").toBe(isAnswered);
            expect(isDefined("ndcg_returned"), "ndcg_returned").toBe(isAnswered && Math.max(...labels) > 0);
            expect(measures.reasons[place] === null, "reason").toBe(isDefined("ndcg_returned"));
          });
        }),
        runs,
      );
    });
  });

  describe("measureQueries in edge cases", () => {
    it("leaves all measures undefined without a reference, and returns the reason", () => {
      const measures = measureQueries([
        {
          ...sharing({ candidate: 3, reference: 0, shared: 0 }),
          labels: Float64Array.of(Number.NaN),
          idealLabels: none,
        },
      ]);
      for (const name of measureNames) expect(valuesOf(measures, 0)[name], name).toBeNaN();
      expect(measures.reasons).toEqual(["no-reference"]);
    });

    it("returns 0 for recall and ndcg_reference of an empty candidate list, and leaves other measures undefined", () => {
      const measures = measureQueries([
        { ...sharing({ candidate: 0, reference: 2, shared: 0 }), labels: none, idealLabels: Float64Array.of(5, 2.5) },
      ]);
      expect(valuesOf(measures, 0)).toEqual({
        precision: Number.NaN,
        recall: 0,
        f1: Number.NaN,
        dcg: Number.NaN,
        idcg: Number.NaN,
        ndcg_returned: Number.NaN,
        "ndcg_returned@10": Number.NaN,
        ndcg_reference: 0,
        "ndcg_reference@10": 0,
        precision_exact: Number.NaN,
        recall_exact: 0,
        f1_exact: Number.NaN,
      });
      expect(measures.reasons).toEqual(["no-candidate-results"]);
    });

    it("leaves ndcg_returned undefined, but not ndcg_reference, if all labels of the candidate are 0", () => {
      const measures = measureQueries([
        {
          ...sharing({ candidate: 2, reference: 1, shared: 0 }),
          labels: Float64Array.of(0, 0),
          idealLabels: Float64Array.of(5),
        },
      ]);
      const values = valuesOf(measures, 0);
      expect(measures.reasons).toEqual(["no-positive-label"]);
      expect([values.dcg, values.idcg, values.ndcg_reference]).toEqual([0, 0, 0]);
      expect(values.ndcg_returned).toBeNaN();
      expect(values["ndcg_returned@10"]).toBeNaN();
    });

    it("leaves F1 undefined if the lists have no title in common", () => {
      const overlap = { candidate: 2, reference: 1, shared: 0 };
      const values = valuesOf(measureQueries([{ ...measured, overlap }]), 0);
      expect([values.precision, values.recall, values.f1]).toEqual([0, 0, Number.NaN]);
    });

    it("keeps queries separate and in their order", () => {
      const empty = { ...sharing({ candidate: 1, reference: 0, shared: 0 }), labels: none, idealLabels: none };
      const { reasons, values } = measureQueries([empty, measured, empty]);
      expect(reasons).toEqual(["no-reference", null, "no-reference"]);
      expect([...values.precision]).toEqual([Number.NaN, 0.25, Number.NaN]);
    });

    it("accepts an empty list of queries", () => {
      expect(measureQueries([]).reasons).toEqual([]);
    });

    it("keeps labels in the order of the list", () => {
      const labels = Float64Array.of(1, 3, 2);
      measureQueries([{ ...measured, labels, idealLabels: labels }]);
      expect([...labels]).toEqual([1, 3, 2]);
    });
  });
});

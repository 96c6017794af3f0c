import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareLabellings, type EngineLabelledTwice } from "../../../src/trust/fidelity/compare-labellings.ts";
import { wrongConclusions } from "../../../src/trust/validate-labels.ts";
import { type LabelOf, makeLabelledTwice } from "../../support/make-labelling.ts";
import { runs } from "../../support/property.ts";

const all = 100;
const queries = Array.from({ length: 10 }, (_, query) => `query ${query}`);
const compare = (engines: readonly EngineLabelledTwice[], examples = all) =>
  compareLabellings({ queries, engines, referenceTitleOf: (query, rank) => `${query}/${rank}` }, examples);

describe("compareLabellings", () => {
  it("returns every measure of a worked example", () => {
    const engine = makeLabelledTwice(
      "A",
      { rows: [[0, 5]], values: [0.5, 1, Number.NaN, 0.25] },
      { rows: [[1, 2.5]], values: [0.75, 0.25, 0.5, Number.NaN] },
    );
    const found = compare([engine]).engines["A"];
    // Means of 0.5, 1, 0.25 and of 0.75, 0.25, 0.5; queries 2 and 3 are only measured once; query 1 changes most.
    const expected = {
      ...{ before: expect.closeTo(1.75 / 3, 12), after: 0.5, change: expect.closeTo(0.5 - 1.75 / 3, 12) },
      ...{ largest: { query: "query 1", change: -0.75 }, measuredOnce: 2 },
    };
    expect(found?.measures["ndcg_reference@10"]).toEqual(expected);
    expect(found?.measures.dcg).toEqual(expected);
    expect(found?.rows).toMatchObject({ rows: 1, otherTitle: 1, otherLabel: 1, label: { largestChange: 2.5 } });
  });

  it("returns null for a measure without values", () => {
    const nowhere = { rows: [], values: [Number.NaN] };
    const found = compare([makeLabelledTwice("A", nowhere, nowhere)]).engines["A"];
    expect(found?.measures.dcg).toEqual({ before: null, after: null, change: null, largest: null, measuredOnce: 0 });
  });

  it("orders the engines by their means", () => {
    const engines = [
      makeLabelledTwice("A", { rows: [], values: [0.5, 0.5] }, { rows: [], values: [0.5, 0.5] }),
      makeLabelledTwice("B", { rows: [], values: [0.25, 0.5] }, { rows: [], values: [0.75, 0.5] }),
    ];
    expect(compare(engines).order).toMatchObject({
      ...{ before: ["A", "B"], after: ["B", "A"], winnerChanges: true },
      changedPairs: [{ first: "A", second: "B", before: 0.125, after: -0.125 }],
    });
  });

  it("lists the largest changes first, and each title of a query once", () => {
    const rows: LabelOf[] = [
      [0, 5],
      [1, 2.5],
      [2, 1],
      [3, 1],
    ];
    const changed: LabelOf[] = [
      [1, 4],
      [1, 2.5],
      [0, 5],
      [4, 1],
    ];
    const sides = [
      { rows, values: [1, 1] },
      { rows: changed, values: [1, 1] },
    ] as const;
    const engines = [
      makeLabelledTwice("A", ...sides, [0, 0, 0, 1]),
      // As in A, but title 2 is in another query.
      makeLabelledTwice("B", ...sides, [0, 0, 1, 1]),
    ];
    const expected = [
      { engine: "A", query: "query 0", title: "title 2" },
      { engine: "B", query: "query 1", title: "title 2" },
      { engine: "A", query: "query 0", title: "title 0" },
      { engine: "A", query: "query 1", title: "title 3" },
    ];
    expect(compare(engines).examples).toMatchObject(expected);
    expect(compare(engines, 2).examples).toMatchObject(expected.slice(0, 2));
    expect(compare(engines, 0).examples).toEqual([]);
  });

  it("lists conclusions that are reversed, lost or gained", () => {
    // Differences of 1 or 0.9 in ten queries are significant, alternating 0.5 and -0.5 are not: t tests with 9 degrees
    // of freedom.
    const clear = (sign: number) => Array.from({ length: 10 }, (_, query) => sign * (1 - (query % 2) / 10));
    const unclear = Array.from({ length: 10 }, (_, query) => (query % 2 === 0 ? 0.5 : -0.5));
    const zero = new Array(10).fill(0);
    const concluded = (before: readonly number[], after: readonly number[]) =>
      compare([
        makeLabelledTwice("A", { rows: [], values: before }, { rows: [], values: after }),
        makeLabelledTwice("B", { rows: [], values: zero }, { rows: [], values: zero }),
      ]).conclusions;
    const close = (value: number) => expect.closeTo(value, 12);
    expect(concluded(clear(1), clear(-1))).toEqual({
      ...{ pairs: 1, kept: 0 },
      changed: [{ kind: "reversed", better: "A", worse: "B", before: close(0.95), after: close(-0.95) }],
    });
    expect(concluded(clear(-1), unclear)?.changed).toEqual([
      { kind: "lost", better: "B", worse: "A", before: close(0.95), after: close(0) },
    ]);
    expect(concluded(unclear, clear(1))?.changed).toEqual([
      { kind: "gained", better: "A", worse: "B", before: close(0), after: close(0.95) },
    ]);
    expect(concluded(clear(1), clear(1))).toEqual({ pairs: 1, kept: 1, changed: [] });
  });

  it("draws no conclusions for a single engine or for nine queries", () => {
    const engine = (values: readonly number[]) => makeLabelledTwice("A", { rows: [], values }, { rows: [], values });
    const valuesOf = (count: number) => Array.from({ length: count }, (_, query) => query / 10);
    const both = (count: number) => [engine(valuesOf(count)), { ...engine(valuesOf(count)), engine: "B" }];
    expect(compare([engine(valuesOf(10))]).conclusions).toBeNull();
    expect(compare(both(9)).conclusions).toBeNull();
    expect(compare(both(10)).conclusions).toEqual({ pairs: 1, kept: 0, changed: [] });
  });

  it("returns empty results without engines", () => {
    expect(compare([])).toMatchObject({ engines: {}, conclusions: null, examples: [] });
  });

  it("counts the same conclusions as wrongConclusions does", () => {
    const someValues = fc.array(fc.nat(20), { minLength: 10, maxLength: 10 });
    let changes = 0;
    fc.assert(
      fc.property(fc.array(fc.tuple(someValues, someValues), { minLength: 2, maxLength: 4 }), (engines) => {
        const made = engines.map(([before, after], place) =>
          makeLabelledTwice(`engine ${place}`, { rows: [], values: before }, { rows: [], values: after }),
        );
        const { conclusions } = compare(made);
        const test = wrongConclusions(
          made.map(({ engine }) => engine),
          made.map(({ after }) => after.values.dcg),
          made.map(({ before }) => before.values.dcg),
        );
        const count = (kind: string) => conclusions?.changed.filter((one) => one.kind === kind).length;
        expect([conclusions?.kept, count("lost"), count("gained"), count("reversed")]).toEqual([
          ...[test?.agree, test?.missed, test?.invented, test?.reversed],
        ]);
        changes += conclusions?.changed.length ?? 0;
      }),
      runs,
    );
    expect(changes).toBeGreaterThan(20);
  });

  it("finds no change if labels are compared with themselves", () => {
    const someRow = fc.oneof(fc.tuple(fc.nat(3), fc.nat(5)), fc.constantFrom<LabelOf>([-1], ["none"]));
    const someEngine = fc.record({
      rows: fc.array(someRow, { maxLength: 5 }),
      values: fc.array(fc.constantFrom(0, 0.25, 0.5, Number.NaN), { minLength: 3, maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(someEngine, { maxLength: 4 }), (engines) => {
        const made = engines.map((engine, place) => makeLabelledTwice(`engine ${place}`, engine, engine));
        const found = compare(made);
        expect(found.examples).toEqual([]);
        expect(found.order).toMatchObject({ changedPairs: [], winnerChanges: false });
        expect(found.conclusions?.changed ?? []).toEqual([]);
        for (const { measures } of Object.values(found.engines)) {
          expect(measures.dcg).toMatchObject({ largest: null, measuredOnce: 0 });
          expect(measures.dcg.change ?? 0).toBe(0);
        }
      }),
      runs,
    );
  });
});

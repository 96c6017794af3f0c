import { describe, expect, it } from "vitest";
import { enginesInOrder, goldDocument } from "../../src/gold/gold-view.ts";
import { measureGoldEngines } from "../../src/gold/measure-gold-engines.ts";
import { listsOfPool } from "../../src/gold/pools/pool-results.ts";
import { exampleLabels, exampleLists, makeGold, makePair, makePool } from "../support/make-pool.ts";

function report(
  gold: Parameters<typeof goldDocument>[0]["gold"],
  keepStars = false,
): Parameters<typeof goldDocument>[0] {
  return {
    gold,
    keepStars,
    measurement: measureGoldEngines(gold, listsOfPool(gold), { depth: 5, seed: 1, pooledOnly: true }),
  };
}

const example = report(makeGold(makePool(exampleLists), exampleLabels));

describe("goldDocument", () => {
  it("has the numbers of every engine by measure", () => {
    const document = goldDocument(example);
    expect(document).toMatchObject({
      ...{ schema: "semqrel.gold/1", queries: 4, pairs: 31, pooled: 31, rows: 31, ratings: 31, raters: ["ann"] },
      ...{ by: "median", flagged: 0, belowMinimum: 0, unrated: 0, sampled: 0, withoutRelevant: 1, depth: 5 },
      order: ["beta", "gamma", "alpha"],
      dawidSkene: null,
    });
    // pytrec_eval and ranx, as in measure-gold-engines.test.ts.
    const mean = expect.closeTo(0.4207932363090191, 10);
    expect(document.engines["beta"]).toEqual({
      "nDCG@5": { mean, interval: [expect.any(Number), expect.any(Number)], lower: mean, upper: mean },
      "nDCG(dcg='exp-log2')@5": expect.objectContaining({ mean: expect.closeTo(0.3584522856903023, 10) }),
      holes: { count: 0, results: 20, share: 0 },
      missing: 0,
      withoutOwn: {
        mean: expect.closeTo(0.3759626038738033, 10),
        fall: expect.closeTo(0.0448306324352158, 10),
        pairs: 1,
      },
    });
  });

  it("counts pairs without a label by reason", () => {
    const pairs = [0, 1, 2, 3].map((place) => makePair(place));
    const gold = makeGold(pairs, { d0: 3, d1: "flag", d2: null, d3: 2 });
    expect(goldDocument(report(gold))).toMatchObject({ queries: 2, pairs: 2, pooled: 4, flagged: 1, unrated: 1 });
  });
});

describe("enginesInOrder", () => {
  it("sorts by the first measure, best first, then by name", () => {
    const gold = makeGold(makePool({ q1: { two: ["a"], one: ["a"], best: ["b", "a"] } }), { a: 1, b: 4 });
    const names = enginesInOrder(report(gold).measurement.engines).map(({ name }) => name);
    expect(names).toEqual(["best", "one", "two"]);
  });
});

describe("notes", () => {
  const notesOf = (gold: Parameters<typeof goldDocument>[0]["gold"], keepStars = false) =>
    goldDocument(report(gold, keepStars)).notes;

  it("say that a query has no relevant document, and are empty if nothing is unusual", () => {
    expect(goldDocument(example).notes).toEqual([
      "1 query has no relevant document, so its nDCG is 0 for every engine.",
    ]);
    expect(notesOf(makeGold([makePair(0)], { d0: 2 }))).toEqual([]);
  });

  it("count queries that nDCG leaves out because only some of their pairs were drawn", () => {
    const pairs = [makePair(0, { probability: 0.5 }), makePair(1), makePair(3)];
    const gold = makeGold(pairs, { d0: 2, d1: 1, d3: 1 });
    expect(notesOf(gold)).toEqual([
      "For 2 queries, only some results were drawn, but nDCG needs ratings of every result of a query. Use semqrel estimate to measure the engines.",
    ]);
    expect(goldDocument(report(gold))).toMatchObject({
      queries: 2,
      notWhole: 2,
      pairs: 3,
      sampled: 1,
      comparison: null,
    });
  });

  it("count queries that are not measured because they were imported without a pool", () => {
    const gold = makeGold([makePair(0), makePair(3, { engines: [] })], { d0: 2, d3: 1 });
    expect(notesOf(gold)).toEqual([
      "1 query was imported without a pool, so the engines' lists are unknown. To measure engines on this query, give their lists with --runs.",
    ]);
    expect(goldDocument(report(gold))).toMatchObject({ queries: 2, notPooled: 1, notWhole: 0 });
  });

  it("do not mention queries all of whose pairs were drawn", () => {
    const drawn = { probability: 0.5, queryProbability: 0.5 };
    const gold = makeGold([makePair(0, drawn), makePair(1, drawn)], { d0: 2, d1: 1 });
    expect(notesOf(gold)).toEqual([]);
    expect(goldDocument(report(gold))).toMatchObject({ notWhole: 0, sampled: 2 });
  });

  it("count queries that were not measured, and lists that count as 0 because they are missing", () => {
    const pairs = makePool({ q1: { one: ["a"], two: ["a"] }, q2: { two: ["b"] }, q3: { one: ["c"] } });
    expect(notesOf(makeGold(pairs, { a: 1, b: 1 }))).toEqual([
      "1 of 3 queries has no label yet and is not measured.",
      "Missing lists count as 0 (number of missing lists: one 1).",
    ]);
  });

  it("say that a document with several ids counts once, and what stars mean", () => {
    const merged = [{ id: "copy", title: "A copy", similarity: 0.98 }];
    const [shared] = notesOf(makeGold([makePair(0, { merged })], { d0: 2 }));
    expect(shared).toMatch(/^1 document has a second id and is written under both/);
    const gold = { ...makeGold([makePair(0)], { d0: 2 }), scale: { name: "1-2", grades: [{ grade: 1, label: "" }] } };
    expect(notesOf(gold, true)).toEqual([expect.stringMatching(/^The file's grades start at 1/)]);
  });

  it("say that labels are fractions, which some tools cut off", () => {
    const gold = makeGold([makePair(0), makePair(1)], { d0: 2, d1: 1 });
    const rows = gold.rows.map((row) => ({ ...row, label: row.label / 2 }));
    expect(notesOf({ ...gold, rows })).toEqual([expect.stringMatching(/^1 of the file's 2 labels is a fraction, /)]);
  });

  it("say that EM did not converge, and which engines were not pooled", () => {
    const gold = makeGold([makePair(0)], { d0: 2 });
    const dawidSkene = { converged: false, iterations: 1000, logLikelihood: -1, priors: [], raters: [] };
    expect(notesOf({ ...gold, dawidSkene })).toEqual([expect.stringMatching(/^EM did not converge in 1000 rounds/)]);
    const notesAbout = (list: readonly number[]) => {
      const engines = [{ name: "later", lists: [Int32Array.from(list)] }];
      const measurement = measureGoldEngines(gold, engines, { depth: 2, seed: 1 });
      return goldDocument({ gold, measurement, keepStars: false }).notes;
    };
    expect(notesAbout([0, -1])).toEqual([
      "The pool does not include later, so results that only this engine returned were not rated.",
    ]);
    expect(notesAbout([0])).toEqual([]);
  });
});

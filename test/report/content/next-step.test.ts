import { describe, expect, it } from "vitest";
import type { EstimateReport } from "../../../src/estimate/estimate-report.ts";
import type { SuggestReport } from "../../../src/estimate/suggest-report.ts";
import { noRatings, type RatingsBeside } from "../../../src/gold/known-ratings.ts";
import { estimateStep, nextStep, type StepFacts } from "../../../src/report/content/next-step.ts";

const beside = (more: Partial<RatingsBeside>): RatingsBeside => ({ ...noRatings, ...more });
const facts = (ratings: Partial<RatingsBeside>, more: Partial<StepFacts> = {}): StepFacts => ({
  ...{ folder: "labels", ratings: beside(ratings) },
  ...more,
});
const estimateOf = (of: "pairs" | "queries", pool: object, more: object = {}) =>
  ({
    ...{
      queries: 90,
      ratedQueries: 12,
      differencesBy: "DCG@10",
      sample: { of, pools: [{ path: "old.jsonl", ...pool }] },
    },
    pairs: [],
    ...more,
  }) as unknown as EstimateReport;
const lead = { better: "good", worse: "poor" };
const open = { ...lead, difference: 0.1, interval: [-0.1, 0.3] } as const;
const commandOf = (by: string, given: StepFacts) => nextStep(by, open, given)?.command;

describe("nextStep", () => {
  const drawn = beside({ judgments: "gold.qrels", pools: ["my pool.jsonl"], singled: true });
  const free = { pool: "pool-2.jsonl", next: "next-2.jsonl", judgments: "gold.qrels" };

  it.each([
    {
      name: "drawing a pool into a new file if no results are drawn yet",
      ratings: { free },
      says: "semqrel pool labels --by spread --minutes 30 -o pool-2.jsonl",
    },
    {
      name: "rating the drawn results",
      ratings: { unrated: { pool: "pool.jsonl", database: "ratings.db", left: 9, of: 9 } },
      says: "semqrel rate pool.jsonl --db ratings.db",
    },
    {
      name: "making judgments from existing ratings first",
      ratings: {
        ...drawn,
        database: "ratings.db",
        unrated: { pool: "next.jsonl", database: "ratings.db", left: 9, of: 9 },
      },
      says: "semqrel gold ratings.db -o gold.qrels",
    },
    {
      name: "drawing another pool if there are too few ratings for an estimate",
      ratings: { ...drawn, areTooFew: true, free },
      says: "semqrel pool labels --by spread --minutes 30 -o pool-2.jsonl",
    },
    {
      name: "an estimate with the pools of the judgments, at the depth of these pools",
      ratings: { ...drawn, measure: "nDCG@8" },
      says: "semqrel estimate labels --gold gold.qrels --pool 'my pool.jsonl' --measure nDCG@8",
    },
  ])("suggests a step for a lead by labels: $name", ({ ratings, says }) => {
    expect(commandOf("labels", facts(ratings))).toBe(says);
  });

  it.each([
    // Half the width is 0.2, twice the lead: four times the minutes, so 60 more of them.
    [[-0.1, 0.3], 20, " If the lead stays as it is, at most 2 rounds of 30 minutes should decide."],
    [[-0.1, 0.3], 10, " If the lead stays as it is, one round of 30 minutes should decide."],
    [[-0.1, 0.3], 250, " Such a small lead may need ratings of all results, or more than 20 rounds of 30 minutes."],
    // The interval excludes 0, so other reasons keep the pair open.
    [[0.05, 0.15], 20, ""],
    [null, 20, ""],
  ] as const)(
    "says for the interval %j after %i minutes how much more rating should decide the pair",
    (interval, minutes, says) => {
      const estimate = estimateOf("pairs", { bySpread: true }, { minutes });
      const step = nextStep("estimate", { ...lead, difference: 0.1, interval }, facts(drawn, { estimate }));
      expect(step?.text).toBe(`Rate more of the results that tell the engines apart.${says}`);
    },
  );

  it.each([
    // 20 minutes for 100 ratings: 138 more take 27.6 minutes, and 230 take 46.
    [138, " Rating the 138 results that are left takes one round of 30 minutes."],
    [230, " Rating the 230 results that are left takes about 2 rounds of 30 minutes."],
    [600, " If the lead stays as it is, at most 2 rounds of 30 minutes should decide."],
  ])("promises no more rounds than the %i unrated results need", (left, says) => {
    const estimate = estimateOf("pairs", { bySpread: true }, { minutes: 20, ratings: 100, left });
    expect(nextStep("estimate", open, facts(drawn, { estimate }))?.text).toBe(
      `Rate more of the results that tell the engines apart.${says}`,
    );
  });

  it("suggests no rating for a lead that only more queries can decide", () => {
    const rated = { ...open, needsQueries: true };
    const estimate = (stop: boolean) => estimateOf("queries", {}, { stop, pairs: [{ simultaneous: [-0.1, 0.1] }] });
    expect(nextStep("estimate", rated, facts(drawn, { estimate: estimate(false) }))).toBeNull();
    const step = nextStep("estimate", rated, facts(drawn, { estimate: estimate(true) }));
    expect(step?.command).toBe("semqrel report labels");
  });

  it("suggests rating the unrated results of the two engines if all queries are rated", () => {
    const engines = { good: { unrated: 0 }, poor: { unrated: 9 } };
    const pairs = [{ simultaneous: [-0.1, 0.1] }];
    const estimate = estimateOf("queries", {}, { overQueries: {}, engines, pairs });
    expect(nextStep("estimate", open, facts({ ...drawn, free }, { estimate }))?.text).toBe(
      "First rate 9 unrated results of poor. This command pools them:",
    );
  });

  it("suggests the report if no open pair of engines can change the best engine", () => {
    const estimate = estimateOf("pairs", { bySpread: true }, { stop: true, queries: 30 });
    expect(nextStep("estimate", open, facts(drawn, { estimate }))?.command).toBe("semqrel report labels");
  });

  it("asks for more queries if the labels have too few for a verdict", () => {
    const step = nextStep("labels", open, facts({ free }, { lacksQueries: true }));
    expect(step?.text).toBe(
      "Add queries: a verdict needs 10. To learn more from these queries, spend about 30 minutes rating results that tell the engines apart:",
    );
  });

  it("suggests rating results that could reverse a lead first, even if all drawn results are rated", () => {
    const rated = { a: "good", b: "poor", simultaneous: [0.1, 0.1], otherQueries: {} };
    const unrated = [{ engine: "poor", count: 9 }];
    const given = (pair: object) =>
      facts({ ...drawn, free }, { estimate: estimateOf("queries", {}, { pairs: [{ ...rated, ...pair }] }) });
    expect(nextStep("estimate", open, given({}))).toBeNull();
    expect(nextStep("estimate", { ...open, unrated }, given({ unrated }))).toMatchObject({
      text: "First rate 9 unrated results of poor. This command pools them:",
    });
  });

  it("suggests no step if all queries are rated but there are too few queries", () => {
    const estimate = estimateOf("pairs", { bySpread: true }, { ratedQueries: 5, queries: 5 });
    expect(nextStep("estimate", open, facts(drawn, { estimate }))).toBeNull();
  });

  it("suggests the report if ratings decide, but semqrel gold first if the judgments lack some ratings", () => {
    const given = facts({ unrated: { pool: "next.jsonl", database: "ratings.db", left: 9, of: 9 } });
    expect(nextStep("estimate", null, given)?.command).toBe("semqrel report labels");
    const later = facts({ database: "ratings.db" });
    expect(nextStep("estimate", null, later)?.command).toBe("semqrel gold ratings.db -o gold.qrels");
    expect(nextStep("labels", null, later)?.command).toBe("semqrel gold ratings.db -o gold.qrels");
  });

  it.each([
    {
      name: "growing the pool for engines that were added",
      ratings: { ...drawn, unpooled: "added", growing: true, seed: 7 },
      says: "semqrel pool labels --by spread --minutes 30 --add 'my pool.jsonl' --seed 7 -o next.jsonl",
    },
    {
      name: "a new draw if other engines have replaced the rated engines",
      ratings: { ...drawn, unpooled: "others", growing: true, free },
      says: "semqrel pool labels --by spread --minutes 30 -o pool-2.jsonl",
    },
    {
      name: "a new draw for added engines if whole queries were drawn",
      ratings: { ...drawn, unpooled: "added", growing: false, free },
      says: "semqrel pool labels --by spread --minutes 30 -o pool-2.jsonl",
    },
  ] as const)("suggests a step for engines without ratings: $name", ({ ratings, says }) => {
    expect(commandOf("labels", facts(ratings))).toBe(says);
    expect(commandOf("gold", facts(ratings))).toBe(says);
  });

  it("suggests drawing again if lists have changed, even if all pairs are decided", () => {
    for (const [lead, changed] of [
      [open, { movedPairs: 3 }],
      [null, { movedPairs: 3 }],
      [open, { newQueries: 2 }],
    ] as const) {
      const estimate = estimateOf("pairs", { bySpread: true, inOrder: true }, changed);
      const step = nextStep("estimate", lead, facts({ ...drawn, growing: true }, { estimate }));
      expect(step).toEqual({
        text: "Draw again, because the lists have changed since the last draw.",
        command: "semqrel pool labels --by spread --minutes 30 --add 'my pool.jsonl' -o next.jsonl",
      });
    }
  });

  it("suggests a new draw if drawn results have disappeared from the lists", () => {
    const estimate = estimateOf("pairs", { bySpread: true, inOrder: true }, { movedPairs: 3, gonePairs: 1 });
    const unrated = { pool: "next.jsonl", database: "ratings.db", left: 9, of: 99 };
    for (const left of [null, unrated]) {
      const given = facts({ ...drawn, growing: true, free, unrated: left }, { estimate });
      expect(nextStep("estimate", open, given)).toEqual({
        text: "Draw again, because results that were drawn are gone from the lists:",
        command: "semqrel pool labels --by spread --minutes 30 -o pool-2.jsonl",
      });
    }
    const anew = facts({ ...drawn, growing: true, free, unrated: { ...unrated, left: 99 } }, { estimate });
    expect(nextStep("estimate", open, anew)?.text).toBe("Rate the results that were drawn:");
  });

  it("asks for the lists of an earlier draw if they are not in the folder", () => {
    const estimate = estimateOf("pairs", { bySpread: true, inOrder: true });
    const given = facts({ ...drawn, growing: true, absent: ["gamma"] }, { estimate });
    expect(nextStep("estimate", { ...lead, difference: 0, interval: null }, given)).toEqual({
      text: "Rate more of the results that tell the engines apart. my pool.jsonl also has results of gamma. In this command, replace FILE with the path of the list of gamma.",
      command: "semqrel pool labels gamma=FILE --by spread --minutes 30 --add 'my pool.jsonl' -o next.jsonl",
    });
  });

  it.each(["pairs", "queries"] as const)("suggests finishing the ratings of a draw of %s first", (of) => {
    const estimate = estimateOf(of, { bySpread: of === "pairs", unjudgedPairs: 64 });
    const unrated = { pool: "pool.jsonl", database: "ratings.db", left: 64, of: 94 };
    expect(nextStep("estimate", null, facts({ ...drawn, unrated }, { estimate }))?.command).toBe(
      "semqrel rate pool.jsonl --db ratings.db",
    );
  });

  it("suggests an estimate for a single engine if its reference was pooled, otherwise more ratings", () => {
    const given = (lists: readonly string[]) => facts({ ...drawn, lists, growing: true }, { isAlone: true });
    expect(commandOf("gold", given(["old=labels/reference.csv"]))).toBe(
      "semqrel estimate labels --gold gold.qrels --pool 'my pool.jsonl'",
    );
    expect(commandOf("gold", given([]))).toMatch(/^semqrel pool labels --by spread /);
  });

  it("says how many results of a draw are left to rate", () => {
    const given = facts({ unrated: { pool: "pool.jsonl", database: "ratings.db", left: 64, of: 94 } });
    expect(nextStep("labels", open, given)?.text).toBe("Rate the rest of the draw, 64 of 94 results:");
  });

  it("suggests a new draw if the pools are gone", () => {
    const estimate = estimateOf("pairs", { bySpread: true, inOrder: true });
    const step = nextStep("estimate", open, facts({ judgments: "gold.qrels" }, { estimate }));
    expect(step?.text).toContain("The pool of the earlier draw was not found, so this starts a new pool.");
    expect(step?.command).toBe("semqrel pool labels --by spread --minutes 30 -o pool.jsonl");
  });

  it.each([
    {
      name: "growing a pool by spread from the lists that it was drawn from",
      ratings: { ...drawn, lists: ["reference=labels/reference.csv"], seed: 7, free },
      estimate: estimateOf("pairs", { bySpread: true, inOrder: true }),
      says: "semqrel pool labels reference=labels/reference.csv --by spread --minutes 30 --add 'my pool.jsonl' --seed 7 -o next-2.jsonl",
    },
    {
      name: "the next pairs in the order of a pool of suggest",
      ratings: drawn,
      estimate: estimateOf("pairs", { bySpread: false, inOrder: true }),
      says: "semqrel pool --next labels --by pairs --measure DCG@10 --gold gold.qrels --pool 'my pool.jsonl' -o next.jsonl",
    },
    {
      name: "a new draw if pairs were drawn within queries, because such a pool cannot grow",
      ratings: { ...drawn, free },
      estimate: estimateOf("pairs", { bySpread: false, inOrder: false }),
      says: "semqrel pool labels --by spread --minutes 30 -o pool-2.jsonl",
    },
    {
      name: "a new draw if too few queries are rated to choose the next ones",
      ratings: { judgments: "gold.qrels" },
      estimate: estimateOf("queries", { bySpread: false, inOrder: false }, { ratedQueries: 2 }),
      says: "semqrel pool labels --by spread --minutes 30 -o pool.jsonl",
    },
    {
      name: "the next queries after those of all draws",
      ratings: { judgments: "gold.qrels", pools: ["first.jsonl", "second.jsonl"] },
      estimate: estimateOf("queries", { bySpread: false, inOrder: false }),
      says: "semqrel pool --next labels --gold gold.qrels --pool first.jsonl second.jsonl -o next.jsonl",
    },
  ])("suggests a step for an open estimate: $name", ({ ratings, estimate, says }) => {
    expect(commandOf("estimate", facts(ratings, { estimate }))).toBe(says);
  });

  it("suggests no step if the planned end is reached", () => {
    const suggestion = { reason: "end reached" } as unknown as SuggestReport;
    expect(nextStep("estimate", open, facts({}, { suggestion }))).toBeNull();
  });
});

describe("estimateStep", () => {
  it("explains the placeholders of unknown files", () => {
    const found = estimateStep("Ask.", { folder: "LABELS", ratings: beside({ singled: true }) });
    expect(found.command).toBe("semqrel estimate LABELS --gold JUDGMENTS --pool POOL");
    expect(found.text).toBe(
      "Ask. LABELS is the folder that check or label wrote. JUDGMENTS is the file that gold wrote. POOL is the rated pool.",
    );
    expect(estimateStep("Ask.", facts({ judgments: "gold.qrels" })).text).toBe("Ask.");
  });
});

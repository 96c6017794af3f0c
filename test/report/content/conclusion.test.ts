import { describe, expect, it } from "vitest";
import type { EstimateReport } from "../../../src/estimate/estimate-report.ts";
import type { SuggestReport } from "../../../src/estimate/suggest-report.ts";
import type { GoldDocument } from "../../../src/gold/gold-report.ts";
import type { JudgingReport } from "../../../src/gold/judge/judging-report.ts";
import { compareEngines } from "../../../src/measure/measures/compare-engines.ts";
import { answeredQueries } from "../../../src/report/content/compare-engines.ts";
import { concludeFrom as concludeFromEvidence, type Evidence } from "../../../src/report/content/conclusion.ts";
import { noRatings } from "../../../src/report/content/next-step.ts";

const level = (height: number, wobble = 0, count = 12) =>
  Array.from({ length: count }, (_, query) => height + query / 100 + (query % 2 === 0 ? wobble : -wobble));

function comparison(values: Readonly<Record<string, readonly number[]>>, measure = "ndcg_reference@10") {
  const engines = Object.entries(values).map(([engine, of]) => ({ engine, values: Float64Array.from(of) }));
  return compareEngines(measure, engines, 1);
}

const concludeFrom = (evidence: Omit<Evidence, "folder">) => concludeFromEvidence({ folder: "labels", ...evidence });
const rated = (judgments: string) => ({ ...noRatings, judgments });
const engines = ["good", "poor"];
const clear = comparison({ good: level(0.5), poor: level(0.25) });
const turned = comparison({ good: level(0.25), poor: level(0.5) }, "nDCG@10");

function estimate(more: Partial<EstimateReport> = {}): EstimateReport {
  const human = { estimate: null, interval: null };
  const intervals = { interval: [-0.15, -0.05], simultaneous: [-0.15, -0.05] } as const;
  const pair = { difference: -0.1, ...intervals, human, rho: null, p: 0.001, pAdjusted: 0.001, decided: true };
  return {
    ...({
      target: "these",
      differencesBy: "nDCG@10",
      measure: "nDCG@10",
      queries: 25,
      ratedQueries: 12,
      ratings: 200,
    } as EstimateReport),
    order: ["poor", "good"],
    pairs: [{ a: "good", b: "poor", ...pair }],
    ...more,
  };
}

describe("concludeFrom", () => {
  it("prefers by labels where these are all that there is, and says that they are", () => {
    const found = concludeFrom({ engines, labels: clear });
    expect(found).toMatchObject({ by: "labels", state: "decided", order: ["good", "poor"] });
    expect(found.verdict).toBe("By these labels, good is better than poor.");
    expect(found.reasons.join("\n")).toContain("nobody has rated a result yet");
  });

  it.each([
    {
      matches: [
        { exact: 1, semantic: 566, none: 0 },
        { exact: 11, semantic: 1973, none: 0 },
      ],
      says: "12 of 2551 results are in the reference's lists under the same title; 2539 were matched to the most similar title, which is a guess.",
    },
    {
      matches: [{ exact: 1, semantic: 1, none: 0 }],
      says: "1 of 2 results is in the reference's lists under the same title; 1 was matched to the most similar title, which is a guess.",
    },
    {
      matches: [{ exact: 6, semantic: 2, none: 12 }],
      says: "6 of 20 results are in the reference's lists under the same title; 2 were matched to the most similar title, which is a guess; 12 have no title near enough.",
    },
    {
      matches: [{ exact: 3, semantic: 0, none: 1 }],
      says: "3 of 4 results are in the reference's lists under the same title; 1 has no title near enough.",
    },
    { matches: [{ exact: 3, semantic: 0, none: 0 }], says: null },
  ])("says how many results are in the reference's lists and how many are not: $says", ({ matches, says }) => {
    const reasons = concludeFrom({ engines, labels: clear, matches }).reasons.join(" ");
    if (says === null) expect(reasons).not.toContain("under the same title");
    else expect(reasons).toContain(says);
  });

  it.each([
    { name: "judgments that validate read", documents: { validation: { people: turned } } },
    { name: "a gold set", documents: { gold: { comparison: turned } } },
    { name: "an estimate", documents: { estimate: estimate() } },
  ])("puts people's word before the labels': $name", ({ documents }) => {
    const found = concludeFrom({ engines, labels: clear, ...(documents as object) });
    expect(found).toMatchObject({ state: "decided", order: ["poor", "good"] });
    expect(found.verdict).toMatch(/^By people's ratings of 12 queries, .*poor is better than good/);
    expect(found.reasons).toContain("The labels alone put good first: people's ratings count.");
  });

  const unrelatedOf = (lows: readonly [good: number, poor: number], low: number) => ({
    measure: "ndcg_reference@10" as const,
    engines: engines.map((engine, place) => ({
      engine,
      mean: 0.4 - place * 0.2,
      gain: 0.1,
      low: lows[place] ?? 0,
      high: 1,
    })),
    pairs: [{ a: "good", b: "poor", difference: 0.05, low, high: 0.4 }],
  });

  const judging = (comparison: JudgingReport["comparison"], more: Partial<JudgingReport> = {}) =>
    ({ llm: "m:8b", pairs: 30, judged: 28, existing: 0, sameAs: [], comparison, ...more }) as unknown as JudgingReport;

  it("says in one sentence how a language model orders the engines, and decides nothing by it", () => {
    const contrary = judging(turned);
    const alone = concludeFrom({ engines, labels: clear });
    const found = concludeFrom({ engines, labels: clear, judging: contrary });
    expect(found).toMatchObject({ verdict: alone.verdict, order: alone.order, state: alone.state, next: alone.next });
    expect(found.model).toBe(
      "A language model, m:8b (28 of 30 results judged), puts poor first instead: a guess, too, until people rate.",
    );
    expect(found.reasons).toEqual([...alone.reasons, found.model]);
    const people = concludeFrom({ engines, labels: clear, estimate: estimate(), judging: judging(clear) });
    expect(people.order).toEqual(["poor", "good"]);
    expect(people.model).toMatch(/puts good first instead: people's ratings count\.$/);
    const alike = concludeFrom({ engines, labels: clear, estimate: estimate(), judging: contrary });
    expect(alike.model).toMatch(/, orders the engines alike\.$/);
  });

  it("says where a model's lead may be chance, where it judged too little, and where it is no witness", () => {
    const modelOf = (one: JudgingReport) => concludeFrom({ engines, labels: clear, judging: one }).model;
    const even = comparison({ good: level(0.5, 0.4), poor: level(0.51, -0.4) });
    expect(modelOf(judging(even))).toContain("puts poor first instead, by a lead that may be chance: a guess");
    const few = comparison({ good: level(0.25, 0, 3), poor: level(0.5, 0, 3) });
    expect(modelOf(judging(few))).toMatch(/, has judged too few queries to order the engines\.$/);
    expect(modelOf(judging(turned, { sameAs: ["poor"], existing: 2 }))).toMatch(
      /\(28 of 30 results judged, and 2 from other files\), .* poor uses a model of its family: it is no witness there\.$/,
    );
    expect(modelOf(judging(null))).toBeUndefined();
    const three = [...engines, "other"];
    const values = { good: level(0.5), poor: level(0.25), other: level(0.1) };
    const swapped = { good: level(0.5), poor: level(0.1), other: level(0.25) };
    const further = { engines: three, labels: comparison(values), judging: judging(comparison(swapped)) };
    expect(concludeFrom(further).model).toContain("puts good first, too, and orders others differently: a guess");
  });

  it("says what ratings of pairs cost", () => {
    const sample = { of: "pairs", pools: [] } as unknown as EstimateReport["sample"];
    const found = concludeFrom({ engines, labels: clear, estimate: estimate({ sample, ratings: 89, minutes: 29.7 }) });
    expect(found.verdict).toMatch(
      /^By 89 ratings of people in 12 queries \(about 30 minutes\), poor is better than good for these queries/,
    );
  });

  it.each([
    [10, "10 of 99 results that were drawn have no rating here"],
    [9, null],
  ])("says where a tenth of what was drawn is not rated: %i", (unjudgedPairs, says) => {
    const sample = { of: "pairs", pools: [{ unjudgedPairs }] } as unknown as EstimateReport["sample"];
    const { reasons } = concludeFrom({
      engines,
      labels: clear,
      estimate: estimate({ sample, ratings: 89, minutes: 9 }),
    });
    const sure = "More ratings would hardly turn this round.";
    if (says === null) expect(reasons.join(" ")).not.toContain("were drawn");
    else expect(reasons[0]).toContain(says);
    expect(reasons.join(" ").includes(sure)).toBe(says === null);
  });

  it("does not say that more ratings would change nothing where lists have changed", () => {
    const sure = "More ratings would hardly turn this round.";
    expect(concludeFrom({ engines, labels: clear, estimate: estimate() }).reasons.join(" ")).toContain(sure);
    const moved = concludeFrom({ engines, labels: clear, estimate: estimate({ movedPairs: 3 }) });
    expect(moved.reasons.join(" ")).not.toContain(sure);
    expect(moved.reasons[0]).toContain("The lists have changed since results were drawn");
  });

  it("knows of ratings that nobody has asked about yet, and says how to ask", () => {
    const gold = { comparison: null, ratings: 89, queries: 73 } as unknown as GoldDocument;
    const found = concludeFrom({ engines, labels: clear, gold, ratings: rated("gold.qrels") });
    expect(found.verdict).toBe(
      "By these labels alone, without the 89 ratings that people gave, good is better than poor.",
    );
    expect(found.reasons.join(" ")).not.toContain("nobody has rated");
    expect(found.next?.command).toBe("semqrel estimate labels --gold gold.qrels --pool POOL");
  });

  it("holds open a lead that lists of other queries have as well, and says so", () => {
    const found = concludeFrom({ engines, labels: clear, unrelated: unrelatedOf([0.1, 0.1], -0.1) });
    expect(found).toMatchObject({
      state: "open",
      verdict: "By these labels, it is open whether good or poor is better.",
    });
    expect(found.reasons[0]).toContain("Put under queries that they do not answer, the same lists lead by 0.200, too");
    expect(concludeFrom({ engines, labels: clear, unrelated: unrelatedOf([0.1, 0.1], 0.1) }).state).toBe("decided");
  });

  it("says nothing of engines by labels that give lists of other queries as much", () => {
    const found = concludeFrom({ engines, labels: clear, unrelated: unrelatedOf([-0.1, 0], 0.1) });
    expect(found).toMatchObject({
      state: "open",
      verdict: "By these labels, nothing can be said: lists that answer other queries may do as well.",
    });
    const one = concludeFrom({ engines, labels: clear, unrelated: unrelatedOf([0.1, -0.1], 0.1) });
    expect(one.state).toBe("decided");
    expect(one.reasons[0]).toContain(
      "Put under queries that they do not answer, the same lists lead by 0.200, too: only the rest of the lead tells of relevance.",
    );
    expect(one.reasons).toContain(
      "By these labels poor may do no better than results for other queries: either that is so, or results stand under wrong queries, or the labels say little here.",
    );
    expect(found.reasons.join(" ")).not.toContain("would hardly turn this round");
    const sound = concludeFrom({ engines, labels: clear, unrelated: unrelatedOf([0.1, 0.1], 0.1) });
    expect(sound.reasons.join(" ")).not.toContain("--threshold");
    const rated = concludeFrom({ engines, labels: clear, unrelated: unrelatedOf([-0.1, 0], 0.1), estimate: estimate() });
    expect(rated.state).toBe("decided");
    expect(rated.reasons).toContain("Labels that learned from no rating say nothing of these engines.");
  });

  it("tells nothing of engines with the same value at every query, and no step would", () => {
    const found = concludeFrom({ engines, labels: comparison({ good: level(0.5), poor: level(0.5) }) });
    expect(found).toMatchObject({ state: "open", reasons: expect.not.arrayContaining(["ahead"]), next: null });
    expect(found.verdict).toBe(
      "By these labels, nothing tells good and poor apart: each query gives them the same ndcg_reference@10.",
    );
  });

  it("says where the ratings alone would leave open what they and the labels decide", () => {
    const [pair] = estimate().pairs;
    const said = (interval: readonly [number, number] | null) => {
      const human = { estimate: -0.1, interval };
      return concludeFrom({ engines, labels: clear, estimate: estimate({ pairs: [{ ...pair, human }] as never }) });
    };
    expect(said([-0.3, 0.1]).reasons[0]).toMatch(
      /The ratings alone leave it open \(-0\.100 to 0\.300\): what is predicted decides\.$/,
    );
    expect(said([-0.3, -0.1]).reasons[0]).not.toContain("alone");
    expect(said(null).reasons[0]).not.toContain("alone");
  });

  it("says by which measure the order is, where differences are in another", () => {
    const found = concludeFrom({ engines, labels: clear, estimate: estimate({ differencesBy: "DCG@10" }) });
    expect(found.reasons[1]).toBe("Differences are in DCG@10: those in nDCG@10 need all results rated.");
    const [pair] = estimate().pairs;
    const open = { ...pair, simultaneous: [-0.2, 0.1], decided: false };
    const pairs = [open] as unknown as EstimateReport["pairs"];
    const turned = concludeFrom({ engines, labels: clear, estimate: estimate({ differencesBy: "DCG@10", pairs }) });
    expect(turned.verdict).toMatch(/it is open whether poor or good is better for these queries\.$/);
  });

  it("names a pool of pairs as the next step where all queries are rated already", () => {
    const [pair] = estimate().pairs;
    const pairs = [{ ...pair, simultaneous: [-0.2, 0.1], decided: false }] as unknown as EstimateReport["pairs"];
    const overQueries = turned as NonNullable<typeof turned>;
    const all = estimate({ ratedQueries: 25, sample: null, pairs, overQueries });
    expect(concludeFrom({ engines, labels: clear, ratings: rated("gold.qrels"), estimate: all }).next?.command).toBe(
      "semqrel pool labels --by spread --minutes 30 -o pool.jsonl",
    );
  });

  it("asks how sure it is for other queries, once all of these are rated", () => {
    const [pair] = estimate().pairs;
    const known = [
      { ...pair, interval: [-0.1, -0.1], simultaneous: [-0.1, -0.1] },
    ] as unknown as EstimateReport["pairs"];
    const rated = (values: Readonly<Record<string, readonly number[]>>) => {
      const overQueries = comparison(values, "nDCG@10") as NonNullable<ReturnType<typeof comparison>>;
      const all = estimate({ ratedQueries: 25, sample: null, pairs: known, overQueries });
      return concludeFrom({ engines, labels: clear, estimate: all });
    };
    expect(rated({ good: level(0.3), poor: level(0.4) })).toMatchObject({ state: "decided", chance: "over queries" });
    const open = rated({ good: level(0.3, 0.4), poor: level(0.35, -0.4) });
    expect(open).toMatchObject({ state: "open", next: null });
    expect(open.reasons[0]).toContain("For these queries that is known; for others it may be chance.");
  });

  it("decides nothing by predictions that ratings contradict, and where two measures disagree", () => {
    const [pair] = estimate().pairs;
    // By predictions `poor` is ahead by .05 to .15, by ratings alone `good` by .1 to .3.
    const human = { estimate: 0.2, interval: [0.1, 0.3] };
    const pairs = [{ ...pair, human }] as unknown as EstimateReport["pairs"];
    const contradicted = concludeFrom({ engines, labels: clear, estimate: estimate({ pairs }) });
    expect(contradicted.state).toBe("open");
    expect(contradicted.reasons[0]).toContain("The ratings alone say otherwise (-0.300 to -0.100)");
    const unlike = estimate({ measure: "nDCG@10", differencesBy: "DCG@10", order: ["good", "poor"] });
    const disagreeing = concludeFrom({ engines, labels: clear, estimate: unlike });
    // What is claimed is ahead by the measure of the differences, and a reason says so of the other.
    expect(disagreeing).toMatchObject({ state: "decided", order: ["poor", "good"] });
    expect(disagreeing.reasons[1]).toMatch(/ Predictions of nDCG@10 do not put poor first\.$/);
  });

  it("says where a lead comes from queries that the other engine does not answer", () => {
    // `poor` is better wherever it answers, at every other query.
    const good = level(0.5);
    const poor = level(0.55).map((value, query) => (query % 2 === 0 ? value : 0));
    const measured = [
      { engine: "good", values: Float64Array.from(good), perAnswer: new Float64Array(12) },
      {
        engine: "poor",
        values: Float64Array.from(poor),
        perAnswer: Float64Array.from(poor, (value) => value || Number.NaN),
      },
    ];
    const labels = compareEngines("nDCG@10", measured, 1);
    const found = concludeFrom({ engines, labels, answered: answeredQueries("nDCG@10", measured, 1) });
    expect(found.verdict).toBe("By these labels, good is better than poor, because it answers more queries.");
    expect(found.reasons[1]).toMatch(
      /^good has results for 12 of 12 queries, poor for 6; a query without results counts 0\. Over the 6 queries that both answer, poor is ahead by 0\.050 /,
    );
    // People's word needs the counts, too.
    const people = concludeFrom({
      engines,
      labels,
      answered: answeredQueries("nDCG@10", measured, 1),
      estimate: estimate(),
    });
    expect(people.reasons.join(" ")).toContain("poor has results for 6 of 12 queries, good for 12;");
  });

  it("holds open what suggest holds open, whatever the estimate's intervals say", () => {
    const suggestion = { pairs: [{ a: "poor", b: "good", state: "open" }] } as unknown as SuggestReport;
    const found = concludeFrom({ engines, labels: clear, estimate: estimate(), suggestion });
    expect(found.state).toBe("open");
    expect(found.verdict).toContain("it is open whether poor or good is better for these queries.");
  });

  it("says nothing by ratings of fewer than ten queries, and does not fall back on the labels", () => {
    const few = comparison({ good: level(0.25, 0, 9), poor: level(0.5, 0, 9) });
    const found = concludeFrom({ engines, labels: clear, estimate: estimate({ ratedQueries: 9 }) });
    expect(found).toMatchObject({ by: "estimate", state: "too few queries" });
    expect(found.verdict).toMatch(
      /^By people's ratings of 9 queries, .*nothing can be said yet: ten queries are the least/,
    );
    expect(concludeFrom({ engines, labels: few }).state).toBe("too few queries");
  });

  it("takes the gold set of enough queries where the estimate has too few", () => {
    const documents = { estimate: estimate({ ratedQueries: 9 }), gold: { comparison: turned } } as object;
    expect(concludeFrom({ engines, labels: clear, ...documents })).toMatchObject({ by: "gold", state: "decided" });
  });

  it("concludes nothing of engines that the folder lacks, such as a reference that was pooled", () => {
    const pooled = comparison({ library: level(0.9), good: level(0.25), poor: level(0.5) }, "nDCG@10");
    const found = concludeFrom({ engines, labels: clear, ...({ gold: { comparison: pooled } } as object) });
    expect(found.order).toEqual(["poor", "good"]);
    expect(found.leads).toHaveLength(1);
    const other = comparison({ library: level(0.9), archive: level(0.25) }, "nDCG@10");
    expect(concludeFrom({ engines, labels: clear, ...({ gold: { comparison: other } } as object) }).by).toBe("labels");
  });

  it("asks people's ratings again where what they said is out of date, and does not say that there are none", () => {
    const found = concludeFrom({ engines, labels: clear, ratings: rated("gold.qrels"), hasStale: true });
    expect(found.next?.command).toBe("semqrel estimate labels --gold gold.qrels");
    expect(found.reasons.join(" ")).not.toContain("nobody has rated");
  });

  it("says which chance the interval is meant of: other queries, or results that nobody rated", () => {
    const said = (target: "these" | "future") =>
      concludeFrom({ engines, labels: clear, estimate: estimate({ target }) }).reasons[0];
    expect(said("these")).toContain("(95 % interval for what all ratings would give: ");
    expect(said("future")).toContain("(95 % interval over queries: ");
  });

  it("names one next step, with a command", () => {
    expect(concludeFrom({ engines, labels: clear }).next?.command).toBe(
      "semqrel pool labels --by spread --minutes 30 -o pool.jsonl",
    );
    const documents = {
      gold: { comparison: comparison({ good: level(0.5, 0.1), poor: level(0.49, -0.1) }) },
    } as object;
    const open = { engines, labels: clear, ratings: rated("my gold.qrels"), ...documents };
    expect(concludeFrom(open).next?.command).toBe("semqrel estimate labels --gold 'my gold.qrels'");
    const few = estimate({ ratedQueries: 9 });
    expect(concludeFrom({ engines, labels: clear, ratings: rated("gold.qrels"), estimate: few }).next?.command).toBe(
      "semqrel suggest labels --gold gold.qrels -o next.jsonl",
    );
    const bySpread = estimate({
      ratedQueries: 9,
      sample: { of: "pairs", pools: [{ path: "pool.jsonl", bySpread: true }] },
    } as never);
    expect(
      concludeFrom({
        ...{ engines, labels: clear, estimate: bySpread },
        ratings: { ...rated("gold.qrels"), pools: ["pool.jsonl"] },
      }).next?.command,
    ).toBe("semqrel pool labels --by spread --minutes 30 --add pool.jsonl -o next.jsonl");
    const ended = { pairs: [], reason: "end reached" } as unknown as SuggestReport;
    expect(concludeFrom({ engines, labels: clear, estimate: few, suggestion: ended }).next).toBeNull();
    expect(concludeFrom({ engines: ["a"], labels: comparison({ a: [0.5] }) }).next).toBeNull();
  });

  it("names those that the first of several is not shown to beat", () => {
    const values = { poor: level(0.1), best: level(0.5, 0.1), rival: level(0.49, -0.1), worst: level(0) };
    const found = concludeFrom({ engines: Object.keys(values), labels: comparison(values) });
    expect(found.state).toBe("partly decided");
    expect(found.verdict).toContain("best comes first and is better than poor and worst; rival may be as good.");
    expect(found.reasons[0]).toMatch(/^best is ahead of rival by 0\.010 .* that may be chance\.$/i);
  });

  it("sends to what was odd first, where it throws doubt on all labels of an engine", () => {
    const said = (given: object) => concludeFrom({ engines, labels: clear, doubted: ["poor"], ...given }).reasons[0];
    expect(said({})).toBe("Look first at what was odd about poor: it throws doubt on all that is said here.");
    expect(said({ doubted: [] })).toMatch(/^good is ahead of poor/);
    expect(said({ estimate: estimate() })).not.toContain("odd");
  });

  it("puts an engine before those that it is ahead of, though sums say otherwise", () => {
    const pair = (a: string, b: string, difference: number) => ({
      ...{ a, b, difference, interval: [-1, 1], simultaneous: [-1, 1], rho: null },
      human: { estimate: difference, interval: [-1, 1] },
    });
    const pairs = [pair("good", "poor", -0.003), pair("good", "worst", 0.6), pair("poor", "worst", 0.2)];
    const all = ["good", "poor", "worst"];
    const found = concludeFrom({ engines: all, labels: null, estimate: estimate({ order: all, pairs } as never) });
    expect(found.order).toEqual(["poor", "good", "worst"]);
    expect(found.reasons[0]).toMatch(/^poor is ahead of good by 0\.003 /);
  });

  it("has nothing to compare in one engine, without shared queries, and where nothing is measured", () => {
    const N = Number.NaN;
    expect(concludeFrom({ engines: ["a"], labels: comparison({ a: [0.5] }) }).verdict).toMatch(/^Only one engine/);
    const apart = comparison({ a: [0.75, N], b: [N, 0.5] });
    expect(concludeFrom({ engines: ["a", "b"], labels: apart }).verdict).toMatch(/^No query is measured for a and/);
    expect(concludeFrom({ engines: ["a", "b"], labels: null }).by).toBe("nothing");
  });
});

import { describe, expect, it } from "vitest";
import type { EstimateReport } from "../../../src/estimate/estimate-report.ts";
import type { SuggestReport } from "../../../src/estimate/suggest-report.ts";
import type { GoldDocument } from "../../../src/gold/gold-view.ts";
import type { JudgingReport } from "../../../src/gold/judge/judging-report.ts";
import { noRatings } from "../../../src/gold/known-ratings.ts";
import { compareEngines } from "../../../src/measure/measures/compare-engines.ts";
import { concludeFrom as concludeFromEvidence, type Evidence } from "../../../src/report/content/conclusion.ts";
import { answeredQueries } from "../../../src/report/content/shared-findings.ts";

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
  const pair = {
    difference: -0.1,
    ...intervals,
    human,
    rho: null,
    p: 0.001,
    pAdjusted: 0.001,
    decided: true,
    state: "decided",
  } as const;
  return {
    ...({
      target: "these",
      engines: {},
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
  it("calls a lead by labels from a single reference a hint", () => {
    const found = concludeFrom({ engines, labels: clear });
    expect(found).toMatchObject({ by: "labels", state: "hint", order: ["good", "poor"] });
    expect(found.verdict).toBe("The labels point to good.");
    expect(found.sure).toMatch(
      /^good leads poor by .*Labels can be wrong: on public collections, labels from one reference pointed to the better engine in only 7 of 10 cases\.$/,
    );
    expect(found.reasons.join("\n")).toContain("No results are rated yet");
  });

  const inTurnOf = (references: number, ahead: number, behind: number) => ({
    measure: "ndcg_reference@10" as const,
    references: [],
    pairs: [{ a: "poor", b: "good", references, a_ahead: behind, b_ahead: ahead }],
  });

  it.each([
    [8, 8, 0, "decided", "The labels of 8 references agree that good is better than poor."],
    [7, 7, 0, "hint", "The labels point to good."],
    [10, 9, 1, "hint", "The labels point to good."],
    [8, 0, 8, "hint", "The labels point to good."],
  ])(
    "calls a lead by labels decided only if enough references agree: of %i references, %i agree and %i disagree",
    (...given) => {
      const [references, ahead, behind, state, verdict] = given;
      const found = concludeFrom({ engines, labels: clear, inTurn: inTurnOf(references, ahead, behind) });
      expect(found).toMatchObject({ state, verdict });
    },
  );

  it("leaves open which engine is better if the run's own labels leave it open, even if references agree", () => {
    const even = comparison({ good: level(0.51, 0.4), poor: level(0.5, -0.4) });
    expect(concludeFrom({ engines, labels: even, inTurn: inTurnOf(9, 9, 0) }).state).toBe("open");
  });

  it("names the engines whose order the references agree about", () => {
    const three = comparison({ good: level(0.5), poor: level(0.25), other: level(0.1) });
    const found = concludeFrom({ engines: [...engines, "other"], labels: three, inTurn: inTurnOf(8, 8, 0) });
    expect(found.state).toBe("partly decided");
    expect(found.verdict).toBe(
      "The labels of 8 references agree that good is better than poor. They do not decide between it and other.",
    );
  });

  it.each([
    {
      matches: [
        { exact: 1, semantic: 566, none: 0 },
        { exact: 11, semantic: 1973, none: 0 },
      ],
      says: "12 of 2551 results are in the reference's lists under the same title or identifier. 2539 were matched to the most similar title, which is a guess.",
    },
    {
      matches: [{ exact: 1, semantic: 1, none: 0 }],
      says: "1 of 2 results is in the reference's lists under the same title or identifier. 1 was matched to the most similar title, which is a guess.",
    },
    {
      matches: [{ exact: 6, semantic: 2, none: 12 }],
      says: "6 of 20 results are in the reference's lists under the same title or identifier. 2 were matched to the most similar title, which is a guess. 12 have no match.",
    },
    {
      matches: [{ exact: 3, semantic: 0, none: 1 }],
      says: "3 of 4 results are in the reference's lists under the same title or identifier. 1 has no match.",
    },
    { matches: [{ exact: 3, semantic: 0, none: 0 }], says: null },
  ])("shows how many results have the same title or identifier as a reference result: $says", ({ matches, says }) => {
    const reasons = concludeFrom({ engines, labels: clear, matches }).reasons.join(" ");
    if (says === null) expect(reasons).not.toContain("under the same title");
    else expect(reasons).toContain(says);
  });

  it.each([
    { name: "a validation", documents: { validation: { people: turned } } },
    { name: "a gold set", documents: { gold: { engines: {}, comparison: turned } } },
    { name: "an estimate", documents: { estimate: estimate() } },
  ])("prefers people's ratings to the labels: $name", ({ documents }) => {
    const found = concludeFrom({ engines, labels: clear, ...(documents as object) });
    expect(found).toMatchObject({ state: "decided", order: ["poor", "good"] });
    expect(found.verdict).toMatch(/^People's ratings of 12 queries.* show that poor is better than good/);
    expect(found.reasons).toContain("The labels alone put good first. Ratings are stronger evidence.");
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

  it("shows how a language model orders the engines, but does not use it for the verdict", () => {
    const contrary = judging(turned);
    const alone = concludeFrom({ engines, labels: clear });
    const found = concludeFrom({ engines, labels: clear, judging: contrary });
    expect(found).toMatchObject({ verdict: alone.verdict, order: alone.order, state: alone.state, next: alone.next });
    expect(found.model).toBe(
      "The language model m:8b (28 of 30 results judged) puts poor first. It guesses, as labels do.",
    );
    expect(found.reasons).toEqual([...alone.reasons, found.model]);
    const people = concludeFrom({ engines, labels: clear, estimate: estimate(), judging: judging(clear) });
    expect(people.order).toEqual(["poor", "good"]);
    expect(people.model).toMatch(/ puts good first\. Ratings are stronger evidence\.$/);
    const alike = concludeFrom({ engines, labels: clear, estimate: estimate(), judging: contrary });
    expect(alike.model).toMatch(/ orders the engines in the same way\.$/);
  });

  it("says that a model's lead may be chance, that it judged too few queries, or that it is not independent", () => {
    const modelOf = (one: JudgingReport) => concludeFrom({ engines, labels: clear, judging: one }).model;
    const even = comparison({ good: level(0.5, 0.4), poor: level(0.51, -0.4) });
    expect(modelOf(judging(even))).toContain("puts poor first, but the lead may be chance. It guesses");
    const few = comparison({ good: level(0.25, 0, 3), poor: level(0.5, 0, 3) });
    expect(modelOf(judging(few))).toMatch(/ has judged too few queries to order the engines\.$/);
    expect(modelOf(judging(turned, { sameAs: ["poor"], existing: 2 }))).toMatch(
      /\(28 of 30 results judged, and 2 from other files\) .* poor uses a model of the same family, so it is not independent\.$/,
    );
    expect(modelOf(judging(null))).toBeUndefined();
    const three = [...engines, "other"];
    const values = { good: level(0.5), poor: level(0.25), other: level(0.1) };
    const swapped = { good: level(0.5), poor: level(0.1), other: level(0.25) };
    const further = { engines: three, labels: comparison(values), judging: judging(comparison(swapped)) };
    expect(concludeFrom(further).model).toContain(
      "also puts good first, but orders the others differently. It guesses",
    );
  });

  it("shows how many ratings of pairs the verdict used, and how long they took", () => {
    const sample = { of: "pairs", pools: [] } as unknown as EstimateReport["sample"];
    const found = concludeFrom({ engines, labels: clear, estimate: estimate({ sample, ratings: 89, minutes: 29.7 }) });
    expect(found.verdict).toMatch(
      /^89 ratings \(about 30 minutes\) show that poor is better than good for these queries/,
    );
  });

  it.each([
    [10, "10 of 99 drawn results are not rated"],
    [9, null],
  ])(
    "mentions unrated results only if they are at least a tenth of the drawn results: %i of 99",
    (unjudgedPairs, says) => {
      const sample = { of: "pairs", pools: [{ unjudgedPairs }] } as unknown as EstimateReport["sample"];
      const { sure } = concludeFrom({
        engines,
        labels: clear,
        estimate: estimate({ sample, ratings: 89, minutes: 9 }),
      });
      if (says === null) expect(sure).not.toContain("drawn results");
      else expect(sure).toContain(says);
      expect(sure.includes("More ratings are unlikely to change this.")).toBe(says === null);
    },
  );

  it("does not say that more ratings are unlikely to change the verdict if lists have changed", () => {
    const sure = "More ratings are unlikely to change this.";
    expect(concludeFrom({ engines, labels: clear, estimate: estimate() }).sure).toContain(sure);
    const moved = concludeFrom({ engines, labels: clear, estimate: estimate({ movedPairs: 3 }) });
    expect(moved.sure).not.toContain(sure);
    expect(moved.sure).toMatch(/^The lists have changed since results were drawn/);
  });

  it("mentions ratings that are not used yet, and names the command that uses them", () => {
    const gold = { comparison: null, ratings: 89, queries: 73 } as unknown as GoldDocument;
    const found = concludeFrom({ engines, labels: clear, gold, ratings: rated("gold.qrels") });
    expect(found.verdict).toBe("The labels point to good.");
    expect(found.sure).toMatch(/ 89 ratings are not used yet; the next step uses them\.$/);
    expect(found.reasons.join(" ")).not.toContain("No results are rated");
    expect(found.next?.command).toBe("semqrel estimate labels --gold gold.qrels --pool POOL");
  });

  it("leaves open which engine is better if its lists also lead when measured against other queries", () => {
    const found = concludeFrom({ engines, labels: clear, unrelated: unrelatedOf([0.1, 0.1], -0.1) });
    expect(found).toMatchObject({
      state: "open",
      verdict: "The labels do not show which is better, good or poor.",
    });
    expect(found.sure).toContain("Measured against other queries, the same lists still lead by 0.200, so the lead");
    expect(concludeFrom({ engines, labels: clear, unrelated: unrelatedOf([0.1, 0.1], 0.1) }).state).toBe("hint");
  });

  it("draws no conclusion from labels that are as high when lists are measured against other queries", () => {
    const found = concludeFrom({ engines, labels: clear, unrelated: unrelatedOf([-0.1, 0], 0.1) });
    expect(found).toMatchObject({
      state: "open",
      verdict:
        "The labels do not show which engine is better, because the same lists are hardly worse when measured against other queries.",
    });
    const one = concludeFrom({ engines, labels: clear, unrelated: unrelatedOf([0.1, -0.1], 0.1) });
    expect(one.state).toBe("hint");
    expect(one.sure).toContain("Measured against other queries, the same lists still lead by 0.200.");
    expect(one.reasons).toContain(
      "poor may do no better than results for other queries. Possible reasons: the results are poor or belong to other queries, or the labels are not useful here.",
    );
    expect(found.sure).not.toContain("was right in");
    const sound = concludeFrom({ engines, labels: clear, unrelated: unrelatedOf([0.1, 0.1], 0.1) });
    expect(sound.reasons.join(" ")).not.toContain("may do no better");
    const rated = concludeFrom({
      engines,
      labels: clear,
      unrelated: unrelatedOf([-0.1, 0], 0.1),
      estimate: estimate(),
    });
    expect(rated.state).toBe("decided");
    expect(rated.reasons).toContain(
      "The labels alone do not show that the engines' lists fit their own queries better than other queries.",
    );
  });

  it("does not rank engines with equal values for every query, and suggests no next step", () => {
    const found = concludeFrom({ engines, labels: comparison({ good: level(0.5), poor: level(0.5) }) });
    expect(found).toMatchObject({ state: "open", next: null });
    expect(found.reasons.join(" ")).not.toMatch(/ leads? /);
    expect(found.verdict).toBe(
      "The labels do not tell good and poor apart: each query gives them the same ndcg_reference@10.",
    );
  });

  it("shows the interval without predictions if this interval alone would not decide the pair", () => {
    const [pair] = estimate().pairs;
    const said = (interval: readonly [number, number] | null) => {
      const human = { estimate: -0.1, interval };
      return concludeFrom({ engines, labels: clear, estimate: estimate({ pairs: [{ ...pair, human }] as never }) });
    };
    expect(said([-0.3, 0.1]).sure).toMatch(
      /Without predictions for unrated results, the interval would be -0\.100 to 0\.300\.$/,
    );
    expect(said([-0.3, -0.1]).sure).not.toContain("Without predictions");
    expect(said(null).sure).not.toContain("Without predictions");
  });

  it("says why differences use another measure than the order", () => {
    const found = concludeFrom({ engines, labels: clear, estimate: estimate({ differencesBy: "DCG@10" }) });
    expect(found.reasons[0]).toBe(
      "Differences are in DCG@10. nDCG@10 can only be predicted, because not all results are rated.",
    );
    const [pair] = estimate().pairs;
    const open = { ...pair, simultaneous: [-0.2, 0.1], decided: false };
    const pairs = [open] as unknown as EstimateReport["pairs"];
    const turned = concludeFrom({ engines, labels: clear, estimate: estimate({ differencesBy: "DCG@10", pairs }) });
    expect(turned.verdict).toMatch(/ do not show which is better for these queries, poor or good\.$/);
  });

  it("suggests drawing pairs as the next step if all queries are rated", () => {
    const [pair] = estimate().pairs;
    const pairs = [{ ...pair, simultaneous: [-0.2, 0.1], decided: false }] as unknown as EstimateReport["pairs"];
    const overQueries = turned as NonNullable<typeof turned>;
    const all = estimate({ ratedQueries: 25, sample: null, pairs, overQueries });
    expect(concludeFrom({ engines, labels: clear, ratings: rated("gold.qrels"), estimate: all }).next?.command).toBe(
      "semqrel pool labels --by spread --minutes 30 -o pool.jsonl",
    );
  });

  it("decides for other queries if all queries of the run are rated", () => {
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
    expect(open.sure).toContain(
      "For other queries that may be chance. More ratings of these queries cannot decide it, so add queries.",
    );
  });

  it("leaves a pair open if ratings contradict predictions, and says if two measures disagree", () => {
    const [pair] = estimate().pairs;
    // By predictions `poor` is ahead by .05 to .15, by ratings alone `good` by .1 to .3.
    const human = { estimate: 0.2, interval: [0.1, 0.3] };
    const pairs = [{ ...pair, human, decided: false }] as unknown as EstimateReport["pairs"];
    const contradicted = concludeFrom({ engines, labels: clear, estimate: estimate({ pairs }) });
    expect(contradicted.state).toBe("open");
    expect(contradicted.sure).toContain("The ratings alone show the opposite (-0.300 to -0.100)");
    const unlike = estimate({ measure: "nDCG@10", differencesBy: "DCG@10", order: ["good", "poor"] });
    const disagreeing = concludeFrom({ engines, labels: clear, estimate: unlike });
    // The verdict follows the measure of the differences, and a reason says that the other measure disagrees.
    expect(disagreeing).toMatchObject({ state: "decided", order: ["poor", "good"] });
    expect(disagreeing.reasons[0]).toMatch(/ Predictions of nDCG@10 do not put poor first\.$/);
  });

  it("says that an engine leads only because it answers more queries", () => {
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
    expect(found.verdict).toBe("The labels point to good, because it answers more queries.");
    expect(found.reasons[0]).toMatch(
      /^good has results for 12 of 12 queries, poor for 6\. A query without results counts as 0\. On the 6 queries for which both have results, poor leads good by 0\.050 /,
    );
    // A verdict from ratings shows these counts too.
    const people = concludeFrom({
      engines,
      labels,
      answered: answeredQueries("nDCG@10", measured, 1),
      estimate: estimate(),
    });
    expect(people.reasons.join(" ")).toContain("poor has results for 6 of 12 queries, good for 12.");
  });

  it("draws no conclusion from ratings of fewer than ten queries, and does not use the labels instead", () => {
    const few = comparison({ good: level(0.25, 0, 9), poor: level(0.5, 0, 9) });
    const found = concludeFrom({ engines, labels: clear, estimate: estimate({ ratedQueries: 9 }) });
    expect(found).toMatchObject({ by: "estimate", state: "too few queries" });
    expect(found.verdict).toBe("Only 9 queries have ratings, too few for a verdict; at least ten are needed.");
    const byLabels = concludeFrom({ engines, labels: few });
    expect(byLabels.state).toBe("too few queries");
    expect(byLabels.next?.text).toMatch(/^Add queries: a verdict needs 10\. /);
  });

  it("uses a gold set with enough rated queries if the estimate has too few", () => {
    const documents = { estimate: estimate({ ratedQueries: 9 }), gold: { engines: {}, comparison: turned } } as object;
    expect(concludeFrom({ engines, labels: clear, ...documents })).toMatchObject({ by: "gold", state: "decided" });
  });

  it("uses an estimate that is being printed, and does not suggest estimate as the next step", () => {
    const few = estimate({ ratedQueries: 9 });
    const open = comparison({ good: level(0.5, 0.1), poor: level(0.49, -0.1) }, "nDCG@10");
    const documents = { estimate: few, gold: { engines: {}, comparison: open } } as object;
    const given = { engines, labels: clear, ratings: rated("gold.qrels"), ...documents };
    const more = "semqrel pool --next labels --gold gold.qrels -o next.jsonl";
    expect(concludeFrom(given)).toMatchObject({ by: "gold", next: { command: more } });
    expect(concludeFrom({ ...given, isEstimating: true })).toMatchObject({ by: "estimate", next: { command: more } });
    // An estimate without a conclusion is not stored.
    const empty = concludeFrom({ ...given, estimate: null, gold: null, isEstimating: true });
    expect(empty.next?.command).toBe("semqrel pool labels --by spread --minutes 30 -o pool.jsonl");
  });

  it("ignores engines that are not in the folder, such as a pooled reference", () => {
    const pooled = comparison({ library: level(0.9), good: level(0.25), poor: level(0.5) }, "nDCG@10");
    const found = concludeFrom({
      engines,
      labels: clear,
      ...({ gold: { engines: {}, comparison: pooled } } as object),
    });
    expect(found.order).toEqual(["poor", "good"]);
    expect(found.leads).toHaveLength(1);
    const other = comparison({ library: level(0.9), archive: level(0.25) }, "nDCG@10");
    expect(
      concludeFrom({ engines, labels: clear, ...({ gold: { engines: {}, comparison: other } } as object) }).by,
    ).toBe("labels");
  });

  it("suggests running estimate again if stored results are outdated, and does not say that no results are rated", () => {
    const found = concludeFrom({ engines, labels: clear, ratings: rated("gold.qrels"), hasStale: true });
    expect(found.next?.command).toBe("semqrel estimate labels --gold gold.qrels");
    expect(found.reasons.join(" ")).not.toContain("No results are rated");
    expect(found.sure).toContain("The ratings are not used yet");
  });

  it("says whether the interval is about other queries or unrated results", () => {
    const said = (target: "these" | "future") =>
      concludeFrom({ engines, labels: clear, estimate: estimate({ target }) });
    expect(said("these").chance).toBe("if every result were rated");
    expect(said("these").sure).toMatch(/ More ratings are unlikely to change this\.$/);
    expect(said("future").chance).toBe("over queries");
    expect(said("future").sure).toMatch(/ Other queries are unlikely to change this\.$/);
  });

  it("suggests a single next step with its command", () => {
    expect(concludeFrom({ engines, labels: clear }).next?.command).toBe(
      "semqrel pool labels --by spread --minutes 30 -o pool.jsonl",
    );
    const documents = {
      gold: { engines: {}, comparison: comparison({ good: level(0.5, 0.1), poor: level(0.49, -0.1) }) },
    } as object;
    const open = { engines, labels: clear, ratings: rated("my gold.qrels"), ...documents };
    expect(concludeFrom(open).next?.command).toBe("semqrel estimate labels --gold 'my gold.qrels'");
    const few = estimate({ ratedQueries: 9 });
    expect(concludeFrom({ engines, labels: clear, ratings: rated("gold.qrels"), estimate: few }).next?.command).toBe(
      "semqrel pool --next labels --gold gold.qrels -o next.jsonl",
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

  it("names engines that may be as good as the best engine", () => {
    const values = { poor: level(0.1), best: level(0.5, 0.1), rival: level(0.49, -0.1), worst: level(0) };
    const found = concludeFrom({ engines: Object.keys(values), labels: comparison(values) });
    expect(found.state).toBe("hint");
    expect(found.verdict).toBe("The labels point to best. rival may be as good.");
    expect(found.sure).toMatch(/^best leads rival by 0\.010 .* may be chance\.$/);
    const people = { gold: { engines: {}, comparison: comparison(values, "nDCG@10") } } as object;
    const rated = concludeFrom({ engines: Object.keys(values), labels: null, ...people });
    expect(rated.state).toBe("partly decided");
    expect(rated.verdict).toBe(
      "People's ratings of 12 queries show that best is better than poor and worst. rival may be as good.",
    );
  });

  it("starts with a warning if the results of an engine look wrong", () => {
    const said = (given: object) => concludeFrom({ engines, labels: clear, doubted: ["poor"], ...given }).sure;
    expect(said({})).toMatch(/^The results of poor look wrong\. Read the warnings and fix that first\. good leads/);
    expect(said({ doubted: [] })).toMatch(/^good leads poor/);
    expect(said({ estimate: estimate() })).not.toContain("wrong");
  });

  it("orders the best two engines by their own difference, even if sums of differences contradict it", () => {
    const pair = (a: string, b: string, difference: number) => ({
      ...{ a, b, difference, interval: [-1, 1], simultaneous: [-1, 1], rho: null },
      human: { estimate: difference, interval: [-1, 1] },
    });
    const pairs = [pair("good", "poor", -0.003), pair("good", "worst", 0.6), pair("poor", "worst", 0.2)];
    const all = ["good", "poor", "worst"];
    const found = concludeFrom({ engines: all, labels: null, estimate: estimate({ order: all, pairs } as never) });
    expect(found.order).toEqual(["poor", "good", "worst"]);
    expect(found.sure).toMatch(/^poor leads good by 0\.003 /);
  });

  it("makes no comparison for one engine, without common queries, or without measures", () => {
    const N = Number.NaN;
    expect(concludeFrom({ engines: ["a"], labels: comparison({ a: [0.5] }) }).verdict).toMatch(/^Only one engine/);
    const apart = comparison({ a: [0.75, N], b: [N, 0.5] });
    expect(concludeFrom({ engines: ["a", "b"], labels: apart }).verdict).toBe(
      "a and b cannot be compared, because they have no measured query in common.",
    );
    expect(concludeFrom({ engines: ["a", "b"], labels: null }).by).toBe("nothing");
  });
});

describe("concludeFrom with unrated results", () => {
  const people = turned as NonNullable<typeof turned>;
  const bounds = (count: number, lower: number, upper: number) => ({ count, lower, upper });
  const byValidation = (poor: ReturnType<typeof bounds>, good: ReturnType<typeof bounds>) =>
    concludeFrom({
      ...{ engines, labels: clear },
      validation: { people, holes: { poor, good } } as unknown as NonNullable<Evidence["validation"]>,
    });

  it.each([
    { what: "no result of the other engine is rated", poor: bounds(0, 0.5, 0.5), good: bounds(120, 0, 0.99) },
    { what: "half of the other engine's results are rated", poor: bounds(2, 0.45, 0.55), good: bounds(60, 0.2, 0.8) },
    { what: "unrated results of the winner may make it worse", poor: bounds(60, 0.2, 0.8), good: bounds(0, 0.3, 0.3) },
  ])("does not call an engine better by validation if unrated results could reverse this: $what", ({ poor, good }) => {
    const found = byValidation(poor, good);
    expect(found).toMatchObject({ by: "validation", state: "open" });
    expect(found.verdict).toContain("do not show which is better");
    expect(found.sure).toContain("and could reverse this");
    expect(found.next?.command).toBe("semqrel pool labels --depth 10 -o pool.jsonl");
  });

  it("says how many unrated results of each engine to rate first", () => {
    const { next, sure } = byValidation(bounds(2, 0.45, 0.55), bounds(60, 0.2, 0.8));
    expect(sure).toContain("Of the first results, 60 of good and 2 of poor are not rated");
    expect(next?.text).toContain("First rate 60 unrated results of good and 2 unrated results of poor.");
  });

  it.each([
    { what: "bounds do not overlap", poor: bounds(3, 0.45, 0.55), good: bounds(3, 0.2, 0.4) },
    { what: "all results are rated", poor: bounds(0, 0.5, 0.5), good: bounds(0, 0.5, 0.5) },
  ])("calls an engine better by validation if $what", ({ poor, good }) => {
    expect(byValidation(poor, good)).toMatchObject({ by: "validation", state: "decided" });
  });

  it("does not call an engine better by a gold set, or an estimate without a pool, if results are unrated", () => {
    const engine = (count: number, lower: number, upper: number) => ({ holes: { count }, "nDCG@10": { lower, upper } });
    const measured = { poor: engine(0, 0.5, 0.5), good: engine(120, 0, 0.99) };
    const gold = { engines: measured, comparison: people, ratings: 50 } as unknown as GoldDocument;
    expect(concludeFrom({ engines, labels: clear, gold })).toMatchObject({ by: "gold", state: "open" });
    const asked = { engines, labels: clear, gold, estimate: estimate({ sample: null }) };
    expect(concludeFrom(asked)).toMatchObject({ by: "estimate", state: "open" });
  });
});

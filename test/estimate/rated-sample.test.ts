/** Are draws with correct probabilities read from pools and judgments? */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { PooledPair, Query, StoredLabels } from "../../src/core/types.ts";
import { type RatedSample, ratedSample, readingsOf } from "../../src/estimate/rated-sample.ts";
import { readGoldGrades } from "../../src/gold/gold-grades.ts";
import { samplePool } from "../../src/gold/pools/draw-by-spread.ts";
import { poolText } from "../../src/gold/pools/pool-format.ts";
import type { JudgedDraw } from "../../src/io/judgments/chosen-judgments.ts";
import { seededRandom } from "../../src/maths/random.ts";
import { makeLists, type Row } from "../support/make-lists.ts";
import { makePair } from "../support/make-rating-set.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const QUERIES = 10;

/** Ten queries with three results each. From `q7` on, queries have no id in the labels. */
const rows = Array.from({ length: 3 * QUERIES }, (_, row): Row => {
  const [query, rank] = [Math.floor(row / 3), row % 3];
  return [query, rank, `Title ${query} ${rank}`, `q${query}d${rank}`];
});
const queries = Array.from({ length: QUERIES }, (_, query): Query => {
  const text = `text of q${query}`;
  return { id: query < 7 ? `q${query}` : null, text, name: text };
});
const lists = makeLists("one", rows, QUERIES);
const numbers = new Float64Array(rows.length);
const stored: StoredLabels = {
  ...{ source: "labels", queries, queryKeys: queries.map(({ id }, query) => id ?? `hash${query}`) },
  engines: [
    {
      ...{ lists, labels: numbers, kinds: new Uint8Array(rows.length), similarities: numbers, margins: numbers },
      referenceRanks: new Int32Array(rows.length),
    },
  ],
  ...{ reference: null, model: null },
};
const everything = Int32Array.from(queries.keys());

const whole: readonly PooledPair[] = rows.map(([query, rank, title, id = ""]) => ({
  ...makePair(0),
  ...{ query: `text of q${query}`, queryId: query < 7 ? `q${query}` : null, id, title },
  engines: [{ name: "one", rank, also: [], of: 3 }],
}));
const ofQueries = (...wanted: readonly number[]) =>
  whole.filter(({ query }) => wanted.includes(Number(query.replace("text of q", ""))));
const drawn = (pairs: readonly PooledPair[], chance: number) =>
  pairs.map((pair) => ({ ...pair, probability: chance, queryProbability: chance }));

interface Given {
  readonly pools: readonly (readonly PooledPair[])[];
  /** Pairs that people rated. @default those of all pools */
  readonly rated?: readonly PooledPair[];
  readonly grade?: number;
  readonly studied?: Int32Array;
  /** What gold recorded about the draw. @default nothing */
  readonly draw?: Partial<JudgedDraw>;
}

async function sampleOf({ pools, rated = pools.flat(), grade = 1, studied = everything, draw }: Given) {
  const gold = ["query,id,label", ...rated.map(({ query, id }) => `${query},${id},${grade}`)].join("\n");
  const texts = Object.fromEntries(pools.map((pairs, place) => [`pool${place}.jsonl`, [...poolText(pairs)].join("")]));
  const folder = temporaryFolder({ "gold.csv": `${gold}\n`, ...texts });
  const grades = await readGoldGrades(join(folder, "gold.csv"), stored);
  const paths = pools.map((_, place) => join(folder, `pool${place}.jsonl`));
  const judged = draw && { path: "gold.csv", draw: { singled: null, pool: null, ...draw } as JudgedDraw };
  return ratedSample(paths, { stored, gold: grades, queries: studied, ...(judged && { judged }) });
}

const shown = ({ draws }: Awaited<ReturnType<typeof sampleOf>>) =>
  draws.map((draw) => [[...draw.queries], [...draw.probabilities].map((chance) => expect.closeTo(chance, 12))]);

describe("ratedSample", () => {
  it("finds the drawn queries by id and by text, with their probabilities", async () => {
    const found = await sampleOf({ pools: [drawn(ofQueries(1, 4, 8, 9), 0.4)] });
    expect(shown(found)).toEqual([
      [
        [1, 4, 8, 9],
        [0.4, 0.4, 0.4, 0.4],
      ],
    ]);
    expect(found.pools[0]).toMatchObject({
      drawn: 4,
      complete: 4,
      unjudgedPairs: 0,
      unknown: 0,
      repeated: 0,
      drawnFrom: null,
    });
    expect(found).toMatchObject({ pickedByHand: 0, pairs: [], files: [{ format: "pool", rows: 12 }] });
  });

  it("refuses pools that lack results drawn for the judgments, and names the pool of these results", async () => {
    const [first, second] = [drawn(ofQueries(1), 0.4), drawn(ofQueries(1, 2), 0.4)];
    const refused = (draw: Partial<JudgedDraw>) =>
      expect(sampleOf({ pools: [first], rated: second, draw: { drawn: second, ...draw } })).rejects;
    await refused({ pool: "all.jsonl", singled: "together" }).toMatchObject({
      code: "INVALID_OPTION",
      message: expect.stringMatching(
        /^Reading \S+pool0\.jsonl: 3 of the 6 results that were drawn for gold\.csv are not in this pool, .* Give the pools they were drawn into: --pool all\.jsonl\.$/,
      ),
    });
    // If whole queries were drawn, all pools are needed.
    await refused({ pool: "more.jsonl" }).toThrow(/--pool \S+pool0\.jsonl more\.jsonl\.$/);
    await refused({}).toThrow(/Give all pools that people rated\.$/);
    expect((await sampleOf({ pools: [first, second], draw: { drawn: second } })).ratings).toBe(6);
  });

  it("returns draws in the order of pools, with unequal probabilities of a later pool", async () => {
    const later = [...drawn(ofQueries(2), 0.25), ...drawn(ofQueries(5), 0.75)];
    const found = await sampleOf({ pools: [drawn(ofQueries(0, 1), 0.2), later] });
    expect(shown(found)).toEqual([
      [
        [0, 1],
        [0.2, 0.2],
      ],
      [
        [2, 5],
        [0.25, 0.75],
      ],
    ]);
  });

  it("returns the draws of a pool that contains earlier pools, as from the separate pools", async () => {
    const first = drawn(ofQueries(0, 1), 0.2);
    const second = [...drawn(ofQueries(2), 0.25), ...drawn(ofQueries(5), 0.75)].map((pair) => ({ ...pair, draw: 2 }));
    const third = drawn(ofQueries(6), 1 / 6).map((pair) => ({ ...pair, draw: 3 }));
    const all = [...first, ...second, ...third];
    const found = await sampleOf({ pools: [all] });
    expect(shown(found)).toEqual([
      [
        [0, 1],
        [0.2, 0.2],
      ],
      [
        [2, 5],
        [0.25, 0.75],
      ],
      [[6], [1 / 6]],
    ]);
    expect(found.pools).toMatchObject([{ drawn: 5, complete: 5, unjudgedPairs: 0, repeated: 0 }]);
    expect(found.files).toHaveLength(1);
    const given = await sampleOf({ pools: [first, [...first, ...second], all] });
    expect(given.draws).toEqual(found.draws);
    expect(given.pools.map(({ drawn, repeated }) => [drawn, repeated])).toEqual([
      [2, 0],
      [2, 2],
      [1, 4],
    ]);
  });

  it("multiplies probabilities by complete / drawn if some drawn queries are not completely rated", async () => {
    const pool = drawn(ofQueries(1, 4, 8, 9), 0.4);
    const found = await sampleOf({
      pools: [pool],
      rated: pool.filter(({ id }) => id !== "q4d2" && !id.startsWith("q9")),
    });
    expect(shown(found)).toEqual([
      [
        [1, 8],
        [0.2, 0.2],
      ],
    ]);
    // One pair of q4 and three pairs of q9 are not rated. q4 does not count as picked by hand.
    expect(found.pools[0]).toMatchObject({ drawn: 4, complete: 2, unjudgedPairs: 4 });
    expect(found.pickedByHand).toBe(0);
  });

  it("treats a negative grade as missing", async () => {
    const found = await sampleOf({ pools: [drawn(ofQueries(1, 4), 0.2)], grade: -1 });
    expect(found.draws).toEqual([]);
    expect(found.pools[0]).toMatchObject({ complete: 0, unjudgedPairs: 6 });
  });

  it("leaves out rated queries that no pool drew, and counts them", async () => {
    const pool = drawn(ofQueries(1, 4), 0.2);
    const found = await sampleOf({ pools: [pool], rated: [...pool, ...ofQueries(0, 3, 8)] });
    expect(shown(found)).toEqual([
      [
        [1, 4],
        [0.2, 0.2],
      ],
    ]);
    expect(found.pickedByHand).toBe(3);
  });

  it("uses only the first draw of a query", async () => {
    const found = await sampleOf({ pools: [drawn(ofQueries(1, 4), 0.2), drawn(ofQueries(4, 5), 0.2)] });
    expect(shown(found)).toEqual([
      [
        [1, 4],
        [0.2, 0.2],
      ],
      [[5], [0.2]],
    ]);
    expect(found.pools.map(({ repeated, drawnFrom }) => ({ repeated, drawnFrom }))).toEqual([
      { repeated: 0, drawnFrom: null },
      { repeated: 1, drawnFrom: null },
    ]);
    // The same pool twice is one draw.
    const same = drawn(ofQueries(1, 4), 0.2);
    const twice = await sampleOf({ pools: [same, same], rated: same });
    expect(twice.draws).toHaveLength(1);
    expect(twice.pools[1]).toMatchObject({ drawn: 0, repeated: 2 });
  });

  it("counts drawn queries that are not in the labels, and leaves them out", async () => {
    const foreign = ofQueries(3).map((pair) => ({ ...pair, query: "something else", queryId: "x1" }));
    const pool = drawn([...ofQueries(1, 4), ...foreign], 0.2);
    const found = await sampleOf({ pools: [pool], rated: ofQueries(1, 4) });
    expect(shown(found)).toEqual([
      [
        [1, 4],
        [0.2, 0.2],
      ],
    ]);
    expect(found.pools[0]).toMatchObject({ drawn: 2, complete: 2, unknown: 1 });
    // A query that no engine answers is not in the study.
    const studied = Int32Array.of(0, 4, 6);
    expect(shown(await sampleOf({ pools: [drawn(ofQueries(1, 4), 0.2)], studied }))).toEqual([[[1], [0.2]]]);
  });

  it("corrects probabilities if the pool was drawn from fewer than all queries", async () => {
    const found = await sampleOf({ pools: [ofQueries(1, 4)] });
    expect(shown(found)).toEqual([
      [
        [1, 4],
        [0.2, 0.2],
      ],
    ]);
    expect(found.pools[0]?.drawnFrom).toBe(2);
    // Two of four, while the labels have ten.
    const half = await sampleOf({ pools: [drawn(ofQueries(1, 4), 0.5)] });
    expect(shown(half)).toEqual([
      [
        [1, 4],
        [0.2, 0.2],
      ],
    ]);
    expect(half.pools[0]?.drawnFrom).toBe(4);
    // All ten, of which seven are finished.
    const all = await sampleOf({ pools: [whole], rated: ofQueries(0, 1, 2, 3, 4, 5, 6) });
    expect(shown(all)).toEqual([[[0, 1, 2, 3, 4, 5, 6], Array.from({ length: 7 }, () => 0.7)]]);
    expect(all.pools[0]?.drawnFrom).toBeNull();
  });

  it("finds a merged document in the judgments by the id of a document that was merged into it", async () => {
    const [first, ...others] = ofQueries(1);
    if (first === undefined) throw new RangeError("a pair is there");
    const merging = [
      { ...first, id: "other", title: "Other", merged: [{ id: first.id, title: first.title, similarity: 0.98 }] },
      ...others,
    ];
    const pool = drawn(merging, 0.1);
    expect(shown(await sampleOf({ pools: [pool], rated: ofQueries(1) }))).toEqual([[[1], [0.1]]]);
  });

  describe("for pairs", () => {
    const options = { queries: 4, perQuery: 2, by: "rank" as const };
    const pool = samplePool(whole, options, seededRandom(5));

    it("ratedSample returns each pair's own probability within its query", async () => {
      const { pairs: samples } = await sampleOf({ pools: [pool] });
      const [pairs] = samples;
      expect([...(pairs?.probabilities ?? [])]).toEqual(Array.from({ length: 4 }, () => expect.closeTo(0.4, 12)));
      // Sizes 1, 1/2 and 1/3 for two pairs: the first pair is certain, so the others share one draw: 3/5 and 2/5.
      const chances = new Map([
        [0, 1],
        [1, 0.6],
        [2, 0.4],
      ]);
      for (const [place, query] of (pairs?.queries ?? []).entries()) {
        const own = pool.filter(({ id }) => id.startsWith(`q${query}d`));
        expect(pairs?.pairs[place]?.map(({ documents, probability }) => ({ documents, probability }))).toEqual(
          own.map(({ id }) => ({
            documents: [id],
            probability: expect.closeTo(chances.get(Number(id.slice(-1))) ?? 0, 12),
          })),
        );
      }
      expect(pairs).toMatchObject({ depth: 3, engines: new Set(["one"]) });
    });

    it("ratedSample counts a query as complete only if all its drawn pairs are judged", async () => {
      const found = await sampleOf({ pools: [pool], rated: pool.slice(1) });
      expect(found.pairs[0]?.pairs).toHaveLength(3);
      expect([...(found.pairs[0]?.probabilities ?? [])]).toEqual(
        [0.3, 0.3, 0.3].map((chance) => expect.closeTo(chance, 12)),
      );
      expect(found.pools[0]).toMatchObject({ drawn: 4, complete: 3, unjudgedPairs: 1 });
    });

    it("ratedSample also returns whole queries of another draw, and counts each rated pair once", async () => {
      const found = await sampleOf({ pools: [drawn(ofQueries(1), 0.1), pool] });
      expect(shown(found)).toEqual([[[1], [0.1]]]);
      expect(found.pairs).toHaveLength(1);
      const names = new Set([...ofQueries(1), ...pool].map(({ id }) => id));
      expect(found.ratings).toBe(names.size);
      expect(found.pools.map(({ repeated }) => repeated)).toEqual([0, 0]);
    });
  });

  describe("refuses", () => {
    it("a pool of other queries, and names a query of the pool and one of the labels", async () => {
      const foreign = ofQueries(0, 1).map((pair) => ({
        ...pair,
        query: `other ${pair.query}`,
        queryId: `z${pair.queryId}`,
      }));
      await expect(sampleOf({ pools: [foreign], rated: ofQueries(1) })).rejects.toMatchObject({
        code: "NO_COMMON_QUERY",
        message: expect.stringMatching(/"zq0" "other text of q0".*"q0" "text of q0".*--queries/),
      });
    });

    it("a probability of 0, and names its line in the pool", async () => {
      await expect(sampleOf({ pools: [drawn(ofQueries(1), 0)], rated: ofQueries(1) })).rejects.toMatchObject({
        ...{ code: "INVALID_POOL", message: expect.stringMatching(/:1: .*[pP]robability is 0.*above 0/) },
      });
    });
  });

  describe("for pairs of all queries", () => {
    const inOrder = (pairs: readonly PooledPair[], chance: number) =>
      pairs.map((pair) => ({ ...pair, probability: chance, inOrder: { order: "abc", since: pairs.length } }));

    it("ratedSample returns every query, each with its drawn pairs", async () => {
      const pool = inOrder([...ofQueries(2).slice(0, 2), ...ofQueries(8).slice(2)], 0.3);
      const found = await sampleOf({ pools: [pool] });
      expect(found.pairs[0]).toMatchObject({ together: true, depth: 3 });
      expect([...(found.pairs[0]?.queries ?? [])]).toEqual([...everything]);
      expect([...(found.pairs[0]?.probabilities ?? [])]).toEqual(Array.from(everything, () => 1));
      expect(found.pairs[0]?.pairs.map((ofQuery) => ofQuery.map(({ probability }) => probability))).toEqual(
        Array.from(everything, (query) => (query === 2 ? [0.3, 0.3] : query === 8 ? [0.3] : [])),
      );
      // Queries without a drawn pair are not rated.
      expect(found.draws).toEqual([]);
      expect([...found.queries]).toEqual([2, 8]);
      expect(found.pools[0]).toMatchObject({
        drawn: 2,
        complete: 2,
        unjudgedPairs: 0,
        drawnFrom: null,
      });
    });

    it("ratedSample treats unrated pairs as missing at random, and lowers probabilities accordingly", async () => {
      const pool = inOrder([...ofQueries(2), ...ofQueries(5).slice(1)], 0.5);
      const found = await sampleOf({ pools: [pool], rated: pool.slice(0, 4) });
      expect(found.pairs[0]?.pairs.map((ofQuery) => ofQuery.length).filter(Boolean)).toEqual([3, 1]);
      expect(found.pairs[0]?.pairs[2]?.[0]?.probability).toBeCloseTo((0.5 * 4) / 5, 12);
      expect(found.pools[0]).toMatchObject({ complete: 2, unjudgedPairs: 1 });
    });

    it("ratedSample refuses a pool if its only rated results were also drawn by the other pools", async () => {
      const first = inOrder(ofQueries(1, 2), 0.5);
      const second = inOrder(ofQueries(2, 3), 0.5).map((pair) => ({ ...pair, inOrder: { order: "other", since: 6 } }));
      await expect(sampleOf({ pools: [first, second], rated: first })).rejects.toMatchObject({
        code: "INVALID_OPTION",
        message: expect.stringMatching(
          /the only rated results of \S+pool1\.jsonl are those that other pools also drew/,
        ),
      });
      const found = await sampleOf({ pools: [first, second], rated: [...first, ...second.slice(-1)] });
      expect(found.pools.map(({ unjudgedPairs }) => unjudgedPairs)).toEqual([0, 2]);
    });

    it("ratedSample refuses two draws with the same seed, because one contains the other", async () => {
      const pools = [inOrder(ofQueries(1), 0.5), inOrder(ofQueries(1, 2), 0.5)];
      await expect(sampleOf({ pools })).rejects.toMatchObject({
        code: "INVALID_OPTION",
        message: expect.stringMatching(
          /pool0\.jsonl and .*pool1\.jsonl were drawn with the same seed.*Give only the larger/,
        ),
      });
    });
  });
});

describe("readingsOf", () => {
  it("counts a query once for each round in which its pairs were drawn", () => {
    const since = (...rounds: readonly number[]) => rounds.map((round) => ({ pair: { inOrder: { since: round } } }));
    const pairs = [{ pairs: [since(5, 5, 9), since(9), []] }, { pairs: [since(4)] }];
    const draws = [{ queries: Int32Array.of(2, 3) }];
    expect(readingsOf({ draws, pairs } as unknown as RatedSample)).toBe(2 + 1 + 1 + 2);
  });
});

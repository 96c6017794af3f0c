import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { kendallTauB } from "../../src/maths/correlation/rank-correlation.ts";
import { seededRandom, shuffle } from "../../src/maths/random.ts";
import { parseMeasures } from "../../src/measure/measures/parse-measures.ts";
import {
  engineMeans,
  gradeValues,
  type JudgedLists,
  judgedLists,
  type ListsToJudge,
  labelValues,
} from "../../src/trust/engine-values.ts";
import { orderTrust, pairStability, randomOrders } from "../../src/trust/order-trust.ts";
import { simulateCollection } from "../support/make-judged-lists.ts";
import { makeLists, type Row } from "../support/make-lists.ts";
import { hasShared, sharedFolder } from "../support/shared.ts";

function valuesOf(lists: JudgedLists) {
  const [measure] = parseMeasures(["nDCG@10"]);
  if (measure === undefined) throw new Error("nDCG is gone");
  return gradeValues(lists, measure);
}

const noisy = (grades: Float64Array, random: () => number) => grades.map((grade) => grade + 3 * random());
const six = simulateCollection({ seed: 7, engines: 6, queries: 20, titles: 30, depth: 10, label: noisy });
const four = simulateCollection({ seed: 7, engines: 4, queries: 20, titles: 30, depth: 10, label: noisy });
const options = { cutoff: 5, seed: 3, draws: 100 };

describe("orderTrust", () => {
  it("combines engine means, τ-b, its interval and the random orders", () => {
    const grades = valuesOf(six);
    const found = orderTrust(six, grades, options);
    const labelMeans = engineMeans(labelValues(six, 5));
    const trueMeans = engineMeans(grades);
    const nulls = randomOrders(six, trueMeans, options);
    expect(found).toMatchObject({ engines: 6, queries: 20, pairs: null });
    expect(found.means.map(({ engine }) => engine)).toEqual(six.engines);
    expect(found.means.map(({ labels }) => labels)).toEqual([...labelMeans]);
    expect(found.means.map(({ grades: mean }) => mean)).toEqual([...trueMeans]);
    expect(found.tauB).toMatchObject({ observed: nulls.observed, nullTitle: nulls.title, nullList: nulls.list });
    expect(found.tauB?.observed).toBe(kendallTauB(labelMeans, trueMeans)?.tau);
    const [low = 0, high = 0] = found.tauB?.interval ?? [];
    expect(low).toBeLessThan(high);
  });

  it("finds perfect agreement if labels are equal to grades", () => {
    const same = simulateCollection({
      seed: 7,
      engines: 6,
      queries: 40,
      titles: 30,
      depth: 10,
      label: (grades) => grades,
    });
    const found = orderTrust(same, valuesOf(same), { ...options, cutoff: 10 });
    const one = expect.closeTo(1, 12);
    expect(found).toMatchObject({ tauAp: one, spearman: one, upperHalfTauB: one });
    expect(found.tauB).toMatchObject({ observed: one, interval: [one, one], nullTitle: { isExceeded: true } });
    for (const { labels, grades } of found.means) expect(labels).toBeCloseTo(grades, 12);
  });

  it("changes the sign of τ-b and Spearman's ρ if the truth is reversed", () => {
    const opposite = valuesOf(six).map((ofEngine) => ofEngine.map((value) => -value));
    const found = orderTrust(six, valuesOf(six), options);
    const turned = orderTrust(six, opposite, options);
    expect(turned.tauB?.observed).toBeCloseTo(-Number(found.tauB?.observed), 12);
    expect(turned.spearman).toBeCloseTo(-Number(found.spearman), 12);
  });

  describe("edge cases", () => {
    it("orderTrust compares pairs of engines if there are fewer than five engines", () => {
      const found = orderTrust(four, valuesOf(four), options);
      expect(found).toMatchObject({ engines: 4, tauB: null, tauAp: null, spearman: null, upperHalfTauB: null });
      expect(found.means.length).toBe(4);
      expect(found.pairs).toEqual(pairStability(four.engines, labelValues(four, 5), valuesOf(four), 3));
      expect(found.pairs?.length).toBe(6);
    });

    it("orderTrust returns no means and no τ without queries", () => {
      const nothing = { queries: 0, means: [], tauB: null, tauAp: null, spearman: null, upperHalfTauB: null };
      const without = (lists: JudgedLists) => ({ ...lists, queries: [] });
      expect(orderTrust(without(six), valuesOf(without(six)), options)).toEqual({
        engines: 6,
        ...nothing,
        pairs: null,
      });
      expect(orderTrust(without(four), valuesOf(without(four)), options)).toEqual({
        engines: 4,
        ...nothing,
        pairs: [],
      });
    });

    it("orderTrust returns no τ if all engines tie by labels, but counts the random orders", () => {
      const queries = six.queries.map((query) => ({
        ...query,
        labels: query.labels.map((labels) => labels.map(() => 1)),
      }));
      const found = orderTrust({ ...six, queries }, valuesOf(six), options);
      expect(found.tauB).toMatchObject({ observed: null, interval: null, nullTitle: { p: null, leftOut: 100 } });
      expect(found).toMatchObject({ tauAp: null, spearman: null });
    });
  });

  it("rejects 0 draws", () => {
    expect(() => orderTrust(six, valuesOf(six), { ...options, draws: 0 })).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });
});

describe.skipIf(!hasShared)("orderTrust on Cranfield", () => {
  /** Labels only equal titles, by 5 / log2(rank + 2) of the reference's rank; the reference's labels are the ideal. */
  function judgeBy(reference: string, lists: ListsToJudge) {
    const own = lists.engines.find((engine) => engine.lists.engine === reference)?.lists;
    if (own === undefined) throw new Error(`no engine ${reference}`);
    const log = (rank: number) => 5 / Math.log2(rank + 2);
    const labels = Array.from({ length: lists.queries }, () => new Map<string, number>());
    own.titles.forEach((title, row) => {
      const ofQuery = labels[own.queryOfRow[row] ?? 0];
      const rank = own.ranks[row] ?? 0;
      if ((ofQuery?.get(title.toLowerCase()) ?? 0) < log(rank)) ofQuery?.set(title.toLowerCase(), log(rank));
    });
    const others = lists.engines.filter((engine) => engine.lists !== own);
    return judgedLists(
      { ...lists, engines: others },
      {
        labelOf: (engine, row) => {
          const candidate = others[engine]?.lists;
          return (
            labels[candidate?.queryOfRow[row] ?? 0]?.get(candidate?.titles[row]?.toLowerCase() ?? "") ?? Number.NaN
          );
        },
        idealOf: (query) => Float64Array.from(labels[query]?.values() ?? []),
      },
    );
  }

  function readCranfield(): ListsToJudge {
    const folder = `${sharedFolder}data/cranfield/`;
    const lines = (name: string) => readFileSync(`${folder}${name}`, "utf8").trim().split("\n");
    const queries = lines("queries.tsv").map((line) => line.split("\t"));
    const numberOf = new Map(queries.map(([, text], query) => [text ?? "", query]));
    const grades = queries.map(() => new Map<string, number>());
    const numberOfId = new Map(queries.map(([id], query) => [id ?? "", query]));
    for (const line of lines("qrels.txt")) {
      const [id = "", , document = "", grade] = line.split(/\s+/);
      grades[numberOfId.get(id) ?? -1]?.set(document, Number(grade));
    }
    // Leaves out engines that were degraded on purpose, and those that search with the model itself.
    const paths = readdirSync(`${folder}engines`).filter((name) => !/^deg_|dense|hybrid|rerank/.test(name));
    const engines = paths.map((name) => {
      const cells = parse(readFileSync(`${folder}engines/${name}`, "utf8"), { from: 2 }) as string[][];
      const rows = cells.map(
        ([query = "", rank, title = "", id = ""]): Row => [numberOf.get(query) ?? -1, Number(rank), title, id],
      );
      return {
        lists: makeLists(basename(name, ".csv"), rows, queries.length),
        documentKeys: rows.map((row) => row[3] ?? ""),
      };
    });
    return { queries: queries.length, engines, grades: grades.map((ofQuery) => (ofQuery.size === 0 ? null : ofQuery)) };
  }

  // The body of a skipped describe still runs, so only tests may read files.
  let read: ListsToJudge | null = null;
  const cranfield = () => {
    read ??= readCranfield();
    return read;
  };

  // Reference values for good references and cutoff 10: mean τ .57, lowest .23; for another policy, a null by title
  // from -.34 to .54. Here three good references.
  it("finds the agreement that was measured before for labels from equal titles", () => {
    const found = ["bm25_titletext_k.9_b.4", "real_lucene_english_bm25", "tfidf_cos_titletext"].map((reference) => {
      const lists = judgeBy(reference, cranfield());
      return orderTrust(lists, valuesOf(lists), { cutoff: 10, seed: 1, draws: 200 });
    });
    for (const { engines, queries, tauB } of found) {
      expect({ engines, queries }).toEqual({ engines: 20, queries: 225 });
      expect(tauB?.nullTitle.p).toBeLessThan(0.05);
      const [low = 0, high = 0] = tauB?.nullTitle.interval ?? [];
      expect(Math.abs(low + 0.34)).toBeLessThan(0.1);
      expect(Math.abs(high - 0.54)).toBeLessThan(0.1);
      // Most of the agreement is due to the titles in each list, so random orders within lists still have τ above 0.
      expect(tauB?.nullList.interval?.[0]).toBeGreaterThan(0.2);
    }
    // One reference has a τ below .54, the end of the null interval, so only the best reference is sure to exceed it.
    expect(found[2]?.tauB?.nullTitle).toMatchObject({ isExceeded: true, leftOut: 0 });
    const mean = found.reduce((sum, { tauB }) => sum + Number(tauB?.observed), 0) / found.length;
    expect(Math.abs(mean - 0.57)).toBeLessThan(0.08);
  });

  it("finds no more agreement than chance if the labels are shuffled among titles", () => {
    const lists = judgeBy("tfidf_cos_titletext", cranfield());
    const random = seededRandom(5);
    const queries = lists.queries.map((query) => {
      const byTitle = new Map(
        query.lists.flatMap((list, engine) =>
          [...list].map((title, rank) => [title, query.labels[engine]?.[rank] ?? 0] as const),
        ),
      );
      const dealt = shuffle([...byTitle.values()], random);
      return { ...query, labels: query.lists.map((list) => Float64Array.from(list, (title) => dealt[title] ?? 0)) };
    });
    const { tauB } = orderTrust({ ...lists, queries }, valuesOf(lists), { cutoff: 10, seed: 1, draws: 200 });
    expect(tauB?.nullTitle.isExceeded).toBe(false);
    expect(tauB?.nullTitle.p).toBeGreaterThan(0.05);
  });
});

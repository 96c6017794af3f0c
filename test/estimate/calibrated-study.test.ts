/** Are values by engine and query computed from stored labels and ratings, without a query's own ratings? */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { calibratedStudy, type StudyOptions } from "../../src/estimate/calibrated-study.ts";
import type { StudyFiles } from "../../src/estimate/study-settings.ts";
import { parseOrderingMeasure } from "../../src/measure/measures/parse-measures.ts";
import { hashEmbedder } from "../../src/model/embed/hash-embedder.ts";
import { makeLabelFolder, titleOf } from "../support/make-label-folder.ts";

let folder: string;
beforeAll(async () => {
  folder = await makeLabelFolder();
  write("g8.qrels", goldLines(ratedQueries));
});

const ratedQueries = [0, 2, 3, 5, 7, 9, 11, 13];

function goldLines(queries: readonly number[]): string[] {
  const lines = readFileSync(join(folder, "gold.qrels"), "utf8").trim().split("\n");
  return lines.filter((line) => queries.includes(Number(/^q(\d+) /.exec(line)?.[1])));
}

function write(name: string, lines: readonly string[]): string {
  writeFileSync(join(folder, name), `${lines.join("\n")}\n`);
  return join(folder, name);
}

function study(
  files: Partial<StudyFiles> = {},
  options: Partial<StudyOptions> = {},
  signal = new AbortController().signal,
) {
  const measure = parseOrderingMeasure("nDCG@10");
  const progress = { start: () => {}, update: () => {}, finish: () => {} };
  return calibratedStudy(
    { labels: join(folder, "labels"), gold: join(folder, "g8.qrels"), proxies: [], pools: [], ...files },
    { measure, target: "these", method: "ridge", depth: 10, unjudged: "nonrelevant", seed: 1, ...options },
    { embedder: hashEmbedder(), progress, signal },
  );
}

const meanOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
const known = (values: Float64Array | undefined) =>
  (values ?? new Float64Array(0)).filter((each) => !Number.isNaN(each));

describe("calibratedStudy", () => {
  it("returns people's measure for rated queries, and NaN for other queries", async () => {
    const { values, ratedQueries: rated, ratings, rows } = await study();
    // ir_measures 0.4.3: nDCG@10 of labels/runs/*.run with gold.qrels, the mean over the eight queries.
    const expected = [
      1, 0.9657021688394913, 0.8778766432362317, 0.7908754871074798, 0.7412244851823924, 0.642383351911034,
    ];
    expect(values.map(({ human }) => meanOf(known(human)))).toEqual(expected.map((mean) => expect.closeTo(mean, 12)));
    // 24 titles per query are rated; not all of them were returned.
    expect({ rated, ratings }).toEqual({ rated: 8, ratings: 8 * 24 });
    expect(rows.judged).toBeLessThan(8 * 24);
    for (const { human } of values) {
      expect([...human.keys()].filter((query) => !Number.isNaN(human[query]))).toEqual(ratedQueries);
    }
  });

  it("returns calibrated values from 0 to 1 for every query", async () => {
    const { values } = await study();
    for (const { proxy } of values) {
      expect(proxy).toHaveLength(14);
      expect(proxy.every((value) => value >= 0 && value <= 1)).toBe(true);
    }
  });

  it("never uses a query's ratings for its own calibrated value", async () => {
    const before = await study();
    // The grades of q0 are reversed.
    const turned = goldLines(ratedQueries).map((line) =>
      line.startsWith("q0 ") ? line.replace(/\d$/, (grade) => String(4 - Number(grade))) : line,
    );
    const after = await study({ gold: write("turned.qrels", turned) });
    for (const [engine, { proxy, human }] of before.values.entries()) {
      expect(after.values[engine]?.proxy[0]).toBeCloseTo(proxy[0] ?? Number.NaN, 12);
      if (engine > 0) expect(after.values[engine]?.human[0]).not.toBeCloseTo(human[0] ?? Number.NaN, 3);
    }
    expect(after.values[5]?.proxy).not.toEqual(before.values[5]?.proxy);
  });

  it("returns calibrated values equal to people's values if a proxy has the same labels as people", async () => {
    const { values } = await study({ proxies: [{ name: "people", path: join(folder, "gold.qrels") }] });
    for (const { human, proxy } of values) {
      for (const query of ratedQueries) expect(proxy[query]).toBeCloseTo(human[query] ?? Number.NaN, 2);
    }
  });

  it("returns the same values again for the same seed, and draws other folds for another seed", async () => {
    const many = { gold: join(folder, "gold.qrels") };
    const first = await study(many);
    expect((await study(many)).values).toEqual(first.values);
    expect((await study(many, { seed: 2 })).fit.foldOfQuery).not.toEqual(first.fit.foldOfQuery);
  });

  it("lists every file that it read, including proxies", async () => {
    const { files } = await study({ proxies: [{ name: "people", path: join(folder, "gold.qrels") }] });
    const names = files.map(({ path }) => path.replace(/.*\//, ""));
    expect(names).toEqual(["labels.csv", "reference.csv", "g8.qrels", "gold.qrels"]);
  });

  it("learns only from judged results if unjudged is leave-out", async () => {
    const relevant = write(
      "relevant.qrels",
      goldLines(ratedQueries).filter((line) => !line.endsWith(" 0")),
    );
    const { rows } = await study({ gold: relevant });
    expect(rows.unjudged).toBeGreaterThan(0);
    const without = await study({ gold: relevant }, { unjudged: "leave-out" });
    expect(without.rows).toMatchObject({ unjudged: 0, judged: rows.judged });
  });

  it("joins by title if the judgments have other ids, and counts these results", async () => {
    const rows = goldLines(ratedQueries).map((line) => {
      const [, query = "", title = "", grade = ""] = /^q(\d+) 0 d(\d+) (\d)/.exec(line) ?? [];
      return `question ${query},x${title},${titleOf(Number(query), Number(title)).toUpperCase()},${grade}`;
    });
    const byTitle = await study({ gold: write("titled.csv", ["query,id,title,label", ...rows]) });
    const byId = await study();
    expect(byTitle.values).toEqual(byId.values);
    // Ten results of six engines in eight queries, all judged.
    expect(byTitle.ratedByTitle).toBe(10 * 6 * 8);
    expect(byId.ratedByTitle).toBe(0);
  });

  it("does not treat a query with only negative grades as rated", async () => {
    const lines = goldLines(ratedQueries).map((line) => (line.startsWith("q13 ") ? line.replace(/\d$/, "-1") : line));
    const { ratedQueries: rated, ratings, values } = await study({ gold: write("some-negative.qrels", lines) });
    expect({ rated, ratings }).toEqual({ rated: 7, ratings: 7 * 24 });
    expect(values[0]?.human[13]).toBeNaN();
  });

  it("accepts fractional grades", async () => {
    const halves = goldLines(ratedQueries).map((line) => line.replace(/\d$/, (grade) => String(Number(grade) / 2)));
    const { values } = await study({ gold: write("halves.qrels", halves) });
    const whole = await study();
    const near = (numbers: Float64Array, digits: number) =>
      Array.from(numbers, (value) => (Number.isNaN(value) ? value : expect.closeTo(value, digits)));
    // nDCG with linear gains and ridge are both independent of the unit.
    expect(values.map(({ human }) => [...human])).toEqual(whole.values.map(({ human }) => near(human, 10)));
    expect(values.map(({ proxy }) => [...proxy])).toEqual(whole.values.map(({ proxy }) => near(proxy, 6)));
  });

  it("includes a query that only one engine answers, with 0 for the other engines", async () => {
    const more = `query_id,query,rank,id,title\nq0,question 0,0,d0,${titleOf(0, 0)}\nq9,question 9,0,d1,river stone\n`;
    const own = await makeLabelFolder({ engines: 2, queries: 4, further: { "more.csv": more } });
    const gold = join(own, "gold.qrels");
    const { values, queries, ratedQueries: rated } = await study({ labels: join(own, "labels"), gold });
    expect({ queries: queries.length, rated }).toEqual({ queries: 5, rated: 4 });
    expect(values[0]).toMatchObject({ human: { length: 5 }, proxy: { length: 5 } });
    const places = values.map(({ human, proxy }) => [human[4], proxy[4]]);
    expect(places.slice(0, 2)).toEqual([
      [Number.NaN, 0],
      [Number.NaN, 0],
    ]);
    // The third engine only answers q0 of the four rated queries, so the other three are 0 by people.
    expect([...(values[2]?.human ?? [])].slice(1)).toEqual([0, 0, 0, Number.NaN]);
  });

  it.each(["ridge", "logistic", "isotonic"] as const)("learns with the method %s", async (method) => {
    const { fit, values } = await study({}, { method });
    expect(fit.models.every((model) => model.method === method)).toBe(true);
    expect(meanOf(values[0]?.proxy ?? new Float64Array(0))).toBeGreaterThan(
      meanOf(values[5]?.proxy ?? new Float64Array(0)),
    );
  });

  it("returns warnings about contradicting judgments", async () => {
    const { warnings } = await study({ gold: write("twice.qrels", [...goldLines(ratedQueries), "q0 0 d0 1"]) });
    expect(warnings.map(({ kind }) => kind)).toEqual(["conflicting-judgments"]);
  });

  it("accepts labels.csv alone, without a reference", async () => {
    copyFileSync(join(folder, "labels/labels.csv"), join(folder, "alone.csv"));
    const gold = goldLines(ratedQueries).map((line) => line.replace(/^q(\d+) 0 d(\d+) (\d)$/, "question $1,d$2,$3"));
    const { stored, values } = await study({
      labels: join(folder, "alone.csv"),
      gold: write("texts.csv", ["query,id,label", ...gold]),
    });
    expect(stored.reference).toBeNull();
    expect(known(values[1]?.human)).toHaveLength(8);
  });

  describe("with pools", () => {
    /** A pool file: each query is drawn with the probability `chance`, and each of its pairs with `ofPair`. */
    function pool(name: string, queries: readonly number[], chance: number, ofPair = 1, titles = 24) {
      const pairs = queries.flatMap((query) =>
        Array.from({ length: titles }, (_, title) => ({
          ...{ query: `question ${query}`, queryId: `q${query}`, id: `d${title}`, title: titleOf(query, title) },
          engines: title < 6 ? [{ name: `e${title}`, rank: 0, of: 10 }] : [],
          ...{ probability: chance * ofPair, queryProbability: chance },
        })),
      );
      return write(
        name,
        pairs.map((pair) => JSON.stringify(pair)),
      );
    }

    it("calibratedStudy returns people's values only for drawn queries, but also learns from other rated queries", async () => {
      const plain = await study();
      const {
        values,
        sample,
        ratedQueries: rated,
        fit,
        files,
        ratings,
      } = await study({
        pools: [pool("some.jsonl", [2, 5, 9], 3 / 14)],
      });
      expect({ rated, ratings, pickedByHand: sample?.pickedByHand }).toEqual({
        rated: 3,
        ratings: 8 * 24,
        pickedByHand: 5,
      });
      expect(fit.labels).toEqual(plain.fit.labels);
      for (const [engine, { human }] of values.entries()) {
        expect([...human.keys()].filter((query) => !Number.isNaN(human[query]))).toEqual([2, 5, 9]);
        expect(human[5]).toBe(plain.values[engine]?.human[5]);
      }
      expect(sample?.draws).toEqual([
        { queries: Int32Array.of(2, 5, 9), probabilities: new Float64Array(3).fill(3 / 14) },
      ]);
      expect(files.map(({ format }) => format)).toContain("pool");
      expect(plain.sample).toBeNull();
    });

    it("calibratedStudy counts results without a grade down to the cutoff of the measure", async () => {
      const few = write(
        "top.qrels",
        goldLines(ratedQueries).filter((line) => / d[0-3] /.test(line)),
      );
      const { unratedResults } = await study({ gold: few, pools: [pool("top.jsonl", [2, 5], 2 / 14, 1, 4)] });
      // At most four of ten results are rated; six engines, two queries.
      expect(unratedResults).toBeGreaterThanOrEqual(6 * 6 * 2);
      expect((await study({ pools: [pool("all.jsonl", [2, 5], 2 / 14)] })).unratedResults).toBe(0);
    });

    it("calibratedStudy predicts gains if pairs were drawn, and learns only from results that were drawn", async () => {
      const measure = parseOrderingMeasure("P(rel=3)@10");
      const pools = [pool("pairs.jsonl", [0, 2, 3, 5], 4 / 14, 0.25, 6)];
      const gold = write(
        "pairs.qrels",
        goldLines([0, 2, 3, 5]).filter((line) => / d[0-5] /.test(line)),
      );
      const { rows, training, pairs, values, sample } = await study({ gold, pools }, { measure });
      expect(rows.unjudged).toBe(0);
      expect(new Set([...rows.rows].map((row) => training.targets[row]))).toEqual(new Set([0, 1]));
      expect(pairs?.samples[0]?.values).toHaveLength(6);
      expect(pairs?.samples[0]?.values[0]?.totals).toHaveLength(14);
      expect(sample?.pairs[0]?.pairs.flat().every(({ probability }) => Math.abs(probability - 0.25) < 1e-12)).toBe(
        true,
      );
      // The measure of a query is unknown, because not all of its pairs were drawn.
      expect(values.every(({ human }) => human.every(Number.isNaN))).toBe(true);
      // The best engine has the two relevant titles at ranks 0 and 1: a tenth each.
      expect(pairs?.samples[0]?.values[0]?.human[0]?.slice(0, 3)).toEqual(Float64Array.of(0.1, 0.1, 0));
    });

    it.each([
      {
        what: "a measure that is not a sum",
        more: { measure: parseOrderingMeasure("AP@10") },
        code: "INVALID_MEASURE",
        said: /depends on other results/,
      },
      {
        what: "a cutoff that is deeper than the pool",
        more: { measure: parseOrderingMeasure("DCG@10") },
        code: "INVALID_OPTION",
        said: /first 4 results.*counts 10/,
      },
    ])("calibratedStudy refuses $what if pairs were drawn", async ({ more, code, said }) => {
      const lines = readFileSync(pool("shallow.jsonl", [0, 2, 3], 3 / 14, 0.5), "utf8").replaceAll('"of":10', '"of":4');
      const pools = [write("shallow.jsonl", lines.trim().split("\n"))];
      await expect(study({ pools }, more)).rejects.toMatchObject({ code, message: expect.stringMatching(said) });
    });
  });

  describe("refuses", () => {
    const edited = (edit: (line: string) => string) => goldLines(ratedQueries).map(edit);

    it("judgments of which all are negative", async () => {
      const gold = write(
        "negative.qrels",
        edited((line) => line.replace(/\S+$/, "-1")),
      );
      await expect(study({ gold })).rejects.toThrow(
        "no query has a rating of 0 or more. Negative labels mean not judged.",
      );
    });

    it("judgments without any result of the lists", async () => {
      const gold = write(
        "other-ids.qrels",
        edited((line) => line.replace(" d", " zz")),
      );
      await expect(study({ gold })).rejects.toMatchObject({
        code: "INVALID_OPTION",
        message: expect.stringMatching(
          /other-ids\.qrels: 8 of the queries are rated, but no rating is of a result .* id, otherwise by title/,
        ),
        details: { ratedQueries: 8, judged: 0 },
      });
      await expect(study({ gold }, { unjudged: "leave-out" })).rejects.toMatchObject({ details: { judged: 0 } });
    });

    it("judgments without any relevant result", async () => {
      const gold = write(
        "zero.qrels",
        edited((line) => line.replace(/\d$/, "0")),
      );
      await expect(study({ gold })).rejects.toMatchObject({
        ...{ code: "INVALID_OPTION", message: expect.stringMatching(/no rated result of these lists is relevant/) },
      });
    });

    it("only negative grades, which mean that nothing was judged", async () => {
      const gold = write(
        "negative.qrels",
        edited((line) => line.replace(/\d$/, "-1")),
      );
      await expect(study({ gold })).rejects.toMatchObject({ details: { ratedQueries: 0, judged: 0 } });
    });

    it("a single rated query, because it shows nothing about other queries", async () => {
      await expect(study({ gold: write("one.qrels", goldLines([3])) })).rejects.toMatchObject({
        ...{ code: "INVALID_OPTION", message: expect.stringContaining("only one query") },
      });
    });

    it("judgments or proxies that have no query in common with the labels", async () => {
      const elsewhere = write("elsewhere.qrels", ["z1 0 d1 1"]);
      const code = "NO_COMMON_QUERY";
      await expect(study({ gold: elsewhere })).rejects.toMatchObject({
        code,
        message: expect.stringContaining("--queries"),
      });
      await expect(study({ proxies: [{ name: "llm", path: elsewhere }] })).rejects.toMatchObject({ code });
    });

    it("two proxies with the same name", async () => {
      const proxies = ["gold.qrels", "g8.qrels"].map((name) => ({ name: "llm", path: join(folder, name) }));
      await expect(study({ proxies })).rejects.toMatchObject({ code: "INVALID_OPTION", details: { proxy: "llm" } });
    });

    it("to continue if the signal is aborted", async () => {
      await expect(study({}, {}, AbortSignal.abort())).rejects.toMatchObject({ code: "INTERRUPTED" });
    });
  });
});

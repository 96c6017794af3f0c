/**
 * Does semqrel match the notebook's numbers on real lists?
 * The expected numbers were computed with sentence-transformers and pandas, and are outside the project.
 */
import { matchRuleNames, rulesWithout } from "../../src/label/match/match-rules.ts";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { type LabelledEngine, type MeasureName } from "../../src/core/types.ts";
import { parseLabelFunction } from "../../src/label/label-functions/label-function.ts";
import { openTools } from "../../src/model/open-tools.ts";
import { type LabelResult, labelFiles } from "../../src/label/pipeline.ts";
import { describe as describeValues } from "../../src/entries/statistics.ts";
import { keptVectorsFolder } from "../support/kept-vectors.ts";
import { hasShared, sharedFolder } from "../support/shared.ts";

type Table = Readonly<Record<string, number | null>>;

interface Golden {
  readonly reference: string;
  readonly candidates: string;
  readonly exact: readonly {
    readonly query: string;
    readonly precision: number | null;
    readonly recall: number | null;
    readonly f1: number | null;
  }[];
  readonly exact_describe: { readonly precision: Table; readonly recall: Table; readonly f1: Table };
  readonly ndcg: readonly {
    readonly query: string;
    readonly dcg: number;
    readonly idcg: number;
    readonly ndcg: number;
  }[];
  readonly ndcg_describe: { readonly dcg: Table; readonly idcg: Table; readonly ndcg: Table };
  readonly labels: readonly {
    readonly query: string;
    readonly rank: number;
    readonly title: string;
    readonly reference_rank: number | null;
    readonly similarity: number | null;
    readonly margin: number | null;
  }[];
}

const pairs = [
  "aisearch.datura_30.andi",
  "aisearch.datura_lord10.perplexity",
  "cranfield.english_bm25.simple_classic",
  "discernatron_split.bm25.char4gram",
];

/** Vectors take most of the time. */
const cacheFolder = keptVectorsFolder();

async function labelPair({ reference, candidates }: Golden): Promise<LabelResult> {
  // Several threads keep the processor busy while they wait for each other, and other tests need it.
  const opened = await openTools({ cacheFolder, threads: 1 });
  try {
    const files = {
      references: [{ path: `${sharedFolder}data/${reference}`, engine: "reference" }],
      candidates: [{ path: `${sharedFolder}data/${candidates}`, engine: "candidate" }],
      queries: null,
      titles: null,
      referenceEngine: null,
      read: { format: null, rankBase: null, columns: {} },
    };
    const options = {
      depth: null,
      referenceDepth: null,
      labelFunction: parseLabelFunction("inverse"),
      labelColumn: null,
      matchOn: ["title"],
      threshold: null,
      rules: rulesWithout(matchRuleNames),
      oneToOne: false,
      veto: [],
      fusionK: 60,
    };
    return await labelFiles(files, options, opened.tools);
  } finally {
    await opened.close();
  }
}

describe.skipIf(!hasShared).each(pairs)("labels of %s", (pair) => {
  let golden: Golden;
  let run: LabelResult["run"];
  let engine: LabelledEngine;

  beforeAll(async () => {
    golden = JSON.parse(readFileSync(`${sharedFolder}golden/notebook/${pair}.json`, "utf8"));
    ({ run } = await labelPair(golden));
    const [only] = run.engines;
    if (only === undefined) throw new Error("no engine");
    engine = only;
  }, 600_000);

  it("have the rows of the notebook", () => {
    expect(engine.lists.titles).toEqual(golden.labels.map(({ title }) => title));
    expect([...engine.lists.ranks]).toEqual(golden.labels.map(({ rank }) => rank));
    expect([...engine.lists.queryOfRow].map((query) => run.queries[query]?.name)).toEqual(
      golden.labels.map(({ query }) => query),
    );
  });

  it("are from the notebook's nearest reference title if the margin is large", () => {
    let clear = 0;
    let same = 0;
    golden.labels.forEach(({ reference_rank, margin }, row) => {
      if (reference_rank === null || margin === null || margin <= 0.0005) return;
      clear++;
      const matched = engine.matches.referenceRows[row] ?? -1;
      if (run.reference.ranks[matched] === reference_rank) same++;
    });
    expect(clear).toBeGreaterThan(0.2 * golden.labels.length);
    expect(same / clear).toBeGreaterThanOrEqual(0.998);
  });

  it("have the notebook's similarities, and none for a query without reference results", () => {
    golden.labels.forEach(({ reference_rank, similarity, title }, row) => {
      const found = engine.matches.similarities[row] ?? Number.NaN;
      const label = engine.labels[row] ?? Number.NaN;
      if (reference_rank === null || similarity === null) {
        expect([label, found, engine.matches.referenceRows[row]], title).toEqual([Number.NaN, Number.NaN, -1]);
        return;
      }
      // The margin's own tolerance: the float32 weights differ in the fifth digit.
      expect(Math.abs(found - similarity), `${title}: ${found}, expected ${similarity}`).toBeLessThan(0.0005);
      expect(label, title).toBeGreaterThan(0);
    });
  });

  it("lead to the notebook's exact precision, recall and F1 for every query", () => {
    const queryOfName = new Map(run.queries.map(({ name }, query) => [name, query]));
    for (const expected of golden.exact) {
      const query = queryOfName.get(expected.query) ?? -1;
      for (const measure of ["precision", "recall", "f1"] as const) {
        const value = engine.measures.values[measure][query];
        const wanted = expected[measure];
        const where = `${measure} of ${expected.query}`;
        if (wanted === null) expect(value, where).toBeNaN();
        else expect(Math.abs((value ?? Number.NaN) - wanted), where).toBeLessThanOrEqual(1e-9);
      }
    }
  });

  it.each([
    ["precision", "precision"],
    ["recall", "recall"],
    ["f1", "f1"],
    ["dcg", "dcg"],
    ["idcg", "idcg"],
    ["ndcg_returned", "ndcg"],
  ] as const)("lead to the notebook's statistics of %s", (measure: MeasureName, column) => {
    const tables: Readonly<Record<string, Table>> = { ...golden.exact_describe, ...golden.ndcg_describe };
    const expected = tables[column] ?? {};
    const found = describeValues(engine.measures.values[measure]);
    expect(found.count).toBe(expected["count"]);
    for (const statistic of ["mean", "std", "min", "25%", "50%", "75%", "max"] as const) {
      const wanted = expected[statistic];
      const tolerance = statistic === "mean" || statistic === "std" ? 0.002 : 0.005;
      const value = found[statistic];
      if (wanted === null || wanted === undefined) expect(value, statistic).toBeNull();
      else
        expect(
          Math.abs((value ?? Number.NaN) - wanted),
          `${statistic}: ${value}, expected ${wanted}`,
        ).toBeLessThanOrEqual(tolerance);
    }
  });
});

/**
 * Does every look-up use the HNSW index, with the labels of exact search?
 * Counts the calls at which semqrel passes look-ups to hnswlib-node.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { comparedTitle, embeddedTitle } from "../../src/core/titles/clean-title.ts";
import { parseLabelFunction } from "../../src/label/label-functions/label-function.ts";
import { type AdapterOptions, openTools } from "../../src/model/open-tools.ts";
import { labelFiles } from "../../src/label/pipeline.ts";
import { matchPresets, rulesWithout } from "../../src/label/match/match-rules.ts";
import { hasHnsw } from "../support/hnsw.ts";
import { keptVectorsFolder } from "../support/kept-vectors.ts";
import { root, temporaryFolder } from "../support/run-cli.ts";
import { hasShared, sharedFolder } from "../support/shared.ts";

interface Job {
  readonly name: string;
  readonly reference: string;
  readonly candidates: readonly string[];
}

const samples = join(root, "data/samples");
const usual = { clean: true, untitled: true };

const sample: Job = {
  name: "the sample",
  reference: join(samples, "library.csv"),
  candidates: ["explorer.csv", "quickfind.csv"].map((file) => join(samples, file)),
};

const { matchOn, threshold, without } = matchPresets.default;

async function labelJob({ reference, candidates }: Job, tools: AdapterOptions) {
  const opened = await openTools({ threads: 1, ...tools });
  try {
    const files = {
      references: [{ path: reference, engine: "reference" }],
      candidates: candidates.map((path) => ({ path, engine: null })),
      ...{ queries: null, titles: null, referenceEngine: null },
      read: { format: null, rankBase: null, columns: {} },
    };
    const options = {
      ...{ depth: null, referenceDepth: null, labelFunction: parseLabelFunction("inverse"), labelColumn: null },
      ...{ oneToOne: false, veto: [], fusionK: 60 },
      ...{ matchOn, threshold, rules: rulesWithout(without) },
    };
    return await labelFiles(files, options, opened.tools);
  } finally {
    await opened.close();
  }
}

describe.skipIf(!hasHnsw)("calls of hnswlib-node", () => {
  // The body of a suite runs even if the suite is skipped.
  const library = hasHnsw ? createRequire(import.meta.url)("hnswlib-node") : {};
  const { HierarchicalNSW } = library;
  let calls = { addPoint: 0, readIndexSync: 0, searchKnn: 0 };

  beforeAll(() => {
    library.HierarchicalNSW = class extends HierarchicalNSW {
      addPoint(...given: unknown[]) {
        calls.addPoint++;
        return super.addPoint(...given);
      }
      readIndexSync(...given: unknown[]) {
        calls.readIndexSync++;
        return super.readIndexSync(...given);
      }
      searchKnn(...given: unknown[]) {
        calls.searchKnn++;
        return super.searchKnn(...given);
      }
    };
  });

  afterAll(() => {
    library.HierarchicalNSW = HierarchicalNSW;
  });

  it("happen once per title of candidates for a query with reference titles, with new and with stored indexes", async () => {
    const expected = JSON.parse(readFileSync(join(root, "test/golden/samples/expected.json"), "utf8"));
    const { explorer, quickfind } = expected.default_engines;
    const rows = [...explorer.labels, ...quickfind.labels];
    type Row = { readonly query: string; readonly title: string; readonly similarity: number | null };
    const textOf = (title: string) => embeddedTitle(comparedTitle(title, usual), usual);
    const asked = rows.flatMap(({ query, title, similarity }: Row) =>
      similarity === null ? [] : `${query}\n${textOf(title)}`,
    );
    const withReference = new Set(asked).size;
    expect(withReference).toBeGreaterThan(300);
    expect(withReference).toBeLessThan(asked.length);
    const folder = temporaryFolder();
    const run = async () => {
      calls = { addPoint: 0, readIndexSync: 0, searchKnn: 0 };
      const { indexes } = await labelJob(sample, { embedder: "hash", indexesFolder: folder });
      const { kind, lookups, built, reused } = indexes;
      return { calls, report: { kind, lookups, built, reused } };
    };
    // 24 of the 26 queries have reference results.
    const search = { kind: "hnsw", lookups: withReference };
    const first = await run();
    expect(first).toMatchObject({ calls: { readIndexSync: 0, searchKnn: withReference } });
    expect(first.calls.addPoint).toBeGreaterThan(0);
    expect(first.report).toEqual({ ...search, built: 24, reused: 0 });
    expect(await run()).toEqual({
      calls: { addPoint: 0, readIndexSync: 24, searchKnn: withReference },
      report: { ...search, built: 0, reused: 24 },
    });
  });

  it("do not happen with exact search", async () => {
    calls = { addPoint: 0, readIndexSync: 0, searchKnn: 0 };
    const { indexes } = await labelJob(sample, { embedder: "hash", exact: true });
    expect(calls).toEqual({ addPoint: 0, readIndexSync: 0, searchKnn: 0 });
    expect(indexes.kind).toBe("exact");
  });
});

describe.skipIf(!hasHnsw)("labels by the index and by exact search", () => {
  const collection = (name: string, reference: string, candidates: readonly string[]): Job => {
    const path = (engine: string) => `${sharedFolder}data/${name}/engines/${engine}.csv`;
    return { name: `the lists of ${name}`, reference: path(reference), candidates: candidates.map(path) };
  };
  const golden = (file: string): Job => {
    const { reference, candidates } = JSON.parse(readFileSync(`${sharedFolder}golden/notebook/${file}`, "utf8"));
    const path = (name: string) => `${sharedFolder}data/${name}`;
    return { name: file, reference: path(reference), candidates: [path(candidates)] };
  };

  async function expectSameLabels(job: Job): Promise<void> {
    const cacheFolder = keptVectorsFolder();
    const { run, indexes } = await labelJob(job, { cacheFolder });
    const exact = await labelJob(job, { cacheFolder, exact: true });
    expect([indexes.kind, exact.indexes.kind]).toEqual(["hnsw", "exact"]);
    expect(indexes.lookups).toBeGreaterThan(0);
    for (const [place, engine] of run.engines.entries()) {
      const { matches, labels } = exact.run.engines[place] ?? {};
      expect({ matches: engine.matches, labels: engine.labels }, engine.lists.engine).toEqual({ matches, labels });
    }
  }

  it("are equal for the sample", () => expectSameLabels(sample), 600_000);

  it.skipIf(!hasShared)(
    "are equal for every golden job (material outside the checkout)",
    async () => {
      const files = readdirSync(`${sharedFolder}golden/notebook`).filter((file) => file.endsWith(".json"));
      expect(files.length).toBeGreaterThan(0);
      for (const file of files) await expectSameLabels(golden(file));
    },
    600_000,
  );

  it.skipIf(!hasShared).each([
    collection("cranfield", "real_lucene_english_bm25", [
      ...["real_lucene_simple_classic", "dense_minilm_title", "char4gram_tfidf_title", "deg_bm25_top100_shuffled"],
    ]),
    collection("discernatron", "all_bm25_title", [
      ...["all_dense_minilm", "all_char4gram_title", "all_lsi100_title", "pool_random", "pool_shortest_title"],
    ]),
  ])("are equal for $name (material outside the checkout)", (job) => expectSameLabels(job), 600_000);
});

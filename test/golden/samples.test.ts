/**
 * Does semqrel match the numbers that independent tools computed for the sample lists?
 * They are part of the checkout, so all checkouts compare them. test/oracle/sample_expected.py computes them again.
 */
import { atKey } from "../../src/core/at.ts";
import { matchPresets, rulesWithout } from "../../src/label/match/match-rules.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { loadTokenizer } from "../../src/model/embed/tokenizer.ts";
import { sha256File } from "../../src/core/files/read-whole.ts";
import { type LabelledEngine, type LabelRun, type MeasureName, matchKinds, measureNames } from "../../src/core/types.ts";
import { parseLabelFunction } from "../../src/label/label-functions/label-function.ts";
import { openTools } from "../../src/model/open-tools.ts";
import { labelFiles } from "../../src/label/pipeline.ts";
import { bundledModel, openModelFolder } from "../../src/model/embed/model-folder.ts";
import { sentenceEmbedder } from "../../src/model/embed/sentence-embedder.ts";
import { type Description, describe as describeValues } from "../../src/entries/statistics.ts";
import { root } from "../support/run-cli.ts";

type PerQuery = Readonly<Record<string, number | string | null>>;

interface ExpectedEngine {
  readonly labels: readonly {
    readonly query: string;
    readonly rank: number;
    readonly title: string;
    readonly reference_rank: number | null;
    readonly reference_title: string | null;
    readonly match: string;
    readonly label: number | null;
    readonly similarity: number | null;
    readonly margin: number | null;
  }[];
  readonly exact: readonly PerQuery[];
  readonly ndcg_returned: readonly PerQuery[];
  readonly ndcg_reference: readonly PerQuery[];
  readonly describe: Readonly<Record<MeasureName, Description>>;
}

interface Expected {
  readonly sha256: Readonly<Record<string, string>>;
  /** By the notebook's method. */
  readonly engines: Readonly<Record<string, ExpectedEngine>>;
  readonly default_engines: Readonly<Record<string, ExpectedEngine>>;
  readonly embedding: readonly { readonly title: string; readonly token_ids: number[]; readonly vector: number[] }[];
}

const expected: Expected = JSON.parse(readFileSync(join(root, "test/golden/samples/expected.json"), "utf8"));
const engineNames = ["explorer", "quickfind"];
const isExact = (measure: string) => /^(?:precision|recall|f1)/.test(measure);

const presets = [
  { name: "notebook", ...matchPresets.notebook, wanted: expected.engines },
  { name: "default", ...matchPresets.default, wanted: expected.default_engines },
];
const runs = new Map<string, LabelRun>();

beforeAll(async () => {
  const sample = (file: string) => join(root, "data/samples", file);
  const opened = await openTools();
  try {
    const files = {
      references: [{ path: sample("library.csv"), engine: null }],
      candidates: engineNames.map((name) => ({ path: sample(`${name}.csv`), engine: null })),
      queries: sample("queries.tsv"),
      titles: null,
      referenceEngine: null,
      read: { format: null, rankBase: null, columns: {} },
    };
    for (const { name, matchOn, threshold, without } of presets) {
      const options = {
        depth: null,
        referenceDepth: null,
        labelFunction: parseLabelFunction("inverse"),
        labelColumn: null,
        matchOn,
        threshold,
        rules: rulesWithout(without),
        oneToOne: false,
        veto: [],
        fusionK: 60,
      };
      runs.set(name, (await labelFiles(files, options, opened.tools)).run);
    }
  } finally {
    await opened.close();
  }
}, 60_000);

/** Null and NaN both mean "undefined"; other values must be this close. */
function expectClose(found: number | null | undefined, wanted: number | null, tolerance: number, where: string): void {
  if (wanted === null) {
    expect(found === null || Number.isNaN(found), `${where}: ${found}, expected nothing`).toBe(true);
    return;
  }
  expect(Math.abs((found ?? Number.NaN) - wanted), `${where}: ${found}, expected ${wanted}`).toBeLessThanOrEqual(
    tolerance,
  );
}

describe("the files from which the expected numbers were computed", () => {
  it.each(Object.entries(expected.sha256))("are unchanged: %s", async (file, sum) => {
    const path = {
      "model.onnx": `data/models/${bundledModel}/onnx/model.onnx`,
      "tokenizer.json": `data/models/${bundledModel}/tokenizer.json`,
    }[file];
    const found = await sha256File(join(root, path ?? file));
    expect(found, `${file} was edited: run python test/oracle/sample_expected.py, which writes expected.json`).toBe(
      sum,
    );
  });
});

const cases = presets.flatMap(({ name: preset, wanted }) =>
  engineNames.map((name) => ({ preset, name, wanted: atKey(new Map(Object.entries(wanted)), name) })),
);

describe.each(cases)("$name with the preset $preset", ({ preset, name, wanted }) => {
  const runOf = () => atKey(runs, preset);
  const engineOf = (engine: string): LabelledEngine => {
    const found = runOf().engines.find(({ lists }) => lists.engine === engine);
    if (found === undefined) throw new Error(`no engine ${engine}`);
    return found;
  };

  it("has the expected rows", () => {
    const { lists } = engineOf(name);
    const rows = lists.titles.map((title, row) => ({
      query: runOf().queries[lists.queryOfRow[row] ?? -1]?.name,
      rank: lists.ranks[row],
      title,
    }));
    expect(rows).toEqual(wanted.labels.map(({ query, rank, title }) => ({ query, rank, title })));
  });

  it("matches every row to the expected reference title, with the expected label", () => {
    const { matches, labels } = engineOf(name);
    const found = wanted.labels.map(({ query, title }, row) => {
      const referenceRow = matches.referenceRows[row] ?? -1;
      const label = labels[row] ?? Number.NaN;
      return {
        query,
        title,
        reference_rank: referenceRow < 0 ? null : (runOf().reference.ranks[referenceRow] ?? null),
        reference_title: referenceRow < 0 ? null : (runOf().reference.titles[referenceRow] ?? null),
        match: matchKinds[matches.kinds[row] ?? -1],
        label: Number.isNaN(label) ? null : label,
      };
    });
    expect(found).toEqual(
      wanted.labels.map(({ query, title, reference_rank, reference_title, match, label }) => ({
        query,
        title,
        reference_rank,
        reference_title,
        match,
        label,
      })),
    );
  });

  it("has the expected similarities and margins", () => {
    const { matches } = engineOf(name);
    wanted.labels.forEach(({ title, similarity, margin }, row) => {
      expectClose(matches.similarities[row], similarity, 1e-4, `similarity of ${title}`);
      expectClose(matches.margins[row], margin, 1e-4, `margin of ${title}`);
    });
  });

  it("has the expected measures for every query, and no other measures", () => {
    const { measures } = engineOf(name);
    const queryOfName = new Map(runOf().queries.map((query, number) => [query.name, number]));
    const compared = new Map<string, number>();
    for (const { query, ...values } of [...wanted.exact, ...wanted.ndcg_returned, ...wanted.ndcg_reference]) {
      const number = queryOfName.get(String(query));
      if (number === undefined) throw new Error(`no query ${query}`);
      for (const [measure, value] of Object.entries(values)) {
        const found = measures.values[measure as MeasureName][number];
        expectClose(found, value as number | null, isExact(measure) ? 1e-6 : 1e-3, `${measure} of ${query}`);
        if (value !== null) compared.set(measure, (compared.get(measure) ?? 0) + 1);
      }
    }
    for (const measure of measureNames) {
      const measured = measures.values[measure].filter((value) => !Number.isNaN(value)).length;
      expect(measured, measure).toBe(compared.get(measure));
    }
  });

  it.each(measureNames)("has the expected statistics of %s", (measure) => {
    const found = describeValues(engineOf(name).measures.values[measure]);
    const table = wanted.describe[measure];
    expect(found.count).toBe(table.count);
    for (const statistic of ["mean", "std", "min", "25%", "50%", "75%", "max"] as const) {
      const tolerance = isExact(measure) ? 1e-6 : 1e-3;
      expectClose(found[statistic], table[statistic], tolerance, `${statistic} of ${measure}`);
    }
  });
});

describe("embedding", () => {
  it("gives the expected token ids and vectors for difficult titles", async () => {
    const model = await openModelFolder(bundledModel, null);
    const tokenizer = await loadTokenizer(model.folder, model.identity.maxTokens);
    const { vectors, dimensions } = await sentenceEmbedder(model, { threads: 2 }).embed(
      expected.embedding.map(({ title }) => title),
    );
    expect(expected.embedding).toHaveLength(12);
    expected.embedding.forEach(({ title, token_ids, vector }, place) => {
      expect(tokenizer.tokenise(title).ids, title).toEqual(token_ids);
      const cosine = vector.reduce((sum, value, at) => sum + value * (vectors[place * dimensions + at] ?? 0), 0);
      expect(cosine, title).toBeGreaterThanOrEqual(0.9999);
      expect(cosine, title).toBeLessThan(1.0001);
    });
  });
});

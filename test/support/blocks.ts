/** Cuts lists into blocks by hand. */

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Query, RawResults } from "../../src/core/types.ts";
import { type BlockSettings, blockHead, blockLine, permutedRows, readBlock } from "../../src/jobs/block.ts";
import { runBlock } from "../../src/jobs/run-block.ts";
import type { LabelInput, LabelTools } from "../../src/label/label-options.ts";
import { matchRuleNames, rulesWithout } from "../../src/label/match/match-rules.ts";
import { permutedDepth } from "../../src/label/pipeline.ts";
import { permutedQueries } from "../../src/lists/fuse-references.ts";
import { joinQueries } from "../../src/lists/join-queries.ts";
import { hashEmbedder } from "../../src/model/embed/hash-embedder.ts";
import { exactIndexes } from "../../src/model/index/exact.ts";

export const plainOptions: BlockSettings["options"] = {
  depth: null,
  referenceDepth: null,
  labelFunction: "inverse(top=5)",
  labelColumn: null,
  matchOn: ["title"],
  threshold: null,
  rules: rulesWithout(matchRuleNames),
  oneToOne: false,
  veto: [],
  fusionK: 60,
};

/** A replacement for the model, and exact search. */
export function plainTools(): LabelTools {
  return {
    embedder: hashEmbedder(),
    indexes: exactIndexes,
    passingIndexes: exactIndexes,
    clock: { seconds: () => 0 },
    progress: { start: () => {}, update: () => {}, finish: () => {} },
    signal: new AbortController().signal,
    warnings: () => [],
  };
}

export function settingsOf(input: LabelInput, options: BlockSettings["options"], apart = false): BlockSettings {
  const engineOf = ({ engine, source, ids, columns }: RawResults) => ({
    ...{ engine, source, hasIds: ids !== null },
    columns: [...columns.keys()],
  });
  return {
    options,
    apart,
    references: input.references.map(engineOf),
    candidates: input.candidates.map(engineOf),
    model: {},
  };
}

/** @param cuts - numbers of the queries with which further blocks start */
export function cutInput(
  input: LabelInput,
  cuts: readonly number[],
  settings: BlockSettings = settingsOf(input, plainOptions),
): { readonly queries: readonly Query[]; readonly blocks: readonly Uint8Array[] } {
  const raw = [...input.references, ...input.candidates];
  const tables = raw.map(({ source, queryIds: ids, queryTexts: texts, lines }) => ({ source, ids, texts, lines }));
  const { queries, queryOfRow } = joinQueries(tables);
  const begins = [0, ...new Set(cuts.filter((cut) => cut > 0 && cut < queries.length))].sort(
    (one, other) => one - other,
  );
  const texts = begins.map((from, place) => {
    const to = begins[place + 1] ?? queries.length;
    let text = blockHead(queries.slice(from, to), from);
    raw.forEach(({ titles, ids, ranks, lines, columns }, engine) => {
      titles.forEach((title, row) => {
        const query = queryOfRow[engine]?.[row] ?? 0;
        if (query < from || query >= to) return;
        const cells = [...columns.values()].map((column) => column[row] ?? "");
        const [rank, line] = [ranks[row] ?? 0, lines[row] ?? 0];
        text += blockLine({ engine, row, query, rank, line, title, id: ids?.[row] ?? "", cells });
      });
    });
    return text;
  });
  const answered = new Int32Array(queries.length);
  for (const query of queryOfRow.slice(0, input.references.length).flatMap((some) => [...some])) answered[query] = 1;
  const targets = permutedQueries(answered);
  const blocks = [...texts];
  for (const [place, text] of texts.entries()) {
    const lists = readBlock(Buffer.from(text), settings);
    for (const row of permutedRows(lists, begins[place] ?? 0, targets, permutedDepth(settings.options))) {
      const block = begins.findLastIndex((from) => from <= row.query);
      blocks[block] += blockLine(row);
    }
  }
  return { queries, blocks: blocks.map((text) => Buffer.from(text)) };
}

/** Files of the results of blocks. */
export async function runBlocks(
  blocks: readonly Uint8Array[],
  settings: BlockSettings,
  tools: LabelTools = plainTools(),
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "outcomes-"));
  const paths: string[] = [];
  for (const [number, block] of blocks.entries()) {
    const path = join(folder, `${number}.outcome`);
    writeFileSync(path, await runBlock(block, settings, tools));
    paths.push(path);
  }
  return paths;
}

import { existsSync, statSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { at } from "../core/at.ts";
import { attempt } from "../core/attempt.ts";
import { invalidOption, SemqrelError } from "../core/errors.ts";
import { isFile } from "../core/files/folders.ts";
import { sha256 } from "../core/files/read-whole.ts";
import { shellWord } from "../core/text/escape.ts";
import { suggestion } from "../core/text/suggestion.ts";
import { makeNames } from "../core/titles/name-table.ts";
import type { RatingSet, RawJudgments } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import { fitJudgments, type WriteOptions } from "../io/fit.ts";
import type { JudgmentWriter } from "../io/format.ts";
import { formatOfPath, writers } from "../io/formats.ts";
import { writeWhole } from "../io/input-error.ts";
import { drawOf } from "../io/judgments/chosen-judgments.ts";
import { readJudgments } from "../io/judgments/read-judgments.ts";
import { requireOtherFile, requireUncompressed } from "../io/require-paths.ts";
import { readRuns } from "../io/runs/read-run.ts";
import { queryKey } from "../lists/documents.ts";
import { rankRun } from "../lists/rank-run.ts";
import { opposedRaters } from "./agreement/combine-ratings.ts";
import { type GoldOptions, type GoldRow, type GoldSet, goldSet } from "./gold-set.ts";
import type { GoldGiven } from "./gold-settings.ts";
import { type EngineLists, measureGoldEngines } from "./measure-gold-engines.ts";
import { readPool } from "./pools/pool-format.ts";
import { listsOfPool, listsOfRun, queryName } from "./pools/pool-results.ts";
import { readRatingSet } from "./rating/rating-store.ts";

/** The gold set, the engines measured on it, and the written files. `lost` is what the format cannot store. */
export type GoldFiles = Awaited<ReturnType<typeof goldFiles>>;

/** Depth of the measures if neither the caller nor the pool gives one. Imported judgments have no pool. */
const usualDepth = 10;

export async function goldFiles(database: string, given: GoldGiven) {
  const { out, by, runs = [], seed, index = null, field, spreadsheetSafe = false, excel = null } = given;
  const form = { index, field, spreadsheetSafe, excel };
  const writer = await openJudgmentFiles(given, form, [database, ...runs]);
  const set = readRatingSet(database);
  const gold = goldOf(set, given);
  const found = [...opposedRaters(set), ...replacedBy(database, out)];
  const { lost, write } = writer.fit(gold, `(${by}). Pass --by majority or strictest, or write`);
  const { engines, warnings } = await readEngines(gold, runs);
  const depth = depthOf(gold, given);
  // Runs are measured on every labelled query, but the pool's engines only on pooled queries.
  const pooledOnly = runs.length === 0;
  const measurement = measureGoldEngines(gold, engines, { depth, seed, pooledOnly });
  const { pool } = gold;
  const place = pool === undefined ? {} : { pool: relative(dirname(resolve(out)), resolve(pool)) };
  const files = write(goldProvenance({ ...gold, ...place }, given));
  return { gold, measurement, to: writer.to, lost, files, warnings: [...warnings, ...found] };
}

function replacedBy(database: string, output: string): Warning[] {
  const before = attempt(() => drawOf(output));
  if (before === null || before.ratings === 0 || resolve(before.database) === resolve(database)) return [];
  return [{ kind: "judgments-replaced", source: output, database: before.database, ratings: before.ratings }];
}

/** Checks the paths of the judgments and their provenance before any work. `write` writes both files or neither. */
export async function openJudgmentFiles(
  { out: output, to }: Pick<GoldGiven, "out" | "to">,
  options: WriteOptions,
  inputs: readonly string[],
) {
  if (output === "-") {
    throw invalidOption(
      "Cannot write to standard output: a gold set has a second file, its provenance. Name the output with -o FILE.",
    );
  }
  requireUncompressed(output);
  const name = to ?? formatOfPath(output) ?? "trec-qrels";
  const writer = writers.judgments.find((known) => known.name === name);
  if (writer === undefined) {
    const known = writers.judgments.map((one) => one.name);
    const remedy = `${suggestion(name, known)} Pass --to with one of: ${known.join(", ")}.`;
    throw invalidOption(`Cannot write ${output}: "${name}" is not a format of judgments.${remedy}`);
  }
  const files = filesOf(output);
  for (const path of files) requireOtherFile(path, inputs);
  await requireReplaceable(output);
  return {
    to: writer.name,
    /** @param remedy - what the error about fractional labels says between "have fractions" and "trec-qrels" */
    fit(gold: JudgmentRows, remedy: string) {
      const { judgments, lost } = fitJudgments(rowsAsJudgments(gold), writer.holds);
      requireWholeLabels(judgments, writer, output, remedy);
      const write = (provenance: object): readonly string[] => {
        const [judgmentsFile, provenanceFile] = files;
        const text = [...writer.write(judgments, options)].join("");
        const beside = `${JSON.stringify({ ...provenance, sha256: sha256(text) }, null, 1)}\n`;
        const written = [
          { path: judgmentsFile, content: [text] },
          { path: provenanceFile, content: [beside] },
        ];
        writeWhole(written, output);
        return files;
      };
      return { lost, write };
    },
  };
}

function filesOf(output: string) {
  return [output, `${output}.provenance.json`] as const;
}

function goldOf(set: RatingSet, options: GoldOptions): GoldSet {
  if (set.ratings.length === 0) {
    const message = `Reading ${set.source}: it has no ratings yet. Rate with semqrel rate POOL --db ${shellWord(set.source)}.`;
    throw new SemqrelError("EMPTY_FILE", message, { details: { file: set.source } });
  }
  const gold = goldSet(set, options);
  if (gold.rows.length > 0) return gold;
  const count = (state: string) => gold.states.filter((one) => one === state).length;
  throw invalidOption(
    `Combining ratings of ${set.source}: none of the ${set.pairs.length} pairs gets a label: ${count("flagged")} flagged, ` +
      `${count("below-minimum")} with fewer than ${options.minRaters} grades, ${count("unrated")} unrated. ` +
      "Lower --min-raters, pass --flagged majority, or rate more.",
  );
}

/** Refuses to replace pools and other files without judgments. Only a pool records which engine returned what. */
async function requireReplaceable(output: string): Promise<void> {
  const [judgments, provenance] = filesOf(output);
  for (const path of [judgments, provenance]) {
    if (!existsSync(path) || !isFile(path)) continue;
    const isPool = await succeeds(readPool(path));
    if (isPool) throw notReplaced(path, "it is a pool, and somebody may be rating from it");
    if (path === provenance || statSync(path).size === 0 || existsSync(provenance)) continue;
    const areJudgments = await succeeds(readJudgments(path, makeNames(), { format: null, keepsIterations: false }));
    if (!areJudgments) throw notReplaced(path, "it already exists and does not contain judgments");
  }
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

function notReplaced(path: string, why: string): SemqrelError {
  const message = `Cannot write ${path}: ${why}. Give the output another name.`;
  return new SemqrelError("OUTPUT_UNWRITABLE", message, { details: { file: path } });
}

type JudgmentRows = Pick<GoldSet, "source" | "pairs" | "rows">;

function rowsAsJudgments({ source, pairs, rows }: JudgmentRows): RawJudgments {
  const names = makeNames();
  const queryTexts = new Map<number, string>();
  const named = new Map<number, string>();
  const queries = Int32Array.from(rows, ({ pair }) => {
    const { query, queryId } = at(pairs, pair);
    const name = queryName({ query, queryId });
    const number = names.queries.add(name);
    if ((named.get(number) ?? query) !== query) {
      throw new SemqrelError(
        "AMBIGUOUS_QUERY",
        `Cannot write the judgments of ${source}: two queries of the pool would be named "${name}", because that is the id of one and the ` +
          "text of the other. Give every query its own id when you pool: --queries FILE.",
        { details: { query: name } },
      );
    }
    named.set(number, query);
    if (name !== query) queryTexts.set(number, query);
    return number;
  });
  return {
    source,
    names,
    queries,
    queryTexts,
    documents: Int32Array.from(rows, ({ id }) => names.documents.add(id)),
    labels: Float64Array.from(rows, ({ label }) => label),
    raters: null,
    iterations: null,
    titles: rows.map(({ title }) => title),
  };
}

function requireWholeLabels({ labels }: RawJudgments, writer: JudgmentWriter, output: string, remedy: string): void {
  const fractions = labels.filter((label) => !Number.isInteger(label)).length;
  if (fractions === 0 || writer.holds.fractions) return;
  throw new SemqrelError(
    "INVALID_LABEL",
    `Cannot write ${output}: ${writer.name} only stores whole labels, but ${fractions} of ${labels.length} have fractions ` +
      `${remedy} trec-qrels and turn it into another format with semqrel convert --round.`,
    { details: { fractions } },
  );
}

async function readEngines(gold: GoldSet, paths: readonly string[]) {
  if (paths.length === 0) return { engines: listsOfPool(gold), warnings: [] };
  const names = makeNames();
  const engines: EngineLists[] = [];
  const warnings: Warning[] = [];
  for (const path of paths) {
    for (const raw of (await readRuns({ path, engine: null }, names, null, {}, { untitled: true })).runs) {
      const ranked = rankRun(raw, { scorePrecision: "single" });
      const lists = listsOfRun(gold, raw, ranked.run, sha256);
      const details = { run: lists.name, file: path };
      if (lists.lists.every((list) => list === null)) {
        const problem = `the run "${lists.name}" has none of the pool's queries, by id or by text.`;
        const message = `Joining ${path} with ${gold.source}: ${problem} Give runs for the pooled queries.`;
        throw new SemqrelError("NO_COMMON_QUERY", message, { details });
      }
      if (engines.some(({ name }) => name === lists.name)) {
        const message = `Reading ${path}: there is already a run "${lists.name}". Give each run once.`;
        throw new SemqrelError("AMBIGUOUS_ENGINE", message, { details });
      }
      engines.push(lists);
      warnings.push(...ranked.warnings);
    }
  }
  return { engines, warnings };
}

function depthOf({ source, pairs }: GoldSet, { depth, runs = [] }: GoldGiven): number {
  const pooled = pairs.flatMap(({ engines }) => engines).reduce((longest, { of }) => Math.max(longest, of), 0);
  if (depth !== undefined && depth > pooled && runs.length === 0 && pooled > 0) {
    const problem = `the pool contains the first ${pooled} results of each list, not ${depth}.`;
    throw invalidOption(
      `Measuring the engines of ${source}: ${problem} Lower --depth, or give the whole lists with --runs.`,
    );
  }
  return depth ?? (pooled || usualDepth);
}

/** @param gold - its path `pool` must be relative to the folder of the provenance file */
export function goldProvenance(gold: GoldSet, { minRaters, flagged, keepStars = false }: GoldOptions) {
  const { source, pool, drawn, by, scale, raters, dawidSkene } = gold;
  const rowsOfPair = gold.pairs.map((): GoldRow[] => []);
  for (const row of gold.rows) at(rowsOfPair, row.pair).push(row);
  const pairs = gold.pairs.map((pair, place) => {
    const { query, queryId, id, title, probability, queryProbability, engines } = pair;
    const rows = at(rowsOfPair, place);
    const ratings = at(gold.ratings, place);
    const grades = ratings.flatMap(({ grade }) => grade ?? []);
    const sameAs = pair.merged.flatMap((one) => (one.similarity === 1 ? [{ id: one.id, title: one.title }] : []));
    return {
      name: queryKey({ id: queryId, name: query }, sha256),
      query,
      queryId,
      id,
      title,
      state: at(gold.states, place),
      label: rows.find((row) => row.id === id)?.label ?? null,
      count: grades.length,
      spread: grades.length === 0 ? null : Math.max(...grades) - Math.min(...grades),
      probability,
      queryProbability,
      // Each rater's first rating. A flag has the grade null.
      ratings: ratings.map(({ rater, grade, ratedAt, note }) => ({ rater, grade, ratedAt, ...(note && { note }) })),
      merged: rows.flatMap((row) => (row.id === id ? [] : row.id)),
      // Exact duplicates: other ids and titles of the document.
      ...(sameAs.length > 0 && { sameAs }),
      engines,
    };
  });
  const isChosen = gold.pairs.some(({ chosen }) => chosen !== undefined);
  return {
    schema: "semqrel.gold-provenance/1",
    ratings: source,
    ...(isChosen && { chosen: "doubtful" }),
    ...(drawn !== undefined && { drawn }),
    ...(pool !== undefined && { pool }),
    by,
    minRaters,
    flagged,
    keepStars,
    scale,
    raters,
    dawidSkene,
    pairs,
  };
}

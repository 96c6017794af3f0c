import { at } from "../core/at.ts";
import { invalidOption, SemqrelError, throwIfAborted } from "../core/errors.ts";
import type { StoredLabels } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import { type GoldGrades, readGoldGrades } from "../gold/gold-grades.ts";
import { requireWholeQueries } from "../io/judgments/chosen-judgments.ts";
import { readStoredLabels, withoutEngines } from "../label/stored-labels.ts";
import { parseOrderingMeasure } from "../measure/measures/parse-measures.ts";
import { type TitleVectorTools, titleVectors } from "../model/title-vectors.ts";
import type { TitleLists } from "./baselines.ts";
import {
  type JudgedLists,
  judgedLists,
  type LabelSource,
  type ListsToJudge,
  listsToJudge,
  storedLabelSource,
} from "./engine-values.ts";
import { type NamedProxy, readProxies, requireDistinctNames } from "./read-proxies.ts";
import { sameEmbedder } from "./same-embedder.ts";
import { type ValidateOptions, type Validation, validateLabels, validationGround } from "./validate-labels.ts";
import { type ValidationReport, validationReport } from "./validation-report.ts";

export interface ValidateFiles {
  /** A folder that `label` wrote, or its labels.csv. */
  readonly labels: string;
  readonly gold: string | null;
  /** Other labels of the same results, as files of judgments. */
  readonly proxies: readonly NamedProxy[];
}

export interface ValidateFilesOptions extends Omit<ValidateOptions, "measure" | "onDraw"> {
  /** In the syntax of `parseMeasures`. */
  readonly measure: string;
  /** Engines to leave out; `*` matches any characters. */
  readonly without: readonly string[];
}

const OWN_LABELS = "labels";

/**
 * Compares labels with people's judgments. Leaves out queries in which some label is a person's grade, written by
 * `calibrate`. If no other query can be used, compares them after all. The verdict then says that the agreement means
 * nothing.
 */
export async function validateFiles(
  files: ValidateFiles,
  options: ValidateFilesOptions,
  tools: TitleVectorTools,
): Promise<{ readonly report: ValidationReport; readonly warnings: readonly Warning[] }> {
  const measure = parseOrderingMeasure(options.measure);
  checkProxies(files);
  if (files.gold !== null) requireWholeQueries(files.gold);
  const read = await readStoredLabels(files.labels);
  const stored = withoutEngines(read.stored, options.without, "Validating");
  const gold = files.gold === null ? null : await readGoldGrades(files.gold, stored);
  const proxies = await readProxies(files.proxies, stored);
  const source = storedLabelSource(stored);
  const found = gold && judgeRated(stored, gold, source);
  if (found?.judged.queries.length === 0) throw nothingMeasurable(files, found.judged.leftOut);
  const titles = await titleListsOf(stored, tools);
  const all = found && [found.judged, ...proxies.map((proxy) => judgedLists(found.lists, proxy.source))];
  const validations = all && (await validateAll(all, { ...options, measure }, tools));
  const [validation = null, ...ofProxies] = validations ?? [];
  return {
    report: validationReport({
      ...options,
      gold: files.gold,
      measure: measure.name,
      reference: stored.reference?.lists.engine ?? null,
      cutoff: measure.at,
      engines: stored.engines.map(({ lists: { engine } }) => engine),
      labelled: stored.queries.filter((_, query) => source.idealOf(query) !== null).length,
      validation,
      ground: found && validationGround(found.judged, titles, measure, options.seed),
      proxies: ofProxies.map((of, place) => {
        const { source: proxy, limits } = at(proxies, place);
        return { name: proxy.name, validation: of, limits };
      }),
      taught: found?.taught ?? { queries: 0, areJudged: false, humanShare: null },
      sameEmbedder: sameEmbedder(titles),
    }),
    warnings: [read, ...(gold ? [gold] : []), ...proxies].flatMap(({ warnings }) => warnings),
  };
}

function judgeRated(stored: StoredLabels, gold: GoldGrades, source: LabelSource) {
  const { queries, humanShare } = taughtBy(stored, gold);
  const judge = (grades: ListsToJudge["grades"]) => {
    const lists = listsToJudge(stored, { ...gold, grades });
    return { lists, judged: judgedLists(lists, source) };
  };
  const unseen = judge(gold.grades.map((ofQuery, query) => (queries.has(query) ? null : ofQuery)));
  const areJudged = unseen.judged.queries.length === 0 && queries.size > 0;
  return { ...(areJudged ? judge(gold.grades) : unseen), taught: { queries: queries.size, areJudged, humanShare } };
}

async function validateAll(
  all: readonly JudgedLists[],
  options: ValidateOptions,
  { progress, signal }: TitleVectorTools,
): Promise<Validation[]> {
  const found: Validation[] = [];
  progress.start("Drawing", all.length * options.draws, "random orders");
  for (const judged of all) {
    const before = found.length * options.draws;
    found.push(validateLabels(judged, { ...options, onDraw: (drawn) => progress.update(before + drawn) }));
    // Lets the event loop run, so that Ctrl-C works.
    await new Promise((resolve) => setImmediate(resolve));
    throwIfAborted(signal, "Validating labels");
  }
  progress.finish();
  return found;
}

/** Returns the rated queries in which some label is a person's grade. Agreement on these queries means nothing. */
function taughtBy({ engines }: StoredLabels, { grades, documentKeys }: GoldGrades) {
  const queries = new Set<number>();
  for (const { lists, origins } of engines) {
    for (const [row, query] of lists.queryOfRow.entries()) {
      if (origins?.[row] === "human" && grades[query] != null) queries.add(query);
    }
  }
  let [rated, human] = [0, 0];
  for (const [engine, { lists, origins }] of engines.entries()) {
    for (const [row, query] of lists.queryOfRow.entries()) {
      const grade = grades[query]?.get(at(at(documentKeys, engine), row)) ?? Number.NaN;
      if (!queries.has(query) || !(grade >= 0)) continue;
      rated++;
      if (origins?.[row] === "human") human++;
    }
  }
  return { queries, humanShare: rated === 0 ? null : human / rated };
}

function checkProxies({ gold, proxies }: ValidateFiles): void {
  const refuse = (name: string, found: string) => invalidOption(`Reading --proxy ${name}: ${found}`, { proxy: name });
  const [first] = proxies;
  if (first !== undefined && gold === null) {
    throw refuse(first.name, "labels are compared with people's judgments, but there are none. Give them with --gold.");
  }
  if (proxies.some(({ name }) => name === OWN_LABELS)) {
    throw refuse(OWN_LABELS, "the labels of the folder have this name. Choose another name.");
  }
  requireDistinctNames(proxies);
}

async function titleListsOf(stored: StoredLabels, tools: TitleVectorTools): Promise<TitleLists> {
  const engines = stored.engines.map(({ lists }) => lists);
  const reference = stored.reference?.lists ?? null;
  const queryTexts = stored.queries.map(({ text }) => text);
  const titles = [...engines, ...(reference ? [reference] : [])].flatMap((lists) => lists.titles);
  const { similarity } = await titleVectors([...titles, ...queryTexts.filter((text) => text !== null)], tools);
  return { engines, reference, queryTexts, similarity };
}

function nothingMeasurable({ labels, gold }: ValidateFiles, leftOut: Readonly<Record<string, number>>): SemqrelError {
  return new SemqrelError(
    "NO_COMMON_QUERY",
    `Validating ${labels} with ${gold}: no query is left (not in the judgments: ${leftOut["unjudged"]}; without a relevant document: ${leftOut["nothingRelevant"]}; without a reference: ${leftOut["unlabelled"]}). ` +
      "Give the whole folder that semqrel check or label --out wrote, and judgments of its queries.",
    { details: { labels, gold, leftOut } },
  );
}

/** How do a folder of labels and judgments of people become an answer to how far the labels can be trusted? */
import { SemqrelError } from "../core/errors.ts";
import type { StoredLabels } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import { type GoldGrades, readGoldGrades } from "../gold/gold-grades.ts";
import { readStoredLabels, withoutEngines } from "../label/stored-labels.ts";
import { parseOrderingMeasure } from "../measure/measures/parse-measures.ts";
import { type TitleVectorTools, titleVectors } from "../model/title-vectors.ts";
import type { TitleLists } from "./free-baselines.ts";
import {
  documentLabelSource,
  judgedLists,
  type ListsToJudge,
  listsToJudge,
  storedLabelSource,
} from "./judged-lists.ts";
import { sameEmbedder } from "./same-embedder.ts";
import { type ValidateOptions, type Validation, validateLabels, validationGround } from "./validate-labels.ts";
import { type ValidationReport, validationReport } from "./validation-report.ts";

/** A folder of labels, judgments, and other labels beside them. */
export interface ValidateFiles {
  /** A folder of `label`, or its labels.csv. */
  readonly labels: string;
  /** Judgments of people; null without. */
  readonly gold: string | null;
  /** Other labels of the same results, as files of judgments. */
  readonly proxies: readonly { readonly name: string; readonly path: string }[];
}

/** How a folder of labels is judged. */
export interface ValidateFilesOptions extends Omit<ValidateOptions, "measure" | "onDraw" | "relevanceLevel"> {
  /** As `parseMeasures` reads it. */
  readonly measure: string;
  /** Engines to leave out; `*` stands for any letters. */
  readonly without: readonly string[];
}

/** How the labels of the folder are called among the proxies. */
const OWN_LABELS = "labels";

/**
 * Where some labels are people's grades (a folder of `calibrate`), the queries that have such ones are left out; where no
 * others are rated they are judged, and the verdict says that this tells nothing.
 *
 * @throws SemqrelError as `readStoredLabels`, `withoutEngines`, `readGoldGrades`, `parseMeasures` and the embedder;
 *         INVALID_OPTION for proxies without judgments or of one name;
 *         INVALID_MEASURE for one without a cutoff in positions, or whose smaller values are better; NO_COMMON_QUERY;
 *         INTERRUPTED
 */
export async function validateFiles(
  files: ValidateFiles,
  options: ValidateFilesOptions,
  tools: TitleVectorTools,
): Promise<{ readonly report: ValidationReport; readonly warnings: readonly Warning[] }> {
  const measure = parseOrderingMeasure(options.measure);
  checkProxies(files);
  const read = await readStoredLabels(files.labels);
  const stored = withoutEngines(read.stored, options.without, "Validating");
  const gold = files.gold === null ? null : await readGoldGrades(files.gold, stored);
  const proxies = [];
  for (const { name, path } of files.proxies) proxies.push({ name, ...(await readGoldGrades(path, stored)) });
  const source = storedLabelSource(stored, OWN_LABELS);
  const taught = gold === null ? noneTaught : taughtBy(stored, gold);
  const judge = (grades: ListsToJudge["grades"]) => {
    const lists = gold && listsToJudge(stored, { ...gold, grades });
    return lists && { lists, judged: judgedLists(lists, source) };
  };
  const unseen = judge((gold?.grades ?? []).map((ofQuery, query) => (taught.queries.has(query) ? null : ofQuery)));
  const areTaughtJudged = unseen?.judged.queries.length === 0 && taught.queries.size > 0;
  const found = areTaughtJudged ? judge(gold?.grades ?? []) : unseen;
  if (found?.judged.queries.length === 0) throw nothingMeasurable(files, found.judged.leftOut);
  const titles = await titleListsOf(stored, tools);
  const ground = found && validationGround(found.judged, titles, measure);

  const others = proxies.map(({ name, ...proxy }) => documentLabelSource(listsToJudge(stored, proxy), name));
  const validations: Validation[] = [];
  if (found !== null) {
    const all = [found.judged, ...others.map((other) => judgedLists(found.lists, other))];
    tools.progress.start("Drawing", all.length * options.draws, "orders of chance");
    for (const judged of all) {
      const before = validations.length * options.draws;
      const onDraw = (drawn: number) => tools.progress.update(before + drawn);
      const { relevanceLevel } = measure;
      validations.push(validateLabels(judged, { ...options, measure, relevanceLevel, onDraw }));
      // A turn of the event loop, so that Ctrl-C is heard.
      await new Promise((resolve) => setImmediate(resolve));
      if (tools.signal.aborted) throw new SemqrelError("INTERRUPTED", "Validating labels: interrupted.");
    }
    tools.progress.finish();
  }
  const [validation = null, ...ofProxies] = validations;
  return {
    report: validationReport({
      gold: files.gold,
      measure: measure.name,
      reference: stored.reference?.lists.engine ?? null,
      cutoff: measure.at,
      unjudged: options.unjudged,
      engines: stored.engines.map(({ lists: { engine } }) => engine),
      labelled: stored.queries.filter((_, query) => source.idealOf(query) !== null).length,
      validation,
      ground,
      proxies: ofProxies.map((of, place) => ({ name: others[place]?.name ?? "", validation: of })),
      taught: { queries: taught.queries.size, areJudged: areTaughtJudged, humanShare: taught.humanShare },
      sameEmbedder: sameEmbedder(titles),
      draws: options.draws,
      seed: options.seed,
    }),
    warnings: [...read.warnings, ...(gold?.warnings ?? []), ...proxies.flatMap(({ warnings }) => warnings)],
  };
}

interface Taught {
  /** Rated queries in which some label is people's grade: agreement there is no news, whoever rated. */
  readonly queries: ReadonlySet<number>;
  /** Of their results that are rated: the share whose label is people's grade; null without such queries. */
  readonly humanShare: number | null;
}

const noneTaught: Taught = { queries: new Set(), humanShare: null };

function taughtBy({ engines }: StoredLabels, { grades, documentKeys }: GoldGrades): Taught {
  const queries = new Set<number>();
  for (const { lists, origins } of engines) {
    for (const [row, query] of lists.queryOfRow.entries()) {
      if (origins?.[row] === "human" && grades[query] != null) queries.add(query);
    }
  }
  let [rated, human] = [0, 0];
  for (const [engine, { lists, origins }] of engines.entries()) {
    for (const [row, query] of lists.queryOfRow.entries()) {
      const grade = grades[query]?.get(documentKeys[engine]?.[row] ?? "") ?? Number.NaN;
      if (!queries.has(query) || !(grade >= 0)) continue;
      rated++;
      if (origins?.[row] === "human") human++;
    }
  }
  return { queries, humanShare: rated === 0 ? null : human / rated };
}

function checkProxies({ gold, proxies }: ValidateFiles): void {
  const names = proxies.map(({ name }) => name);
  const refuse = (name: string, found: string) =>
    new SemqrelError("INVALID_OPTION", `Reading --proxy ${name}: ${found}`, { details: { proxy: name } });
  const [first] = names;
  if (first !== undefined && gold === null) {
    throw refuse(first, "labels are judged by judgments of people, and there are none. Give them as --gold.");
  }
  for (const [place, name] of names.entries()) {
    if (name === OWN_LABELS) throw refuse(name, "the labels of the folder are called so. Give it another name.");
    if (names.indexOf(name) < place)
      throw refuse(name, "two proxies are called so. Give each a name: --proxy name=file.");
  }
}

async function titleListsOf(
  { engines, reference, queries }: StoredLabels,
  tools: TitleVectorTools,
): Promise<TitleLists> {
  const lists = engines.map((engine) => engine.lists);
  const queryTexts = queries.map(({ text }) => text);
  const all = [...lists, ...(reference === null ? [] : [reference.lists])].flatMap(({ titles }) => titles);
  const { similarity } = await titleVectors([...all, ...queryTexts.filter((text) => text !== null)], tools);
  return { engines: lists, reference: reference?.lists ?? null, queryTexts, similarity };
}

function nothingMeasurable({ labels, gold }: ValidateFiles, leftOut: Readonly<Record<string, number>>): SemqrelError {
  return new SemqrelError(
    "NO_COMMON_QUERY",
    `Validating ${labels} with ${gold}: no query is left (${leftOut["unjudged"]} are not in the judgments, ${leftOut["nothingRelevant"]} have no relevant document, ${leftOut["unlabelled"]} no reference). ` +
      "Give the whole folder that semqrel label --out wrote, and judgments of its queries.",
    { details: { labels, gold, leftOut } },
  );
}

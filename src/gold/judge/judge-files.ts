import { existsSync } from "node:fs";
import { at } from "../../core/at.ts";
import { invalidOption, SemqrelError } from "../../core/errors.ts";
import { sha256 } from "../../core/files/read-whole.ts";
import { suggestion } from "../../core/text/suggestion.ts";
import { quoted, someOf } from "../../core/text/wording.ts";
import type { PooledPair, RatingScale } from "../../core/types.ts";
import { openAnswerFolder } from "../../io/ask/answer-folder.ts";
import { openAskTools } from "../../io/ask/ask.ts";
import { keepEvidence } from "../../io/labels/evidence.ts";
import { labelFolderOf } from "../../io/labels/label-manifest.ts";
import { readStoredLabels } from "../../label/stored-labels.ts";
import { openJudgmentFiles } from "../gold-files.ts";
import { judgedBy, judgeProvenanceSchema, readPairLabels } from "../gold-grades.ts";
import { goldRows, queriesOf } from "../gold-set.ts";
import { compareOnLabels } from "../measure-gold-engines.ts";
import { pooledPairs, poolFiles } from "../pool-files.ts";
import { readPool, startsAsPool } from "../pools/pool-format.ts";
import { listsOfPool } from "../pools/pool-results.ts";
import type { JudgeOptions } from "./judge-options.ts";
import { type Judging, judgePairs, type PairToJudge, planRequests } from "./judge-pairs.ts";
import { MOST_CHARACTERS, promptIdentity } from "./judging-prompt.ts";
import { type DecidedPair, judgingReport } from "./judging-report.ts";
import { keptAnswers } from "./kept-answers.ts";

/** Counts the pairs and requests of a run, without writing files or sending anything. */
export async function planJudging(options: JudgeOptions) {
  const { found, existing, unrated } = await readAll(options);
  const folder = existsSync(options.raw) ? openAnswerFolder(options.raw, { isReading: true }) : null;
  const kept = keptAnswers(folder, options.prompt.scale, options.retryFailed === true);
  return {
    pairs: found.pairs.length,
    existing: existing.filter((one) => one !== null).length,
    ...planRequests(unrated, options, kept, await openCounter()),
  };
}

/** Writes the judgments and their provenance, or neither. If a folder of labels was judged, it also gets the report. */
export async function judgeFiles(options: JudgeOptions) {
  const { results, out: file, sameAs = [], environment = process.env, progress, signal } = options;
  const countTokens = options.prices === null ? () => 0 : await openCounter();
  const tools = openAskTools({ environment, ...(progress && { progress }), ...(signal && { signal }) });
  const paths = results.map(({ path }) => path);
  const write = { index: null, field: "text", spreadsheetSafe: false };
  const writer = await openJudgmentFiles(options, write, [...paths, ...options.existing]);
  const { found, existing, unrated } = await readAll(options);
  const folder = openAnswerFolder(options.raw, { isReading: false });
  try {
    const kept = keptAnswers(folder, options.prompt.scale, options.retryFailed === true);
    const judging = await judgePairs(unrated, options, kept, countTokens, tools);
    const lowest = at(options.prompt.scale.grades, 0).grade;
    const pairs = decide(found.pooled, existing, judging, lowest);
    const labels = Float64Array.from(pairs, ({ label }) => label ?? Number.NaN);
    const rows = goldRows(queriesOf(found.pooled), found.pooled, labels);
    const comparison = compareOn(found, labels, options);
    const report = judgingReport(pairs, options, judging, { file, sameAs, comparison, cut: found.cut });
    if (rows.length === 0) {
      const { failures, stoppedBy } = report;
      const reason = failures[0]?.reason ?? "there are no pairs";
      let remedy =
        "Check the model and --prompt; --retry-failed asks again about pairs that were answered without a grade.";
      if (stoppedBy !== null) remedy = `The limit of --limit-${stoppedBy} was reached first. Raise it.`;
      if (options.endpoint === null) {
        remedy = "Give --endpoint URL; --dry-run shows what would be sent.";
      }
      const message = `Judging: no pair has a grade (${reason}), so ${file} was not written. ${remedy}`;
      throw new SemqrelError("EMPTY_FILE", message, { details: { failures } });
    }
    const fitted = writer.fit({ source: paths.join(", "), pairs: found.pooled, rows }, "from --existing. Write");
    fitted.write(provenanceOf(options, judging, pairs));
    const proxies = [{ path: file }];
    const unkept = comparison === null ? [] : await keepEvidence(at(paths, 0), report, { gold: null, proxies });
    return { report, warnings: [...found.warnings, ...unkept] };
  } finally {
    folder.close();
  }
}

/** Returns a function that counts tokens with the included tokenizer. Tokens of other models have similar lengths. */
async function openCounter(): Promise<(text: string) => number> {
  const { bundledModel, modelPath } = await import("../../model/embed/model-folder.ts");
  const { loadTokenizer } = await import("../../model/embed/tokenizer.ts");
  const { tokenise } = await loadTokenizer(modelPath(bundledModel, null), Number.POSITIVE_INFINITY);
  return (text) => tokenise(text).ids.length;
}

async function readAll(options: JudgeOptions) {
  const found = await readPairs(options);
  const odd = options.sameAs?.find((name) => found.engines?.includes(name) === false);
  if (odd !== undefined && found.engines !== null) {
    const known = `${suggestion(odd, found.engines)} They have ${someOf(found.engines)}.`;
    throw invalidOption(`Judging: the labels have no engine ${quoted(odd)}, which --same-as names.${known}`);
  }
  const existing = await readExisting(options.existing, found.pooled, options.prompt.scale);
  return { found, existing, unrated: found.pairs.filter((_, place) => existing[place] === null) };
}

/** Labels from people take precedence over labels from models, then earlier files over later files. */
async function readExisting(paths: readonly string[], pooled: readonly PooledPair[], scale: RatingScale) {
  const found = pooled.map((): { readonly label: number; readonly file: string } | null => null);
  const isOfModel = (path: string) => judgedBy(path) !== null;
  for (const file of [...paths.filter((path) => !isOfModel(path)), ...paths.filter(isOfModel)]) {
    for (const [place, label] of (await readPairLabels(file, pooled)).entries()) {
      if (Number.isNaN(label)) continue;
      const largest = scale.grades.length - 1;
      if (label > largest) {
        const message =
          `Reading ${file}: it has the label ${label}, but the highest label of the scale ${scale.name} is ${largest}. ` +
          "Give the --scale that people used, so that all labels fit into one file.";
        throw new SemqrelError("INVALID_SCALE", message, { details: { file, label, scale: scale.name } });
      }
      found[place] ??= { label, file };
    }
  }
  return found;
}

function decide(
  pooled: readonly PooledPair[],
  existing: Awaited<ReturnType<typeof readExisting>>,
  { pairs }: Judging,
  lowest: number,
): DecidedPair[] {
  let next = 0;
  return pooled.map(({ query, queryId, id, title }, place) => {
    const known = existing[place] ?? null;
    const named = { query, queryId, id, title };
    if (known !== null) return { ...named, label: known.label, model: null, file: known.file };
    const model = at(pairs, next++);
    return { ...named, label: model.grade === null ? null : model.grade - lowest, model, file: null };
  });
}

/** Compares a folder's engines on queries that have labels for most of their pairs. Returns null for other inputs. */
function compareOn(
  { pooled, engines, depth }: Awaited<ReturnType<typeof readPairs>>,
  labels: Float64Array,
  { prompt }: JudgeOptions,
) {
  if (engines === null) return null;
  const queries = queriesOf(pooled);
  const judged = { pairs: pooled, queries, labels, topLabel: prompt.scale.grades.length - 1 };
  const lists = listsOfPool(judged).filter(({ name }) => engines.includes(name));
  const places = [...queries.keys()].filter((query) => {
    const { pairs } = at(queries, query);
    return 2 * pairs.filter((pair) => at(labels, pair) >= 0).length > pairs.length;
  });
  return compareOnLabels(judged, lists, places, { depth, seed: 1 });
}

function provenanceOf(
  { date, llm, endpoint, prompt, batch, votes, field: fields = [], existing, sameAs = [] }: JudgeOptions,
  { refused }: Judging,
  pairs: readonly DecidedPair[],
) {
  return {
    schema: judgeProvenanceSchema,
    date,
    llm,
    endpoint,
    prompt: { sha256: sha256(promptIdentity(prompt)), template: prompt.template },
    scale: prompt.scale,
    batch,
    votes,
    fields,
    existing,
    sameAs,
    refused,
    pairs: pairs.map(({ model, file, ...pair }) => ({
      ...pair,
      by: file ?? (pair.label === null ? null : llm),
      ...(model !== null && {
        votes: model.votes,
        spread: model.grade === null ? null : Math.max(...model.votes) - Math.min(...model.votes),
        ...(model.sentence !== null && { reason: model.sentence }),
        ...(model.failure !== null && { failure: model.failure }),
      }),
    })),
  };
}

const USUAL_DEPTH = 10;

async function readPairs(options: JudgeOptions) {
  const { field: names = [], depth = USUAL_DEPTH } = options;
  const { pooled, engines, warnings } = await readPooled(options);
  const unknown = names.find((name) => pooled.every(({ shown }) => shown?.[name] === undefined));
  if (unknown !== undefined) {
    const message = `Judging: no document has a column ${quoted(unknown)} for --field. Correct the name; a pool has the columns that pool --show named.`;
    throw new SemqrelError("MISSING_COLUMN", message, { details: { field: unknown } });
  }
  const wordless = pooled.find(({ query, queryId, informationNeed }) => query === queryId && informationNeed === null);
  if (wordless !== undefined) {
    throw invalidOption(
      `Judging ${wordless.query}: the query has an id but no text, and the model would judge the id. Give result lists with --queries FILE (id TAB text).`,
      { query: wordless.query },
    );
  }
  const pairs = pooled.map(({ query, id, title, informationNeed, shown = {} }): PairToJudge => {
    const fields = Object.fromEntries(names.flatMap((name) => (shown[name] ? [[name, shown[name]]] : [])));
    return { query, id, shownQuery: { text: query, need: informationNeed }, shownDocument: { title, fields } };
  });
  const isLong = (text: string) => text.length > MOST_CHARACTERS;
  const cut = pairs.flatMap(({ shownDocument: { title, fields } }) => [title, ...Object.values(fields)].filter(isLong));
  return { pooled, pairs, engines, depth, cut: cut.length, warnings };
}

async function readPooled(options: JudgeOptions) {
  const { results, read, queries = null, titles = null, depth, field: show = [] } = options;
  const path = results.length === 1 ? at(results, 0).path : null;
  const refuse = (option: string, why: string) =>
    invalidOption(`Judging ${path}: ${option} is for result lists, ${why}. Leave it out.`);
  if (results.some((file) => file.path === "-")) {
    throw invalidOption("Judging -: standard input cannot be checked before it is read. Give a file.");
  }
  if (path !== null && (await startsAsPool(path))) {
    if (depth !== undefined) throw refuse("--depth", "and a pool has a fixed depth");
    if (queries !== null) throw refuse("--queries", "and a pool has its own");
    return { pooled: (await readPool(path)).pairs, engines: null, warnings: [] };
  }
  const folder = path === null ? null : labelFolderOf(path);
  if (path !== null && folder !== null) {
    if (queries !== null) throw refuse("--queries", "and a folder of labels has its own");
    const { stored, warnings } = await readStoredLabels(path);
    const lists = stored.engines.map((one) => one.lists);
    // The reference gets no name, because an engine may have the same name.
    const reference = stored.reference === null ? [] : [{ ...stored.reference.lists, engine: "" }];
    const pooled = pooledPairs(stored, [...lists, ...reference], depth ?? USUAL_DEPTH);
    return { pooled, engines: lists.map(({ engine }) => engine), warnings };
  }
  const made = await poolFiles(
    { results, read, queries, titles, show, existing: null },
    { depth: depth ?? USUAL_DEPTH, seed: 1, near: null, queries: null, perQuery: null, by: "uniform" },
  );
  return { pooled: made.pairs, engines: null, warnings: made.warnings };
}

import { invalidOption, SemqrelError } from "../../core/errors.ts";
import type { FileToWrite } from "../../core/files/write-file.ts";
import { suggestion } from "../../core/text/suggestion.ts";
import { someOf } from "../../core/text/wording.ts";
import { makeNames } from "../../core/titles/name-table.ts";
import type { QueryTable, RawJudgments, RawRun } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { type ChosenFormats, chooseFormats, type FormatChoice } from "../../io/choose-formats.ts";
import {
  fitJudgments,
  fitRun,
  type JudgmentCapabilities,
  type Lost,
  lostColumns,
  type RunCapabilities,
  type WriteOptions,
} from "../../io/fit.ts";
import { type FormatKind, formats } from "../../io/formats.ts";
import { inputError, writeWhole } from "../../io/input-error.ts";
import { labelsInFolder, readPeekedJudgments } from "../../io/judgments/read-judgments.ts";
import { closing } from "../../io/open-input.ts";
import { joinQueryTexts, queriesOfRows } from "../../io/query-sets/join-query-texts.ts";
import type { QueryWriter } from "../../io/query-sets/query-formats.ts";
import { readPeekedQueries, readQueries } from "../../io/query-sets/read-pairs.ts";
import { requireOtherFile, requireUncompressed } from "../../io/require-paths.ts";
import { readPeekedRuns } from "../../io/runs/read-run.ts";
import { readJson } from "../../io/tables/json-place.ts";
import { type PeekedInput, peekInput, responseFormats } from "../../io/tables/read-table.ts";

export interface Conversion extends FormatChoice {
  readonly queries: string | null;
  /** File that gives the label of each grade in the input; null if the input contains labels. */
  readonly gains: string | null;
  /** `integer`: write grades, and a file beside the output with their labels. `round`: write rounded labels. */
  readonly whole: "integer" | "round" | null;
  readonly engine: string | null;
  readonly write: WriteOptions;
}

export interface Converted {
  readonly from: string;
  readonly to: string;
  readonly rows: number;
  readonly queries: number;
  readonly lost: readonly Lost[];
  readonly warnings: readonly Warning[];
  /** Number of rows whose query is not in --queries. These rows keep the name of their query. */
  readonly unjoined: number;
  /** Written files; empty if the output is standard output. */
  readonly files: readonly string[];
  /** The content if the output is standard output; otherwise null. */
  readonly text: Iterable<string> | null;
}

export async function convertFile(conversion: Conversion): Promise<Converted> {
  const { output } = conversion;
  requireUncompressed(output);
  const path = await labelsInFolder(conversion.input);
  requireOtherFile(output, [path, conversion.queries, conversion.gains]);
  const peeked = await peekInput(path);
  const { content, gains, ...converted } = await closing(peeked.input, async () => {
    const chosen = chooseFormats(peeked.head, conversion);
    requireFitting(conversion, chosen);
    const table = conversion.queries === null ? null : (await readQueries(conversion.queries)).queries;
    return { ...(await prepare(peeked, path, chosen, table, conversion)), to: chosen.writer.name };
  });
  if (output === "-") return { ...converted, files: [], text: content };
  const files: FileToWrite[] = [{ path: output, content }];
  if (gains !== null) {
    const document = JSON.stringify({ schema: "semqrel.gains/1", gains }, null, 1);
    files.push({ path: `${output}.gains.json`, content: [`${document}\n`] });
  }
  writeWhole(files, output);
  return { ...converted, files: files.map((file) => file.path), text: null };
}

function requireFitting(conversion: Conversion, { source, kind, from, writer }: ChosenFormats): void {
  const { output, whole, gains, engine, queries, columns } = conversion;
  const isResponse = responseFormats.includes(from);
  const meant = [
    { given: whole !== null && kind !== "judgments", flag: `--${whole}`, what: "labels" },
    { given: gains !== null && kind !== "judgments", flag: "--gains", what: "labels" },
    { given: engine !== null && source !== "run", flag: "--engine", what: "engines" },
    { given: queries !== null && source === "queries", flag: "--queries", what: "queries to join" },
    { given: columns.title != null && !isResponse, flag: "--title-field", what: "saved responses" },
  ];
  const useless = meant.find(({ given }) => given);
  if (useless) throw invalidOption(`Converting to ${writer.name}: there are no ${useless.what}. Drop ${useless.flag}.`);
  if (whole === "integer" && output === "-") {
    throw invalidOption(
      "Cannot write to standard output: --integer also writes a file of gains beside the output. Name the output.",
    );
  }
}

async function prepare(
  peeked: PeekedInput,
  path: string,
  chosen: ChosenFormats,
  table: QueryTable | null,
  conversion: Conversion,
) {
  const { from } = chosen;
  const names = makeNames();
  const joined = <Rows extends RawJudgments | RawRun>(raw: Rows) =>
    table === null ? { rows: raw, missing: 0 } : joinQueryTexts(raw, table);
  if (chosen.source === "judgments") {
    const options = { format: chosen.from, keepsIterations: true, keepsFurther: true, columns: conversion.columns };
    const read = await readPeekedJudgments(peeked, names, options);
    const { rows, missing } = joined(read.judgments);
    const { warnings = [] } = read.judgments;
    if (chosen.kind === "queries") return { ...preparedQueriesOf([rows], chosen), from, unjoined: missing, warnings };
    const gains = conversion.gains === null ? null : await readGains(conversion.gains);
    const labels = gains === null ? rows.labels : restoreLabels(rows.labels, gains, rows.source);
    const prepared = preparedJudgments({ ...rows, labels }, chosen.writer, conversion);
    return { ...prepared, from, unjoined: missing, warnings };
  }
  if (chosen.source === "run") {
    const file = { path, engine: null };
    const read = await readPeekedRuns(peeked, file, names, chosen.from, conversion.columns, { further: true });
    const runs = chosenRuns(read.runs, conversion.engine).map(joined);
    const rows = runs.map((run) => run.rows);
    const unjoined = runs.reduce((sum, run) => sum + run.missing, 0);
    const prepared =
      chosen.kind === "run" ? preparedRuns(rows, chosen.writer, conversion) : preparedQueriesOf(rows, chosen);
    const warnings = read.runs.flatMap((run) => run.warnings ?? []);
    return { ...prepared, from, unjoined, warnings };
  }
  const { queries, file, further } = await readPeekedQueries(peeked);
  const prepared = preparedQueries(queries, lostColumns(further), chosen.writer);
  return { ...prepared, from: file.format, unjoined: 0, warnings: [] };
}

function preparedJudgments(
  raw: RawJudgments,
  writer: Extract<ChosenFormats, { kind: "judgments" }>["writer"],
  { whole, write }: Conversion,
) {
  const fitted = fitJudgments(raw, writer.holds);
  const fractions = fitted.judgments.labels.filter(isFraction).length;
  if (fractions > 0 && !writer.holds.fractions && whole === null) {
    throw new SemqrelError(
      "INVALID_LABEL",
      `Converting ${raw.source}: ${writer.name} only stores whole labels, but ${fractions} of ${fitted.judgments.labels.length} ` +
        "have fractions. Pass --integer to store grades and a file with their meanings, or --round.",
      { details: { file: raw.source, fractions } },
    );
  }
  const { labels, gains, lost } = wholeLabels(fitted.judgments.labels, whole);
  const judgments = { ...fitted.judgments, labels };
  return {
    rows: judgments.queries.length,
    queries: new Set(judgments.queries).size,
    lost: [...fitted.lost, ...lost],
    content: writer.write(judgments, write),
    gains,
  };
}

function wholeLabels(labels: Float64Array, whole: Conversion["whole"]) {
  if (whole === null) return { labels, gains: null, lost: [] };
  const isWhole = !labels.some((label) => isFraction(label) || label > MOST_GRADES);
  const rated = [...new Set(labels)].filter((label) => label >= 0);
  const grades = isWhole || whole === "round" ? null : integerGrades(rated);
  const written = labels.map((label) => {
    // A negative label means "not judged", so it must not be rounded to 0.
    if (label < 0) return Math.min(-1, Math.round(label));
    return grades === null ? Math.round(label) : Number.isNaN(label) ? label : grades.gradeOf(label);
  });
  const ascending = rated.sort((one, other) => one - other);
  const gains = grades?.gains ?? ascending.map((label) => ({ grade: label, label }));
  const meant = new Map(gains.map(({ grade, label }) => [grade, label]));
  const back = whole === "round" ? written : written.map((grade) => meant.get(grade) ?? grade);
  const changed = labels.filter((label, row) => !Number.isNaN(label) && label !== back[row]).length;
  const lost = changed === 0 ? [] : [{ what: "fractions of labels", rows: changed }];
  return { labels: written, gains: whole === "round" ? null : gains, lost };
}

function isFraction(label: number): boolean {
  return !Number.isNaN(label) && !Number.isInteger(label);
}

function chosenRuns(runs: readonly RawRun[], engine: string | null): readonly RawRun[] {
  if (engine === null) return runs;
  const chosen = runs.filter(({ name }) => name === engine);
  if (chosen.length > 0) return chosen;
  const known = runs.map(({ name }) => name);
  throw invalidOption(
    `Converting ${runs[0]?.source}: no engine is called "${engine}".${suggestion(engine, known)} Pass --engine with one of: ${known.join(", ")}.`,
  );
}

function preparedRuns(
  runs: readonly RawRun[],
  writer: Extract<ChosenFormats, { kind: "run" }>["writer"],
  { write }: Conversion,
) {
  if (runs.length > 1 && !writer.holds.engines) {
    const names = runs.map(({ name }) => name);
    throw invalidOption(
      `Converting ${runs[0]?.source}: it contains ${runs.length} engines (${someOf(names, 5)}), but ${writer.name} is for ` +
        "one run. Choose one with --engine NAME.",
    );
  }
  const fitted = runs.map((run) => fitRun(run, writer.holds));
  const written = fitted.map(({ run }) => run);
  return {
    rows: written.reduce((sum, { queries }) => sum + queries.length, 0),
    queries: new Set(
      written.flatMap(({ names, queries }) => [...new Set(queries)].map((query) => names.queries.nameOf(query))),
    ).size,
    // Does not add up the losses of several runs, because formats that can store several runs lose hardly anything.
    lost: fitted.flatMap(({ lost }) => lost),
    content: writer.write(written, write),
    gains: null,
  };
}

/** Counts all rows as lost, because a query set has no labels or results. */
function preparedQueriesOf(
  all: readonly (RawJudgments | RawRun)[],
  { source, writer }: Extract<ChosenFormats, { kind: "queries" }>,
) {
  const what = source === "run" ? "results" : "judgments";
  const rows = all.reduce((sum, { queries }) => sum + queries.length, 0);
  return preparedQueries(queriesOfRows(all), [{ what, rows }], writer);
}

function preparedQueries(table: QueryTable, lost: readonly Lost[], writer: QueryWriter) {
  const { ids, texts, lines } = table;
  const withId = writer.holds.queryIds === "any" ? 0 : (ids?.filter((id) => id !== "").length ?? 0);
  return {
    rows: lines.length,
    queries: new Set(Array.from(lines, (_, row) => ids?.[row] || texts?.[row])).size,
    lost: [...lost, ...(withId === 0 ? [] : [{ what: "query ids", rows: withId }])],
    content: writer.write(table),
    gains: null,
  };
}

/** Reads the label of each grade from a file of `convert --integer` or `label --integer-qrels`. */
export async function readGains(path: string): Promise<ReadonlyMap<number, number>> {
  const { input } = await peekInput(path);
  const document = await closing(input, () => readJson(input));
  const schema = document.get("schema");
  if (schema.value !== "semqrel.gains/1") throw schema.refuse('"semqrel.gains/1"');
  const gains = document.get("gains").items();
  return new Map(gains.map((gain) => [gain.get("grade").number(), gain.get("label").number()]));
}

export function restoreLabels(grades: Float64Array, gains: ReadonlyMap<number, number>, source: string): Float64Array {
  return grades.map((grade) => {
    if (!(grade >= 0)) return grade;
    const label = gains.get(grade);
    if (label !== undefined) return label;
    const what = `the gains have no label for grade ${grade}. Give the gains file that was written together with the grades.`;
    throw inputError("INVALID_LABEL", source, what, { grade });
  });
}

export type IntegerGrades = ReturnType<typeof integerGrades>;

/** The largest grade that trec_eval stores. */
const MOST_GRADES = 127;

/**
 * Maps label 0 to grade 0, and larger labels to grades 1, 2, … in ascending order. With more than 127 distinct labels
 * above 0, neighbouring labels share a grade, and the gain of the grade is the smallest of these labels.
 */
export function integerGrades(labels: readonly number[]) {
  const distinct = [...new Set(labels)].sort((one, other) => one - other);
  const positive = distinct.filter((label) => label > 0);
  const perGrade = Math.ceil(positive.length / MOST_GRADES) || 1;
  const gradeOfLabel = new Map(positive.map((label, index) => [label, Math.floor(index / perGrade) + 1]));
  const smallest = positive.filter((_, index) => index % perGrade === 0);
  const gains = smallest.map((label, index) => ({ grade: index + 1, label }));
  if (distinct.includes(0)) gains.unshift({ grade: 0, label: 0 });
  return { gradeOf: (label: number) => gradeOfLabel.get(label) ?? 0, gains, distinct: distinct.length };
}

export function formatTable() {
  return (Object.keys(formats) as FormatKind[]).flatMap((kind) =>
    formats[kind].map(({ name, holds }) => {
      return { name, kind, reads: true, writes: holds !== undefined, lacks: lacksOf(holds ?? {}) };
    }),
  );
}

const capabilities = {
  fractions: "fractions",
  negatives: "negative labels",
  unrated: "unrated rows",
  raters: "raters",
  iterations: "iterations",
  engines: "several engines",
  queryIds: "query ids",
  queryTexts: "query texts",
  titles: "titles",
  repeats: "repeats",
  whiteSpace: "white space in ids",
} as const;

function lacksOf(holds: Partial<JudgmentCapabilities & RunCapabilities>): string[] {
  return (Object.keys(capabilities) as (keyof typeof capabilities)[]).flatMap((key) => {
    if (holds[key] === "numbers") return ["query ids that are not numbers"];
    return holds[key] === false || holds[key] === "none" ? [capabilities[key]] : [];
  });
}

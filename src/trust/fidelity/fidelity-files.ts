/** Compares the labels of a folder with labels by another model or precision. */
import { at, atKey } from "../../core/at.ts";
import { invalidOption, SemqrelError } from "../../core/errors.ts";
import { quoted } from "../../core/text/wording.ts";
import {
  byMeasure,
  type LabelledEngine,
  type LabelledLists,
  type LabelRun,
  type MeasureName,
  type QueryMeasures,
  type RawResults,
  type ResultLists,
} from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { inputError } from "../../io/input-error.ts";
import { labelFolderOf, noLabelFolder, policyDifferences } from "../../io/labels/label-manifest.ts";
import { type LabelledMeasures, readLabelFolder } from "../../io/labels/label-tables.ts";
import { parseLabelFunction } from "../../label/label-functions/label-function.ts";
import type { LabelOptions, LabelTools } from "../../label/label-options.ts";
import { type MatchRules, matchRuleNames, rulesWithout } from "../../label/match/match-rules.ts";
import { labelLists } from "../../label/pipeline.ts";
import { readStoredLabels } from "../../label/stored-labels.ts";
import { GLOBAL_IDENTIFIERS } from "../../lists/documents.ts";
import { defaultFusionK } from "../../lists/fuse-references.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import type { EngineLabelledTwice } from "./compare-labellings.ts";
import { type FidelityReport, fidelityReport, type LabellingSource } from "./fidelity-report.ts";

type OtherLabelling = { readonly labels: string } | { readonly tools: LabelTools };

/** @param labels - a folder that `label` wrote, or its labels.csv */
export async function fidelityFiles(
  labels: string,
  other: OtherLabelling,
  examples: number,
): Promise<{ readonly report: FidelityReport; readonly warnings: readonly Warning[] }> {
  const before = await readLabelling(labels);
  const after = "tools" in other ? await labelAgain(before, other.tools) : await readLabelling(other.labels);
  if (!("tools" in other)) requireSameRules(before, after);
  const { queries, reference } = before;
  const labellings = {
    before: before.source,
    after: after.source,
    queries,
    answered: queries.filter((_, query) => rowsOfQuery(reference.lists, query).length > 0).length,
    engines: pairEngines(before, after),
    referenceTitleOf: (query: number, rank: number) => {
      const row = rowsOfQuery(reference.lists, query).find((place) => reference.lists.ranks[place] === rank);
      return row === undefined ? null : at(reference.lists.titles, row);
    },
  };
  return { report: fidelityReport(labellings, examples), warnings: [...before.warnings, ...after.warnings] };
}

interface Labelling extends Omit<Awaited<ReturnType<typeof readLabelling>>, "source" | "engines"> {
  readonly source: LabellingSource;
  readonly engines: readonly (LabelledLists & Pick<QueryMeasures, "values">)[];
}

async function readLabelling(path: string) {
  const folder = labelFolderOf(path);
  if (folder === null) throw noLabelFolder(path, "INVALID_FORMAT");
  const measured = await readLabelFolder(folder);
  const { stored, warnings } = await readStoredLabels(folder);
  const { queries, engines, reference, model } = stored;
  if (reference === null || model === null) {
    const lacking = reference === null ? "it has no reference.csv" : "semqrel label did not write its manifest.json";
    throw new SemqrelError(
      "INVALID_FORMAT",
      `Reading ${path}: ${lacking}. Give a whole folder that semqrel check or label --out wrote.`,
      { details: { file: folder } },
    );
  }
  const names = queries.map(({ name }) => name);
  return {
    source: { labels: path, model },
    queries: names,
    engines: engines.map((engine) => ({ ...engine, values: valuesOf(measured, engine.lists.engine, names) })),
    reference,
    conditions: measured.conditions,
    stored,
    warnings,
  };
}

/** Returns an engine's values for the given queries; NaN if measures.csv does not have the query. */
function valuesOf(measured: LabelledMeasures, engine: string, queries: readonly string[]): QueryMeasures["values"] {
  const values = measured.values.get(engine);
  const places = placesIn(measured.queries, queries);
  const ofMeasure = (measure: MeasureName) => {
    const known = values?.get(measure);
    if (known !== undefined) return pick(known, places);
    const what = `its measures.csv does not have ${measure} of ${engine}. Run semqrel label again.`;
    throw inputError("INVALID_FORMAT", measured.folder, what, { engine, measure });
  };
  return byMeasure(ofMeasure);
}

async function labelAgain(before: Labelling, tools: LabelTools): Promise<Labelling> {
  const { stored, reference, queries } = before;
  const lines = Int32Array.from(queries, (_, query) => query + 1);
  const { run, machineWarnings } = await labelLists(
    {
      queries: { source: stored.source, ids: queries, texts: null, lines },
      references: [rawOf(reference.lists, queries, new Map([["label", Array.from(reference.labels, String)]]))],
      candidates: before.engines.map(({ lists }) => rawOf(lists, queries, new Map())),
    },
    optionsOf(before),
    tools,
  );
  return {
    ...before,
    source: { labels: null, model: run.model },
    queries: run.queries.map(({ name }) => name),
    engines: run.engines.map((engine) => labelledLists(engine, run)),
    warnings: [...machineWarnings],
  };
}

function rawOf(lists: ResultLists, queries: readonly string[], columns: RawResults["columns"]): RawResults {
  const queryIds = Array.from(lists.queryOfRow, (query) => at(queries, query));
  return { ...lists, queryIds, queryTexts: null, columns };
}

/** Rounds similarities and margins to six decimals, as in labels.csv. */
function labelledLists({ lists, labels, matches, measures }: LabelledEngine, { reference }: LabelRun) {
  const rounded = (values: Float64Array) => values.map((value) => Math.round(value * 1e6) / 1e6);
  return {
    lists,
    labels,
    kinds: matches.kinds,
    referenceRanks: matches.referenceRows.map((row) => reference.ranks[row] ?? -1),
    similarities: rounded(matches.similarities),
    margins: rounded(matches.margins),
    values: measures.values,
  };
}

/** Returns the folder's options. Leaves out options that its lists already reflect, such as `depth`. */
function optionsOf({ conditions, source }: Labelling): LabelOptions {
  const policy: Readonly<Record<string, unknown>> = Object.fromEntries(JSON.parse(conditions.policy));
  const { threshold, oneToOne } = policy;
  const matchOn = namesIn(policy["matchOn"] ?? ["title"]);
  // Old folders have no `rules` among their options, because they were made before match rules existed.
  const rules: Partial<MatchRules> = policy["rules"] ?? {};
  const refuse = (why: string, details: Readonly<Record<string, unknown>> = {}) =>
    invalidOption(
      `Labelling ${source.labels} again: ${why}. Run semqrel label twice, with each model and its own --out, and compare the folders: semqrel compare --fidelity A B.`,
      { labels: source.labels, ...details },
    );
  if (conditions.calibration !== null) throw refuse("its labels are calibrated, which also needs ratings");
  const columns = [...matchOn, ...namesIn(policy["veto"])].filter(
    (name) => !["title", "id", GLOBAL_IDENTIFIERS].includes(name),
  );
  if (columns.length > 0) {
    const missing = columns.length === 1 ? "it" : "them";
    throw refuse(`they were matched by ${columns.join(", ")}, and labels.csv does not have ${missing}`, { columns });
  }
  return {
    depth: null,
    referenceDepth: null,
    // Not used, because reference.csv has the labels.
    labelFunction: parseLabelFunction("inverse"),
    labelColumn: "label",
    matchOn,
    threshold: typeof threshold === "number" ? threshold : null,
    rules: rulesWithout(matchRuleNames.filter((rule) => rules[rule] !== true)),
    oneToOne: oneToOne === true,
    veto: namesIn(policy["veto"]),
    fusionK: defaultFusionK,
  };
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function requireSameRules(before: Labelling, after: Labelling): void {
  const [one, other] = [before.conditions, after.conditions];
  const different = [
    ...(one.reference === other.reference ? [] : ["reference"]),
    ...(one.policy === other.policy ? [] : ["policy"]),
    ...((one.calibration === null) === (other.calibration === null) ? [] : ["calibration"]),
  ];
  if (different.length === 0) return;
  const options = policyDifferences(one, other).map(({ name }) => name);
  const shown = options.length === 0 ? "" : ` (${options.join(", ")})`;
  throw differentLists(before, after, `labels made with another ${different.join(" and another ")}${shown}`, {
    different,
  });
}

/** Returns both labellings of each engine, with all rows in the order of `before`. Throws if the lists differ. */
function pairEngines(before: Labelling, after: Labelling): EngineLabelledTwice[] {
  const places = placesIn(after.queries, before.queries);
  const others = new Map(after.engines.map((engine) => [engine.lists.engine, engine]));
  const missing = [
    ...before.engines.filter(({ lists }) => !others.has(lists.engine)),
    ...after.engines.filter(({ lists }) => !before.engines.some((one) => one.lists.engine === lists.engine)),
  ].map(({ lists }) => lists.engine);
  if (missing.length > 0)
    throw differentLists(before, after, `other engines (${missing.join(", ")})`, { engines: missing });
  return before.engines.map((one): EngineLabelledTwice => {
    const { engine, titles, queryOfRow } = one.lists;
    const other = atKey(others, engine);
    const rowOf = new Int32Array(titles.length);
    let rows = 0;
    before.queries.forEach((name, query) => {
      const [was, is] = [rowsOfQuery(one.lists, query), rowsOfQuery(other.lists, at(places, query))];
      const isSame = (row: number, place: number) =>
        titles[row] === other.lists.titles[at(is, place)] && one.lists.ranks[row] === other.lists.ranks[at(is, place)];
      if (was.length !== is.length || !was.every(isSame)) {
        throw differentLists(before, after, `another list of ${engine} for ${quoted(name)}`, { engine, query: name });
      }
      for (const [place, row] of was.entries()) rowOf[row] = at(is, place);
      rows += was.length;
    });
    if (rows !== other.lists.titles.length)
      throw differentLists(before, after, `other queries of ${engine}`, { engine });
    return {
      engine,
      titles,
      queryOfRow,
      before: one,
      after: {
        labels: pick(other.labels, rowOf),
        kinds: Uint8Array.from(rowOf, (row) => at(other.kinds, row)),
        referenceRanks: rowOf.map((row) => at(other.referenceRanks, row)),
        similarities: pick(other.similarities, rowOf),
        margins: pick(other.margins, rowOf),
        values: byMeasure((measure) => pick(other.values[measure], places)),
      },
    };
  });
}

function placesIn(names: readonly string[], wanted: readonly string[]): number[] {
  const places = new Map(names.map((name, place) => [name, place]));
  return wanted.map((name) => places.get(name) ?? -1);
}

function pick(values: Float64Array, places: ArrayLike<number>): Float64Array {
  return Float64Array.from(places, (place) => values[place] ?? Number.NaN);
}

function differentLists(
  before: Labelling,
  after: Labelling,
  what: string,
  details: Readonly<Record<string, unknown>>,
): SemqrelError {
  return new SemqrelError(
    "DIFFERENT_CONDITIONS",
    `Comparing ${before.source.labels} with ${after.source.labels}: the second has ${what}, so a difference may not come from the model. ` +
      "Label the same files with the same options, and change only --model.",
    { details: { folders: [before.source.labels, after.source.labels], ...details } },
  );
}

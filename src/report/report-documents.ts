/** Reads findings of other commands about a folder of labels, and checks that they are about these labels. */

import { existsSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { invalidOption, SemqrelError } from "../core/errors.ts";
import { isFile } from "../core/files/folders.ts";
import { type GenericSchema, list, nullable, number, object, present, record, text } from "../core/schema.ts";
import type { EstimateReport } from "../estimate/estimate-report.ts";
import type { JudgingReport } from "../gold/judge/judging-report.ts";
import { inputError } from "../io/input-error.ts";
import { commandOf, type OwnDocument, readOwnDocument, requireContent } from "../io/read-own-document.ts";
import type { LabelSummary } from "../label/folder/label-summary.ts";
import { nameOfReference } from "../lists/choose-engines.ts";
import type { ReportDocuments } from "./content/report-inputs.ts";

export const noDocuments: ReportDocuments = {
  validation: null,
  estimate: null,
  gold: null,
  judging: null,
  suggestion: null,
  policies: null,
  fidelity: null,
  agreement: null,
  rerank: null,
};

/** `source`: the folder, for messages. */
export type LabelNames = { readonly source: string; readonly engines: readonly string[] };

export type FoundDocuments = ReturnType<typeof reportDocuments>;

type Content = OwnDocument["content"];

const VERSION = "1";

/** Makes fields required. Their content is checked when it is shown. */
const having = (...fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, present]));
/** Requires the verdict to be text, because later code would accept a number without an error. */
const verdict = text;
const keysOf = (value: unknown) => Object.keys(value ?? {});

/** Role, required fields and engines of each kind of document. The key is `estimate` for `semqrel.estimate/1`. */
const documentKinds = {
  validate: {
    role: "validation",
    shape: object({ ...having("engines", "queries", "means", "sameEmbedderScores", "proxies", "limits"), verdict }),
    enginesOf: ({ sameEmbedderScores }: Content) => keysOf(sameEmbedderScores),
  },
  policies: {
    role: "policies",
    shape: object(having("engines", "policies", "default", "sensitivity")),
    enginesOf: ({ engines }: Content) => engines,
  },
  estimate: {
    role: "estimate",
    shape: object({ ...having("measure", "engines", "pairs", "order", "cautions"), verdict }),
    enginesOf: ({ engines }: Content) => keysOf(engines),
  },
  gold: {
    role: "gold",
    shape: object(having("order", "engines", "notes")),
    // Engines are not checked, because they may include the reference, which is not an engine of the folder.
    enginesOf: () => [],
  },
  agree: {
    role: "agreement",
    shape: object(having("raters", "cohen", "krippendorff", "habits", "disagreements")),
    enginesOf: () => [],
  },
  judge: {
    role: "judging",
    shape: object({
      ...having("judged", "existing"),
      llm: text,
      pairs: number,
      sameAs: list(text),
      comparison: nullable(object({ ...having("pairs"), order: list(object({ engine: text })) })),
    }),
    enginesOf: ({ comparison }: Content) =>
      (comparison as JudgingReport["comparison"])?.order.map(({ engine }) => engine),
  },
  suggest: {
    role: "suggestion",
    shape: object(having("pairs", "order")),
    enginesOf: ({ order }: Content) => order,
  },
  fidelity: {
    role: "fidelity",
    shape: object({ ...having("before", "after", "rule", "rows", "engines", "order", "examples"), verdict }),
    enginesOf: ({ engines }: Content) => keysOf(engines),
  },
  rerank: {
    role: "rerank",
    shape: object(having("engine", "ndcg", "tests", "mse", "features")),
    enginesOf: ({ engine }: Content) => [engine],
  },
} as const satisfies Record<
  string,
  { role: keyof ReportDocuments; shape: GenericSchema; enginesOf: (content: Content) => unknown }
>;

const summaryShape = object({
  engines: record(object({ matches: object({ exact: number, semantic: number }) })),
  reference: record(present),
  order: list(present),
  warnings: list(present),
  queries: number,
  label: text,
});

/** Each kind of document is taken from the first place that has one: `with`, `evidence`, other files of the folder. */
interface WantedDocuments {
  readonly with: readonly string[];
  /** Documents that commands stored in the folder. */
  readonly evidence: readonly OwnDocument[];
  /** Whether documents in other JSON files of the folder are also used. */
  readonly own: boolean;
}

/**
 * Reads the summary and the documents. Ignores unknown JSON files in the folder, but refuses them in `wanted.with`.
 * @throws SemqrelError FILE_NOT_FOUND without summary.json; INVALID_FORMAT for another version, a truncated file, or
 *   an unknown document; INVALID_OPTION for two documents of one kind in one place
 */
export function reportDocuments(folder: string, labels: LabelNames, wanted: WantedDocuments) {
  const summary = readSummary(folder);
  const byPath = new Map<string, OwnDocument>();
  for (const file of wanted.with) {
    const document = readOwnDocument(file);
    if (document === null || !isKnown(document.kind)) throw noDocument(file, document);
    byPath.set(realpathSync(file), document);
  }
  const given = [...byPath.values()];
  const has = (documents: readonly OwnDocument[], kind: string) => documents.some((one) => one.kind === kind);
  const left = wanted.evidence.filter(({ kind }) => isKnown(kind) && !has(given, kind));
  const found: OwnDocument[] = [];
  const names = wanted.own ? readdirSync(folder).sort() : [];
  for (const name of names.filter((one) => one.endsWith(".json") && one !== "summary.json")) {
    const file = join(folder, name);
    const document = isFile(file) ? readOwnDocument(file) : null;
    if (document !== null && isKnown(document.kind) && !has([...given, ...left], document.kind)) found.push(document);
  }
  const others = [...left, ...found, ...given];
  if (summary.kind !== "label") {
    // If `calibrate` wrote the folder, its summary becomes `documents.estimate`.
    return { summary: null, ...documentsOf([{ ...summary, kind: "estimate" }, ...others], labels) };
  }
  const own = summary.content as unknown as LabelSummary;
  // Adds the reference, because documents about ratings may compare engines with it.
  const engines = [...labels.engines, nameOfReference(own.reference.engine, labels.engines)];
  return { summary: own, ...documentsOf(others, { ...labels, engines }) };
}

function isKnown(kind: string): kind is keyof typeof documentKinds {
  return Object.hasOwn(documentKinds, kind);
}

function readSummary(folder: string): OwnDocument {
  const file = join(folder, "summary.json");
  const refuse = (code: "FILE_NOT_FOUND" | "INVALID_FORMAT", found: string) =>
    new SemqrelError(
      code,
      `Reading ${folder}: ${found}. Give a complete folder that semqrel check, label --out or estimate --write-labels wrote.`,
      { details: { file } },
    );
  if (!existsSync(file)) throw refuse("FILE_NOT_FOUND", "it has no summary.json");
  const summary = readOwnDocument(file);
  if (summary === null || !["label", "calibrate"].includes(summary.kind)) {
    throw refuse("INVALID_FORMAT", "its summary.json is not a summary of labels");
  }
  requireContent(summary, VERSION, summary.kind === "label" ? summaryShape : object({}));
  return summary;
}

function noDocument(file: string, found: OwnDocument | null): SemqrelError {
  const commands = Object.keys(documentKinds).map(commandOf);
  const what = found === null ? "it is not a document of semqrel" : `it is a document of another kind (${found.kind})`;
  return inputError(
    "INVALID_FORMAT",
    file,
    `${what}. Give the --json output of ${commands.slice(0, -1).join(", ")} or ${commands.at(-1)}.`,
  );
}

function documentsOf(found: readonly OwnDocument[], { engines: names, source }: LabelNames) {
  const documents = { ...noDocuments };
  const files = new Map<keyof ReportDocuments, string>();
  /** Sentences about documents that are left out, because their engines are not in the folder. */
  const stale: string[] = [];
  for (const one of found) {
    const { file, kind, content } = one;
    if (!isKnown(kind)) continue;
    const { role, shape, enginesOf } = documentKinds[kind];
    requireContent(one, VERSION, shape);
    const about = enginesOf(content);
    const gone = Array.isArray(about) ? about.find((name) => !names.includes(String(name))) : undefined;
    if (gone !== undefined) {
      stale.push(`${file} is left out, because it is about ${gone}, which these labels do not have.`);
      continue;
    }
    const other = files.get(role);
    if (other !== undefined) {
      throw invalidOption(
        `Reporting ${source}: ${other} and ${file} are both output of ${kind}. Keep only one of them.`,
        { files: [other, file] },
      );
    }
    files.set(role, file);
    Object.assign(documents, { [role]: content });
  }
  const { estimate } = documents;
  // Old documents do not name the measure of their differences.
  const ofEstimate =
    estimate &&
    ({
      ...estimate,
      differencesBy: estimate.differencesBy ?? estimate.measure,
      schema: "semqrel.estimate/1",
    } as EstimateReport);
  return { documents: { ...documents, estimate: ofEstimate }, files, stale };
}

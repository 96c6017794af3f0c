/** Runs `check` on files that were dropped on the page, in a worker. Uses the same code as the command line. */

import { at } from "../../core/at.ts";
import { textBlock } from "../../core/document/blocks.ts";
import { pageBlocks } from "../../core/document/page-blocks.ts";
import type { Embedder, Progress } from "../../core/ports.ts";
import { counted } from "../../core/text/wording.ts";
import type { LabelRun } from "../../core/types.ts";
import { isGrave, renderWarning } from "../../core/warnings.ts";
import { BYTES_OF_KIND, badLine, notUtf8, requireReadable, startsAsUtf16 } from "../../io/encoding.ts";
import { inputError } from "../../io/input-error.ts";
import { labelColumns } from "../../io/labels/label-manifest.ts";
import type { InputText } from "../../io/open-input.ts";
import { readOpenedResults } from "../../io/results/read-results.ts";
import { csvText } from "../../io/tables/write-csv.ts";
import { unrelatedOf } from "../../label/folder/double-checks.ts";
import { summariseMeasuredRun } from "../../label/folder/label-summary.ts";
import { measuredRun } from "../../label/folder/measured-run.ts";
import { runRows } from "../../label/folder/run-rows.ts";
import { parseLabelFunction } from "../../label/label-functions/label-function.ts";
import type { LabelOptions } from "../../label/label-options.ts";
import { matchPresets, rulesWithout } from "../../label/match/match-rules.ts";
import { labelFiles } from "../../label/pipeline.ts";
import { defaultFusionK } from "../../lists/fuse-references.ts";
import { exactIndexes } from "../../model/index/exact.ts";
import { buildRunReport } from "../../report/content/build-run-report.ts";
import { concludeLabels, labelDigest } from "../../report/content/label-digest.ts";
import type { ReportInputs } from "../../report/content/report-inputs.ts";
import { pageText, renderBlocks } from "../../report/page/render-block.ts";
import { renderQueries } from "../../report/page/render-queries.ts";
import { noDocuments } from "../../report/report-documents.ts";
import { lookAtHead } from "../look-at-lists.ts";

/** A file dropped on the page, gzip-compressed or not. */
export interface DroppedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export type CheckedFiles = Awaited<ReturnType<typeof checkDropped>>;

const { matchOn, threshold, without } = matchPresets.default;
const options: LabelOptions = {
  depth: null,
  referenceDepth: null,
  labelFunction: parseLabelFunction("inverse"),
  labelColumn: null,
  matchOn,
  threshold,
  rules: rulesWithout(without),
  oneToOne: false,
  veto: [],
  fusionK: defaultFusionK,
};

/** @param files - the dropped files; the first is the reference @throws SemqrelError for the same reasons as `check` */
export async function checkDropped(files: readonly DroppedFile[], embedder: Embedder, progress: Progress) {
  const opened = new Map<string, Awaited<ReturnType<typeof openDropped>>>();
  for (const file of files) {
    const read = await openDropped(file);
    lookAtHead(file.name, read.text.slice(0, 1 << 16), {}, []);
    opened.set(file.name, read);
  }
  const [reference, ...candidates] = files.map(({ name }) => ({ path: name, engine: null }));
  const given = {
    references: reference === undefined ? [] : [reference],
    candidates,
    queries: null,
    titles: null,
    referenceEngine: null,
    read: { format: null, columns: {}, rankBase: null },
  };
  const tools = {
    embedder,
    indexes: () => exactIndexes(),
    passingIndexes: () => exactIndexes(),
    clock: { seconds: () => performance.now() / 1000 },
    progress,
    signal: new AbortController().signal,
    warnings: () => [],
  };
  const result = await labelFiles(given, options, tools, async (file, readOptions) => {
    const read = opened.get(file.path);
    if (read === undefined) throw new RangeError(`${file.path} was not dropped.`);
    return readOpenedResults(file, readOptions, read.input);
  });
  const { run } = result;
  const measured = measuredRun(run);
  const { permuted } = await result.doubleCheck();
  const unrelated = unrelatedOf(measured, permuted);
  const summary = { ...summariseMeasuredRun(measured), ...(unrelated && { unrelated }) };
  const conclusion = concludeLabels(measured, summary, null);
  // The first block of a conclusion is its verdict, which the page shows as a heading.
  const digest = labelDigest(summary, conclusion).slice(conclusion === null ? 0 : 1);
  const grave = summary.warnings.filter(isGrave).map((warning) => textBlock(renderWarning(warning), "caution"));
  const notes = summary.warnings.filter((warning) => !isGrave(warning));
  const report = buildRunReport(reportInputs(run, summary));
  // Passes no real hash function, because hashes are only used for names in TREC files, which are not written here.
  const rows = runRows(run, () => "");
  function* table(): Iterable<readonly string[]> {
    yield labelColumns;
    for (const place of run.engines.keys()) yield* rows.labels(place);
  }
  return {
    verdict: conclusion?.verdict ?? "",
    /** HTML of the verdict's reasons, the table of measures and the warnings. */
    findings: `${renderBlocks(pageBlocks([...digest, ...grave]), "More")}${foldedNotes(notes.map(renderWarning))}`,
    queries: [...renderQueries(report)].join(""),
    labels: [...csvText(table())].join(""),
  };
}

function foldedNotes(notes: readonly string[]): string {
  if (notes.length === 0) return "";
  const items = notes.map((note) => `<li dir="auto">${pageText(note)}</li>`).join("");
  return `<details class="folded"><summary>${counted(notes.length, "note")} on lists and files</summary><ul>${items}</ul></details>`;
}

function reportInputs(run: LabelRun, summary: ReportInputs["summary"]): ReportInputs {
  const { queries, reference, points } = run;
  const rankOf = (row: number) => (row < 0 ? -1 : at(reference.ranks, row));
  const pointRanks = Int32Array.from(points.pointOfRow, (point) => (point < 0 ? -1 : rankOf(at(points.rows, point))));
  return {
    name: "check",
    stored: {
      source: "check",
      queries,
      engines: run.engines.map(({ lists, labels, matches }) => ({
        lists,
        labels,
        kinds: matches.kinds,
        reasons: matches.reasons,
        referenceRanks: Int32Array.from(matches.referenceRows, rankOf),
        similarities: matches.similarities,
        margins: matches.margins,
      })),
      reference: { lists: reference, labels: run.referenceLabels, pointRanks },
    },
    measures: run.engines.map(({ lists, measures }) => ({
      engine: lists.engine,
      values: new Map(Object.entries(measures.values)),
      reasons: measures.reasons,
    })),
    summary,
    origin: {
      versions: {},
      options: {},
      inputs: [],
      model: null,
      calibration: null,
      counts: {},
      reference: { engine: reference.engine, sha256: "" },
    },
    documents: noDocuments,
    resultsShown: 20,
    lists: { most: 1000, named: [] },
    seed: 1,
  };
}

/** @throws SemqrelError for the same reasons as `openInput` */
async function openDropped({ name, bytes: given }: DroppedFile): Promise<{ input: InputText; text: string }> {
  if (given.length === 0) throw inputError("EMPTY_FILE", name, "it is empty. Give a file with rows.");
  requireReadable(given.subarray(0, BYTES_OF_KIND), name);
  if (String.fromCharCode(...given.subarray(0, 4)) === "PAR1") {
    const what =
      "it is a Parquet file, which this page does not read. Save it as CSV, or use semqrel on the command line.";
    throw inputError("INVALID_FORMAT", name, what);
  }
  const isCompressed = given[0] === 0x1f && given[1] === 0x8b;
  const text = decode(isCompressed ? await decompress(given, name) : given, name);
  async function* pieces() {
    yield text;
  }
  const input: InputText = {
    source: name,
    pieces: pieces(),
    parquet: null,
    bytes: none(),
    sha256: () => "",
    sizeBytes: () => given.length,
    reuse: () => {},
    close: () => {},
  };
  return { input, text };
}

async function* none(): AsyncIterable<never> {}

async function decompress(bytes: Uint8Array, name: string): Promise<Uint8Array> {
  try {
    const unpacked = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(unpacked).arrayBuffer());
  } catch (cause) {
    const what = "the gzip data is damaged or cut short. Compress the file again.";
    throw inputError("INVALID_FORMAT", name, what, { cause });
  }
}

function decode(bytes: Uint8Array, name: string): string {
  const encoding = !startsAsUtf16(bytes) ? "utf-8" : bytes[0] === 0xff ? "utf-16le" : "utf-16be";
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw notUtf8(name, encoding === "utf-8" ? badLine(decoder, bytes, 1) : null, bytes, cause);
  }
}

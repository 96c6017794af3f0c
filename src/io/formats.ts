/** All formats, and how they are recognised from texts and file names. */
import { basename, dirname } from "node:path";
import type { JudgmentFormat, JudgmentWriter, RunFormat, RunWriter } from "./format.ts";
import { fixedTables } from "./judgments/fixed-tables.ts";
import { jsonJudgments } from "./judgments/json-judgments.ts";
import { ltr, trecPrefs, trecQrels } from "./judgments/line-judgments.ts";
import { tableJudgments, tableJudgmentsWriter } from "./judgments/table-judgments.ts";
import { type QueryFormat, type QueryWriter, queryFormats } from "./query-sets/query-formats.ts";
import { ranxRun, tableRun, tableRunsWriter, trecRun } from "./runs/run-formats.ts";
import { seemsMsmarco } from "./tables/formats/line-runs.ts";
import { responseFormats } from "./tables/read-table.ts";
import { isChosen, type TableColumns } from "./tables/table-roles.ts";

const tables = ["csv", "tsv", "jsonl"] as const;

/** The formats of each kind, in the order in which `detect` is tried. */
export const formats = {
  judgments: [
    ...jsonJudgments,
    // LTR comes before TREC, because "3 qid:1 # 1370" has four fields, like a line of TREC.
    ltr,
    trecQrels,
    trecPrefs,
    ...fixedTables,
    ...tables.map((name) => ({ ...tableJudgments(name), ...tableJudgmentsWriter(name) })),
    tableJudgments("parquet"),
  ] as readonly JudgmentFormat[],
  run: [
    ranxRun,
    trecRun,
    { ...tableRun("msmarco-run"), detect: (head, names) => !isChosen(names) && seemsMsmarco(head) },
    ...[...responseFormats, "ris", "nbib"].map(tableRun),
    ...tables.map((name) => ({ ...tableRun(name), ...tableRunsWriter(name) })),
    tableRun("parquet"),
  ] as readonly RunFormat[],
  queries: queryFormats,
};
export type FormatKind = keyof typeof formats;

export const writers = {
  judgments: formats.judgments.filter((format): format is JudgmentFormat & JudgmentWriter => "write" in format),
  run: formats.run.filter((format): format is RunFormat & RunWriter => "write" in format),
  queries: formats.queries.filter((format): format is QueryFormat & QueryWriter => "write" in format),
};

/** @param asked - name of the format; null to recognise it from `head`, the start of the text */
export function formatOf<Known extends JudgmentFormat | RunFormat>(
  known: readonly Known[],
  head: string,
  asked: string | null,
  columns: TableColumns,
): Known | undefined {
  return known.find((format) => (asked === null ? format.detect(head, columns) : format.name === asked));
}

export function formatOfPath(path: string): string | null {
  const name = basename(path).toLowerCase();
  if (name === "queries.jsonl") return "beir-queries";
  if (/^(?:queries|topics)\.tsv$/.test(name)) return "queries-tsv";
  if (name.endsWith(".tsv") && (name === "qrels.tsv" || basename(dirname(path)) === "qrels")) return "beir";
  const extension = /\.([^.]*)$/.exec(name)?.[1] ?? "";
  const known = [...formats.judgments, ...formats.run];
  const found = known.find(({ name, endings = [name] }) => endings.includes(extension))?.name;
  return found ?? (/^qrels(?:\.|$)/.test(name) && extension !== "json" ? "trec-qrels" : null);
}

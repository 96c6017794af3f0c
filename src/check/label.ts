import { defineCommand, tableFormats } from "../command/define-command.ts";
import type { Rows } from "./label-job.ts";
import { filesSettings, labelCommandLine, labelNotes, labelSettings } from "./label-settings.ts";

export const command = defineCommand({
  name: "label",
  doing: "Labelling",
  about:
    "For each candidate result, finds the reference title of the same query that is nearest in meaning, and labels the\n" +
    "result by that title's rank. Then measures the candidates. Reads CSV, TSV, JSON, Parquet, TREC runs, saved search\n" +
    "responses and more, compressed with gzip or not (semqrel help formats); - is stdin.",
  takes: [
    { name: "[reference-list]", help: "[name=]file: results of the engine you trust more", isRows: true },
    { name: "[candidate-lists...]", help: "[name=]files: results of the engines to measure", isRows: true },
  ],
  settings: labelSettings,
  commandLine: { ...filesSettings, ...labelCommandLine },
  formats: tableFormats,
  examples: [
    "label scopus.csv explorer.csv",
    "label all.csv --reference-engine scopus --out labels",
    "label --reference scopus.csv wos.csv --candidates explorer.csv --veto year",
    "label old.csv new=results.jsonl.gz --fail-under ndcg_reference@10=0.6",
  ],
  notes: labelNotes,

  async run([reference, candidates]: readonly [reference: Rows, candidates?: Rows], given) {
    const { labelRows } = await import("./label-job.ts");
    return labelRows(reference, candidates, given);
  },

  async execute([reference, candidates], flags, terminal) {
    const { labelAndPrint, listsOf } = await import("./label-and-print.ts");
    const { sayColumns } = await import("./look-at-lists.ts");
    const lists = listsOf(reference, candidates, flags);
    const said = reference === undefined ? new Set<string>() : await sayColumns(lists, flags, terminal);
    await labelAndPrint(lists, flags, terminal, { said });
  },
});

/**
 * Labels candidates' results by matching them to one or more references by meaning, and measures the candidates.
 * The model takes most of the time: about 1 ms per distinct title of 7 tokens on two cores, if no vector is cached.
 *
 * @param reference  - one or more engines that you trust more, as files or rows
 * @param candidates - the other engines, in the same form; none if the reference's file has all engines, see
 *   `referenceEngine`
 * @throws SemqrelError for files and settings that cannot be used; INVALID_RANK, INVALID_ROW for rows;
 *   OUTPUT_UNWRITABLE
 * @example
 * const { report, rows } = await label("scopus.csv", ["explorer.csv"], { out: "labels" });
 * report.engines["explorer"]?.["ndcg_reference@10"].mean;
 * for (const row of rows) console.log(row.query, row.rank, row.title, row.label, row.referenceTitle);
 */
export const label = command.call;

/**
 * Runs a job of many small blocks in a process that tests may kill, like `semqrel label --jobs`, but with blocks of a
 * few rows. Uses the built files, because child processes are forked from them. Its argument is JSON: { out, reference,
 * candidates, jobs?, resume?, rowsPerBlock?, depth?, recycleAfterTexts? }.
 */

import { childProcesses } from "../../dist/jobs/child-processes.js";
import { openJournal } from "../../dist/jobs/journal.js";
import { labelInBlocks } from "../../dist/jobs/label-in-blocks.js";
import { inThisProcess } from "../../dist/jobs/run-block.js";
import { unrelatedOf } from "../../dist/label/folder/double-checks.js";
import { summariseMeasuredRun } from "../../dist/label/folder/label-summary.js";
import { writeLabelFolder } from "../../dist/label/label-folder.js";
import { parseLabelFunction } from "../../dist/label/label-functions/label-function.js";
import { openTools } from "../../dist/model/open-tools.js";

const given = JSON.parse(process.argv[2] ?? "{}");
const { out, reference, candidates, jobs = 1, resume = false, rowsPerBlock = 40, depth = null } = given;
const interruption = new AbortController();
process.on("SIGINT", () => interruption.abort());
const { signal } = interruption;
const said = (line) => process.stdout.write(`${line}\n`);
const progress = {
  start: (task) => said(`start ${task}`),
  update: (done) => said(`done ${done}`),
  finish: () => {},
};
const options = {
  ...{ depth, referenceDepth: null, labelFunction: parseLabelFunction("inverse(top=5)"), labelColumn: null },
  ...{ matchOn: ["title"], threshold: null, oneToOne: false, veto: [], fusionK: 60 },
  rules: { clean: true, equal: true, cut: true, unknown: true, untitled: true, once: true, matched: true },
};
const columns = Object.fromEntries(
  ["query", "query id", "title", "rank", "id", "url", "engine"].map((column) => [column, null]),
);
const files = {
  references: [{ path: reference, engine: null }],
  candidates: candidates.map((path) => ({ path, engine: null })),
  ...{ queries: null, titles: null, referenceEngine: null },
  read: { format: null, rankBase: null, columns, titleField: null },
};
const model = { exact: true, embedder: "hash" };
let journal = null;
try {
  const opened = await openTools({ ...model, signal });
  journal = openJournal(out, { resume });
  said(journal.isResumed ? "resumed" : "new");
  const folder = journal.folder;
  const executor =
    jobs === 1
      ? inThisProcess({ ...opened.tools, progress })
      : childProcesses({
          ...{ jobs, threads: jobs, tools: model, folder, progress },
          ...(given.recycleAfterTexts === undefined ? {} : { recycleAfterTexts: given.recycleAfterTexts }),
        });
  const begin = async (identity) => {
    const outcomes = await journal.begin(identity);
    said(`kept ${outcomes.kept}`);
    return outcomes;
  };
  const { run, doubleChecks, inputs, indexes, machineWarnings } = await labelInBlocks(files, options, opened.tools, {
    ...{ executor, work: { folder, begin }, apart: false, model, rowsPerBlock },
    identity: { version: given.version ?? "1", options: { "--depth": depth } },
  });
  const summary = {
    ...summariseMeasuredRun(run.measured),
    unrelated: unrelatedOf(run.measured, doubleChecks.permuted),
  };
  const content = { run, summary, inputs, indexes, machineWarnings };
  const layout = { spreadsheetSafe: false, integerQrels: false };
  writeLabelFolder(out, { ...content, options: {}, versions: {} }, layout, [], folder);
  journal.finish();
} catch (error) {
  process.stderr.write(`${JSON.stringify({ code: error.code, message: error.message, details: error.details })}\n`);
  process.exitCode = error.code === "INTERRUPTED" ? 130 : 2;
} finally {
  journal?.close();
}

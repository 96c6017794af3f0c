/** Runs `label` and `check` for the command line. Lists are labelled in memory or in blocks. Prints the result. */
import { join } from "node:path";
import { longName } from "../command/settings.ts";
import type { Terminal } from "../command/terminal.ts";
import { refusing } from "../core/errors.ts";
import { shellWord } from "../core/text/escape.ts";
import type { RunTimings } from "../core/types.ts";
import { isGrave, type Warning } from "../core/warnings.ts";
import { ratingsBeside } from "../gold/ratings-beside.ts";
import { hasEvidence } from "../io/labels/evidence.ts";
import { PAGE } from "../io/labels/label-manifest.ts";
import { changeDigest, onlyChange } from "../label/changes/change-blocks.ts";
import { type LikenessName, likenessNames } from "../label/changes/compare-lists.ts";
import { describeRows, labelRunBlocks } from "../label/folder/label-run-blocks.ts";
import type { LabelSummary } from "../label/folder/label-summary.ts";
import type { MeasuredRun } from "../label/folder/measured-run.ts";
import type { Conclusion } from "../report/content/conclusion.ts";
import { concludeLabels, labelDigest } from "../report/content/label-digest.ts";
import { folderConclusion, reportFiles, writeReportInto } from "../report/report-files.ts";
import { type BlockWork, isInBlocks, labelInWorkBlocks, openBlockWork } from "./block-work.ts";
import { labelInMemory, labelWith } from "./label-job.ts";
import type { GateName, LabelFlags, LabelGiven } from "./label-settings.ts";

/** With more warnings than this and without --full, the terminal only shows those that `isNeeded` selects. */
const FEW_WARNINGS = 4;
const refused = refusing("Labelling");
/** Settings that only affect the files in the folder of --out. */
const intoFolder = ["report", "keep", "timings", "parquet", "integerQrels"] as const;

export interface Lists {
  readonly references: readonly string[];
  readonly candidates: readonly string[];
}

/** What `check --json` prints: the content of summary.json, and the conclusion. `label --json` has no conclusion. */
export interface CheckDocument extends LabelSummary {
  /** The verdict, its certainty and the next step. Absent if there are too many queries to test. */
  readonly conclusion?: Conclusion;
}

export function listsOf(
  reference: unknown,
  candidates: unknown,
  flags: { readonly reference?: readonly string[]; readonly candidates?: readonly string[] },
): Lists {
  const given = [reference, candidates].flat().filter((one) => typeof one === "string");
  const [first, ...others] = given;
  if (first !== undefined && flags.reference !== undefined) {
    const found = `the reference is given twice: as the argument ${first} and as --reference ${flags.reference.join(" ")}`;
    throw refused(`${found}. Give it once.`);
  }
  const references = first === undefined ? (flags.reference ?? []) : [first];
  if (references.length === 0)
    throw refused("no reference is given. Run semqrel label REFERENCE CANDIDATE…, or pass --reference FILE.");
  return { references, candidates: [...others, ...(flags.candidates ?? [])] };
}

/** Runs `check` for programs. Lists are labelled in memory. Writes a report if `out` is given. */
export async function checkLists({ references, candidates }: Lists, settings: LabelGiven) {
  const { finished, report, written, warnings } = await labelWith(labelInMemory, references, candidates, settings);
  if (settings.out !== undefined) await writeReport(settings.out);
  return { report, warnings, written, conclusion: await conclude(finished.run.measured, report, settings.out) };
}

/** @param said - the columns that `sayColumns` has already printed; warnings about them are not shown */
export async function labelAndPrint(
  { references, candidates }: Lists,
  flags: LabelFlags & { readonly verbose?: boolean },
  terminal: Terminal,
  { isCheck = false, said }: { readonly isCheck?: boolean; readonly said: ReadonlySet<string> },
): Promise<void> {
  const { out } = flags;
  // Without --out, always refuses --report. Refuses other settings of `intoFolder` only if they were typed, because a
  // configuration may contain them for runs that write a folder.
  const useless = intoFolder.find((name) => terminal.isTyped(name));
  if (out === undefined && (flags.report || useless !== undefined)) {
    throw refused(`${longName(useless ?? "report")} writes into the folder of --out. Pass --out DIR too.`);
  }
  const likeness = flags.failUnder.find(({ measure }) => isLikeness(measure));
  if (likeness !== undefined && references.length > 1) {
    const problem = `--fail-under ${likeness.measure} compares lists with those of one reference, but ${references.length} are given`;
    throw refused(`${problem}. Give one reference.`);
  }
  const opened: { work: BlockWork | null } = { work: null };
  try {
    const { finished, report, written, warnings } = await labelWith(
      async (job) => {
        const paths = [...job.files.references, ...job.files.candidates].map(({ path }) => path);
        if (!isInBlocks(flags, paths)) return labelInMemory(job);
        opened.work = openBlockWork(flags, terminal.say);
        const identity = { ...flags, reference: references, candidates };
        return labelInWorkBlocks(job, opened.work, identity, terminal.say);
      },
      references,
      candidates,
      flags,
      flags.resume === true,
    );
    opened.work?.finish();
    if (flags.verbose) sayTimings(finished.run.timings, terminal);
    const isTerminalText = terminal.format === "table";
    const isShort = flags.full !== true && isTerminalText;
    const isMarkdown = terminal.format === "md";
    const isForPeople = isTerminalText || isMarkdown;
    const conclusion = isForPeople || isCheck ? await conclude(finished.run.measured, report, out) : null;
    const document: CheckDocument = isCheck && conclusion !== null ? { ...report, conclusion } : report;
    const isFull = flags.full === true || isMarkdown;
    const blocks = () => [
      ...(isForPeople ? digestOf(report, conclusion, isCheck, isFull) : []),
      ...(isForPeople && !isFull ? [] : labelRunBlocks(report)),
    ];
    await terminal.print(document, { blocks, rows: describeRows });
    const isSaid = (warning: Warning) =>
      warning.kind === "columns-guessed" &&
      warning.columns.every(({ role, column }) => said.has(JSON.stringify([warning.source, role, column])));
    const unsaid = warnings.filter((warning) => !isSaid(warning));
    const areShown = !isShort || unsaid.length <= FEW_WARNINGS;
    const isOfMachine = (warning: Warning) => finished.machineWarnings.includes(warning);
    const isNeeded = (warning: Warning) =>
      isGrave(warning) || warning.kind === "columns-guessed" || isOfMachine(warning);
    await terminal.remark(unsaid, (warning) => areShown || isNeeded(warning));
    if (out !== undefined) {
      const each = flags.references === "apart" && finished.subsets.length > 0;
      const what = `labels.csv, measures.csv, summary.json, qrels and runs${each ? ", and the same files for each reference in references/" : ""}`;
      const all = isShort ? " All tables: --full." : "";
      terminal.say([!isShort && "", `Wrote ${written.length} files to the folder ${out}: ${what}.${all}`]);
      if (flags.report) terminal.say(`Wrote ${await writeReport(out)}: open it in a browser.`);
    }
    if (isTerminalText) sayNext(conclusion, flags, terminal);
    await failUnder(flags, report, terminal);
  } catch (error) {
    throw opened.work === null ? error : opened.work.explain(error);
  } finally {
    opened.work?.close();
  }
}

/** Concludes from findings in the folder, or from labels if it has none. Returns null for too many queries to test. */
async function conclude(run: MeasuredRun, report: LabelSummary, out: string | undefined): Promise<Conclusion | null> {
  if (out === undefined) return concludeLabels(run, report, null);
  const engines = run.engines.map(({ engine }) => engine);
  const ofLabels = concludeLabels(run, report, out, await ratingsBeside(out, engines));
  if (ofLabels === null || !hasEvidence(out)) return ofLabels;
  // Ignores errors that files in the folder cause. `semqrel report` explains these errors.
  return folderConclusion(out).catch(() => ofLabels);
}

/** Leaves out findings (JSON files) that were in the folder before, because they are about earlier labels. */
async function writeReport(folder: string): Promise<string> {
  return writeReportInto(folder, await reportFiles(folder, { ownDocuments: false }));
}

function digestOf(summary: LabelSummary, conclusion: Conclusion | null, isCheck: boolean, isFull: boolean) {
  const change = isCheck ? onlyChange(summary) : null;
  return change === null ? labelDigest(summary, conclusion) : changeDigest(change, conclusion, isFull);
}

function sayNext(conclusion: Conclusion | null, { out, full, report }: LabelFlags, terminal: Terminal): void {
  if (out === undefined) {
    const more = full === true ? "" : " All tables: --full.";
    terminal.say(["", `Next: run the same command with --out labels to keep the labels.${more}`]);
    return;
  }
  // If nothing can be compared, the verdict already says what to do.
  if (conclusion?.by === "nothing") return;
  const command = `semqrel report ${shellWord(out)}`;
  const page = { text: "See every query with its lists side by side.", command };
  const more = { text: "Open the report. To compare another engine, add its lists.", command: null };
  const next = conclusion?.next ?? (report ? more : page);
  const isThere = report && next.command === command;
  const text = isThere ? `${next.text} Open ${join(out, PAGE)}.` : next.text;
  terminal.say([`Next: ${text}`, !isThere && next.command !== null && `  ${next.command}`]);
}

function sayTimings(timings: RunTimings, terminal: Terminal): void {
  const { readSeconds: reading, embeddingSeconds: embedding, matchingSeconds: matching } = timings;
  const stages = Object.entries({ reading, embedding, matching, measuring: timings.measuringSeconds });
  terminal.say(stages.map(([stage, seconds]) => `${stage} ${seconds.toFixed(2)} s`));
}

const noValue = { mean: null };

function isLikeness(measure: GateName): measure is LikenessName {
  return likenessNames.some((name) => name === measure);
}

async function failUnder(flags: LabelFlags, summary: LabelSummary, terminal: Terminal): Promise<void> {
  for (const { measure, bound } of flags.failUnder) {
    for (const [name, engine] of Object.entries(summary.engines)) {
      const { mean } = isLikeness(measure) ? (summary.changes?.[name]?.[measure] ?? noValue) : engine[measure];
      const rounded = Number(mean?.toFixed(4));
      const shown = rounded < bound ? rounded : mean;
      const isReached = mean !== null && mean >= bound;
      const failure = isReached ? null : `${name}: mean ${measure} is ${shown ?? "undefined"}, below ${bound}.`;
      await terminal.check(`${name}: mean ${measure} is at least ${bound}`, failure);
    }
  }
}

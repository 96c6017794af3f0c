/** Prints what is known of a folder of labels after a command, from all that other commands found before. */
import { dirname, join } from "node:path";
import { isFile } from "../../core/files/folders.ts";
import { shellWord } from "../../core/text/escape.ts";
import { labelFolderOf, labelledIn, PAGE } from "../../io/labels/label-manifest.ts";
import type { Conclusion } from "../../report/content/conclusion.ts";
import type { CliIo } from "../io.ts";
import { say } from "./print.ts";
import type { ReportFlags } from "./print-report.ts";

/** Null for what is not a folder of labels, and if something in it cannot be read, which `report` names. */
export async function conclusionOf(labels: string): Promise<Conclusion | null> {
  const folder = labelFolderOf(labels);
  if (folder === null) return null;
  const { folderConclusion } = await import("../../report/report-files.ts");
  return folderConclusion(folder).catch(() => null);
}

/** @param otherwise the next step if nothing is known of the folder */
export async function sayConclusion(
  labels: string,
  flags: ReportFlags,
  io: CliIo,
  otherwise?: () => Promise<Conclusion["next"]>,
): Promise<void> {
  if (!isForPeople(flags)) return;
  const found = await conclusionOf(labels);
  const next = found === null ? ((await otherwise?.()) ?? null) : found.next;
  if (found !== null) say(["", ["So far:", found.verdict, found.model ?? ""].join(" ").trim()], flags, io);
  sayNext(labels, next, flags, io);
}

export async function stepWithJudgments(judgments: string, areChosen: boolean): Promise<Conclusion["next"]> {
  const { estimateStep, nextStep } = await import("../../report/content/next-step.ts");
  const { ratingsBeside } = await import("../../gold/ratings-beside.ts");
  const { labelFoldersHere } = await import("../configuration/starting-configuration.ts");
  const [only, ...others] = labelFoldersHere();
  const folder = only === undefined || others.length > 0 ? "LABELS" : only;
  if (areChosen) {
    const command = `semqrel validate ${shellWord(folder)} --gold ${shellWord(judgments)}`;
    return only === folder ? { text: "See how far people agree with the labels that were doubted.", command } : null;
  }
  const [, ...engines] = labelledIn(folder)?.engines ?? [];
  const isAlone = engines.length === 1;
  const ratings = await ratingsBeside(folder, isAlone ? engines : [], { judgments, pools: [] });
  const open = { better: "", worse: "", difference: 0, interval: null };
  if (isAlone) return nextStep("gold", open, { folder, ratings, isAlone });
  return estimateStep("See what these ratings say of the engines.", { folder, ratings });
}

export function sayNext(labels: string, next: Conclusion["next"], flags: ReportFlags, io: CliIo): void {
  if (!isForPeople(flags)) return;
  if (next !== null) say([`Next: ${next.text}`, `  ${next.command}`], flags, io);
  const page = join(labelFolderOf(labels) ?? "", PAGE);
  const renew = `semqrel report ${shellWord(dirname(page))}`;
  const comesLater = [renew, "semqrel estimate "].some((begin) => next?.command.startsWith(begin));
  if (isFile(page) && !comesLater) say(`${page} is older than this. Run ${renew} to update it.`, flags, io);
}

export async function sayWhoseWord(labels: string, flags: ReportFlags, io: CliIo): Promise<void> {
  if (!isForPeople(flags)) return;
  const found = await conclusionOf(labels);
  if (found === null || found.by === "nothing") return;
  const whose = found.by === "labels" ? "" : "These numbers come from the labels alone. Ratings count more. ";
  say(["", `${whose}${found.verdict}`], flags, io);
}

function isForPeople({ quiet, json, format }: ReportFlags): boolean {
  return !quiet && !json && format === "table";
}

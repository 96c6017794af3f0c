/** What is known of a folder of labels after a command, whatever other commands found before? */
import { dirname, join } from "node:path";
import { isFile } from "../../core/files/folders.ts";
import { shellWord } from "../../core/text/escape.ts";
import { labelFolderOf, PAGE } from "../../io/labels/label-manifest.ts";
import type { Conclusion } from "../../report/content/conclusion.ts";
import type { CliIo } from "../io.ts";
import { say } from "./print.ts";
import type { ReportFlags } from "./print-report.ts";

/** Null for what is no folder of labels, or where something in it cannot be read, as `report` will say. */
export async function conclusionOf(labels: string): Promise<Conclusion | null> {
  const folder = labelFolderOf(labels);
  if (folder === null) return null;
  const { folderConclusion } = await import("../../report/report-files.ts");
  return folderConclusion(folder).catch(() => null);
}

/**
 * Says it on stderr, where people read, and the next step.
 *
 * @param otherwise the next step where nothing is known of a folder
 */
export async function sayConclusion(
  labels: string,
  flags: ReportFlags,
  io: CliIo,
  otherwise?: () => Promise<Conclusion["next"]>,
): Promise<void> {
  if (flags.quiet || flags.json || flags.format !== "table") return;
  const found = await conclusionOf(labels);
  const next = found === null ? ((await otherwise?.()) ?? null) : found.next;
  if (found !== null)
    say(["", `All that is known so far: ${[found.verdict, found.model ?? ""].join(" ").trim()}`], flags, io);
  sayNext(labels, next, flags, io);
}

/** Says the next step, and that a report in the folder does not know of the latest yet. */
export function sayNext(labels: string, next: Conclusion["next"], flags: ReportFlags, io: CliIo): void {
  if (flags.quiet || flags.json || flags.format !== "table") return;
  if (next !== null) say([`Next: ${next.text}`, `  ${next.command}`], flags, io);
  const page = join(labelFolderOf(labels) ?? "", PAGE);
  const renew = `semqrel report ${shellWord(dirname(page))}`;
  const comesLater = [renew, "semqrel estimate "].some((begin) => next?.command.startsWith(begin));
  if (isFile(page) && !comesLater) say(`${page} was made before this. ${renew} makes it anew.`, flags, io);
}

/** Whose word the numbers of one folder of labels are. */
export async function sayWhoseWord(labels: string, flags: ReportFlags, io: CliIo): Promise<void> {
  if (flags.quiet || flags.json || flags.format !== "table") return;
  const found = await conclusionOf(labels);
  if (found === null || found.by === "nothing") return;
  const verdict = found.by === "labels" ? "" : ` ${found.verdict}`;
  const whose = "These numbers are by the labels, which are guesses: people's ratings count before them.";
  say(["", `${whose}${verdict}`], flags, io);
}

/** What `system verify` prints. */
import { type Block, blocksOf, column, listBlocks, tableOf, textBlock } from "../core/document/blocks.ts";
import { cut } from "../core/document/markdown-text.ts";
import { counted, quoted, someOf } from "../core/text/wording.ts";
import type { Verification, VerifiedFile } from "./verify-folder.ts";

/** Null if everything is the same. */
export function failureOf({ folder, isSame, inputs, files, isSameModel }: Verification): string | null {
  if (isSame) return null;
  const missing = inputs.filter(({ state }) => state === "missing").map(({ path }) => path);
  if (missing.length > 0) {
    return `${folder} cannot be made again: ${someOf(missing)} ${missing.length === 1 ? "is" : "are"} missing.`;
  }
  const changed = inputs.filter(({ state }) => state === "changed").map(({ path }) => path);
  const different = files.filter(({ state }) => state !== "same");
  const why = [
    changed.length > 0 && `${counted(changed.length, "input")} changed since (${someOf(changed)})`,
    !isSameModel && "its labels are of another model (--model)",
    different.length > 0 &&
      `${different.length} of ${counted(files.length, "file")} ${different.length === 1 ? "is" : "are"} not as recomputed`,
  ].filter((reason) => reason !== false);
  return `${folder}: ${why.join("; ")}.`;
}

export function verificationBlocks(report: Verification): Block[] {
  const { folder, isSame, inputs, files, queries, ratings, versions } = report;
  const same = `All ${counted(files.length, "file")} of ${folder} were recomputed with the same bytes.`;
  const drift = (what: string, names: readonly string[]) =>
    names.length > 0 && textBlock(`${what}: ${counted(names.length, "query")} (${someOf(names.map(quoted))}).`);
  return blocksOf(
    isSame && textBlock(same),
    tableOf("inputs", "Inputs", inputs, [
      column("input", "text", ({ path }) => path),
      column("state", "text", ({ state }) => state),
    ]),
    files.length > 0 &&
      !isSame &&
      tableOf("files", "Files", files, [
        column("file", "text", ({ file }) => file),
        column("state", "text", ({ state }) => state),
        column("lines that differ", "number", ({ lines }) => lines),
      ]),
    listBlocks("First differences, kept and recomputed:", files.flatMap(differenceOf)),
    drift("New in the inputs", queries.new),
    drift("No longer in the inputs", queries.gone),
    versions.kept !== versions.recomputed &&
      textBlock(`Made by semqrel ${versions.kept}, recomputed by ${versions.recomputed}.`),
    ratings !== null && textBlock(`${counted(ratings.ratings, "rating")} in ${ratings.database}, ${ageOf(ratings)}.`),
  );
}

const LONGEST_PART = 60;
/** Characters shown before the first that differs. */
const BEFORE = 20;

function differenceOf({ file, first }: VerifiedFile): string[] {
  if (first === null) return [];
  const { line, kept, recomputed } = first;
  const same = Array.from({ length: kept.length }).findIndex((_, place) => kept[place] !== recomputed[place]);
  const from = Math.max(0, (same < 0 ? kept.length : same) - BEFORE);
  const part = (text: string) => `${from > 0 ? "…" : ""}${cut(text.slice(from), LONGEST_PART)}`;
  return [`${file}:${line}: ${part(kept)} → ${part(recomputed)}`];
}

function ageOf({ first, last }: NonNullable<Verification["ratings"]>): string {
  const dayOf = (time: string) => time.slice(0, "2026-01-01".length);
  return first === null || last === null ? "without times" : `given from ${dayOf(first)} to ${dayOf(last)}`;
}

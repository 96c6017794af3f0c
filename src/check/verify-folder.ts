/** Recomputes a folder of labels from its inputs, compares it byte for byte, and shows what differs. */
import { createReadStream, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { checkSettings, withDefaults } from "../command/settings.ts";
import { attempt } from "../core/attempt.ts";
import { type Block, blocksOf, column, listBlocks, tableOf, textBlock } from "../core/document/blocks.ts";
import { cut } from "../core/document/markdown-text.ts";
import { makeTemporaryFolder } from "../core/files/folders.ts";
import { openPlain, sha256File } from "../core/files/read-whole.ts";
import { version } from "../core/files/version.ts";
import { checked, filledText, list, object, present, record } from "../core/schema.ts";
import { counted, quoted, someOf } from "../core/text/wording.ts";
import { readRatingSet } from "../gold/rating/rating-store.ts";
import { inputError } from "../io/input-error.ts";
import { filesOfEarlierRun, MANIFEST_SCHEMA, manifestIn, noLabelFolder, PAGE } from "../io/labels/label-manifest.ts";
import type { LabelCall } from "../label/label-folder.ts";
import { isInBlocks, labelInWorkBlocks, openBlockWork } from "./block-work.ts";
import { labelInMemory, labelWith, repeatable } from "./label-job.ts";
import { type LabelGiven, labelSettings } from "./label-settings.ts";

export interface VerifiedFile {
  /** Relative to the folder. */
  readonly file: string;
  readonly state: "same" | "differs" | "missing" | "not made again";
  /** Number of lines that differ if `state` is `differs`, else 0. Also 0 for Parquet, and if only line ends differ. */
  readonly lines: number;
  /** The first line that differs, counted from 1; null if `lines` is 0. */
  readonly first: { readonly line: number; readonly kept: string; readonly recomputed: string } | null;
}

/** The result of `verify`. */
export type Verification = Awaited<ReturnType<typeof verifyFolder>>;

const made = object({
  versions: record(filledText),
  call: object({ references: list(filledText), candidates: list(filledText), settings: record(present) }),
  inputs: list(object({ path: filledText, sha256: filledText })),
  model: object({ sha256: filledText }),
  queries: list(object({ query: filledText })),
});

/** Files that are not compared, because they describe the run or are derived from other files. */
const notCompared = ["manifest.json", "timings.csv", PAGE];

export async function verifyFolder(
  folder: string,
  { ratings, ...work }: Partial<LabelGiven> & { readonly ratings: string },
) {
  const kept = readManifest(folder);
  const inputs = [];
  for (const { path, sha256 } of kept.inputs) inputs.push({ path, state: await stateOf(path, sha256) });
  const again = inputs.some(({ state }) => state === "missing") ? null : await recompute(folder, kept.call, work);
  const files = again?.files ?? [];
  const changed = again?.manifest ?? kept;
  const isSameModel = changed.model.sha256 === kept.model.sha256;
  const isSame = again !== null && isSameModel && [...inputs, ...files].every(({ state }) => state === "same");
  return {
    schema: "semqrel.verification/1",
    folder,
    isSame,
    inputs,
    isSameModel,
    versions: { kept: kept.versions["semqrel"] ?? null, recomputed: version },
    files,
    queries: { gone: missingIn(changed, kept), new: missingIn(kept, changed) },
    ratings: agesIn(ratings),
  };
}

function readManifest(folder: string) {
  const manifest = manifestIn(folder);
  if (manifest === null) throw noLabelFolder(folder, "INVALID_FORMAT");
  if (manifest["call"] === undefined) {
    const what = "its labels were not made from files by label or check, so they cannot be recomputed.";
    throw inputError("INVALID_FORMAT", folder, what, { schema: MANIFEST_SCHEMA });
  }
  return checked(made, manifest, (misfit, path) =>
    inputError("INVALID_FORMAT", join(folder, "manifest.json"), `${misfit}.`, { path }),
  );
}

async function stateOf(path: string, sha256: string) {
  if (!existsSync(path)) return "missing";
  return (await sha256File(path)) === sha256 ? "same" : "changed";
}

async function recompute(folder: string, { references, candidates, settings }: LabelCall, work: Partial<LabelGiven>) {
  checkSettings("Verifying", settings, labelSettings);
  const out = makeTemporaryFolder("semqrel-");
  const blocks = isInBlocks({}, [...references, ...candidates]) ? openBlockWork({}) : null;
  try {
    const { written } = await labelWith(
      async (job) =>
        blocks === null
          ? labelInMemory(job)
          : labelInWorkBlocks(job, blocks, { references: job.settings.references ?? "fused" }, () => {}),
      references,
      candidates,
      { ...withDefaults(repeatable(settings), labelSettings), ...work, out, force: true },
    );
    const files: VerifiedFile[] = [];
    for (const name of new Set([...written, ...filesOfEarlierRun(folder)])) {
      const isCompared = !notCompared.some((other) => name === other || name.endsWith(`/${other}`));
      if (isCompared) files.push(await compare(name, join(folder, name), join(out, name)));
    }
    return { manifest: readManifest(out), files };
  } finally {
    blocks?.close();
    rmSync(out, { recursive: true, force: true });
  }
}

async function compare(file: string, keptPath: string, recomputedPath: string): Promise<VerifiedFile> {
  const found = (state: VerifiedFile["state"]) => ({ file, state, lines: 0, first: null });
  if (!existsSync(keptPath)) return found("missing");
  if (!existsSync(recomputedPath)) return found("not made again");
  if ((await sha256File(keptPath)) === (await sha256File(recomputedPath))) return found("same");
  // Parquet files have no lines to compare.
  if (file.endsWith(".parquet")) return found("differs");
  const [ofKept, ofRecomputed] = [linesOf(keptPath), linesOf(recomputedPath)];
  let lines = 0;
  let first: VerifiedFile["first"] = null;
  for (let line = 1; ; line++) {
    const [kept, recomputed] = [await ofKept.next(), await ofRecomputed.next()];
    if (kept.done && recomputed.done) return { file, state: "differs", lines, first };
    if (!kept.done && !recomputed.done && kept.value === recomputed.value) continue;
    lines++;
    first ??= { line, kept: kept.value ?? "", recomputed: recomputed.value ?? "" };
  }
}

function linesOf(path: string): AsyncIterator<string, undefined> {
  return createInterface({ input: createReadStream(path, { fd: openPlain(path) }) })[Symbol.asyncIterator]();
}

type WithQueries = Pick<ReturnType<typeof readManifest>, "queries">;

function missingIn(manifest: WithQueries, other: WithQueries): string[] {
  const known = new Set(manifest.queries.map(({ query }) => query));
  return other.queries.map(({ query }) => query).filter((query) => !known.has(query));
}

/** Returns how many ratings there are, and the first and last time. Imported ratings may have no time. */
function agesIn(database: string) {
  const ratings = attempt(() => readRatingSet(database))?.ratings ?? [];
  if (ratings.length === 0) return null;
  const times = ratings.flatMap(({ ratedAt }) => ratedAt || []).sort();
  return { database, ratings: ratings.length, first: times[0] ?? null, last: times.at(-1) ?? null };
}

/** Returns a sentence that says what differs; null if everything is the same. */
export function failureOf({ folder, isSame, inputs, files, isSameModel }: Verification): string | null {
  if (isSame) return null;
  const missing = inputs.filter(({ state }) => state === "missing").map(({ path }) => path);
  if (missing.length > 0) {
    return `${folder} cannot be recomputed: ${someOf(missing)} ${missing.length === 1 ? "is" : "are"} missing.`;
  }
  const changed = inputs.filter(({ state }) => state === "changed").map(({ path }) => path);
  const different = files.filter(({ state }) => state !== "same");
  const why = [
    changed.length > 0 && `${counted(changed.length, "input has", "inputs have")} changed (${someOf(changed)})`,
    !isSameModel && "its labels were made with another model (--model)",
    different.length > 0 &&
      `${different.length} of ${counted(files.length, "file")} ${different.length === 1 ? "differs" : "differ"} from the recomputed ${different.length === 1 ? "one" : "ones"}`,
  ].filter((reason) => reason !== false);
  return `${folder}: ${why.join("; ")}.`;
}

export function verificationBlocks(report: Verification): Block[] {
  const { folder, isSame, inputs, files, queries, ratings, versions } = report;
  const same = `All ${counted(files.length, "file")} in ${folder} were recomputed and are byte-for-byte the same.`;
  const drift = (what: string, names: readonly string[]) =>
    names.length > 0 &&
    textBlock(`${what}: ${counted(names.length, "query", "queries")} (${someOf(names.map(quoted))}).`);
  const [first, last] = [ratings?.first, ratings?.last].map((time) => time?.slice(0, "2026-01-01".length));
  const age = first === undefined ? "no times are recorded" : `given from ${first} to ${last}`;
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
    listBlocks("First differences, kept and recomputed:", files.flatMap(sayDifference)),
    drift("New in the inputs", queries.new),
    drift("No longer in the inputs", queries.gone),
    versions.kept !== versions.recomputed &&
      textBlock(`Made by semqrel ${versions.kept}, recomputed by ${versions.recomputed}.`),
    ratings !== null && textBlock(`${counted(ratings.ratings, "rating")} in ${ratings.database}, ${age}.`),
  );
}

const LONGEST_PART = 60;
/** Number of characters shown before the first difference. */
const BEFORE = 20;

function sayDifference({ file, first }: VerifiedFile): string[] {
  if (first === null) return [];
  const { line, kept, recomputed } = first;
  const same = Array.from({ length: kept.length }).findIndex((_, place) => kept[place] !== recomputed[place]);
  const from = Math.max(0, (same < 0 ? kept.length : same) - BEFORE);
  const part = (text: string) => `${from > 0 ? "…" : ""}${cut(text.slice(from), LONGEST_PART)}`;
  return [`${file}:${line}: ${part(kept)} → ${part(recomputed)}`];
}

/** Does a folder of labels come out of its inputs again, byte for byte? */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../core/attempt.ts";
import { makeTemporaryFolder } from "../core/files/folders.ts";
import { sha256File } from "../core/files/read-whole.ts";
import { version } from "../core/files/version.ts";
import { checked, filledText, list, object, present, record } from "../core/schema.ts";
import { readRatingSet } from "../gold/rating/rating-store.ts";
import { inputError } from "../io/input-error.ts";
import { MANIFEST_SCHEMA, manifestIn, noLabelFolder, PAGE } from "../io/labels/label-manifest.ts";
import type { LabelCall } from "../label/label-folder.ts";
import { isInBlocks, labelInWorkBlocks, openBlockWork } from "./block-work.ts";
import { labelInMemory, labelWith } from "./label-job.ts";
import type { LabelGiven } from "./label-settings.ts";

export interface VerifiedFile {
  /** Relative to the folder. */
  readonly file: string;
  readonly state: "same" | "differs" | "missing" | "new";
  /** Lines that differ, in `differs`. */
  readonly lines: number;
  /** The first of them, from 1; null in other states. */
  readonly first: { readonly line: number; readonly kept: string; readonly recomputed: string } | null;
}

/** What `verify` found. */
export type Verification = Awaited<ReturnType<typeof verifyFolder>>;

const made = object({
  versions: record(filledText),
  call: object({ references: list(filledText), candidates: list(filledText), settings: record(present) }),
  inputs: list(object({ path: filledText, sha256: filledText })),
  model: object({ sha256: filledText }),
  queries: list(object({ query: filledText })),
  files: list(filledText),
});

/** They say how the work went, or are made from the others. */
const notCompared = ["manifest.json", "timings.csv", PAGE];

export async function verifyFolder(folder: string, { db, ...work }: Partial<LabelGiven> & { readonly db: string }) {
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
    ratings: agesIn(db),
  };
}

function readManifest(folder: string) {
  const manifest = manifestIn(folder);
  if (manifest === null) throw noLabelFolder(folder, "INVALID_FORMAT");
  if (manifest["call"] === undefined) {
    const what = "its labels were not made from files by label or check, so they cannot be made again.";
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
      { ...(settings as LabelGiven), ...work, out, force: true },
    );
    const manifest = readManifest(out);
    const names = [...new Set([...readManifest(folder).files, ...written])];
    const compared = names.filter((name) => !notCompared.some((other) => name === other || name.endsWith(`/${other}`)));
    return { manifest, files: compared.map((name) => compare(name, join(folder, name), join(out, name))) };
  } finally {
    blocks?.close();
    rmSync(out, { recursive: true, force: true });
  }
}

function compare(file: string, keptPath: string, recomputedPath: string): VerifiedFile {
  if (!existsSync(keptPath)) return { file, state: "missing", lines: 0, first: null };
  if (!existsSync(recomputedPath)) return { file, state: "new", lines: 0, first: null };
  const [kept, recomputed] = [readFileSync(keptPath), readFileSync(recomputedPath)];
  if (kept.equals(recomputed)) return { file, state: "same", lines: 0, first: null };
  // Parquet has no lines.
  if (file.endsWith(".parquet")) return { file, state: "differs", lines: 0, first: null };
  const [own, other] = [kept.toString().split("\n"), recomputed.toString().split("\n")];
  const differing = Array.from({ length: Math.max(own.length, other.length) }, (_, line) => line).filter(
    (line) => own[line] !== other[line],
  );
  const [line = 0] = differing;
  const first = { line: line + 1, kept: own[line] ?? "", recomputed: other[line] ?? "" };
  return { file, state: "differs", lines: differing.length, first };
}

interface WithQueries {
  readonly queries: readonly { readonly query: string }[];
}

function missingIn(manifest: WithQueries, other: WithQueries): string[] {
  const known = new Set(manifest.queries.map(({ query }) => query));
  return other.queries.map(({ query }) => query).filter((query) => !known.has(query));
}

/** Null if the database has no ratings. An import may not say when they were given. */
function agesIn(database: string) {
  const ratings = attempt(() => readRatingSet(database))?.ratings ?? [];
  if (ratings.length === 0) return null;
  const times = ratings.flatMap(({ ratedAt }) => ratedAt || []).sort();
  return { database, ratings: ratings.length, first: times[0] ?? null, last: times.at(-1) ?? null };
}

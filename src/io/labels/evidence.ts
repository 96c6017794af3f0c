/** Stores what commands found about a folder of labels, and checks whether it still applies. */

import { createHash, type Hash } from "node:crypto";
import { createReadStream, existsSync, readdirSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { createInterface } from "node:readline";
import { attempt } from "../../core/attempt.ts";
import { messageOf } from "../../core/errors.ts";
import { isFile } from "../../core/files/folders.ts";
import { openPlain, sha256, sha256File } from "../../core/files/read-whole.ts";
import { writeFiles } from "../../core/files/write-file.ts";
import { exactOptional, type InferOutput, list, number, object, record, text } from "../../core/schema.ts";
import { sayNames } from "../../core/text/wording.ts";
import type { Warning } from "../../core/warnings.ts";
import { areChosen } from "../judgments/chosen-judgments.ts";
import { commandOf, type OwnDocument, readOwnDocument, requireContent } from "../read-own-document.ts";
import { labelFolderOf } from "./label-manifest.ts";

const FOLDER = "evidence";
/** The files on which results depend. The manifest is excluded, because it contains times and names of reports. */
const LABEL_FILES = ["labels.csv", "reference.csv"];

/** Kinds of stored results that are outdated if the ratings change. */
const FOLLOW_RATINGS = ["estimate", "suggest"];

const shape = object({
  evidence: object({
    /** Hash of each of the `LABEL_FILES` in the folder. */
    labels: record(text),
    /** Each `path` is relative to the folder. The file with role `gold` has the human judgments. */
    inputs: list(object({ role: text, path: text, sha256: text })),
    /** Increases by 1 with each stored result. Unlike file times, it is kept when a folder is copied. */
    step: exactOptional(number),
  }),
});

type Pathed = { readonly path: string };

/** Stores a command's result and the hashes of its input files in the folder. Warns if it cannot write. */
export async function keepEvidence(
  labels: string,
  document: { readonly schema: string },
  { gold, pools = [], proxies = [] }: { gold: string | null; pools?: readonly string[]; proxies?: readonly Pathed[] },
): Promise<Warning[]> {
  const folder = labelFolderOf(labels);
  const [, kind = ""] = /^semqrel\.([a-z-]+)\//.exec(document.schema) ?? [];
  if (folder === null || !existsSync(join(folder, "manifest.json"))) return [];
  try {
    // Ratings of chosen pairs are only about doubtful labels and say nothing about the engines.
    if (gold !== null && areChosen(gold)) return [];
    const files = [
      ...(gold === null ? [] : [{ role: "gold", path: gold }]),
      ...pools.map((path) => ({ role: "pool", path })),
      ...proxies.map(({ path }) => ({ role: "proxy", path })),
    ].filter(({ path }) => isFile(path));
    const inputs: OfFolder["inputs"] = [];
    for (const { role, path } of files) {
      inputs.push({ role, path: relative(resolve(folder), resolve(path)), sha256: await sha256File(path) });
    }
    const steps = filesIn(folder).map((file) => {
      const content: Partial<InferOutput<typeof shape>> = attempt(() => readOwnDocument(file))?.content ?? {};
      return content.evidence?.step ?? 0;
    });
    const evidence = { labels: await sumsOfLabels(folder), inputs, step: 1 + Math.max(0, ...steps) };
    const content = [`${JSON.stringify({ ...document, evidence }, null, 1)}\n`];
    writeFiles([{ path: join(folder, FOLDER, `${kind}.json`), content }]);
    return [];
  } catch (error) {
    return [{ kind: "evidence-not-kept", folder, reason: messageOf(error) }];
  }
}

export function hasEvidence(folder: string): boolean {
  return existsSync(join(folder, FOLDER));
}

export async function readEvidence(folder: string) {
  const kept = filesIn(folder).flatMap((file) => {
    const document = readOwnDocument(file);
    if (document === null) return [];
    const { evidence } = requireContent(document, "1", shape);
    const gold = evidence.inputs.find(({ role }) => role === "gold") ?? null;
    return [{ document, evidence, step: evidence.step ?? 0, gold }];
  });
  const labels = kept.length === 0 ? {} : await sumsOfLabels(folder);
  const documents: OwnDocument[] = [];
  const stale = new Map<string, string[]>();
  const latest = kept.find(({ document, gold }) => document.kind === "gold" && gold !== null);
  const judgments = latest?.gold ?? kept.find(({ gold }) => gold !== null)?.gold ?? null;
  for (const { document, evidence, step, gold } of kept) {
    const isOlder = latest !== undefined && step < latest.step && gold?.sha256 !== latest.gold?.sha256;
    const changed =
      isOlder && FOLLOW_RATINGS.includes(document.kind)
        ? "semqrel gold wrote new judgments"
        : await whatChanged(folder, evidence, labels);
    if (changed !== null) stale.set(changed, [...(stale.get(changed) ?? []), document.kind]);
    else documents.push(document);
  }
  const opened = ({ path }: Pathed) => join(folder, path);
  const pools = kept
    .filter(({ gold }) => gold?.path === judgments?.path)
    .toSorted((one, other) => one.step - other.step)
    .map(({ evidence }) => evidence.inputs.filter(({ role }) => role === "pool").map(opened))
    .findLast((paths) => paths.length > 0);
  return {
    documents,
    stale: Array.from(
      stale,
      ([changed, kinds]) =>
        `${changed}, so the earlier results of ${sayNames(kinds.map(commandOf))} are left out here.`,
    ),
    /** Path of the judgments: from the result of `gold` if possible, otherwise from another result; null if unknown. */
    judgments: judgments && opened(judgments),
    /** The pools of the latest result that used these judgments, in the order in which they were drawn. */
    pools: pools ?? [],
  };
}

function filesIn(folder: string): string[] {
  const inside = join(folder, FOLDER);
  const names = existsSync(inside) ? readdirSync(inside).sort() : [];
  return names.filter((name) => name.endsWith(".json")).map((name) => join(inside, name));
}

type OfFolder = InferOutput<typeof shape>["evidence"];

async function whatChanged(folder: string, { labels, inputs }: OfFolder, now: Readonly<Record<string, string>>) {
  if (LABEL_FILES.some((name) => labels[name] !== now[name])) return "The labels have changed";
  for (const { path, sha256 } of inputs) {
    const file = join(folder, path);
    // A missing file may have been moved without a change.
    if (isFile(file) && (await sha256File(file)) !== sha256) return `${basename(file)} has changed`;
  }
  return null;
}

async function sumsOfLabels(folder: string) {
  const sums: Record<string, string> = {};
  for (const name of LABEL_FILES) {
    const file = join(folder, name);
    if (isFile(file)) sums[name] = await (name === "labels.csv" ? sumByEngine(file) : sha256File(file));
  }
  return sums;
}

/** Hashes each engine's lines separately, because the order of engines does not affect results. */
async function sumByEngine(path: string): Promise<string> {
  const sums = new Map<string, Hash>();
  for await (const line of createInterface({ input: createReadStream(path, { fd: openPlain(path) }) })) {
    const engine = line.slice(0, line.indexOf(","));
    const sum = sums.get(engine) ?? createHash("sha256");
    sums.set(engine, sum.update(`${line}\n`));
  }
  return sha256(
    [...sums.values()]
      .map((sum) => sum.digest("hex"))
      .sort()
      .join(),
  );
}

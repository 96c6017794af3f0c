/**
 * How far can labels be trusted on collections that people judged? Runs `label`, `validate` and `policies` with several
 * references and sets of engines, and writes what they find as Markdown: docs/trust-figures.md, discussed in docs/trust.md.
 * The data folder holds cranfield and discernatron: queries.tsv, engines/*.csv, qrels.txt, and the halves in split/.
 * Run: npm run build && npx tsx scripts/trust-figures.ts DATA-FOLDER [--quick] [--out FILE]
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, out: { type: "string" } },
});
const [data] = positionals;
if (data === undefined) throw new Error("Give the folder of the collections.");

/** The best engine, by people, of each of three kinds that use no language model. The quick run takes the first. */
const ofCranfield = ["real_lucene_english_bm25", "real_lucene_english_classic", "lsi300_titletext"];
const ofDiscernatron = ["pool_bm25_title", "pool_char4gram_title", "pool_lsi100_title"];
const collections = [
  { name: "cranfield", folder: "cranfield", from: "engines", to: "engines", gold: "qrels.txt", best: ofCranfield },
  {
    name: "discernatron",
    folder: "discernatron",
    from: "engines",
    to: "engines",
    gold: "qrels.txt",
    best: ofDiscernatron,
  },
  {
    ...{ name: "discernatron, disjoint titles", folder: "discernatron", gold: "split/qrels_B.txt" },
    ...{ from: "split/reference_A", to: "split/candidates_B", best: ofDiscernatron },
  },
];
type Collection = (typeof collections)[number];

const dense = ["dense_*", "hybrid_*", "rerank_*", "*_dense_minilm"];
const artificial = ["deg_*", "synth_*", "*_random"];
const engineSets = [
  { name: "real, no dense", without: [...artificial, ...dense] },
  { name: "real and dense", without: artificial },
  { name: "all", without: [] },
];
/** The reference's list once more, among the candidates. */
const own = "own";
const randomSeeds = flags.quick ? 20 : 200;
const randomDraws = 250;

/** What `validate --json` and `policies --json` hold, as far as it is read here. */
interface SourceFigures {
  readonly tauB: { readonly observed: number; readonly nullTitle: readonly [number, number] };
  readonly upperHalfTauB: number;
  readonly labels: { readonly auc: number };
  readonly conclusions: Record<"agree" | "reversed" | "invented" | "missed", number>;
  readonly verdict: string;
}
interface Validated extends SourceFigures {
  readonly engines: number;
  readonly queries: number;
  readonly baselines: Record<"exact" | "overlap@10" | "popularity" | "queryTitleCosine", number | null>;
  readonly sameEmbedder: readonly string[];
  readonly means: readonly { readonly engine: string }[];
  readonly proxies: Record<string, SourceFigures>;
}
interface Policies {
  readonly policies: readonly { readonly name: string; readonly tauB: number | null }[];
}
interface Labelled {
  readonly engines: Record<string, { ndcg_reference: { min: number; max: number }; above_one: number }>;
}
interface Figures {
  readonly reference: string;
  readonly found: Validated;
  readonly compared: Policies;
}

const main = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "trust-figures-"));

async function semqrel<Report>(...args: readonly string[]): Promise<Report> {
  const options = { maxBuffer: 2 ** 30 };
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...args, "--json", "-q"], options);
  return JSON.parse(stdout);
}

const tauOf = (name: string) => (figures: Figures) =>
  figures.compared.policies.find((policy) => policy.name === name)?.tauB ?? null;
const rows: readonly [name: string, valueOf: (figures: Figures) => number | null][] = [
  ["notebook: 5/(r+1), returned ideal, full depth", tauOf("inverse(top=5), ndcg_returned")],
  ["default: 5/(r+1), reference ideal, @10", tauOf("inverse(top=5), ndcg_reference@10")],
  ["flat where cosine >= .7, first 20", tauOf("flat(top=1,depth=20), cosine >= 0.7, first 20, ndcg_reference@10")],
  ["1/log2(r+2) where cosine >= .7", tauOf("log(top=5), cosine >= 0.7, ndcg_reference@10")],
  [
    "best of 600 policies, with hindsight",
    ({ compared }) => Math.max(...compared.policies.map((each) => each.tauB ?? -1)),
  ],
  ["free: exact title, log discount", ({ found }) => found.baselines.exact],
  ["free: overlap@10", ({ found }) => found.baselines["overlap@10"]],
  ["free: popularity", ({ found }) => found.baselines.popularity],
  ["free: query–title cosine", ({ found }) => found.baselines.queryTitleCosine],
  ["default: where chance ends (97.5 %)", ({ found }) => found.tauB.nullTitle[1]],
  ["default: among the upper half of the engines", ({ found }) => found.upperHalfTauB],
  ["default: AUC of single labels", ({ found }) => found.labels.auc],
];

function shown(value: number | null): string {
  return value === null || Number.isNaN(value) ? "–" : value.toFixed(2).replace(/^-0\.00$/, "0.00");
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** A row of means, deviations (n - 1) and worst references. */
function summary(of: readonly (number | null)[]): string {
  const values = of.filter((value) => value !== null);
  if (values.length < of.length) return "–";
  const center = mean(values);
  const deviation = Math.sqrt(
    mean(values.map((value) => (value - center) ** 2)) * (values.length / (values.length - 1)),
  );
  return `${shown(center)} ± ${shown(deviation)} (${shown(Math.min(...values))})`;
}

function table(head: readonly string[], body: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

async function labelBy({ folder, from, to }: Collection, reference: string, out: string): Promise<Labelled> {
  const root = join(data ?? "", folder);
  const file = join(root, from, `${reference}.csv`);
  const candidates = readdirSync(join(root, to))
    .sort()
    .map((name) => join(root, to, name));
  const queries = join(root, "queries.tsv");
  return semqrel(
    "label",
    "--reference",
    file,
    "--candidates",
    ...candidates,
    `${own}=${file}`,
    "--queries",
    queries,
    "--out",
    out,
  );
}

async function figuresOf(
  { folder, gold, to, from }: Collection,
  reference: string,
  labels: string,
  without: readonly string[],
) {
  // Where the lists are halved, the other half of the reference's list is left out too.
  const names = [own, ...(from === to ? [] : [reference]), ...without].join(",");
  const common = [labels, "--gold", join(data ?? "", folder, gold), "--without", names, "--seed", "1"];
  const [found, compared] = await Promise.all([
    semqrel<Validated>("validate", ...common),
    semqrel<Policies>("policies", ...common, "--samples", "1"),
  ]);
  return { reference, found, compared };
}

/** Labels that know nothing, equal for equal documents, and people's own: what does `validate` say of them? */
async function controls(labels: string, gold: string): Promise<string[]> {
  const pairs = readFileSync(join(labels, "labels.qrels"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.split(" "));
  const random = Array.from({ length: randomSeeds }, (_, seed) => {
    const file = join(work, `random-${seed}.qrels`);
    const lines = pairs.map(([query, , document]) => {
      const [byte = 0] = createHash("sha256").update(`${seed} ${query} ${document}`).digest();
      return `${query} 0 ${document} ${byte % 4}\n`;
    });
    writeFileSync(file, lines.join(""));
    return ["--proxy", `random${seed}=${file}`];
  });
  const draws = ["--draws", String(randomDraws)];
  const base = ["validate", labels, "--gold", gold, "--without", own, "--seed", "1"];
  let claimed = 0;
  for (let first = 0; first < random.length; first += 20) {
    const { proxies } = await semqrel<Validated>(...base, ...draws, ...random.slice(first, first + 20).flat());
    claimed += Object.values(proxies).filter(({ tauB }) => tauB.observed > tauB.nullTitle[1]).length;
  }
  const { proxies } = await semqrel<Validated>(...base, "--proxy", `people=${gold}`);
  const people = proxies["people"];
  return [
    `- Random labels (0 to 3, by document, ${randomSeeds} seeds, ${randomDraws} draws of chance each): claimed as signal ${claimed} times, ${((100 * claimed) / randomSeeds).toFixed(1)} %.`,
    `- Labels equal to people's: τ ${shown(people?.tauB.observed ?? null)}, upper half ${shown(people?.upperHalfTauB ?? null)}, AUC ${shown(people?.labels.auc ?? null)}, conclusions reversed, missed or invented: ${["reversed", "missed", "invented"].map((kind) => people?.conclusions[kind as "missed"]).join(", ")}.`,
  ];
}

async function secondsOfDraws(labels: string, gold: string): Promise<string> {
  const seconds: number[] = [];
  let engines = 0;
  for (const draws of ["1", "1000"]) {
    const begin = performance.now();
    engines = (await semqrel<Validated>("validate", labels, "--gold", gold, "--draws", draws)).engines;
    seconds.push((performance.now() - begin) / 1000);
  }
  return `- \`validate\` with ${engines} engines: ${seconds[1]?.toFixed(1)} s with 1,000 draws of chance, ${seconds[0]?.toFixed(1)} s with one.`;
}

async function sectionOf(collection: Collection): Promise<string> {
  const references = collection.best.slice(0, flags.quick ? 1 : undefined);
  const gold = join(data ?? "", collection.folder, collection.gold);
  const bySet = engineSets.map(() => [] as Figures[]);
  const notes: string[] = [];
  for (const reference of references) {
    const labels = join(work, "labels");
    const { engines } = await labelBy(collection, reference, labels);
    const { ndcg_reference: ofOwn, above_one: above } = engines[own] ?? {
      ndcg_reference: { min: 0, max: 0 },
      above_one: 0,
    };
    notes.push(
      `- ${reference} as its own candidate: ndcg_reference from ${ofOwn.min.toFixed(3)} to ${ofOwn.max.toFixed(3)}, above 1 in ${above} queries.`,
    );
    for (const [place, { without }] of engineSets.entries()) {
      bySet[place]?.push(await figuresOf(collection, reference, labels, without));
    }
    if (reference === references[0] && collection.from === collection.to) {
      notes.push(await secondsOfDraws(labels, gold));
      if (collection.name === "discernatron") notes.push(...(await controls(labels, gold)));
    }
    rmSync(labels, { recursive: true });
    console.error(`${collection.name}, ${reference}: ${(performance.now() / 1000).toFixed(0)} s`);
  }
  const parts = bySet.map((figures, place) => {
    const { name = "" } = engineSets[place] ?? {};
    const [first] = figures;
    const body = rows.map(([row, valueOf]) => [row, ...figures.map(valueOf).map(shown), summary(figures.map(valueOf))]);
    const verdicts = figures.map(({ reference, found: { verdict, conclusions } }) => {
      const { agree, reversed, invented } = conclusions;
      return `- ${reference}: ${verdict} Of ${agree + reversed + invented} differences called significant, people confirm ${agree} and turn round ${reversed}.`;
    });
    const named = new Set(figures.flatMap(({ found }) => found.sameEmbedder));
    const title = `### ${collection.name}: ${name} (${first?.found.engines} engines, ${first?.found.queries} queries)`;
    const head = ["Kendall's τ-b with people's order, by reference", ...references, "mean ± deviation (worst)"];
    const nearby = `- Named as retrieving with the model that labels: ${[...named].sort().join(", ") || "none"}.`;
    return [title, "", table(head, body), "", ...verdicts, nearby, ""].join("\n");
  });
  return [`## ${collection.name}`, "", ...parts, ...notes, ""].join("\n");
}

try {
  const sections = [];
  for (const collection of collections) sections.push(await sectionOf(collection));
  const text = `# Figures on trust\nWritten by \`scripts/trust-figures.ts\`${flags.quick ? " --quick" : ""}; [trust.md](trust.md) says what they mean.\n\n${sections.join("\n")}`;
  if (flags.out === undefined) process.stdout.write(text);
  else writeFileSync(flags.out, text);
} finally {
  rmSync(work, { recursive: true });
}

/**
 * How far can labels be trusted on collections that people judged? Runs `label`, `validate` and `policies` with several
 * references and sets of engines and prints the results as Markdown for docs/trust.md.
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
import { type Description, describe } from "semqrel/statistics";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, out: { type: "string" } },
});
const [data = ""] = positionals;

/** The best engine of each kind without a language model. `pool_*` engines rank only documents that people judged. */
const ofCranfield = ["real_lucene_english_bm25", "real_lucene_english_classic", "lsi300_titletext"];
const ofDiscernatron = ["pool_bm25_title", "pool_char4gram_title", "all_char4gram_title"];
const ofHalves = ["pool_bm25_title", "pool_char4gram_title", "pool_lsi100_title"];
const whole = { from: "engines", to: "engines", gold: "qrels.txt" };
const halves = { from: "split/reference_A", to: "split/candidates_B", gold: "split/qrels_B.txt" };
const collections = [
  { name: "cranfield", folder: join(data, "cranfield"), ...whole, references: ofCranfield },
  { name: "discernatron", folder: join(data, "discernatron"), ...whole, references: ofDiscernatron },
  { name: "discernatron, halves", folder: join(data, "discernatron"), ...halves, references: ofHalves },
];
type Collection = (typeof collections)[number];

const dense = ["dense_*", "hybrid_*", "rerank_*", "*_dense_minilm"];
const artificial = ["deg_*", "synth_*", "*_random"];
const engineSets = [
  { set: "real, no dense", without: [...artificial, ...dense] },
  { set: "real and dense", without: artificial },
  { set: "all", without: [] },
];
/** The reference's own list, as one of the candidates. */
const own = "own";
const random = { seeds: flags.quick ? 20 : 200, draws: "200", ofOneCall: 20 };

/** The parts of the `--json` output that this script reads. */
interface OfLabels extends Record<"engines" | "queries" | "upperHalfTauB", number> {
  readonly tauB: { readonly observed: number; readonly nullTitle: readonly [number, number] };
  readonly labels: { readonly auc: number };
  readonly conclusions: Record<"agree" | "reversed" | "invented" | "missed", number>;
  readonly verdict: string;
}
interface Validated extends OfLabels {
  readonly baselines: Record<"exact" | "overlap@10" | "popularity" | "queryTitleCosine", number | null>;
  readonly sameEmbedder: readonly string[];
  readonly proxies: Record<string, OfLabels>;
}
type Policies = { readonly policies: readonly { readonly name: string; readonly tauB: number }[] };
type Labelled = { readonly engines: Record<string, { ndcg_reference: Description; above_one: number }> };
type Figures = Validated & Policies & { readonly reference: string };

const main = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "trust-figures-"));

async function semqrel<Report>(...args: readonly string[]): Promise<Report> {
  const run = promisify(execFile)(process.execPath, [main, ...args, "--json", "-q"], { maxBuffer: 2 ** 30 });
  return JSON.parse((await run).stdout);
}

const tauOf = (wanted: string) => (figures: Figures) =>
  figures.policies.find(({ name }) => name === wanted)?.tauB ?? Number.NaN;
const rows: readonly [name: string, read: (figures: Figures) => number | null][] = [
  ["notebook: 5/(r+1), returned ideal, full depth", tauOf("inverse(top=5), ndcg_returned")],
  ["default: 5/(r+1), reference ideal, @10", tauOf("inverse(top=5), ndcg_reference@10")],
  ["flat where cosine >= .7, first 20", tauOf("flat(top=1,depth=20), cosine >= 0.7, first 20, ndcg_reference@10")],
  ["1/log2(r+2) where cosine >= .7", tauOf("log(top=5), cosine >= 0.7, ndcg_reference@10")],
  ["best of 600, in hindsight", ({ policies }) => Math.max(...policies.map(({ tauB }) => tauB))],
  ["free: exact title, log discount", ({ baselines }) => baselines.exact],
  ["free: overlap@10", ({ baselines }) => baselines["overlap@10"]],
  ["free: popularity", ({ baselines }) => baselines.popularity],
  ["free: query–title cosine", ({ baselines }) => baselines.queryTitleCosine],
  ["default: where chance ends (97.5 %)", ({ tauB }) => tauB.nullTitle[1]],
  ["default: upper half of the engines", ({ upperHalfTauB }) => upperHalfTauB],
  ["default: AUC of single labels", ({ labels }) => labels.auc],
];

const shown = (value: number | null | undefined) => (Number.isFinite(value) ? (value ?? 0).toFixed(2) : "–");

/** Over references: mean, deviation (n - 1), smallest. */
function summaryOf(values: readonly (number | null)[]): string {
  const { mean, std, min } = describe(Float64Array.from(values, (value) => value ?? Number.NaN));
  return `${shown(mean)} ± ${shown(std)} (${shown(min)})`;
}

function labelBy({ folder, from, to }: Collection, reference: string, out: string): Promise<Labelled> {
  const file = join(folder, from, `${reference}.csv`);
  const others = readdirSync(join(folder, to)).map((name) => join(folder, to, name));
  const candidates = [...others.sort(), `${own}=${file}`];
  return semqrel(
    "label",
    "--reference",
    file,
    "--candidates",
    ...candidates,
    "--queries",
    join(folder, "queries.tsv"),
    "--out",
    out,
    "--force",
  );
}

async function figuresOf(collection: Collection, reference: string, labels: string, without: readonly string[]) {
  // If lists are halved, also leave out the other half of the reference's list.
  const names = [own, ...(collection.from === collection.to ? [] : [reference]), ...without].join(",");
  const gold = join(collection.folder, collection.gold);
  const common = [labels, "--gold", gold, "--without", names, "--seed", "1"];
  const [validated, policies] = await Promise.all([
    semqrel<Validated>("validate", ...common),
    semqrel<Policies>("policies", ...common, "--samples", "1"),
  ]);
  return { ...policies, ...validated, reference };
}

/** What `validate` says about random labels (a document has the same one in all lists), and about people's own. */
async function controls(labels: string, gold: string): Promise<string[]> {
  const common = ["validate", labels, "--gold", gold, "--without", [own, ...artificial, ...dense].join(",")];
  const documents = readFileSync(join(labels, "labels.qrels"), "utf8").match(/^\S+ 0 \S+/gm) ?? [];
  let claimed = 0;
  for (let first = 0; first < random.seeds; first += random.ofOneCall) {
    const proxies = Array.from({ length: random.ofOneCall }, (_, place) => {
      const file = join(work, `random-${place}.qrels`);
      const lines = documents.map((row) => {
        const [byte = 0] = createHash("sha256")
          .update(`${first + place} ${row}`)
          .digest();
        return `${row} ${byte % 4}\n`;
      });
      writeFileSync(file, lines.join(""));
      return ["--proxy", `random${place}=${file}`];
    });
    const found = await semqrel<Validated>(...common, "--draws", random.draws, ...proxies.flat());
    claimed += Object.values(found.proxies).filter(({ tauB }) => tauB.observed > tauB.nullTitle[1]).length;
  }
  const { people } = (await semqrel<Validated>(...common, "--proxy", `people=${gold}`)).proxies;
  const { reversed, missed, invented } = people?.conclusions ?? {};
  const perfect = [people?.tauB.observed, people?.upperHalfTauB, people?.labels.auc].map(shown).join(", ");
  return [
    `- Random labels, 0 to 3 by document, ${random.seeds} seeds: claimed as signal ${claimed} times.`,
    `- Labels equal to people's: τ, upper half and AUC ${perfect}; wrong conclusions: ${reversed}, ${missed}, ${invented}.`,
  ];
}

function tableOf(name: string, set: string, all: readonly Figures[]): string {
  const columns = ["Kendall's τ-b with people's order, by reference", ...all.map(({ reference }) => reference)];
  const table = [
    ...[[...columns, "mean ± deviation (worst)"], [...columns, ""].map(() => "---")],
    ...rows.map(([row, read]) => [row, ...all.map(read).map(shown), summaryOf(all.map(read))]),
  ];
  const verdicts = all.map(({ reference, verdict, conclusions: { agree, reversed, invented } }) => {
    const claims = `${agree + reversed + invented} differences called significant`;
    return `- ${reference}: ${verdict} Of ${claims}, people confirm ${agree} and turn round ${reversed}.`;
  });
  const named = [...new Set(all.flatMap(({ sameEmbedder }) => sameEmbedder))].sort();
  return [
    `### ${name}: ${set} (${all[0]?.engines} engines, ${all[0]?.queries} queries)\n`,
    ...table.map((cells) => `| ${cells.join(" | ")} |`),
    ...["", ...verdicts, `- Named as retrieving with the model that labels: ${named.join(", ") || "none"}.`, ""],
  ].join("\n");
}

async function sectionOf(collection: Collection): Promise<string> {
  const { name, folder, from, to, references } = collection;
  const all = engineSets.map(({ set, without }) => ({ set, without, figures: [] as Figures[] }));
  const notes: string[] = [];
  for (const [place, reference] of references.slice(0, flags.quick ? 1 : undefined).entries()) {
    const labels = join(work, "labels");
    const ofOwn = (await labelBy(collection, reference, labels)).engines[own];
    const range = [ofOwn?.ndcg_reference.min, ofOwn?.ndcg_reference.max].map(shown).join(" to ");
    notes.push(`- ${reference} by itself: ndcg_reference ${range}, above 1 in ${ofOwn?.above_one} queries.`);
    for (const { without, figures } of all) figures.push(await figuresOf(collection, reference, labels, without));
    const gold = join(folder, collection.gold);
    if (place === 0 && from === to) {
      const begin = performance.now();
      const { engines } = await semqrel<Validated>("validate", labels, "--gold", gold);
      notes.push(`- 1,000 draws of chance, ${engines} engines: ${((performance.now() - begin) / 1000).toFixed(1)} s.`);
    }
    if (place === 0 && name === "discernatron") notes.push(...(await controls(labels, gold)));
    console.error(`${name}, ${reference}: after ${(performance.now() / 1000).toFixed(0)} s`);
  }
  return [`## ${name}\n`, ...all.map(({ set, figures }) => tableOf(name, set, figures)), ...notes, ""].join("\n");
}

try {
  const sections = ["# Figures on trust\n"];
  for (const collection of collections) sections.push(await sectionOf(collection));
  if (flags.out === undefined) process.stdout.write(sections.join("\n"));
  else writeFileSync(flags.out, sections.join("\n"));
} finally {
  rmSync(work, { recursive: true });
}

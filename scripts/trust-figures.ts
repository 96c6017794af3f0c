/**
 * Which matching rules order the engines as judgments do? On judged collections, uses several references in turn,
 * labels the other engines with every threshold and both rules of counting, and compares their order with that by
 * judgments (Kendall's τ-b). Prints Markdown for docs/trust.md. The data folder has cranfield and discernatron:
 * queries.tsv, engines/*.csv, corpus.jsonl (doc_id, title), qrels.txt.
 * "Disjoint" means that titles are divided into two random halves, so no title can match itself. The reference returns
 * one half. The candidates return the other half, which has the grades.
 * Run: npm run build && npx tsx scripts/trust-figures.ts DATA-FOLDER [--quick] [--depth N, of candidates] [--seed N] [--out FILE]
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { ndcg } from "semqrel/measures";
import { pairedTTest } from "semqrel/statistics";
import { defaultCacheFolder } from "../src/core/files/cache-folder.ts";
import { titleKey } from "../src/core/titles/clean-title.ts";
import { parseLabelFunction } from "../src/label/label-functions/label-function.ts";
import { matchPresets, rulesWithout } from "../src/label/match/match-rules.ts";
import { referencePoints } from "../src/label/match/reference-points.ts";
import { embedTitles } from "../src/label/stages/embed-titles.ts";
import { matchEngines } from "../src/label/stages/match-engines.ts";
import { rowsOfQuery } from "../src/lists/group-results.ts";
import { openTools } from "../src/model/open-tools.ts";
import {
  isOfReference,
  keepRows,
  type Lists,
  mean,
  readCollection,
  tauOf,
  type Values,
  values,
} from "./judged-collections.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    depth: { type: "string" },
    seed: { type: "string", default: "1" },
    out: { type: "string" },
  },
});
const [data = ""] = positionals;
const depth = flags.depth === undefined ? null : Number(flags.depth);
const cutoff = 10;

/** The best engine of each kind without a language model. `pool_*` engines only rank judged documents. */
const ofCranfield = ["real_lucene_english_bm25", "real_lucene_english_classic", "lsi300_titletext"];
const ofDiscernatron = ["pool_bm25_title", "pool_char4gram_title", "all_char4gram_title"];
const ofPool = ["pool_bm25_title", "pool_char4gram_title", "pool_lsi100_title"];
const collections = [
  { name: "Discernatron", folder: "discernatron", isDisjoint: false, references: ofDiscernatron },
  { name: "Discernatron, disjoint", folder: "discernatron", isDisjoint: true, references: ofPool },
  { name: "Cranfield", folder: "cranfield", isDisjoint: false, references: ofCranfield },
  { name: "Cranfield, disjoint", folder: "cranfield", isDisjoint: true, references: ofCranfield },
];
type Collection = (typeof collections)[number];

const thresholds = [null, 0.3, 0.4, 0.5, 0.6];
const functions = ["inverse", "log", "linear(top=5,depth=20)", "flat(top=1,depth=20)"];
const counting = [
  { name: "every match", once: false },
  { name: "once", once: true },
];
const rowName = (threshold: number | null, counts: string) => `${threshold ?? "none"}, ${counts}`;

const { tools, close } = await openTools({ cacheFolder: defaultCacheFolder(process.env), exact: true });
/** Counts differences that are significant by labels, and how many of them judgments confirm or reverse. */
function conclusionsOf(labels: Values, people: Values) {
  const counts = { significant: 0, confirmed: 0, reversed: 0 };
  labels.forEach((one, place) => {
    for (let other = 0; other < place; other++) {
      const byLabels = pairedTTest(one, labels[other] ?? []);
      if (byLabels === null || !(byLabels.p < 0.05)) continue;
      counts.significant++;
      const byPeople = pairedTTest(people[place] ?? [], people[other] ?? []);
      if (byPeople === null || !(byPeople.p < 0.05)) continue;
      counts[Math.sign(byLabels.mean) === Math.sign(byPeople.mean) ? "confirmed" : "reversed"]++;
    }
  });
  return counts;
}

const notebook = "notebook";
const overlap = "free: overlap@10";
const popularity = "free: popularity";
const [before, now] = [`inverse, ${rowName(null, "every match")}`, `inverse, ${rowName(0.4, "once")}`];
const withConclusions = [notebook, before, `inverse, ${rowName(null, "once")}`, now, `log, ${rowName(0.4, "once")}`];

type Figures = ReadonlyMap<
  string,
  { readonly tau: number; readonly conclusions: ReturnType<typeof conclusionsOf> | null }
>;

async function figuresBy(
  { queries, lists, grades: allGrades, titles }: Awaited<ReturnType<typeof readCollection>>,
  { isDisjoint }: Collection,
  reference: string,
): Promise<Figures> {
  const isOfCandidates = (title: string) => !isDisjoint || !isOfReference(title, flags.seed);
  const candidates = lists
    .filter(({ engine }) => engine !== reference)
    .map((one) => keepRows(one, isOfCandidates, depth));
  const [own] = lists.filter(({ engine }) => engine === reference);
  if (own === undefined) throw new Error(`There is no engine ${reference}.`);
  const target = isDisjoint ? keepRows(own, (title) => isOfReference(title, flags.seed), depth) : own;
  const grades = allGrades.map(
    (ofQuery) => new Map([...ofQuery].filter(([id]) => isOfCandidates(titles.get(id) ?? ""))),
  );
  const measured = queries.flatMap((_, query) => {
    const isRelevant = [...(grades[query]?.values() ?? [])].some((grade) => grade > 0);
    return isRelevant && rowsOfQuery(target, query).length > 0 ? [query] : [];
  });
  const firstOf = (one: Lists, query: number) => rowsOfQuery(one, query).subarray(0, cutoff);
  const people = values(candidates, measured, (one, query) => {
    const ofQuery = grades[query] ?? new Map<string, number>();
    const gains = Float64Array.from(firstOf(one, query), (row) => ofQuery.get(one.ids?.[row] ?? "") ?? 0);
    return ndcg(gains, [...ofQuery.values()], { cutoff });
  });
  const figures = new Map<string, { tau: number; conclusions: ReturnType<typeof conclusionsOf> | null }>();
  const add = (name: string, labels: Values) => {
    const conclusions = withConclusions.includes(name) ? conclusionsOf(labels, people) : null;
    figures.set(name, { tau: tauOf(labels, people), conclusions });
  };

  for (const preset of [matchPresets.default, matchPresets.notebook]) {
    const isNotebook = preset === matchPresets.notebook;
    const rules = rulesWithout(preset.without);
    const embedded = await embedTitles([target, ...candidates], queries.length, rules, tools);
    const points = referencePoints(target, embedded.titlesOf(target).key);
    const ranksOfPoints = queries.map((_, query) =>
      points.rows.slice(points.offsets[query], points.offsets[query + 1]).map((row) => target.ranks[row] ?? 0),
    );
    for (const threshold of isNotebook ? [null] : thresholds) {
      const options = { threshold, oneToOne: false, rules };
      const vetoes = { ofCandidate: candidates.map(() => []), warnings: [] };
      const sideOf = (one: Lists) => ({ lists: one, titles: embedded.titlesOf(one), identifiers: () => [] });
      const sides = { reference: sideOf(target), candidates: candidates.map(sideOf) };
      const { engines } = await matchEngines({ queries, ...sides, vetoes, points, options, tools });
      const matchesOf = new Map(engines.map(({ lists: one, nearest }) => [one, nearest]));
      for (const name of isNotebook ? ["inverse"] : functions) {
        const { labelOf } = parseLabelFunction(name);
        for (const { name: counts, once } of isNotebook ? counting.slice(0, 1) : counting) {
          const labels = values(candidates, measured, (one, query) => {
            const matches = matchesOf.get(one);
            const all = Float64Array.from(rowsOfQuery(one, query), (row) => {
              const matched = matches?.referenceRows[row] ?? -1;
              // Only repeats have a match and a reason.
              const isRepeat = matches?.reasons[row] !== 0;
              return matched < 0 || (once && isRepeat) ? 0 : labelOf(target.ranks[matched] ?? 0);
            });
            if (isNotebook) return ndcg(all, all);
            return ndcg(all, Float64Array.from(ranksOfPoints[query] ?? [], labelOf), { cutoff });
          });
          add(isNotebook ? notebook : `${name}, ${rowName(threshold, counts)}`, labels);
        }
      }
    }
  }
  const keysOf = (one: Lists, query: number) => [...firstOf(one, query)].map((row) => titleKey(one.titles[row] ?? ""));
  add(
    overlap,
    values(candidates, measured, (one, query) => {
      const known = new Set(keysOf(target, query));
      return keysOf(one, query).filter((key) => known.has(key)).length / cutoff;
    }),
  );
  const votes = queries.map((_, query) => {
    const ofQuery = new Map<string, number>();
    for (const one of candidates)
      for (const key of new Set(keysOf(one, query))) ofQuery.set(key, (ofQuery.get(key) ?? 0) + 1);
    return ofQuery;
  });
  add(
    popularity,
    values(candidates, measured, (one, query) => {
      const ofQuery = votes[query] ?? new Map<string, number>();
      return ndcg(
        keysOf(one, query).map((key) => ofQuery.get(key) ?? 0),
        [...ofQuery.values()],
        { cutoff },
      );
    }),
  );
  const seconds = (performance.now() / 1000).toFixed(0);
  const { tau: tauNow = Number.NaN } = figures.get(now) ?? {};
  console.error(
    `${reference}: ${candidates.length} engines, ${measured.length} queries, τ ${shown(tauNow)}, ${seconds} s`,
  );
  return figures;
}

const shown = (value: number) => (Number.isFinite(value) ? value.toFixed(3).replace(/^(-?)0\./, "$1.") : "–");
const tausOf = (figures: readonly Figures[], name: string) => figures.map((one) => one.get(name)?.tau ?? Number.NaN);
const summaryOf = (taus: readonly number[]) => `${shown(mean(taus))} (${shown(Math.min(...taus))})`;
const table = (rows: readonly (readonly string[])[]) => rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");

function thresholdTable(name: string, figures: readonly Figures[]): string {
  const header = ["cosine at least, counted", ...functions];
  const rows = thresholds.flatMap((threshold) =>
    counting.map((counts) => {
      const row = rowName(threshold, counts.name);
      return [row, ...functions.map((one) => summaryOf(tausOf(figures, `${one}, ${row}`)))];
    }),
  );
  return `## ${name}: mean τ-b (worst) of ${figures.length} references\n\n${table([header, header.map(() => "---"), ...rows])}\n`;
}

function referenceTable({ name, references }: Collection, figures: readonly Figures[]): string {
  const header = [name, ...references.slice(0, figures.length), "significant", "confirmed", "reversed"];
  const rows = [...withConclusions, overlap, popularity].map((row) => {
    const counted = figures.flatMap((one) => one.get(row)?.conclusions ?? []);
    const sum = (which: "significant" | "confirmed" | "reversed") =>
      counted.length === 0 ? "" : String(counted.reduce((total, one) => total + one[which], 0));
    return [row, ...tausOf(figures, row).map(shown), sum("significant"), sum("confirmed"), sum("reversed")];
  });
  return `${table([header, header.map(() => "---"), ...rows])}\n`;
}

const found: { readonly collection: Collection; readonly figures: readonly Figures[] }[] = [];

function textOf(): string {
  const all = (isDisjoint: boolean) =>
    found.flatMap(({ collection, figures }) => (collection.isDisjoint === isDisjoint ? figures : []));
  return [
    "# Figures on trust\n",
    thresholdTable("All titles, both collections", all(false)),
    thresholdTable("Disjoint titles, both collections", all(true)),
    ...found.map(({ collection, figures }) => thresholdTable(collection.name, figures)),
    "## By reference, and what labels call significant (paired t test, p < .05)\n",
    ...found.map(({ collection, figures }) => referenceTable(collection, figures)),
  ].join("\n");
}

const read = new Map<string, Awaited<ReturnType<typeof readCollection>>>();
for (const collection of collections) {
  const { folder, references } = collection;
  const content = read.get(folder) ?? (await readCollection(data, folder));
  read.set(folder, content);
  const figures: Figures[] = [];
  for (const reference of references.slice(0, flags.quick ? 1 : undefined)) {
    figures.push(await figuresBy(content, collection, reference));
  }
  found.push({ collection, figures });
  if (flags.out !== undefined) writeFileSync(flags.out, textOf());
}
await close();
if (flags.out === undefined) process.stdout.write(textOf());

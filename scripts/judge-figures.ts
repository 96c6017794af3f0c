/**
 * How noisy may a language model be and still help? Uses judged collections: a server answers `judge` with the
 * judgments plus noise. Then orders the engines by labels, by the model, by ratings of a few queries, and by all of
 * these together. Prints Markdown for docs/trust.md. The data folder contains cranfield and discernatron.
 * Run: npm run build && npx tsx scripts/judge-figures.ts DATA-FOLDER [--draws N, per reference] [--collection NAME]
 * Two draws on Discernatron take four minutes on an idle machine. Three on Cranfield take twenty on a busy one.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { judge, label, pool, validate } from "semqrel";
import { parseMeasures } from "semqrel/measures";
import { cohenKappa, kendallTauB } from "semqrel/statistics";
import { defaultCacheFolder } from "../src/core/files/cache-folder.ts";
import { calibrateFiles, estimateFiles } from "../src/estimate/estimate-files.ts";
import { randomRows } from "../src/maths/regression/prediction-errors.ts";
import { openTools } from "../src/model/open-tools.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { draws: { type: "string", default: "6" }, collection: { type: "string" } },
});
const [data = ""] = positionals;
const collections = [
  { name: "cranfield", top: 4, references: ["bm25_titletext_k.9_b.4", "real_lucene_english_bm25", "lsi300_titletext"] },
  { name: "discernatron", top: 3, references: ["pool_bm25_title", "all_bm25_plus_popularity", "pool_char4gram_title"] },
].filter(({ name }) => name === (flags.collection ?? name));
/** Simulated models. Each changes a share of the grades: by one grade, or to a random grade of the scale. */
const models = [
  { name: "people's grades", share: 0, kind: "off" },
  { name: "20 % off by one", share: 0.2, kind: "off" },
  { name: "60 % off by one", share: 0.6, kind: "off" },
  { name: "20 % at random", share: 0.2, kind: "random" },
  { name: "40 % at random", share: 0.4, kind: "random" },
  { name: "60 % at random", share: 0.6, kind: "random" },
  { name: "80 % at random", share: 0.8, kind: "random" },
  { name: "all at random", share: 1, kind: "random" },
] as const;
const RATED = 20;
const [measure] = parseMeasures(["nDCG@10"]);
if (measure === undefined) throw new Error("There is no measure.");
const common = { measure, target: "these", method: "ridge", depth: 10, unjudged: "nonrelevant", seed: 1 } as const;
const isArtificial = (engine: string) => /^(deg|synth)_|_random$/.test(engine);
const work = mkdtempSync(join(tmpdir(), "judge-figures-"));
const opened = await openTools({ cacheFolder: defaultCacheFolder(process.env) });
const { tools } = opened;

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const tauB = (one: readonly number[], other: readonly number[]) => kendallTauB(one, other)?.tau ?? Number.NaN;

/** Key of a query and a title, with white space as a single blank, as in a prompt. */
const keyOf = (query: string, title: string) => JSON.stringify([query, title].map((text) => text.replace(/\s+/g, " ")));

/** Returns the grade with random noise, which is always the same for a pair. */
function noisy(key: string, grade: number, { share, kind, name }: (typeof models)[number], top: number): number {
  const chance = createHash("sha256").update(`${name} ${key}`).digest();
  if (chance.readUInt32LE(0) / 2 ** 32 >= share) return grade;
  if (kind === "random") return Math.floor((chance.readUInt32LE(4) / 2 ** 32) * (top + 1));
  const step = chance.readUInt8(4) % 2 === 0 ? 1 : -1;
  return grade + step < 0 || grade + step > top ? grade - step : grade + step;
}

/** Starts a server that answers `judge` with the grades of a function. */
async function serve(gradeOf: (key: string) => number) {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    const prompt: string = JSON.parse(body).messages[0].content;
    const inside = (name: string) => prompt.split(`<${name}>`)[1]?.split(`</${name}>`)[0] ?? "";
    const query: string = JSON.parse(inside("query"));
    const documents = inside("documents").trim().split("\n");
    const grades = documents
      .map((line) => JSON.parse(line))
      .map(({ id, title }) => ({ id, grade: gradeOf(keyOf(query, title)) }));
    const content = JSON.stringify(grades);
    response.setHeader("content-type", "application/json").end(JSON.stringify({ choices: [{ message: { content } }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** Returns each model's name, the file of its judgments, and its weighted kappa with the true judgments. */
async function judgeAll({ name, top }: (typeof collections)[number], files: readonly string[], queries: string) {
  const lines = readFileSync(join(data, name, "qrels.txt"), "utf8")
    .trim()
    .split("\n");
  const grades = new Map(lines.map((line) => line.split(/\s+/)).map(([q, , d, grade]) => [`${q} ${d}`, Number(grade)]));
  const { pairs } = await pool(files, { queries, depth: 10, out: join(work, "pool.jsonl"), force: true });
  const truth = new Map(
    pairs.map(({ query, queryId, title, id, merged }) => {
      const known = [id, ...merged.map((one) => one.id)].map((one) => grades.get(`${queryId} ${one}`) ?? 0);
      return [keyOf(query, title), Math.max(...known)];
    }),
  );
  const found = [];
  for (const model of models) {
    const gradeOf = (key: string) => noisy(key, truth.get(key) ?? 0, model, top);
    const server = await serve(gradeOf);
    const out = join(work, `${name}-${models.indexOf(model)}.qrels`);
    const asked = { llm: "made", endpoint: server.address, batch: 50, rate: 0, concurrency: 4, scale: `0-${top}` };
    const { report } = await judge(join(work, "pool.jsonl"), { ...asked, out });
    server.close();
    if (report.judged !== pairs.length) throw new Error(`Only ${report.judged} of ${pairs.length} pairs were judged.`);
    const [people, given] = [[...truth.values()], [...truth.keys()].map(gradeOf)];
    found.push({ model: model.name, out, kappa: cohenKappa(people, given, "quadratic") ?? Number.NaN });
  }
  return found;
}

interface Row {
  readonly model: string;
  readonly kappa: number;
  readonly labels: number;
  readonly alone: number;
  readonly ratings: number;
  readonly withLabels: number;
  readonly together: number;
}

async function figuresOf(collection: (typeof collections)[number]): Promise<Row[]> {
  const { name, references } = collection;
  const [gold, queries] = [join(data, name, "qrels.txt"), join(data, name, "queries.tsv")];
  const fileOf = (engine: string) => join(data, name, "engines", `${engine}.csv`);
  const all = readdirSync(join(data, name, "engines"))
    .map((file) => basename(file, ".csv"))
    .filter((engine) => !isArtificial(engine))
    .sort();
  const judged = await judgeAll(collection, all.map(fileOf), queries);
  const rows: Row[] = [];
  for (const reference of references) {
    const labels = join(work, "labels");
    const engines = all.filter((engine) => engine !== reference);
    await label(`reference=${fileOf(reference)}`, engines.map(fileOf), { queries, out: labels, force: true, tools });
    const proxies = judged.map(({ model, out }) => ({ name: model, path: out }));
    const study = await calibrateFiles({ labels, gold, proxies: [], pools: [] }, common, tools);
    const values = study.values.map(({ human }) => Array.from(human, (value) => value || 0));
    const truth = values.map(mean);
    const validated = await validate(labels, {
      gold,
      draws: 10,
      tools,
      proxy: proxies.map(({ name: model, path }) => `${model}=${path}`),
    });
    const shown = new Set(
      readFileSync(gold, "utf8")
        .split("\n")
        .map((line) => line.split(" ")[0]),
    );
    const ofQueries = [...shown].filter((query) => query !== "");
    for (let draw = 1; draw <= Number(flags.draws); draw++) {
      const seed = 10_000 * references.indexOf(reference) + draw;
      const drawn = new Set(Array.from(randomRows(ofQueries.length, RATED / ofQueries.length, seed)));
      const isRated = new Set(ofQueries.filter((_, place) => drawn.has(place)));
      const rated = join(work, "rated.qrels");
      const lines = readFileSync(gold, "utf8").trim().split("\n");
      writeFileSync(
        rated,
        lines
          .filter((line) => isRated.has(line.split(" ")[0] ?? ""))
          .map((line) => `${line}\n`)
          .join(""),
      );
      const orderBy = async (path: string | null) => {
        const given = path === null ? [] : [{ name: "model", path }];
        const files = { labels, gold: rated, proxies: given, pools: [] };
        const { report } = await estimateFiles(files, common, tools);
        const people = engines.map((engine) => report.engines[engine]?.human.estimate ?? 0);
        return {
          people: tauB(people, truth),
          tau: tauB(
            engines.map((engine) => -report.order.indexOf(engine)),
            truth,
          ),
        };
      };
      const without = await orderBy(null);
      for (const { model, out, kappa } of judged) {
        rows.push({
          model,
          kappa,
          ratings: without.people,
          withLabels: without.tau,
          labels: validated.report.tauB?.observed ?? Number.NaN,
          alone: validated.report.proxies[model]?.tauB?.observed ?? Number.NaN,
          together: (await orderBy(out)).tau,
        });
      }
    }
  }
  return rows;
}

const columns: readonly (readonly [title: string, figure: Exclude<keyof Row, "model">])[] = [
  ["κ with people, quadratic", "kappa"],
  ["labels", "labels"],
  ["model", "alone"],
  [`people, ${RATED} queries`, "ratings"],
  ["labels and people", "withLabels"],
  ["all together", "together"],
];
try {
  console.log(`| collection | model | ${columns.map(([title]) => title).join(" | ")} |`);
  console.log(`|---|---|${columns.map(() => "---").join("|")}|`);
  for (const collection of collections) {
    const rows = await figuresOf(collection);
    for (const { name } of models) {
      const own = rows.filter(({ model }) => model === name);
      const cells = columns.map(([, figure]) => mean(own.map((row) => row[figure])).toFixed(2));
      console.log(`| ${collection.name} | ${name} | ${cells.join(" | ")} |`);
    }
  }
} finally {
  await opened.close();
  rmSync(work, { recursive: true });
}

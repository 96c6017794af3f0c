/**
 * How often are verdicts such as "A is better than B" wrong if they come from labels of one or several references?
 * On judged collections, uses every engine in turn as the reference of all others. For each pair of engines, counts the
 * references by which one is significantly better. If N references (1, 3, 4, 5 or 8) must agree, a pair counts as a
 * fraction of a verdict: the share of all choices of N references that agree. "All" is the rule of `check` with every
 * engine. A verdict is wrong if the other engine has the higher mean nDCG@10 in the judgments. Prints Markdown for
 * docs/trust.md.
 * "Disjoint" means that references and candidates return different halves of the titles, as in trust-figures.ts.
 * Run: npx tsx scripts/verdict-figures.ts DATA-FOLDER [--seed N] [--without NAMES, of engines, separated by commas]
 */
import { parseArgs } from "node:util";
import { defaultCacheFolder } from "../src/core/files/cache-folder.ts";
import { ndcg } from "../src/entries/measures.ts";
import { pairedTTest } from "../src/entries/statistics.ts";
import { isConfirmed, LEADING_MEASURE, referencesInTurn } from "../src/label/folder/double-checks.ts";
import { parseLabelFunction } from "../src/label/label-functions/label-function.ts";
import { matchPresets, rulesWithout } from "../src/label/match/match-rules.ts";
import { labelGrouped } from "../src/label/pipeline.ts";
import { rowsOfQuery } from "../src/lists/group-results.ts";
import { openTools } from "../src/model/open-tools.ts";
import { isOfReference, keepRows, mean, readCollection, values } from "./judged-collections.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string", default: "1" }, without: { type: "string", default: "" } },
});
const [data = ""] = positionals;
const DEPTH = 10;
const sizes = [1, 3, 4, 5, 8];
const leftOut = flags.without.split(",");

const { matchOn, threshold, without } = matchPresets.default;
const options = {
  depth: null,
  referenceDepth: null,
  labelColumn: null,
  oneToOne: false,
  veto: [],
  fusionK: 60,
  matchOn,
  threshold,
  rules: rulesWithout(without),
  labelFunction: parseLabelFunction("inverse"),
};
const { tools, close } = await openTools({ cacheFolder: defaultCacheFolder(process.env), exact: true });

/** A pair of engines: how many references put each engine ahead, and which engine is better by the judgments. */
interface Pair {
  readonly references: number;
  readonly ahead: number;
  readonly behind: number;
  /** The first engine's mean minus the second's. */
  readonly people: number;
  readonly isClear: boolean;
}

async function pairsOf(folder: string, isDisjoint: boolean): Promise<Pair[]> {
  const { queries, lists: every, grades: all, titles } = await readCollection(data, folder);
  const lists = every.filter(({ engine }) => !leftOut.includes(engine));
  const isOfCandidates = (title: string) => !isDisjoint || !isOfReference(title, flags.seed);
  const candidates = lists.map((one) => keepRows(one, isOfCandidates, DEPTH));
  const grades = all.map((ofQuery) => new Map([...ofQuery].filter(([id]) => isOfCandidates(titles.get(id) ?? ""))));
  const measured = queries.flatMap((_, query) => {
    return [...(grades[query]?.values() ?? [])].some((grade) => grade > 0) ? [query] : [];
  });
  const people = values(candidates, measured, (one, query) => {
    const ofQuery = grades[query] ?? new Map<string, number>();
    const first = rowsOfQuery(one, query).subarray(0, DEPTH);
    const gains = Float64Array.from(first, (row) => ofQuery.get(one.ids?.[row] ?? "") ?? 0);
    return ndcg(gains, [...ofQuery.values()], { cutoff: DEPTH });
  });
  const names = lists.map(({ engine }) => engine);
  const counts = new Map<string, { references: number; ahead: number; behind: number }>();
  for (const [place, own] of lists.entries()) {
    const reference = isDisjoint ? keepRows(own, (title) => !isOfCandidates(title), null) : own;
    const others = candidates.toSpliced(place, 1);
    const { run } = await labelGrouped({ queries, references: [reference], candidates: others }, options, tools);
    const ofOthers: (Float64Array | null)[] = run.engines.map(({ measures }) => measures.values[LEADING_MEASURE]);
    const labels = { reference: own.engine, values: ofOthers.toSpliced(place, 0, null) };
    for (const { a, b, references, a_ahead, b_ahead } of referencesInTurn(names, [labels]).pairs) {
      const key = JSON.stringify([a, b]);
      const { references: number, ahead, behind } = counts.get(key) ?? { references: 0, ahead: 0, behind: 0 };
      counts.set(key, { references: number + references, ahead: ahead + a_ahead, behind: behind + b_ahead });
    }
    console.error(
      `${folder}${isDisjoint ? ", disjoint" : ""}: ${own.engine}, ${(performance.now() / 1000).toFixed(0)} s`,
    );
  }
  return [...counts].map(([key, found]): Pair => {
    const [one, other] = (JSON.parse(key) as [string, string]).map((name) => people[names.indexOf(name)] ?? []);
    const test = pairedTTest(one ?? [], other ?? []);
    return { ...found, people: mean(one ?? []) - mean(other ?? []), isClear: test !== null && test.p < 0.05 };
  });
}

/** Returns how likely `size` references that are drawn at random from `all` are all among the `wanted` ones. */
function shareOfChoices(wanted: number, all: number, size: number): number {
  let share = 1;
  for (let taken = 0; taken < size; taken++) share *= Math.max(0, wanted - taken) / (all - taken);
  return share;
}

const noCounts = { pairs: 0, said: 0, wrong: 0, clear: 0 };
type Counts = typeof noCounts;

/** @param size - number of references that must agree; "all" for the rule of `check` */
function countsOf(pairs: readonly Pair[], size: number | "all"): Counts {
  const sums = { ...noCounts };
  for (const { references, ahead, behind, people, isClear } of pairs) {
    const isSaid = (better: string) =>
      isConfirmed({ a: "a", b: "b", references, a_ahead: ahead, b_ahead: behind }, better) ? 1 : 0;
    if (size !== "all" && references < size) continue;
    const forFirst = size === "all" ? isSaid("a") : shareOfChoices(ahead, references, size);
    const forSecond = size === "all" ? isSaid("b") : shareOfChoices(behind, references, size);
    const wrong = people > 0 ? forSecond : forFirst;
    sums.pairs++;
    sums.said += forFirst + forSecond;
    sums.wrong += wrong;
    if (isClear) sums.clear += wrong;
  }
  return sums;
}

const collections = [
  { name: "Cranfield", folder: "cranfield", isDisjoint: false },
  { name: "Discernatron", folder: "discernatron", isDisjoint: false },
  { name: "Cranfield, disjoint", folder: "cranfield", isDisjoint: true },
  { name: "Discernatron, disjoint", folder: "discernatron", isDisjoint: true },
];
const rows = [...sizes, "all" as const];
const together = rows.map(() => ({ ...noCounts }));
const lineOf = (name: string, size: number | "all", { pairs, said, wrong, clear }: Counts) => {
  const share = said === 0 ? "–" : `${wrong.toFixed(1)} (${((100 * wrong) / said).toFixed(1)} %)`;
  return `| ${name} | ${size} | ${pairs} | ${said.toFixed(1)} | ${share} | ${clear.toFixed(1)} |`;
};
console.log(
  "| collection | references that agree | pairs | verdicts | wrong | wrong, and people's difference is significant |\n|---|---|---|---|---|---|",
);
for (const { name, folder, isDisjoint } of collections) {
  const pairs = await pairsOf(folder, isDisjoint);
  for (const [place, size] of rows.entries()) {
    const counts = countsOf(pairs, size);
    const sums = together[place] ?? { ...noCounts };
    for (const key of ["pairs", "said", "wrong", "clear"] as const) sums[key] += counts[key];
    console.log(lineOf(name, size, counts));
  }
}
await close();
for (const [place, size] of rows.entries()) console.log(lineOf("together", size, together[place] ?? noCounts));

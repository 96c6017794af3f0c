import { at } from "../core/at.ts";
import { type Block, column, noteBlock, tableOf, textBlock } from "../core/document/blocks.ts";
import { counted, textsOf } from "../core/text/wording.ts";
import type { PairState } from "./agreement/combine-ratings.ts";
import type { GoldSet } from "./gold-set.ts";
import type { GoldMeasurement, MeasuredEngine } from "./measure-gold-engines.ts";

/** Explains why scores depend on the pool, for measures that compare a list with the best possible list. */
export function sayPooledLevels(measure: string): string {
  return `Scores depend on the pool. ${measure} compares each list with the best possible list of rated documents, so every score is too high if relevant documents are not in the pool. This affects the differences between engines much less.`;
}

/** The document that `semqrel gold --json` prints. Undefined numbers are null. */
export type GoldDocument = ReturnType<typeof goldDocument>;

/** An engine's counts, and one field per measure, which has the measure's name and contains the engine's numbers. */
type GoldEngineDocument = Pick<MeasuredEngine, "holes" | "missing" | "withoutOwn"> &
  Readonly<
    Record<
      string,
      Omit<MeasuredEngine["measures"][number], "measure"> | MeasuredEngine["holes" | "withoutOwn"] | number
    >
  >;

/** @param made - `keepStars` tells whether the file has grades of the scale instead of labels, which start at 0 */
export function goldDocument(made: { gold: GoldSet; measurement: GoldMeasurement; keepStars: boolean }) {
  const { gold, measurement, keepStars } = made;
  const countOf = (state: PairState) => gold.states.filter((one) => one === state).length;
  const engines = enginesInOrder(measurement.engines);
  return {
    schema: "semqrel.gold/1" as const,
    queries: measurement.queries + measurement.notWhole + measurement.notPooled,
    // Number of pooled pairs with a label.
    pairs: countOf("graded"),
    pooled: gold.pairs.length,
    ...(gold.pool !== undefined && { pool: gold.pool }),
    rows: gold.rows.length,
    merged: gold.merged,
    ratings: gold.ratingCount,
    raters: gold.raters,
    by: gold.by,
    flagged: countOf("flagged"),
    belowMinimum: countOf("below-minimum"),
    unrated: countOf("unrated"),
    sampled: gold.pairs.filter(({ probability }) => probability < 1).length,
    notWhole: measurement.notWhole,
    notPooled: measurement.notPooled,
    withoutRelevant: measurement.withoutRelevant,
    depth: measurement.depth,
    order: engines.map(({ name }) => name),
    engines: Object.fromEntries(
      engines.map(({ name, measures, holes, missing, withoutOwn }): [string, GoldEngineDocument] => {
        const ofMeasures = Object.fromEntries(measures.map(({ measure, ...numbers }) => [measure, numbers]));
        return [name, { ...ofMeasures, holes, missing, withoutOwn }];
      }),
    ),
    dawidSkene: gold.dawidSkene,
    comparison: measurement.comparison,
    notes: notesOf(gold, measurement, keepStars),
  };
}

export function enginesInOrder(engines: readonly MeasuredEngine[]): MeasuredEngine[] {
  const meanOf = ({ measures }: MeasuredEngine) => at(measures, 0).mean;
  return engines.toSorted((one, other) => meanOf(other) - meanOf(one) || (one.name < other.name ? -1 : 1));
}

function notesOf(gold: GoldSet, measurement: GoldMeasurement, keepStars: boolean): string[] {
  const { queries, notWhole, notPooled, withoutRelevant, engines } = measurement;
  const unlabelled = gold.queries.length - queries - notWhole - notPooled;
  const missing = engines.filter((engine) => engine.missing > 0).map(({ name, missing: count }) => `${name} ${count}`);
  const inPool = new Set(gold.pairs.flatMap((pair) => pair.engines.map(({ name }) => name)));
  const unpooled = engines.filter(({ name, holes }) => !inPool.has(name) && holes.count > 0).map(({ name }) => name);
  const alone = engines.filter(({ withoutOwn }) => Number.isNaN(withoutOwn.mean)).map(({ name }) => name);
  const hasSteps = gold.scale.grades.some(({ grade }) => !Number.isInteger(grade));
  const wholeRemedy = hasSteps
    ? "To write whole grades and their meaning, run semqrel convert --integer"
    : "For whole labels, pass --by majority or strictest";
  const lowest = at(gold.scale.grades, 0).grade;
  const isChosen = gold.pairs.some(({ chosen }) => chosen !== undefined);
  const fractions = gold.rows.filter(({ label }) => !Number.isInteger(label)).length;
  return textsOf(
    notWhole > 0 &&
      `For ${countedQueries(notWhole)}, only some results were ${isChosen ? "chosen" : "drawn"}, but nDCG needs ratings of every result of a query. ${isChosen ? "They are not measured." : "Use semqrel estimate to measure the engines."}`,
    notPooled > 0 &&
      `${countedQueries(notPooled)} ${notPooled === 1 ? "was" : "were"} imported without a pool, so the engines' lists are unknown. To measure engines on ${notPooled === 1 ? "this query" : "these queries"}, give their lists with --runs.`,
    unlabelled > 0 &&
      `${unlabelled} of ${countedQueries(gold.queries.length)} ${unlabelled === 1 ? "has" : "have"} no label yet and ${unlabelled === 1 ? "is" : "are"} not measured.`,
    withoutRelevant > 0 &&
      `${countedQueries(withoutRelevant)} ${withoutRelevant === 1 ? "has" : "have"} no relevant document, so ${withoutRelevant === 1 ? "its" : "their"} nDCG is 0 for every engine.`,
    missing.length > 0 && `Missing lists count as 0 (number of missing lists: ${missing.join(", ")}).`,
    unpooled.length > 0 &&
      `The pool does not include ${unpooled.join(", ")}, so results that only ${unpooled.length === 1 ? "this engine" : "these engines"} returned were not rated.`,
    alone.length > 0 &&
      `The drop of ${alone.join(", ")} is unknown, because the ratings were imported without a pool, and there is no other run. Give the runs of other engines, too.`,
    gold.dawidSkene?.converged === false &&
      `EM did not converge in ${counted(gold.dawidSkene.iterations, "round")}, so the dawid-skene labels are those of the last round.`,
    keepStars &&
      lowest !== 0 &&
      `The file's grades start at ${lowest}. The table subtracts ${lowest}, so that the lowest grade means not relevant.`,
    fractions > 0 &&
      `${fractions} of the file's ${counted(gold.rows.length, "label")} ${fractions === 1 ? "is a fraction" : "are fractions"}, which trec_eval truncates. ${wholeRemedy}.`,
    gold.merged > 0 &&
      `${counted(gold.merged, "document has", "documents have")} a second id and ${gold.merged === 1 ? "is" : "are"} written under both, so the file has ${counted(gold.rows.length, "row")}.`,
  );
}

function countedQueries(queries: number): string {
  return counted(queries, "query", "queries");
}

export function goldBlocks(document: GoldDocument, engines: readonly MeasuredEngine[], withNotes: boolean): Block[] {
  return [
    textBlock(headline(document)),
    ...differenceTable(document),
    ...engineTables(enginesInOrder(engines)),
    ...(withNotes ? document.notes.map((note) => textBlock(note)) : []),
  ];
}

export function* goldRows(engines: readonly MeasuredEngine[]): Iterable<readonly string[]> {
  yield [
    ...["engine", "measure", "mean", "low", "high", "lower", "upper"],
    ...["holes", "results", "hole_share", "missing", "without_own", "fall", "own_pairs"],
  ];
  for (const { name, measures, holes, missing, withoutOwn } of enginesInOrder(engines)) {
    for (const [place, { measure, mean, interval, lower, upper }] of measures.entries()) {
      // `withoutOwn` is only known for linear gain, the first measure.
      const own = place === 0 ? [withoutOwn.mean, withoutOwn.fall] : ["", ""];
      yield [
        ...[name, measure],
        ...[mean, ...interval, lower, upper, holes.count, holes.results, holes.share, missing].map(String),
        ...[...own, withoutOwn.pairs].map((number) => (Number.isNaN(number) ? "" : String(number))),
      ];
    }
  }
}

function headline(document: GoldDocument): string {
  const { queries, pairs, pooled, ratings, raters, by, flagged, belowMinimum, unrated } = document;
  const out = textsOf(
    flagged > 0 && `${flagged} flagged`,
    belowMinimum > 0 && `${belowMinimum} with too few ratings`,
    unrated > 0 && `${unrated} unrated`,
  );
  const rest = out.length === 0 ? "" : ` (of ${pooled}: ${out.join(", ")})`;
  return (
    `${counted(queries, "query", "queries")}, ${counted(pairs, "pair")} with a label${rest}. ` +
    `${counted(ratings, "rating")} by ${raters.join(", ")}; labels by ${by}.`
  );
}

/** The table of differences comes first, because the pool affects them less than the scores. */
function differenceTable(document: GoldDocument): Block[] {
  const { comparison } = document;
  if (comparison === null || comparison.pairs.length === 0) return [];
  const { measure, pairs } = comparison;
  const holes = holesOfGold(document);
  const digits = 4;
  return [
    tableOf("gold-differences", `Differences in ${measure}, paired by query`, pairs, [
      column("engine", "text", ({ better }) => better),
      column("ahead of", "text", ({ worse }) => worse),
      column("by", "measure", ({ difference }) => difference, { digits }),
      column("95 %", "interval", ({ interval }) => interval, { digits }),
      column("p (Holm)", "probability", ({ p }) => p),
      column("verdict", "text", (pair) => sayVerdict(pair, holes)),
    ]),
  ];
}

function engineTables(engines: readonly MeasuredEngine[]): Block[] {
  const [best] = engines;
  if (best === undefined) return [];
  const digits = 4;
  const own = best.measures.flatMap(({ measure }, place) => {
    const numbersOf = ({ measures }: MeasuredEngine) => at(measures, place);
    return [
      column<MeasuredEngine>(measure, "measure", (engine) => numbersOf(engine).mean, { digits }),
      column<MeasuredEngine>("95 %", "interval", (engine) => numbersOf(engine).interval, { digits }),
      column<MeasuredEngine>("bounds", "interval", (engine) => [numbersOf(engine).lower, numbersOf(engine).upper], {
        digits,
      }),
    ];
  });
  return [
    tableOf(
      "gold-engines",
      "Engines on the gold set (bounds: the lowest and highest mean that the unrated results could give)",
      engines,
      [
        column("engine", "text", ({ name }) => name),
        ...own,
        column("not rated", "count", ({ holes }) => holes.count),
        column("of results", "count", ({ holes }) => holes.results),
        column("share", "share", ({ holes }) => holes.share),
      ],
    ),
    noteBlock(sayPooledLevels(at(best.measures, 0).measure)),
    tableOf(
      "gold-own",
      "Score of a new engine with the same lists: results that only this engine returned have no label",
      engines,
      [
        column("engine", "text", ({ name }) => name),
        column(at(best.measures, 0).measure, "measure", ({ measures }) => at(measures, 0).mean, { digits }),
        column("without own results", "measure", ({ withoutOwn }) => withoutOwn.mean, { digits }),
        column("drop", "measure", ({ withoutOwn }) => withoutOwn.fall, { digits }),
        column("own pairs", "count", ({ withoutOwn }) => withoutOwn.pairs),
      ],
    ),
  ];
}

/** For each engine, the number of unrated results, and the lowest and highest mean that their ratings could give. */
export type Holes = Readonly<
  Record<string, { readonly count: number; readonly lower: number; readonly upper: number }>
>;

export function holesOfGold({ engines, comparison }: GoldDocument): Holes {
  const found = Object.entries(engines).flatMap(([name, engine]) => {
    const bounds = engine[comparison?.measure ?? ""];
    if (typeof bounds !== "object" || !("lower" in bounds)) return [];
    return [[name, { count: engine.holes.count, lower: bounds.lower, upper: bounds.upper }] as const];
  });
  return Object.fromEntries(found);
}

interface Pair {
  readonly better: string;
  readonly worse: string;
}

/** Counts the unrated results of both engines, the worse one first. Returns [] if they cannot reverse the order. */
export function unratedThatMayTurn(pair: Pair, holes: Holes) {
  const [better, worse] = [holes[pair.better], holes[pair.worse]];
  if (!better || !worse || better.lower > worse.upper) return [];
  return [pair.worse, pair.better].flatMap((engine) => {
    const count = holes[engine]?.count ?? 0;
    return count > 0 ? [{ engine, count }] : [];
  });
}

export function sayVerdict(pair: Pair & { readonly verdict: string }, holes: Holes): string {
  const unrated = pair.verdict === "better" ? unratedThatMayTurn(pair, holes) : [];
  if (unrated.length === 0) return pair.verdict;
  return `open: first rate ${unrated.map(({ engine, count }) => `${counted(count, "result")} of ${engine}`).join(", ")}`;
}

/** What is there to say of a gold set and the engines measured on it, whatever the form? */
import { at } from "../core/at.ts";
import { counted, textsOf } from "../core/text/wording.ts";
import type { EngineComparison } from "../measure/measures/compare-engines.ts";
import type { PairState } from "./agreement/combine-ratings.ts";
import type { GoldSet } from "./gold-set.ts";
import type { GoldMeasurement, MeasuredEngine, MeasuredNdcg } from "./measure-gold-engines.ts";

/** One sentence, for measures whose best is made of what is relevant: of that a pool knows a part. */
export function sayPooledLevels(measure: string): string {
  return `Levels depend on the pool: the ideal of ${measure} has only rated documents, so relevant documents outside the pool make every level too high. The difference between two engines changes far less.`;
}

export interface GoldReport {
  readonly gold: GoldSet;
  readonly measurement: GoldMeasurement;
  /** Whether the file's labels are grades of the scale. */
  readonly keepStars: boolean;
}

/** What `semqrel gold --json` prints. Numbers are null where nothing defines them. */
export interface GoldDocument
  extends Pick<GoldSet, "pool" | "merged" | "raters" | "by" | "dawidSkene">,
    Pick<GoldMeasurement, "notWhole" | "notPooled" | "withoutRelevant" | "depth"> {
  readonly schema: "semqrel.gold/1";
  /** Queries with a label. */
  readonly queries: number;
  /** Pairs with a label, of `pooled`. */
  readonly pairs: number;
  readonly pooled: number;
  /** Judgments in the file: pairs, and near duplicates that share their labels. */
  readonly rows: number;
  /** Of each rater and pair the first, flags among them. */
  readonly ratings: number;
  /** Pairs without a label, by reason. */
  readonly flagged: number;
  readonly belowMinimum: number;
  readonly unrated: number;
  /** Pairs whose chance to be in the pool was below 1. */
  readonly sampled: number;
  /** Names of the engines, best first by the first measure. */
  readonly order: readonly string[];
  readonly engines: Readonly<Record<string, GoldEngineDocument>>;
  /** Pairs of engines by the first measure, on the same queries; null where nothing is measured. */
  readonly comparison: EngineComparison | null;
  readonly notes: readonly string[];
}

/** The measures by name, and the rest. */
type GoldEngineDocument = Pick<MeasuredEngine, "holes" | "missing" | "withoutOwn"> &
  Readonly<Record<string, Omit<MeasuredNdcg, "measure"> | MeasuredEngine["holes" | "withoutOwn"] | number>>;

export function goldDocument({ gold, measurement, keepStars }: GoldReport): GoldDocument {
  const countOf = (state: PairState) => gold.states.filter((one) => one === state).length;
  const engines = enginesInOrder(measurement.engines);
  return {
    schema: "semqrel.gold/1",
    queries: measurement.queries + measurement.notWhole + measurement.notPooled,
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
    engines: Object.fromEntries(engines.map((engine) => [engine.name, engineDocument(engine)])),
    dawidSkene: gold.dawidSkene,
    comparison: measurement.comparison,
    notes: notesOf(gold, measurement, keepStars),
  };
}

function engineDocument({ measures, holes, missing, withoutOwn }: MeasuredEngine): GoldEngineDocument {
  const ofMeasures = Object.fromEntries(measures.map(({ measure, ...numbers }) => [measure, numbers]));
  return { ...ofMeasures, holes, missing, withoutOwn };
}

/** Best first by the first measure; equal ones by name. */
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
  const hasSteps = gold.scale.grades.some(({ grade }) => !Number.isInteger(grade));
  const wholeRemedy = hasSteps
    ? "semqrel convert --integer writes whole grades and their meaning"
    : "--by majority or strictest gives whole ones";
  const lowest = at(gold.scale.grades, 0).grade;
  const isChosen = gold.pairs.some(({ chosen }) => chosen !== undefined);
  const fractions = gold.rows.filter(({ label }) => !Number.isInteger(label)).length;
  return textsOf(
    notWhole > 0 &&
      `nDCG needs every result of a query, and of ${countedQueries(notWhole)} only some results were ${isChosen ? "chosen: not measured" : "drawn: semqrel estimate measures engines by those"}.`,
    notPooled > 0 &&
      `${countedQueries(notPooled)} came only by import, and no engine was pooled there: not measured. Measure whole lists with --runs.`,
    unlabelled > 0 &&
      `${countedQueries(unlabelled)} of ${gold.queries.length} in the pool ${unlabelled === 1 ? "has" : "have"} no label yet: not measured.`,
    withoutRelevant > 0 &&
      `${countedQueries(withoutRelevant)} ${withoutRelevant === 1 ? "has" : "have"} no relevant document: nDCG counts 0 there for every engine.`,
    missing.length > 0 && `Queries without a list count 0: ${missing.join(", ")}.`,
    unpooled.length > 0 &&
      `Not in the pool, so nothing of ${unpooled.length === 1 ? "its" : "their"} own was rated: ${unpooled.join(", ")}.`,
    gold.dawidSkene?.converged === false &&
      `EM did not converge in ${counted(gold.dawidSkene.iterations, "round")}: the labels of dawid-skene are those of the last.`,
    keepStars &&
      lowest !== 0 &&
      `The file holds grades from ${lowest} on; the table subtracts ${lowest} from grades, so that the lowest is not relevant.`,
    fractions > 0 &&
      `${fractions} of ${gold.rows.length} labels are fractions, which trec_eval cuts off: ${wholeRemedy}.`,
    gold.merged > 0 &&
      `${counted(gold.merged, "row of the file repeats", "rows of the file repeat")} a rated document under another id: it counts once here.`,
  );
}

function countedQueries(queries: number): string {
  return counted(queries, "query", "queries");
}

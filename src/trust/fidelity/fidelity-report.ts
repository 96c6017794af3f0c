import {
  type Block,
  blocksOf,
  column,
  noteBlock,
  onPage,
  onTerminal,
  tableOf,
  textBlock,
} from "../../core/document/blocks.ts";
import { counted, sayShare, signed } from "../../core/text/wording.ts";
import { type ModelIdentity, measureNames } from "../../core/types.ts";
import { FEWEST_ENGINES } from "../../maths/correlation/rank-correlation.ts";
import { FEW_ENGINES } from "../say.ts";
import {
  CLEAR_MARGIN,
  compareLabellings,
  type LabellingComparison,
  type LabellingsToCompare,
  type LabelOfRow,
  LEAST_KEPT,
} from "./compare-labellings.ts";

export interface LabellingSource {
  /** Folder of the labels; null if the lists were labelled for this comparison. */
  readonly labels: string | null;
  readonly model: ModelIdentity;
}

interface SourcesToCompare extends LabellingsToCompare {
  readonly before: LabellingSource;
  readonly after: LabellingSource;
  /** Number of queries with a reference. */
  readonly answered: number;
}

export type FidelityReport = ReturnType<typeof fidelityReport>;

export function fidelityReport(found: SourcesToCompare, examples: number) {
  const { before, after } = found;
  const comparison = compareLabellings(found, examples);
  const { clearKeptShare } = comparison.rows;
  const sameModel = before.model.sha256 === after.model.sha256 && before.model.precision === after.model.precision;
  return {
    schema: "semqrel.fidelity/1" as const,
    before,
    after,
    sameModel,
    queries: found.answered,
    rule: {
      clearMargin: CLEAR_MARGIN,
      leastKept: LEAST_KEPT,
      /** Whether enough rows with a clear margin keep their reference title; null if no row has a clear margin. */
      holds: clearKeptShare === null ? null : clearKeptShare >= LEAST_KEPT,
    },
    ...comparison,
    verdict: sayVerdict(comparison, sameModel ? null : after.model),
  };
}

/** @param model - the model after the change; null if both labellings have the same model */
function sayVerdict({ rows, order, conclusions }: LabellingComparison, model: ModelIdentity | null): string {
  const who = model === null ? "With the same model," : `With ${model.name} (${model.precision}),`;
  const what = `the labels of ${rows.otherLabel} of ${counted(rows.rows, "result")} change`;
  return `${who} ${what}; ${sayConclusions(order, conclusions)}.`;
}

function sayConclusions(
  { winnersBefore, winnersAfter, winnerChanges, changedPairs, pairs }: LabellingComparison["order"],
  conclusions: LabellingComparison["conclusions"],
): string {
  if (pairs === 0) return "there is only one engine, so there is no order to change";
  const changes = changedPairs.length === 1 ? "changes places or ties" : "change places or tie";
  const moved = `${changedPairs.length} of ${counted(pairs, "pair")} of engines ${changes}`;
  if (winnerChanges) {
    return `the winner changes from ${winnersBefore.join(" and ")} to ${winnersAfter.join(" and ")}, and ${moved}`;
  }
  const winner = `the winner stays ${winnersBefore.join(" and ")}`;
  const changed = conclusions?.changed.length ?? 0;
  if (changed > 0) {
    return `${winner}, but ${changed} of ${counted(pairs, "pair")} of engines ${changed === 1 ? "leads" : "lead"} to a different conclusion`;
  }
  if (changedPairs.length === 0)
    return conclusions === null ? "the engines keep their places" : "no conclusion changes";
  return conclusions === null
    ? `${winner}, and ${moved}`
    : `no conclusion changes: ${winner}, and ${moved}, none significantly`;
}

const SHOWN_PAIRS = 10;

export function fidelityBlocks(report: FidelityReport): Block[] {
  const { rows, rule, queries, conclusions, examples } = report;
  const [before, after] = [report.before, report.after].map(({ labels, model }) => {
    return labels === null
      ? `${model.name} (${model.precision})`
      : `the labels in the folder ${labels} (${model.name}, ${model.precision})`;
  });
  const verdict = textBlock(report.verdict, "verdict");
  return blocksOf(
    onPage(verdict),
    textBlock(`Comparison of ${after} with ${before}.`),
    report.sameModel &&
      textBlock(
        "Both folders were labelled with the same model. Differences come from chance or from another machine.",
      ),
    textBlock(
      `${counted(rows.rows, "result")} of ${counted(queries, "query", "queries")}` +
        (rows.withoutReference === 0
          ? "."
          : `; ${counted(rows.withoutReference, "result of a query without a reference is", "results of queries without a reference are")} left out.`),
    ),
    onTerminal(rowTable(report)),
    textBlock(sayRule(report), rule.holds === false ? "caution" : "plain"),
    noteBlock(
      `Labels change by ${rows.label.meanAbsoluteChange?.toFixed(4) ?? "-"} on average over all results. The largest change is ${rows.label.largestChange.toFixed(3)}.`,
    ),
    engineTable(report),
    onTerminal(measureTable(report), { kind: "list", heading: sayOrder(report), items: sayPairs(report) }),
    conclusions !== null && onTerminal(conclusionBlock(conclusions)),
    examples.length !== 0 && exampleBlocks(examples),
    onTerminal(verdict),
  );
}

export function* fidelityRows({ engines }: FidelityReport): Iterable<readonly string[]> {
  const numbers = ["before", "after", "change", "largest_change", "largest_change_query", "measured_once"];
  yield ["engine", "measure", ...numbers];
  for (const [engine, { measures }] of Object.entries(engines)) {
    for (const measure of measureNames) {
      const { before, after, change, largest, measuredOnce } = measures[measure];
      const cells = [before, after, change, largest?.change, largest?.query, measuredOnce];
      yield [engine, measure, ...cells.map((cell) => String(cell ?? ""))];
    }
  }
}

function rowTable({ rows, rule }: FidelityReport): Block {
  return tableOf(
    "fidelity-rows",
    "What changes",
    [
      { what: "another reference title", count: rows.otherTitle, of: rows.matched },
      {
        what: `- although the earlier title was nearer than any other, by more than ${rule.clearMargin}`,
        count: rows.clearOtherTitle,
        of: rows.clear,
      },
      { what: "no longer a match", count: rows.lost, of: rows.rows },
      { what: "a new match", count: rows.gained, of: rows.rows },
      { what: "matched exactly instead of by meaning, or the reverse", count: rows.exactness, of: rows.matched },
      { what: "another label", count: rows.otherLabel, of: rows.rows },
    ],
    [
      column("", "text", ({ what }) => what),
      column("results", "count", ({ count }) => count),
      column("of", "count", ({ of }) => of),
      column("share", "share", ({ count, of }) => count / of, { digits: 2 }),
    ],
  );
}

function sayRule({ rows: { clearKeptShare }, rule }: FidelityReport): string {
  if (rule.holds === null || clearKeptShare === null) {
    return "No result had a clear margin, so the rule for another model cannot be applied.";
  }
  return (
    `${sayShare(clearKeptShare, 2)} of the results with a clear margin (above ${rule.clearMargin}) keep their reference title. ` +
    `At least ${sayShare(rule.leastKept, 1)} is required, so one model ${rule.holds ? "may" : "should not"} replace the other.`
  );
}

function engineTable({ engines, order: { before, after, measure } }: FidelityReport): Block {
  const names = Object.keys(engines);
  // Engines without a mean come last.
  const sorted = [...before, ...names.filter((name) => !before.includes(name))].flatMap((name) => {
    const { rows, measures } = engines[name] ?? {};
    return rows && measures ? [{ name, rows, ...measures[measure] }] : [];
  });
  const placeIn = (order: readonly string[]) => (row: { readonly name: string }) => order.indexOf(row.name) + 1 || "";
  return tableOf("fidelity-engines", `Means of ${measure}, before and after`, sorted, [
    column("engine", "text", ({ name }) => name),
    column("place", "count", placeIn(before), { on: "terminal" }),
    column("now", "count", placeIn(after), { on: "terminal" }),
    column("before", "measure", (row) => row.before, { digits: 4 }),
    column("after", "measure", (row) => row.after, { digits: 4 }),
    column("change", "change", ({ change }) => change, { digits: 4 }),
    column("largest in a query", "change", ({ largest }) => largest?.change ?? 0, { on: "terminal" }),
    column("results", "count", ({ rows }) => rows.rows),
    column("labels changed", "share", ({ rows }) => rows.otherLabelShare, { digits: 2 }),
  ]);
}

function measureTable({ engines }: FidelityReport): Block {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const measures = measureNames.map((measure) => {
    const all = Object.values(engines).map(({ measures }) => measures[measure]);
    return { measure, all, changes: all.flatMap(({ change }) => (change === null ? [] : [Math.abs(change)])) };
  });
  return tableOf("fidelity-measures", "All measures, over the engines", measures, [
    column("measure", "text", ({ measure }) => measure),
    column("mean |change|", "measure", ({ changes }) => mean(changes), { digits: 4 }),
    column("largest change of a mean", "measure", ({ changes }) => Math.max(...changes), { digits: 4 }),
    column("largest in a query", "measure", ({ all }) =>
      Math.max(0, ...all.map(({ largest }) => Math.abs(largest?.change ?? 0))),
    ),
    column("undefined in one of the two", "count", ({ all }) =>
      all.reduce((sum, { measuredOnce }) => sum + measuredOnce, 0),
    ),
  ]);
}

function sayOrder({ order: { measure, tauB, pairs, swapped, changedPairs, before } }: FidelityReport): string {
  if (pairs === 0) return "One engine: there is no order to compare.";
  const ties = changedPairs.length - swapped;
  const tau = tauB === null ? "no τ-b, because all engines tie" : `τ-b ${tauB.toFixed(3)}`;
  const few = before.length < FEWEST_ENGINES ? ` ${FEW_ENGINES}` : "";
  return (
    `Order of the engines by ${measure}, before and after: ${tau}; ${swapped} of ${counted(pairs, "pair")} ${swapped === 1 ? "swaps" : "swap"} places` +
    `${ties === 0 ? "" : `, ${ties} tie in one of the two`}.${few}`
  );
}

function sayPairs({ order: { changedPairs } }: FidelityReport): string[] {
  const more = changedPairs.length - SHOWN_PAIRS;
  return [
    ...changedPairs
      .toSorted((one, other) => other.before - other.after - (one.before - one.after))
      .slice(0, SHOWN_PAIRS)
      .map(({ first, second, ...differences }) => `${first} and ${second}: ${sayDifferences(differences)}`),
    ...(more > 0 ? [`and ${more} more (--json has all)`] : []),
  ];
}

function sayDifferences({ before, after }: { readonly before: number; readonly after: number }): string {
  return `${signed(before, 4)} before, ${signed(after, 4)} after`;
}

function conclusionBlock({ pairs, kept, changed }: NonNullable<FidelityReport["conclusions"]>): Block {
  const count = (kind: string) => changed.filter((one) => one.kind === kind).length;
  return {
    kind: "list",
    heading:
      `Significant differences between ${counted(pairs, "pair")} of engines (paired t tests, Holm, .05): ${kept} both before and after, ` +
      `${count("lost")} lost, ${count("gained")} gained, ${count("reversed")} reversed.`,
    items: changed
      .slice(0, SHOWN_PAIRS)
      .map((one) => `${one.kind}: ${one.better} better than ${one.worse} (${sayDifferences(one)})`),
  };
}

function exampleBlocks(examples: FidelityReport["examples"]): Block[] {
  const caption = "The largest changes of a label";
  return [
    ...onPage(
      tableOf(
        "fidelity-examples",
        caption,
        examples,
        [
          column("query", "text", ({ query }) => query),
          column("title", "text", ({ title }) => title),
          column("engine", "text", ({ engine }) => engine),
          column("before", "text", ({ before }) => sayMatch(before)),
          column("after", "text", ({ after }) => sayMatch(after)),
        ],
        { folded: true },
      ),
    ),
    ...onTerminal(
      textBlock(`${caption} (${examples.length})`),
      ...examples.flatMap(({ engine, query, title, before, after }) => [
        textBlock(`${query}: ${title} (${engine})`),
        noteBlock(`  before: label ${sayMatch(before)}`),
        noteBlock(`  after:  label ${sayMatch(after)}`),
      ]),
    ),
  ];
}

function sayMatch({ match, label, referenceRank, referenceTitle, similarity }: LabelOfRow): string {
  const shown = Number(label.toFixed(3));
  const cosine = similarity === null ? "" : `, similarity ${similarity.toFixed(3)}`;
  if (match === "none") return `${shown}, no match${cosine}`;
  return `${shown}, rank ${referenceRank ?? "unknown"} "${referenceTitle ?? ""}"${cosine}`;
}

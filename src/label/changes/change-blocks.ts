/** Shows how candidates' lists differ from the reference's: as sentences, tables and lists side by side. */
import {
  type Block,
  type BlockTable,
  blocksOf,
  column,
  listBlocks,
  noteBlock,
  tableOf,
  textBlock,
} from "../../core/document/blocks.ts";
import { counted, quoted, sayMeasure, sayShare, textsOf } from "../../core/text/wording.ts";
import { FEWEST_QUERIES } from "../../maths/significance/corrections.ts";
import type { EngineSummary, LabelSummary } from "../folder/label-summary.ts";
import type { ComparedResult, ListChanges, QueryChange } from "./compare-lists.ts";

export interface OnlyChange {
  readonly reference: string;
  readonly engine: string;
  readonly changes: ListChanges;
  readonly matches: Pick<EngineSummary["matches"], "exact" | "semantic" | "none">;
}

/** Returns the changes of the only candidate; null if there are several candidates or references, or no results. */
export function onlyChange({ reference, order, changes, engines }: LabelSummary): OnlyChange | null {
  const [engine = ""] = order;
  const only = order.length === 1 ? changes?.[engine] : undefined;
  const matches = engines[engine]?.matches;
  if (only === undefined || matches === undefined || only.queries === 0) return null;
  // Two files with the same name in different folders have the same engine name, which would not tell them apart.
  return {
    reference: reference.engine === engine ? "the reference" : reference.engine,
    engine,
    changes: only,
    matches,
  };
}

export function sayChange(only: OnlyChange): string {
  const { queries } = only.changes;
  const few = `Only ${counted(queries, "query", "queries")} can be compared, too few for a conclusion; at least ten are needed.`;
  return textsOf(
    queries < FEWEST_QUERIES && few,
    isMostlyUnanswered(only) && sayUnanswered(only),
    sayCounts(only),
  ).join(" ");
}

/** Returns whether at least half of the engine's lists are empty. Counts of lost results then mean little. */
function isMostlyUnanswered({ changes: { unanswered, queries } }: OnlyChange): boolean {
  return 2 * unanswered >= queries;
}

function sayUnanswered({ engine, changes: { unanswered, queries } }: OnlyChange): string {
  return `${engine} has no results for ${unanswered} of ${counted(queries, "query", "queries")}.`;
}

function sayCounts({ reference, engine, changes }: OnlyChange): string {
  const { queries, identical, reordered, kept, moved, lost } = changes;
  const changed = queries - identical;
  const all = counted(queries, "query", "queries");
  if (changed === 0) {
    return `${engine} returns the same results as ${reference}, in the same order, for ${queries === 1 ? "the only query" : queries === 2 ? "both queries" : `all ${all}`}.`;
  }
  const where = `From ${reference} to ${engine}, ${changed} of ${all} changed`;
  if (changed === reordered) return `${where}, but only in order: ${moved} of ${counted(kept, "result")} moved.`;
  const inOrder = reordered === 0 ? "" : `, ${reordered} of them only in order`;
  const results = `${lost} of ${counted(kept + lost, "result")} ${lost === 1 ? "is" : "are"} lost`;
  return `${where}${inOrder}: ${results}, ${moved} moved, and ${changes.new} ${changes.new === 1 ? "is" : "are"} new.`;
}

/** @param isRated - whether the caller also shows a verdict from ratings */
export function explainChange(only: OnlyChange, isRated: boolean): string[] {
  const { reference, changes, matches } = only;
  const { similar, unanswered, "overlap@10": overlap, rbo } = changes;
  const share = sayShare(overlap.mean ?? 0);
  return textsOf(
    `On average, the two lists share ${share} of their first ten results (overlap@10). Rank-biased overlap (RBO, p = .9) is ${sayMeasure(rbo.mean)}.`,
    unanswered > 0 && !isMostlyUnanswered(only) && sayUnanswered(only),
    similar > 0 &&
      `${counted(similar, "result in both lists has", "results in both lists have")} a slightly different title in ${reference} (cosine .9 or more).`,
    ...sayLabels(matches),
    !isRated &&
      changes.identical < changes.queries &&
      "Two lists alone do not show which engine is better, and lists of a third engine would only give a hint.",
  );
}

function sayLabels({ exact, semantic, none }: OnlyChange["matches"]): string[] {
  const labels = counted(exact + semantic + none, "label");
  return textsOf(
    semantic > 0 &&
      `${semantic} of ${labels} ${semantic === 1 ? "is a guess" : "are guesses"}, taken from the most similar title.`,
    none > 0 && `${counted(none, "result has", "results have")} no match, so the label is 0.`,
  );
}

/** Returns what `check` prints for one candidate. @param conclusion - from ratings or labels; null if there is none */
export function changeDigest(
  only: OnlyChange,
  conclusion: { readonly by: string; readonly verdict: string; readonly sure: string } | null,
  isFull: boolean,
): Block[] {
  const { engine, reference, changes } = only;
  const rated = conclusion?.by === "labels" ? null : conclusion;
  return blocksOf(
    rated !== null && textBlock(rated.verdict, "verdict"),
    rated !== null && rated.sure !== "" && noteBlock(rated.sure),
    textBlock(sayChange(only), rated === null ? "verdict" : "plain"),
    // The conclusion from labels explains the change, and also names doubtful results.
    noteBlock(conclusion?.by === "labels" ? conclusion.sure : explainChange(only, rated !== null).join(" ")),
    changesTable({ [engine]: changes }, reference),
    isFull
      ? changedLists(only, "changes", false)
      : listBlocks("Queries that changed most:", changes.most_changed.map(sayQuery)),
  );
}

export function changesTable(changes: Readonly<Record<string, ListChanges>>, reference: string): BlockTable {
  return tableOf("changes-counts", `Changes from the lists of ${reference}`, Object.entries(changes), [
    column("engine", "text", ([engine]) => engine),
    column("queries", "count", ([, { queries }]) => queries),
    column("identical", "count", ([, { identical }]) => identical),
    column("reordered", "count", ([, { reordered }]) => reordered),
    column("kept", "count", ([, { kept }]) => kept),
    column("moved", "count", ([, { moved }]) => moved),
    column("lost", "count", ([, { lost }]) => lost),
    column("new", "count", ([, counts]) => counts.new),
    column("overlap@10", "measure", ([, likeness]) => likeness["overlap@10"].mean),
    column("RBO", "measure", ([, { rbo }]) => rbo.mean),
  ]);
}

function sayQuery({ query, reference, engine, lost, moved, ...change }: QueryChange): string {
  const sayFirst = (outcome: string, results: readonly ComparedResult[], count: number) => {
    const title = results.find(({ other_rank }) => other_rank === null)?.title;
    if (title === undefined) return `${count} ${outcome}`;
    return `${outcome} ${quoted(title)}${count === 1 ? "" : ` and ${count - 1} more`}`;
  };
  const parts = textsOf(
    `overlap@10 ${sayMeasure(change["overlap@10"])}`,
    lost > 0 && sayFirst("lost", reference, lost),
    change.new > 0 && sayFirst("new", engine, change.new),
    moved > 0 && `${moved} moved`,
  );
  return `${query}: ${parts.join("; ")}.`;
}

export function changedLists(
  { reference, engine, changes }: Omit<OnlyChange, "matches">,
  id: string,
  folded: boolean,
): Block[] {
  return changes.most_changed.map((change, place) => {
    const rows = Array.from({ length: Math.max(change.reference.length, change.engine.length) }, (_, rank) => rank);
    const likeness = `overlap@10 ${sayMeasure(change["overlap@10"])}, RBO ${sayMeasure(change.rbo)}`;
    return tableOf(
      `${id}-${place + 1}`,
      `${folded ? `${engine}, ` : ""}${change.query} (${likeness})`,
      rows,
      [
        column("position", "text", (rank) => String(rank + 1)),
        column(reference, "text", (rank) => change.reference[rank]?.title ?? ""),
        column(`in ${engine}`, "text", (rank) => sayPlace(change.reference[rank], "lost")),
        column(engine, "text", (rank) => change.engine[rank]?.title ?? ""),
        column(`in ${reference}`, "text", (rank) => sayPlace(change.engine[rank], "new")),
      ],
      { folded },
    );
  });
}

function sayPlace(result: ComparedResult | undefined, otherwise: string): string {
  if (result === undefined) return "";
  const { other_rank, similarity } = result;
  if (other_rank === null) return otherwise;
  return similarity === undefined
    ? String(other_rank + 1)
    : `${other_rank + 1}, similar title (${similarity.toFixed(2)})`;
}

/**
 * How is a warning said to a person?
 */

import type { Warning } from "../warnings.ts";
import { replaceControlCharacters } from "./escape.ts";
import { counted } from "./wording.ts";

/** One sentence or two, with numbers and up to three examples. */
export function renderWarning(warning: Warning): string {
  switch (warning.kind) {
    case "two-columns-for-role":
      return `${warning.source}: column "${warning.used}" is taken for the ${warning.role}; ${warning.ignored.map(quote).join(", ")} would fit too.`;
    case "column-not-found":
      return `${warning.source}: there is no column ${warning.asked.map(quote).join(", ")}; the ${warning.role} is ${warning.used === null ? "left out" : `taken from ${quote(warning.used)}`}.${warning.near === undefined || warning.near === warning.used ? "" : ` Did you mean ${quote(warning.near)}?`}`;
    case "ranks-not-read":
      return `${warning.source}: results are taken in the order of their rows; where ${quote(warning.column)} holds ranks, pass it as --rank-column.`;
    case "queries-without-reference":
      return `${warning.count} of ${warning.queries} queries have no reference results and cannot be measured: ${quoted(warning)}.`;
    case "queries-not-in-every-reference":
      return `${warning.count} of ${warning.queries} queries are answered by some references, not by all: ${quoted(warning)}. Their labels come from those that answer.`;
    case "empty-lists":
      return `${warning.engine} returned nothing for ${counted(warning.count, "query", "queries")}: ${quoted(warning)}. Recall and ndcg_reference count 0 there.`;
    case "empty-titles":
      return `${warning.engine}: ${counted(warning.count, "result has", "results have")} an empty title (${list(warning)}).`;
    case "repeated-titles":
      return `${warning.engine}: ${counted(warning.count, "result repeats", "results repeat")} a title of the same list (${list(warning)}).`;
    case "shared-ranks":
      return `${warning.engine}: ${counted(warning.count, "result shares", "results share")} a rank with another of its list; they stand in the order of the file (${list(warning)}).`;
    case "merged-points":
      return `${counted(warning.count, "reference title is", "reference titles are")} the same to the model as another of the list; the smallest rank counts (${list(warning)}).`;
    case "truncated-titles":
      return `${counted(warning.count, "title is", "titles are")} longer than ${warning.maxTokens} tokens; the rest was not read: ${quoted(warning)}.`;
    case "unknown-tokens":
      return `${counted(warning.count, "title has", "titles have")} tokens that the model does not know: ${quoted(warning)}. Similarities of such titles say little.`;
    case "not-english":
      return `${warning.count} of ${warning.titles} distinct titles are mostly in another script than Latin, for which this English model was not made: ${quoted(warning)}.`;
    case "control-characters":
      return `${counted(warning.count, "title has", "titles have")} control characters; they are written as they were read.`;
    case "formula-like":
      return `${counted(warning.count, "title begins", "titles begin")} like a spreadsheet formula: ${quoted(warning)}. Pass --spreadsheet-safe before opening the files in one.`;
    case "markup":
      return `${counted(warning.count, "title holds", "titles hold")} markup: ${quoted(warning)}. It is compared as it stands: an engine that writes &amp; or <i> differs from one that does not.`;
    case "missing-labels":
      return `Column "${warning.column}" is empty in ${counted(warning.count, "reference row", "reference rows")} (${list(warning)}): label 0.`;
    case "above-one":
      return `${warning.engine}: ndcg_reference exceeds 1 on ${warning.count} of ${warning.queries} queries, because several results may carry the label that the ideal counts once. --one-to-one prevents it.`;
    case "conflicting-labels":
      return `labels.qrels: engines disagree on the label of ${counted(warning.count, "document", "documents")}; the larger one stands.`;
    case "unrated-judgments":
      return `${warning.source}: ${counted(warning.count, "row has", "rows have")} no rating and no say.`;
    case "repeated-judgments":
      return `${warning.source}: ${counted(warning.count, "judgment stands", "judgments stand")} there more than once; each counts once.`;
    case "conflicting-judgments":
      return `${warning.source}: ${counted(warning.count, "judgment contradicts", "judgments contradict")} an earlier one of the same query and document (${list(warning)}); the larger label counts.`;
    case "repeated-documents":
      return `${warning.run}: ${counted(warning.count, "result repeats", "results repeat")} a document of the same list (${list(warning)}); its first place counts.`;
    case "partial-responses":
      return `${warning.run}: ${counted(warning.count, "response is", "responses are")} incomplete, as the engine ran out of time or shards failed (${list(warning)}). Ask it again.`;
    case "queries-missing":
      return `${warning.run} lacks ${warning.count} of ${warning.queries} judged queries (${list(warning)}): ${countedMissing(warning)}.`;
    case "queries-not-judged":
      return `${warning.run}: ${counted(warning.count, "query has", "queries have")} no judgments (${list(warning)}) and ${warning.count === 1 ? "is" : "are"} not measured.`;
    case "queries-without-relevant":
      return `${warning.count} of ${warning.queries} queries have no relevant document${warning.level === null ? "" : ` at rel=${warning.level}`} (${list(warning)}): ${howCounted(warning)}.`;
    case "queries-without-weight":
      return `${warning.count} of ${warning.queries} queries weigh nothing, as the queries file has no ${warning.column} above 0 for them (${list(warning)}): they are left out of weighted means.`;
    case "measure-undefined":
      return `${warning.run}: ${warning.measure} is undefined on ${warning.count} of ${warning.queries} queries and left out of its mean there.`;
    case "values-out-of-range":
      return `${warning.run}: ${warning.measure} is outside of its range ${warning.range.join(" to ")} on ${counted(warning.count, "query", "queries")} (${list(warning)}). Correct its formula or its range.`;
    case "labels-below-level":
      return `${counted(warning.count, "positive label is", "positive labels are")} below ${warning.level}, the smallest that counts as relevant (largest label: ${warning.largest}). Where they should count, write for example P(rel=${warning.largest < warning.level ? warning.largest : 0.5})@10.`;
    case "file-read-as-measure":
      return `"${warning.file}" is a file here and was read as the measure ${warning.measure}. Write ./${warning.file} for the file.`;
    case "integer-labels-lossy":
      return `labels.integer.qrels: ${warning.distinct} distinct labels do not fit; ${warning.kept} grades are kept, see gains.json.`;
    case "indexes-rebuilt":
      return `${counted(warning.count, "stored index was", "stored indexes were")} rebuilt: ${warning.reason}.`;
    case "identifier-missing":
      return `${warning.engine} has no column "${warning.column}": its results are matched without it.`;
    case "veto-missing":
      return `${warning.engine} has no column "${warning.column}": none of its matches is refused by it.`;
    case "indexes-not-kept":
      return `Indexes are not kept between runs: ${warning.reason}.`;
    case "exact-search-instead":
      return `Exact search is used instead of HNSW indexes: ${warning.reason} The results are the same.`;
    case "header-guessed":
      return `${warning.source}: the first row (${warning.names.map(quote).join(", ")}) is taken for names of columns, as no other row has either name.`;
    case "incomplete-edges":
      return `${warning.source}: ${counted(warning.count, "row lacks", "rows lack")} one end of the edge and ${warning.count === 1 ? "is" : "are"} left out (${list(warning)}).`;
    case "self-loops":
      return `${counted(warning.count, "edge leads", "edges lead")} from a node to itself: left out.`;
    case "repeated-edges":
      return `${counted(warning.count, "edge repeats another", "edges repeat others")} (where edges have no direction, the other way round too): each counts once, weights added.`;
    case "rows-without-id":
      return `${warning.source}: ${counted(warning.count, "row has", "rows have")} no id (${list(warning)}) and ${warning.count === 1 ? "is" : "are"} left out.`;
    case "nodes-not-in-graph":
      return `${warning.count} of ${warning.documents} documents are in no edge and have no features (${list(warning)}): their cells are empty.`;
    case "isolated-nodes":
      return `${counted(warning.count, "document has", "documents have")} no edge but to ${warning.count === 1 ? "itself" : "themselves"} (${list(warning)}): there is no neighbourhood to cut, and node_cut is empty.`;
    case "betweenness-sampled":
      return `betweenness_${warning.hops}hop of ${warning.count} of ${warning.documents} documents is an estimate, from paths of ${warning.fewestSources} nodes or more of a large ego graph: standard error ${warning.medianError.toPrecision(2)} (median), ${warning.largestError.toPrecision(2)} (largest). --exact follows all.`;
    case "node-cut-bounds":
      return `node_cut of ${counted(warning.count, "document", "documents")} (${list(warning)}) is an upper bound: not every pair of a large neighbourhood was looked at. --exact looks at all.`;
    case "not-numbers":
      return `Column "${warning.column}" has no finite number in ${counted(warning.count, "row", "rows")} (${list(warning)}): left out there.`;
    case "repeated-ids":
      return `${warning.source}: ${counted(warning.count, "row repeats", "rows repeat")} an id (${list(warning)}); the first one counts.`;
    case "ids-not-found":
      return `${warning.source} lacks ${counted(warning.count, "document", "documents")} of the features (${list(warning)}): left out.`;
    case "engines-left-out":
      return `Only ${warning.used} was looked at. --engine NAME picks another: ${warning.engines.join(", ")}.`;
    case "columns-without-numbers":
      return `${warning.source}: no finite number is in ${warning.columns.join(", ")}, which ${warning.columns.length === 1 ? "is no feature" : "are no features"}.`;
    case "cache-unavailable":
      return `Vectors are not kept between runs: ${warning.reason}.`;
    case "cache-rebuilt":
      return `The vector cache was thrown away and begun anew: ${warning.reason}.`;
  }
}

function howCounted({ counted: how }: { readonly counted: "zero" | "skip" }): string {
  return how === "zero" ? "they count 0" : "they are left out of means";
}

function countedMissing(warning: Extract<Warning, { kind: "queries-missing" }>): string {
  const { count, withoutRelevant = 0, undefinedFor = [] } = warning;
  const without =
    withoutRelevant === count
      ? "they have no relevant document and are left out of means"
      : `${howCounted(warning)}${withoutRelevant > 0 ? `, but for ${withoutRelevant} without a relevant document, which are left out` : ""}`;
  return `${without}${undefinedFor.length > 0 ? ` (left out of ${undefinedFor.join(", ")})` : ""}`;
}

interface Counted {
  readonly count: number;
  readonly examples: readonly string[];
}

function list({ count, examples }: Counted): string {
  return `${examples.map(showablePlace).join(", ")}${count > examples.length ? ", …" : ""}`;
}

function quoted({ count, examples }: Counted): string {
  return `${examples.map(quote).join(", ")}${count > examples.length ? ", …" : ""}`;
}

function quote(text: string): string {
  return `"${showable(text)}"`;
}

/** Of a place, such as a file with a line, the end says most. */
function showablePlace(text: string): string {
  const letters = [...replaceControlCharacters(text)];
  return letters.length <= 60 ? letters.join("") : `${letters.slice(0, 19).join("")}…${letters.slice(-40).join("")}`;
}

/** Examples come from the user's data: shortened, and without characters that would act on a terminal. */
function showable(text: string): string {
  const letters = [...replaceControlCharacters(text)];
  return letters.length <= 60 ? letters.join("") : `${letters.slice(0, 59).join("")}…`;
}

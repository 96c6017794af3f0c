/** Warnings about unusual but valid input, and their texts. Stages return the warnings that `isFound` keeps. */
import { replaceControlCharacters, shellWord } from "./text/escape.ts";
import { counted, sayShare } from "./text/wording.ts";

export const SHOWN_EXAMPLES = 3;

type Counted = { readonly count: number };
type Found = Counted & { readonly examples: readonly string[] };
type OfEngine = { readonly engine: string };
/** The problem affects `count` of the engine's `titles`, `results` or non-empty `lists`. */
type OfTitles = OfEngine & Found & { readonly titles: number };
type OfResults = OfEngine & Found & { readonly results: number };
type OfLists = OfEngine & Found & { readonly lists: number };
type OfRun = { readonly run: string };
type OfColumn = { readonly column: string };
type OfSource = { readonly source: string };
type OfReason = { readonly reason: string };
type OfQueries = { readonly queries: number };
type HowCounted = { readonly counted: "zero" | "skip" };
type QueriesMissing = OfRun &
  OfQueries &
  Found &
  HowCounted & {
    /** Number of missing queries without a relevant document, left out of means. Other missing queries count as 0. */
    readonly withoutRelevant?: number;
    /** Measures that are undefined for missing queries. The means of these measures leave missing queries out. */
    readonly undefinedFor?: readonly string[];
  };

type ColumnNotFound = OfSource & {
  readonly role: string;
  /** Column names, from an option or from other files, that this file lacks. */
  readonly asked: readonly string[];
  /** The column with a usual name that was used instead; null if there is none. */
  readonly used: string | null;
  /** A column with a similar name. If there is none, a column that seems to have the role. */
  readonly near?: string;
};

/** The fields and the text of each kind of warning. */
const sentences = {
  "two-columns-for-role": (
    warning: OfSource & { readonly role: string; readonly used: string; readonly ignored: readonly string[] },
  ) =>
    `${warning.source}: the ${warning.role} is read from column "${warning.used}"; ${warning.ignored.map(quote).join(", ")} would also fit.`,
  "columns-guessed": (warning: OfSource & { readonly columns: readonly (OfColumn & { readonly role: string })[] }) =>
    `${warning.source}: ${warning.columns.length === 1 ? "a column was" : "columns were"} guessed: ${warning.columns.map(({ role, column }) => `${role} from ${quote(column)}`).join(", ")}.`,
  "columns-of-one-name": (warning: OfSource & { readonly names: readonly string[] }) =>
    `${warning.source}: several columns have the same name (${warning.names.map(quote).join(", ")}). Only the first column of each name is read.`,
  "columns-not-of-raters": (warning: OfSource & { readonly names: readonly string[] }) =>
    `${warning.source}: ${warning.names.map(quote).join(", ")} ${warning.names.length === 1 ? "is not read as a column of a rater" : "are not read as columns of raters"}.`,
  "repeated-headers": (warning: OfSource & Counted) =>
    `${warning.source}: ${counted(warning.count, "row repeats", "rows repeat")} the names of the columns and ${warning.count === 1 ? "is" : "are"} skipped.`,
  "column-not-found": (warning: ColumnNotFound) =>
    `${sayNotFound(warning)}${warning.near === undefined || warning.near === warning.used ? "" : ` Did you mean ${quote(warning.near)}? Add it to the option, after a comma.`}`,
  "ranks-not-read": (warning: OfSource & OfColumn) =>
    `${warning.source}: results are in the order of their rows. If ${quote(warning.column)} contains ranks, pass it as --rank-column.`,
  "rows-against-scores": (warning: OfSource & OfColumn & Counted) =>
    `${warning.source}: there is no column of ranks, so results are in the order of their rows. But ${counted(warning.count, "row has", "rows have")} a higher ${quote(warning.column)} than the row before. Sort the rows by ${quote(warning.column)}, or name the column of ranks with --rank-column.`,
  "queries-without-reference": (warning: OfQueries & Found) =>
    `${warning.count} of ${warning.queries} queries ${has(warning)} no reference results, so labels cannot measure ${warning.count === 1 ? "it" : "them"}: ${quoted(warning)}.`,
  /** `queries` is the number of the engine's queries, of which `count` have no reference results. */
  "foreign-queries": (warning: OfEngine & OfQueries & Found & { readonly reference: string }) =>
    `${warning.reference} has results for only ${warning.queries - warning.count} of the ${warning.queries} queries of ${warning.engine}, so the other ${warning.count} cannot be measured: ${quoted(warning)}. If the columns of queries and titles are swapped, name them with --query-column and --title-column.`,
  "queries-not-in-every-reference": (warning: OfQueries & Found) =>
    `${warning.count} of ${warning.queries} queries ${has(warning)} results from some references, but not from all: ${quoted(warning)}. ${warning.count === 1 ? "Its" : "Their"} labels come from the references that have results.`,
  /** `queries` is the number of queries for which the reference has results. */
  "empty-lists": (warning: OfEngine & OfQueries & Found) =>
    `${warning.engine} returned nothing for ${warning.count} of ${counted(warning.queries, "query", "queries")}: ${quoted(warning)}. Recall and ndcg_reference are 0 for ${warning.count === 1 ? "this query" : "these queries"}.${isOfHalf(warning.count, warning.queries) ? " If its file was cut short or spells queries differently, fix that first." : ""}`,
  /** `matched` is true if the rules in use (`--preset notebook`) also match results without a title. */
  "empty-titles": (
    warning: OfEngine &
      Found & {
        readonly results?: number;
        readonly leftOut?: true;
        readonly matched?: true;
        readonly unjudged?: true;
      },
  ) =>
    `${warning.engine}: ${counted(warning.count, "result has", "results have")} no title (${list(warning)}). ${sayUntitled(warning)}`,
  "placeholder-titles": (warning: OfEngine & Found & { readonly results?: number; readonly matched?: true }) =>
    `${warning.engine}: ${counted(warning.count, "result has", "results have")} a placeholder instead of a title: ${quoted(warning)}. ${sayUntitled(warning)}`,
  "too-far": (warning: OfResults & { readonly threshold: number }) =>
    `${warning.engine}: ${warning.count} of ${warning.results} results ${has(warning)} no similar reference title (similarity below ${warning.threshold}), so ${warning.count === 1 ? "its" : "their"} label is 0: ${quoted(warning)}.`,
  "repeated-matches": (warning: OfResults) =>
    `${warning.engine}: ${warning.count} of ${warning.results} results ${warning.count === 1 ? "matches" : "match"} a reference title that another result in the same list already matches (${list(warning)}). ${warning.count === 1 ? "Its" : "Their"} label is 0.`,
  "unreadable-titles": (warning: OfEngine & Found) =>
    `${warning.engine}: the model cannot read ${counted(warning.count, "title", "titles")}, such as ${quoted(warning)}. The label of such a title is 0 unless it equals a reference title.`,
  "generic-titles": (warning: OfEngine & Found) =>
    `${warning.engine}: ${counted(warning.count, "very common title equals", "very common titles equal")} a reference title, such as ${quoted(warning)}. Equal titles like ${warning.count === 1 ? "this one" : "these"} may belong to different works.`,
  "equal-when-cleaned": (warning: OfEngine & Found) =>
    `${warning.engine}: ${counted(warning.count, "title equals", "titles equal")} a reference title only after markup, invisible characters and similar differences are removed: ${quoted(warning)}.`,
  "joined-spellings": (warning: Found) =>
    `${counted(warning.count, "query is", "queries are")} spelled differently in two files (letter case, white space, Unicode form or invisible characters) and joined: ${warning.examples.join("; ")}${warning.count > warning.examples.length ? "; …" : ""}.`,
  /** An example is a pair of spellings, such as `"d1" and "d1 "`. */
  "joined-documents": (warning: OfRun & Found) =>
    `${warning.run}: ${counted(warning.count, "document differs", "documents differ")} from a judged document only in white space or Unicode form, and ${warning.count === 1 ? "is" : "are"} joined: ${warning.examples.join("; ")}${warning.count > warning.examples.length ? "; …" : ""}.`,
  /** Labels depend on the reference's ranks. Only the order of a candidate's ranks counts. */
  "late-ranks": (warning: OfLists & { readonly isReference?: true }) =>
    `${warning.engine}: ${warning.count} of ${counted(warning.lists, "list", "lists")} ${warning.count === 1 ? "does" : "do"} not begin at the first rank (${quoted(warning)}). ${
      warning.isReference
        ? "If ranks continue from one query to the next, or a first page is missing, labels are too low. Correct the ranks, or pass --rank-column none to use the order of the rows."
        : "If a first page is missing, add it. Otherwise this changes nothing, because only the order of these ranks counts."
    }`,
  "misread-titles": (warning: Found) =>
    `${counted(warning.count, "title looks", "titles look")} like UTF-8 that was read as windows-1252: ${quoted(warning)}. Export the file as UTF-8 again.`,
  "address-titles": (warning: OfTitles) => sayMeaningless(warning, "are web addresses", "an address"),
  "number-titles": (warning: OfTitles) => sayMeaningless(warning, "have no letters", "a number"),
  /** `count` titles have `length` characters, as many as the longest title. */
  "cut-titles": (warning: OfTitles & { readonly length: number }) =>
    `${warning.engine}: ${warning.count} of ${warning.titles} titles are exactly ${warning.length} characters long, the length of the longest, so they seem to be cut (${quoted(warning)}). Labels compare whole titles. Export complete titles.`,
  "numbered-titles": (warning: OfTitles & { readonly stripped?: true }) =>
    warning.stripped
      ? `${warning.engine}: --strip-numbers removed the list number from ${warning.count} of ${warning.titles} titles (${quoted(warning)}).`
      : `${warning.engine}: ${warning.count} of ${warning.titles} titles start with their list number: ${quoted(warning)}. The number distorts labels, prevents exact matches with other engines, and shows raters the engine and the rank. Remove it with --strip-numbers.`,
  "same-endings": (warning: OfTitles & { readonly ending: string; readonly stripped?: true }) =>
    warning.stripped
      ? `${warning.engine}: --strip-endings removed ${JSON.stringify(warning.ending)} from ${warning.count} of ${warning.titles} titles.`
      : `${warning.engine}: ${warning.count} of ${warning.titles} titles end with ${JSON.stringify(warning.ending)}, such as ${quoted(warning)}. Such an ending distorts labels, and prevents exact matches with other engines. If it is not part of the titles, remove it with --strip-endings.`,
  "repeated-titles": (warning: OfResults) =>
    `${warning.engine}: ${warning.count} of ${warning.results} results ${warning.count === 1 ? "repeats" : "repeat"} a title of the same list (${list(warning)}).${isOfHalf(warning.count, warning.results) ? " If these are different documents, the titles may be wrong: check --title-column, or the --titles file." : ""}`,
  "shared-ranks": (warning: OfResults) =>
    isOfHalf(warning.count, warning.results)
      ? `${warning.engine}: ${warning.count} of ${warning.results} results share a rank with another result in their list (${list(warning)}). They keep the order of the file. If the engine has another order, name the column of its ranks with --rank-column.`
      : `${warning.engine}: ${counted(warning.count, "result shares", "results share")} a rank with another result in the list; they keep the order of the file (${list(warning)}).`,
  "reversed-ranks": (warning: OfLists) =>
    `${warning.engine}: in ${warning.count} of ${counted(warning.lists, "list", "lists")} the ranks are in the opposite order to the rows (${quoted(warning)}). If the column contains scores, or counts from the end, pass --rank-column none.`,
  "rank-gaps": (warning: OfLists) =>
    `${warning.engine}: in ${warning.count} of ${warning.lists} lists the largest rank is more than ten times the number of results (${quoted(warning)}). If the column does not contain ranks, name the right column with --rank-column, or pass --rank-column none.`,
  "sorted-titles": (warning: OfLists) =>
    `${warning.engine}: in ${warning.count} of ${counted(warning.lists, "list", "lists")} the titles are in alphabetical order (${quoted(warning)}). If its file was sorted, give the results in the order of the engine, or name the column of its ranks with --rank-column.`,
  "short-lists": (warning: OfLists) =>
    `${warning.engine}: ${warning.count} of ${counted(warning.lists, "list", "lists")} ${has(warning)} fewer than ten results, although another engine has ten or more (${quoted(warning)}). Missing results count as 0. Give lists of the same length, or set --depth.`,
  "merged-points": (warning: Found) =>
    `${counted(warning.count, "reference title counts", "reference titles count")} as the same document as an earlier title in ${warning.count === 1 ? "its" : "their"} list, because they share an identifier or the model cannot tell them apart. The smallest rank counts (${list(warning)}).`,
  "truncated-titles": (warning: Found & { readonly maxTokens: number }) =>
    `${counted(warning.count, "title is", "titles are")} longer than ${warning.maxTokens} tokens; the model did not read the rest: ${quoted(warning)}.`,
  "unknown-tokens": (warning: Found) =>
    `${counted(warning.count, "title has", "titles have")} tokens that the model does not know: ${quoted(warning)}. Similarities of such titles are unreliable.`,
  "not-english": (warning: Found & { readonly titles: number }) =>
    `The model was trained on English, but ${warning.count} of ${warning.titles} distinct titles are mostly in a script other than Latin: ${quoted(warning)}.`,
  "control-characters": (warning: Found) =>
    `${counted(warning.count, "title has", "titles have")} control characters; they are kept as they are.`,
  "formula-like": (warning: Found) =>
    `${counted(warning.count, "title begins", "titles begin")} like a spreadsheet formula: ${quoted(warning)}. Use --spreadsheet-safe if you will open the files in a spreadsheet.`,
  markup: (warning: Found) =>
    `${counted(warning.count, "title has", "titles have")} markup or escaped characters: ${quoted(warning)}. Titles are compared without these; output files keep them.`,
  "missing-labels": (warning: Found & OfColumn) =>
    `Column "${warning.column}" is empty in ${counted(warning.count, "reference row", "reference rows")} (${list(warning)}), so ${warning.count === 1 ? "its label is" : "their labels are"} 0.`,
  "above-one": (warning: OfEngine & OfQueries & Counted) =>
    `${warning.engine}: ndcg_reference of whole lists exceeds 1 on ${warning.count} of ${warning.queries} queries, because several results got the label of the same reference title. The default rules count it only once.`,
  "conflicting-labels": (warning: Found) =>
    `labels.qrels: ${counted(warning.count, "document has", "documents have")} different labels in different engines' lists; the largest label counts.`,
  /** `count` is the number of results that both this rater and other raters rated. */
  "rater-opposed": (warning: OfSource & Counted & { readonly rater: string; readonly correlation: number }) =>
    `The grades of ${warning.rater} run opposite to those of the other raters (correlation ${warning.correlation.toFixed(2)} on ${counted(warning.count, "shared result")}). Somebody may have read the scale the wrong way round. semqrel gold --agreement ${shellWord(warning.source)} shows where.`,
  "judgments-replaced": (warning: OfSource & { readonly database: string; readonly ratings: number }) =>
    `${warning.source} contained judgments from ${counted(warning.ratings, "rating")} of ${warning.database}, which were replaced. To get them back, run semqrel gold ${shellWord(warning.database)} with another file name.`,
  "unrated-judgments": (warning: OfSource & Counted) =>
    `${warning.source}: ${counted(warning.count, "row has no rating and is", "rows have no rating and are")} ignored.`,
  "unrated-queries": (warning: OfSource & Found) =>
    `${warning.source}: ${counted(warning.count, "query has", "queries have")} no rating (${list(warning)}) and ${warning.count === 1 ? "is" : "are"} not measured.`,
  "repeated-judgments": (warning: OfSource & Counted) =>
    `${warning.source}: ${counted(warning.count, "judgment is", "judgments are")} repeated; each counts once.`,
  "conflicting-judgments": (warning: OfSource & Found) =>
    `${warning.source}: ${counted(warning.count, "judgment contradicts", "judgments contradict")} an earlier judgment of the same query and document (${list(warning)}); the larger label counts.`,
  "rows-under-other-ids": (warning: OfSource & Counted) =>
    `${warning.source}: ${counted(warning.count, "row repeats", "rows repeat")} a document under another id. Here both rows count, as in trec_eval. This lowers nDCG and other measures that divide by the best possible score. semqrel gold counts each document once.`,
  "all-judged-relevant": (warning: OfSource & { readonly lowest: number; readonly highest: number }) =>
    `${warning.source}: ${warning.lowest === warning.highest ? `all labels are ${warning.lowest}` : `the labels are ${warning.lowest} to ${warning.highest}`}, and labels of 1 or more mean relevant, so every judged result counts as relevant. If the lowest grade means not relevant, ${
      warning.highest > 100
        ? `subtract ${warning.lowest} from all labels`
        : `run semqrel rate --import ${shellWord(warning.source)} --db ratings.db --scale 1-${Math.max(5, Math.ceil(warning.highest))}, then semqrel gold ratings.db -o gold.qrels`
    }.`,
  "unjudged-run": (warning: OfRun & OfSource) =>
    `${warning.run}: no result is judged in ${warning.source}, so its measures are 0. Check that both have the same document ids.`,
  "judged-unequally": (
    warning: OfRun & {
      readonly first: number;
      readonly share: number;
      readonly other: string;
      readonly shareOfOther: number;
    },
  ) =>
    `Of the first ${counted(warning.first, "result")}, ${sayShare(warning.share)} are judged for ${warning.run}, but ${sayShare(warning.shareOfOther)} for ${warning.other}. Results without a judgment count as not relevant, so a difference may come from missing judgments. Check that the ids agree, or judge the results of both.`,
  "repeated-documents": (warning: OfRun & Found) =>
    `${warning.run}: ${counted(warning.count, "result repeats", "results repeat")} a document of the same list (${list(warning)}); only the first position of a document counts.`,
  "several-tags": (warning: OfSource & { readonly tags: readonly string[] }) =>
    `${warning.source}: the last column has several names (${warning.tags.map(quote).join(", ")}), and all lines are read as one run. If these are several runs, put each into its own file.`,
  "ranks-against-scores": (warning: OfRun & Counted & { readonly lists: number }) =>
    `${warning.run}: in ${warning.count} of ${counted(warning.lists, "list")} better ranks have lower scores. Results are ordered by score, highest first. If the scores are distances, negate them.`,
  "single-ties": (warning: OfRun & Counted & { readonly lists: number }) =>
    `${warning.run}: ${counted(warning.count, "result")} of ${counted(warning.lists, "list")} have different scores that are equal as 32-bit numbers. They are ordered by id, as in trec_eval 9; --trec-eval 10 compares scores at full precision.`,
  "self-first": (warning: OfRun & Counted & { readonly lists: number }) =>
    `${warning.run}: ${warning.count} of ${counted(warning.lists, "list")} ${warning.count === 1 ? "begins" : "begin"} with the query's own id. --drop-self leaves such results out, as BEIR does.`,
  /** For saved responses of an engine that timed out, or whose index failed in part. */
  "partial-responses": (warning: OfRun & Found) =>
    `${warning.run}: ${counted(warning.count, "response is", "responses are")} incomplete, because the engine ran out of time or shards failed (${list(warning)}). Run these queries again.`,
  "queries-missing": (warning: QueriesMissing) =>
    `${warning.run} has no list for ${warning.count} of ${warning.queries} judged queries (${list(warning)}). ${sayMissing(warning)}`,
  "pairs-drawn": (warning: OfSource) =>
    `${warning.source} has some ratings of single results, not of whole queries. Here, results that were not drawn count as not relevant, although they are not rated. Use semqrel estimate with --pool instead.`,
  "no-result-judged": (warning: OfRun & { readonly returned: string; readonly judged: string }) =>
    `${warning.run}: no result is a judged document, so all results count as not relevant. For example, the run has ${quote(warning.returned)}, and the judgments have ${quote(warning.judged)}. Give lists and judgments with the same document ids.`,
  "queries-not-judged": (warning: OfRun & Found) =>
    `${warning.run}: ${counted(warning.count, "query has", "queries have")} no judgments (${list(warning)}) and ${warning.count === 1 ? "is" : "are"} not measured.`,
  "queries-without-relevant": (warning: OfQueries & Found & HowCounted & { readonly level: number | null }) =>
    `${warning.count} of ${warning.queries} queries ${has(warning)} no relevant document${warning.level === null ? "" : ` at rel=${warning.level}`} (${list(warning)}). ${sayCounted(warning)}.`,
  "queries-without-weight": (warning: OfQueries & Found & OfColumn) =>
    `${warning.count} of ${warning.queries} queries ${has(warning)} no weight, because the queries file has no ${warning.column} above 0 for ${warning.count === 1 ? "it" : "them"} (${list(warning)}). Weighted means leave them out.`,
  "measure-undefined": (warning: OfRun & OfQueries & Counted & { readonly measure: string }) =>
    `${warning.run}: ${warning.measure} is undefined on ${warning.count} of ${warning.queries} queries, which ${warning.count === 1 ? "is" : "are"} left out of its mean.`,
  /** For a user-defined measure with values outside its declared range. Each example shows a query and its value. */
  "values-out-of-range": (
    warning: OfRun & Found & { readonly measure: string; readonly range: readonly [smallest: number, largest: number] },
  ) =>
    `${warning.run}: ${warning.measure} is outside its range ${warning.range.join(" to ")} on ${counted(warning.count, "query", "queries")} (${list(warning)}). Correct its formula or its range.`,
  /** `level` is the smallest label that counts as relevant, `count` the number of smaller labels above 0. */
  "labels-below-level": (warning: Counted & { readonly level: number; readonly largest: number }) =>
    `${counted(warning.count, "label is", "labels are")} above 0 but below ${warning.level}, so ${warning.count === 1 ? "it does" : "they do"} not count as relevant (largest label: ${warning.largest}). If they should count, write for example P(rel=${warning.largest < warning.level ? warning.largest : 0.5})@10.`,
  "file-read-as-measure": (warning: { readonly file: string; readonly measure: string }) =>
    `"${warning.file}" was read as the measure ${warning.measure}, but a file has the same name. Write ./${warning.file} for the file.`,
  "integer-labels-lossy": (warning: { readonly distinct: number; readonly kept: number }) =>
    `labels.integer.qrels cannot store ${warning.distinct} distinct labels; it keeps ${warning.kept} grades (see gains.json).`,
  "indexes-rebuilt": (warning: Counted & OfReason) =>
    `${counted(warning.count, "stored index was", "stored indexes were")} rebuilt: ${warning.reason}.`,
  "identifier-missing": (warning: OfEngine & OfColumn) =>
    `${warning.engine} has no column "${warning.column}", so its results are matched without it.`,
  "veto-missing": (warning: OfEngine & OfColumn) =>
    `${warning.engine} has no column "${warning.column}", so --veto does not check this column for its results.`,
  "indexes-not-kept": (warning: OfReason) => `Indexes are not kept between runs: ${warning.reason}.`,
  "exact-search-instead": (warning: OfReason) =>
    `Exact search is used instead of HNSW indexes, with the same results. ${warning.reason}`,
  "data-frame-header": (warning: OfSource & { readonly header: string; readonly hasRowNumbers: boolean }) =>
    `${warning.source}: the first line, ${quote(warning.header)}, is a header, not a query.${warning.hasRowNumbers ? " The row numbers in the first column are not used." : ""}`,
  "header-guessed": (warning: OfSource & { readonly names: readonly string[] }) =>
    `${warning.source}: the first row (${warning.names.map(quote).join(", ")}) is read as names of columns, because no other row contains one of these names.`,
  "incomplete-edges": (warning: OfSource & Found) =>
    `${warning.source}: ${counted(warning.count, "row lacks", "rows lack")} one end of the edge and ${warning.count === 1 ? "is" : "are"} left out (${list(warning)}).`,
  "self-loops": (warning: Counted) =>
    `${counted(warning.count, "edge leads", "edges lead")} from a node to itself and ${warning.count === 1 ? "is" : "are"} left out.`,
  "repeated-edges": (warning: Counted) =>
    `${counted(warning.count, "edge repeats another", "edges repeat others")} (in undirected graphs, also in reverse). Each counts once, with the sum of their weights.`,
  "rows-without-id": (warning: OfSource & Found) =>
    `${warning.source}: ${counted(warning.count, "row has", "rows have")} no id (${list(warning)}) and ${warning.count === 1 ? "is" : "are"} left out.`,
  "nodes-not-in-graph": (warning: Found & { readonly documents: number }) =>
    `${warning.count} of ${warning.documents} documents are not in any edge and have no features (${list(warning)}). Their cells are empty.`,
  "isolated-nodes": (warning: Found) =>
    `${counted(warning.count, "document has", "documents have")} no edges except to ${warning.count === 1 ? "itself" : "themselves"} (${list(warning)}), so node_cut is empty.`,
  "betweenness-sampled": (
    warning: Counted & {
      readonly hops: 1 | 2;
      readonly documents: number;
      /** Smallest number of source nodes that any of the estimates used. */
      readonly fewestSources: number;
      /** Standard errors of the estimates. Betweenness is between 0 and 1. */
      readonly medianError: number;
      readonly largestError: number;
    },
  ) =>
    `betweenness_${warning.hops}hop of ${warning.count} of ${warning.documents} documents is an estimate, from the paths that start at ${warning.fewestSources} or more nodes of a large ego graph: standard error ${warning.medianError.toPrecision(2)} (median), ${warning.largestError.toPrecision(2)} (largest). --exact follows all paths.`,
  "node-cut-bounds": (warning: Found) =>
    `node_cut of ${counted(warning.count, "document", "documents")} (${list(warning)}) is an upper bound, because not every pair of a large neighbourhood was checked. --exact checks all pairs.`,
  "not-numbers": (warning: Found & OfColumn) =>
    `Column "${warning.column}" has no finite number in ${counted(warning.count, "row", "rows")} (${list(warning)}); ${warning.count === 1 ? "it is" : "they are"} left out.`,
  "repeated-ids": (warning: OfSource & Found) =>
    `${warning.source}: ${counted(warning.count, "row repeats", "rows repeat")} an id (${list(warning)}); the first one counts.`,
  "ids-not-found": (warning: OfSource & Found) =>
    `${warning.source} lacks ${counted(warning.count, "document that has", "documents that have")} features (${list(warning)}); ${warning.count === 1 ? "it is" : "they are"} left out.`,
  "engines-left-out": (warning: { readonly used: string; readonly engines: readonly string[] }) =>
    `Only ${warning.used} was used. Choose another engine with --engine: ${warning.engines.join(", ")}.`,
  "columns-without-numbers": (warning: OfSource & { readonly columns: readonly string[] }) =>
    `${warning.source}: ${warning.columns.join(", ")} ${warning.columns.length === 1 ? "has" : "have"} no finite numbers, and ${warning.columns.length === 1 ? "is not used as a feature" : "are not used as features"}.`,
  "evidence-not-kept": (warning: OfReason & { readonly folder: string }) =>
    `The result is not kept in ${warning.folder}, so no report will show it: ${warning.reason}.`,
  "cache-unavailable": (warning: OfReason) => `Vectors are not kept between runs: ${warning.reason}.`,
  "cache-rebuilt": (warning: OfReason) =>
    `The vector cache was damaged (${warning.reason}). It was set aside, and a new one was started.`,
};

type Kind = keyof typeof sentences;

/** Unusual but valid input. `renderWarning` returns its text. */
export type Warning = {
  readonly [kind in Kind]: { readonly kind: kind } & Parameters<(typeof sentences)[kind]>[0];
}[Kind];

/** Returns the text of a warning in English, with a remedy if there is one. */
export function renderWarning(warning: Warning): string {
  const say = sentences[warning.kind] as (warning: Warning) => string;
  return say(warning);
}

/** Returns false if a check found nothing, or too little to mention. */
export function isFound(warning: Warning): boolean {
  // In a job, `count` and `lists` are sums over blocks of queries. Their ratio is only known here, not in each block.
  if (warning.kind === "late-ranks") return warning.count > 0 && isOfHalf(warning.count, warning.lists);
  if (warning.kind === "rank-gaps" || warning.kind === "sorted-titles" || warning.kind === "short-lists") {
    return warning.count >= 3 && isOfHalf(warning.count, warning.lists);
  }
  if (warning.kind === "foreign-queries") {
    return warning.queries >= 10 && 10 * (warning.queries - warning.count) < warning.queries;
  }
  return !("count" in warning) || warning.count > 0;
}

/** Sorts grave warnings first, and warnings about things that affect no result last. */
export function gravestFirst(warnings: readonly Warning[]): Warning[] {
  const changesNothing = (warning: Warning) => warning.kind === "column-not-found" && warning.used !== null;
  const weight = (warning: Warning) => Number(isGrave(warning)) - Number(changesNothing(warning));
  return warnings.toSorted((one, other) => weight(other) - weight(one));
}

/** Returns whether the warning makes all labels of an engine doubtful. */
export function isGrave(warning: Warning): boolean {
  if (warning.kind === "numbered-titles" || warning.kind === "same-endings") return warning.stripped !== true;
  if (warning.kind === "reversed-ranks") return isOfHalf(warning.count, warning.lists);
  if (warning.kind === "shared-ranks" || warning.kind === "repeated-titles") {
    return isOfHalf(warning.count, warning.results);
  }
  if (warning.kind === "empty-titles" || warning.kind === "placeholder-titles") {
    return warning.results !== undefined && isOfHalf(warning.count, warning.results);
  }
  if (warning.kind === "late-ranks") return warning.isReference === true;
  if (warning.kind === "short-lists") return warning.count === warning.lists;
  if (warning.kind === "empty-lists") return isOfHalf(warning.count, warning.queries);
  return [
    "foreign-queries",
    "misread-titles",
    "rank-gaps",
    "sorted-titles",
    "cut-titles",
    "address-titles",
    "number-titles",
    "several-tags",
  ].includes(warning.kind);
}

function sayUntitled({
  count,
  leftOut,
  matched,
  unjudged,
}: Counted & { readonly leftOut?: true; readonly matched?: true; readonly unjudged?: true }): string {
  if (unjudged) return "Results without a title keep their positions and count as not judged.";
  if (leftOut) return "Results without a title are left out because they cannot be rated.";
  if (matched) return "The rules in use match such titles like all others.";
  return count === 1 ? "It cannot match another title." : "They cannot match other titles.";
}

function has({ count }: Counted): string {
  return count === 1 ? "has" : "have";
}

function isOfHalf(count: number, all: number): boolean {
  return 2 * count >= all;
}

function sayCounted({ count, counted: how }: Counted & HowCounted): string {
  if (how === "zero") return count === 1 ? "It counts as 0" : "They count as 0";
  return count === 1 ? "It is left out of means" : "They are left out of means";
}

function sayMissing({ counted: how, count, withoutRelevant = 0, undefinedFor = [] }: QueriesMissing): string {
  if (withoutRelevant === count) return "Queries without a relevant document are left out of means.";
  const rule = how === "zero" ? "Missing lists count as 0" : "Queries without a list are left out of means";
  const without =
    withoutRelevant > 0
      ? `, except for ${counted(withoutRelevant, "query", "queries")} without a relevant document, which ${withoutRelevant === 1 ? "is" : "are"} left out`
      : "";
  const unmeasured =
    undefinedFor.length > 0
      ? `; ${undefinedFor.join(", ")} ${undefinedFor.length === 1 ? "leaves" : "leave"} them out`
      : "";
  return `${rule}${without}${unmeasured}.`;
}

function list({ count, examples }: Found): string {
  return `${examples.map(showableRow).join(", ")}${count > examples.length ? ", …" : ""}`;
}

function sayNotFound({ source, role, asked, used }: ColumnNotFound): string {
  const lacks = `there is no column ${asked.map(quote).join(", ")}`;
  if (used !== null) return `${source}: ${lacks}, so the ${role} is read from ${quote(used)}.`;
  const byRows = role === "rank" ? ", and results are in the order of their rows" : "";
  return `${source}: ${lacks}; the ${role} is ignored${byRows}.`;
}

function sayMeaningless(warning: OfTitles, are: string, it: string): string {
  return `${warning.engine}: ${warning.count} of ${warning.titles} titles ${are}: ${quoted(warning)}. Labels compare the meaning of titles, and ${it} has none. Name the column of titles with --title-column.`;
}

function quoted({ count, examples }: Found): string {
  return `${examples.map(quote).join(", ")}${count > examples.length ? ", …" : ""}`;
}

function quote(text: string): string {
  return `"${showable(text)}"`;
}

/** Shortens only very long examples, and keeps their end, which names the file and line of the row. */
function showableRow(text: string): string {
  const letters = [...replaceControlCharacters(text)];
  return letters.length <= 300 ? letters.join("") : `${letters.slice(0, 19).join("")}…${letters.slice(-40).join("")}`;
}

function showable(text: string): string {
  const letters = [...replaceControlCharacters(text)];
  return letters.length <= 60 ? letters.join("") : `${letters.slice(0, 59).join("")}…`;
}

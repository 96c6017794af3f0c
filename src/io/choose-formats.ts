/** Chooses the formats of a conversion. */

import { invalidOption, SemqrelError } from "../core/errors.ts";
import { suggestion } from "../core/text/suggestion.ts";
import type { JudgmentWriter, RunWriter } from "./format.ts";
import { type FormatKind, formatOf, formatOfPath, formats, writers } from "./formats.ts";
import { isRaterSheet, quepidBook } from "./judgments/fixed-tables.ts";
import { trecQrels } from "./judgments/line-judgments.ts";
import { missingOfJudgments } from "./judgments/table-judgments.ts";
import { STANDARD_INPUT } from "./open-input.ts";
import type { QueryWriter } from "./query-sets/query-formats.ts";
import { isQuerySet } from "./query-sets/read-pairs.ts";
import { trecRun } from "./runs/run-formats.ts";
import { firstFields } from "./tables/delimiter.ts";
import { isRanx, isRanxOfWholeNumbers } from "./tables/formats/ranx.ts";
import { isBinary } from "./tables/read-table.ts";
import { columnFlag } from "./tables/recognise-columns.ts";
import {
  columnsOfGuess,
  guessJudgmentColumns,
  headColumns,
  isChosen,
  type TableColumns,
  tableRoles,
} from "./tables/table-roles.ts";
import { looksLikeTrec } from "./trec-lines.ts";
import { isPoolTable, poolFound, ratingListFound } from "./unknown-format.ts";

export type ChosenFormats =
  | { readonly source: "judgments"; readonly kind: "judgments"; readonly from: string; readonly writer: JudgmentWriter }
  | { readonly source: "run"; readonly kind: "run"; readonly from: string; readonly writer: RunWriter }
  | { readonly source: FormatKind; readonly kind: "queries"; readonly from: string; readonly writer: QueryWriter };

export interface FormatChoice {
  readonly input: string;
  readonly output: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly columns: TableColumns;
}

export function chooseFormats(head: string, choice: FormatChoice): ChosenFormats {
  const name = choice.to ?? formatOfPath(choice.output);
  const targets = {
    judgments: writers.judgments.find((writer) => writer.name === name),
    run: writers.run.find((writer) => writer.name === name),
    queries: writers.queries.find((writer) => writer.name === name),
  };
  if (name === null || Object.values(targets).every((target) => target === undefined)) {
    const { output, to } = choice;
    const why = to === null ? "its name does not show a format" : `there is no format "${to}" to write`;
    const remedy = `${suggestion(to ?? "", namesOf(writers))} Pass --to with one of: ${namesOf(writers).join(", ")}.`;
    throw invalidOption(`Cannot write ${output === "-" ? "standard output" : output}: ${why}.${remedy}`, {
      format: to,
    });
  }
  const sources = sourcesOf(head, choice);
  const isRun = sources.run !== null && prefersRun(head, sources.judgments, choice);
  const order = isRun ? (["run", "judgments"] as const) : (["judgments", "run"] as const);
  const chosen = (kind: (typeof order)[number], from: string) =>
    ({ source: kind, kind, from, writer: targets[kind] }) as ChosenFormats;
  const known = order.find((kind) => sources[kind] !== null && targets[kind] !== undefined);
  if (known !== undefined) return chosen(known, sources[known] ?? "");
  if (targets.queries !== undefined) {
    // Any text can be a query set with one query per line.
    const source = sources.queries !== null ? "queries" : (order.find((kind) => sources[kind] !== null) ?? "queries");
    return { source, kind: "queries", from: sources[source] ?? "queries", writer: targets.queries };
  }
  const malformed = Object.values(sources).every((from) => from === null) ? malformedTrec(head) : null;
  if (malformed !== null && targets[malformed] !== undefined) {
    return chosen(malformed, (malformed === "run" ? trecRun : trecQrels).name);
  }
  const kinds = (Object.keys(targets) as FormatKind[]).filter((kind) => targets[kind] !== undefined);
  throw misfit(head, choice, name, sources, kinds);
}

type Sources = Readonly<Record<FormatKind, string | null>>;

function sourcesOf(head: string, { from, columns, input }: FormatChoice): Sources {
  const isSet = from === null ? isQuerySet(head) : formats.queries.some(({ name }) => name === from);
  const isSheet = from === null && !isChosen(columns) && isRaterSheet(head, false);
  const sources = {
    judgments: formatOf(formats.judgments, head, from, columns)?.name ?? (isSheet ? quepidBook.name : null),
    run: formatOf(formats.run, head, from, columns)?.name ?? null,
    queries: isSet ? (from ?? "queries") : null,
  };
  if (from === null || Object.values(sources).some((source) => source !== null)) return sources;
  const remedy = `${suggestion(from, namesOf(formats))} Pass --from with one of: ${namesOf(formats).join(", ")}.`;
  throw invalidOption(`Reading ${input}: there is no format "${from}".${remedy}`, { format: from });
}

/** Returns the kind of a TREC file whose first line is malformed; null for other texts. */
function malformedTrec(head: string): "judgments" | "run" | null {
  const isRun = looksLikeTrec(head, trecRun);
  const isJudgments = looksLikeTrec(head, trecQrels);
  if (isRun && isJudgments) return firstFields(head).length < 6 ? "judgments" : "run";
  return isRun ? "run" : isJudgments ? "judgments" : null;
}

/** Returns whether to read a text as a run. Tables without labels count as runs, as does ranx's JSON with fractions. */
function prefersRun(head: string, judgments: string | null, { columns }: FormatChoice): boolean {
  if (judgments === null) return true;
  if (isRanx(head)) return !isRanxOfWholeNumbers(head);
  if (columns.label) return false;
  return ["csv", "tsv", "jsonl"].includes(judgments) && tableRoles(headColumns(head) ?? [], columns).label === null;
}

function namesOf(known: Readonly<Record<FormatKind, readonly { readonly name: string }[]>>): string[] {
  return [...new Set([known.judgments, known.run, known.queries].flat().map(({ name }) => name))];
}

const kindNames: Readonly<Record<FormatKind, string>> = {
  judgments: "judgments",
  run: "a run",
  queries: "a set of queries",
};

function misfit(
  head: string,
  { input, columns: chosen }: FormatChoice,
  to: string,
  sources: Sources,
  targets: readonly FormatKind[],
): SemqrelError {
  const found = (Object.keys(sources) as FormatKind[]).filter((kind) => sources[kind] !== null);
  const wanted = targets.map((kind) => kindNames[kind]).join(" or ");
  const columns = isBinary(head) ? [] : (headColumns(head) ?? []);
  const why = () => {
    if (isPoolTable(columns)) return `${poolFound(input, wanted)}.`;
    if (found.length > 0) {
      const list = found.map((kind) => `${kindNames[kind]} (${sources[kind]})`).join(" or ");
      return `it contains ${list}, but ${to} is for ${wanted}. Choose another format with --to, or correct --from.`;
    }
    const lists = ratingListFound(head);
    if (lists !== null) return `${lists}.`;
    const table = columns.length > 1 ? ` (it may be a table with the columns ${columns.slice(0, 12).join(", ")})` : "";
    const flags = table === "" || isChosen(chosen) ? [] : flagsOfGuess(head);
    if (flags.length > 0) return `it is not a known format${table}. Pass ${flags.join(" ")}.`;
    if (isBinary(head))
      return "it is not UTF-8 text, and not a known format. Pass --from (formats: semqrel help formats).";
    return (
      `it does not look like ${wanted}, which ${to} requires${table}. Pass --from (formats: semqrel help formats). ` +
      "If it is a table, name its columns (--query-column, --id-column, --label-column, --score-column). " +
      `For a set of queries, pass --to with one of: ${writers.queries.map(({ name }) => name).join(", ")}.`
    );
  };
  const message = `Reading ${input === "-" ? STANDARD_INPUT : input}: ${why()}`;
  return new SemqrelError("INVALID_FORMAT", message, { details: { file: input, to } });
}

/** If the text looks like a table of judgments, returns the options that name its columns; otherwise []. */
function flagsOfGuess(head: string): string[] {
  const guess = guessJudgmentColumns(head).filter(({ role }) => role !== "title");
  if (guess.length === 0) return [];
  const missing = missingOfJudgments(tableRoles(headColumns(head) ?? [], columnsOfGuess(guess)));
  const unnamed = missing.map((role) => columnFlag(role.split(" ", 1).join(), ["NAME"]));
  return [...guess.map(({ role, column }) => columnFlag(role, [column])), ...unnamed];
}

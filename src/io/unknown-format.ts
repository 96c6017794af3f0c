/** Explains that a file of judgments or runs has no known format. */
import type { SemqrelError } from "../core/errors.ts";
import { shellWord } from "../core/text/escape.ts";
import { suggestion } from "../core/text/suggestion.ts";
import { inputError, oneRatingPerRow } from "./input-error.ts";
import { responseKeyPaths } from "./tables/json-place.ts";
import { isBinary } from "./tables/read-table.ts";
import { looksLikeRow, namesMissing } from "./tables/recognise-columns.ts";
import { headColumns } from "./tables/table-roles.ts";

export interface UnknownFormat {
  readonly source: string;
  readonly head: string;
  /** Name of the format that the user chose by an option; null if no format was chosen. */
  readonly asked: string | null;
  readonly kind: "judgments" | "runs";
  readonly known: readonly { readonly name: string }[];
  /** What the text contains instead, such as `a run, not judgments`; null if unknown. */
  readonly otherKind: string | null;
  readonly needs: string;
  readonly remedy: string;
}

export function unknownFormat(found: UnknownFormat): SemqrelError {
  const { source, head, asked, kind, needs, remedy } = found;
  const known = found.known.map(({ name }) => name);
  const isText = !isBinary(head);
  const names = headColumns(head);
  const otherKind = isText ? found.otherKind : null;
  const columns = isText && names !== null && names.length > 1 ? names : null;
  const why = () => {
    if (asked !== null) return `there is no format "${asked}" for ${kind}`;
    if (!isText) return "it is not UTF-8 text, and not a known format";
    if (isPoolTable(names ?? [])) return poolFound(source, kind === "runs" ? "a run" : kind);
    const lists = ratingListFound(head);
    if (lists !== null && kind === "judgments") return lists;
    if (otherKind !== null) return `it contains ${otherKind}. Give judgments first, then runs`;
    if (columns === null) return `it has no known format for ${kind}`;
    if (looksLikeRow(columns)) return `${needs}, and ${namesMissing(columns)}. Add a line with column names at the top`;
    return `${needs}. Its columns are ${columns.slice(0, SHOWN_COLUMNS).join(", ")}${remedy}`;
  };
  // A list of formats does not help with a table or with a file of the other kind.
  const needsFormats = asked !== null || (otherKind === null && columns === null);
  const formats = needsFormats ? ` Known formats: ${known.join(", ")}.` : "";
  return inputError("INVALID_FORMAT", source, `${why()}.${suggestion(asked ?? "", known)}${formats}`, {
    format: asked,
  });
}

const SHOWN_COLUMNS = 12;

const ofPools = ["query", "queryId", "id", "title", "engines", "probability"];

export function isPoolTable(names: readonly string[]): boolean {
  return ofPools.every((name) => names.includes(name));
}

/** @param wanted - what was expected, such as `judgments` */
export function poolFound(source: string, wanted: string): string {
  const [rate, gold] = [`semqrel rate ${shellWord(source)} --db ratings.db`, "semqrel gold ratings.db -o gold.qrels"];
  return `it is a pool of pairs to rate, not ${wanted}. Rate it with ${rate}, then turn the ratings into judgments with ${gold}`;
}

/** Returns advice if ratings are in lists, as Label Studio and Argilla save them; null for other texts. */
export function ratingListFound(head: string): string | null {
  const path = [...responseKeyPaths(head)].find((key) => /^(?:annotations|responses(?:\.[^.]+)?)\[\]$/.test(key));
  if (path === undefined) return null;
  return `the ratings of each row are in a list (${path.slice(0, -2)}). ${oneRatingPerRow}`;
}

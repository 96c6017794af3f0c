/**
 * How do the lists of a query look beside each other?
 * There may be twenty thousand results: words that all of them share are put there by the style (`report-style.ts`),
 * what most results say has no class (found by whom in the reference, matched by meaning elsewhere), and end tags that
 * HTML does not ask for are left out.
 */
import { counted, letterOf } from "../../core/text/wording.ts";
import type { ReportQuery, ReportQueryEngine, ReportReferenceResult, ReportResult } from "../content/run-report.ts";
import { pageText } from "./page-text.ts";
import { reasonText } from "./reason-text.ts";
import { shortNumber } from "./short-number.ts";

/** Longer titles are folded. */
const TITLE_LENGTH = 280;
/** With more engines than these a reference title says only how many found it. */
const ENGINES_NAMED = 6;

/** @param reference name of the reference; null for none @returns one column for it and one each engine */
export function renderResults(query: ReportQuery, reference: string | null): string {
  const number = numberOf(query.anchor);
  const engines = query.engines.map((engine, place) => renderEngine(engine, place, query, number));
  const own = reference === null ? [] : [renderReference(query, reference, number)];
  return [...own, ...engines].join("\n");
}

/**
 * `Q12` of `query-12`: identifiers of results begin with it. Capital, as no other identifier of a page is; then follow
 * the rank and before it the letters of the engine, or a small r for the reference, as no engine has small letters.
 */
function numberOf(anchor: string): string {
  return anchor.replace(/^query-/, "Q");
}

function renderReference(query: ReportQuery, reference: string, number: string): string {
  const found = foundBy(query.engines, number);
  const marks = (row: ReportReferenceResult) => found.get(row.pointRank) ?? [];
  // A list that is cut may hold more.
  const points = new Set(query.reference.map(({ pointRank, rank }) => (pointRank === rank ? -1 : pointRank)));
  const missing = query.engines.some(({ hidden }) => hidden > 0) ? "v" : "u";
  const items = query.reference.map((row, at) => {
    const from = row.engine === reference ? "" : `<p class=g>${pageText(row.engine)}`;
    const isAsked = found.has(row.rank) || points.has(row.rank);
    return `${itemStart(row.rank, at, isAsked ? `${number}r${row.rank}` : null)}${title(row.title, row.id)}<b>${labelText(row.label)}</b>${from}${
      row.pointRank === row.rank ? foundText(marks(row), query.engines.length, missing) : same(row, query, number)
    }`;
  });
  return column("<small>reference</small>", reference, "", items, query.hiddenReference, true);
}

/** By rank of the reference: links to the results that matched it. */
function foundBy(engines: readonly ReportQueryEngine[], number: string): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>();
  engines.forEach(({ results }, place) => {
    for (const { rank, referenceRank } of results) {
      if (referenceRank === null) continue;
      const mark = letterOf(place);
      const link = `<a href=#${number}${mark}${rank}>${mark}${rank}</a>`;
      found.set(referenceRank, [...(found.get(referenceRank) ?? []), link]);
    }
  });
  return found;
}

function foundText(links: readonly string[], engines: number, missing: string): string {
  if (engines === 0) return "";
  if (links.length === 0) return `<p class=${missing}>`;
  return engines > ENGINES_NAMED ? `<p>${counted(links.length, "time")}` : `<p>${links.join(" ")}`;
}

function same({ pointRank }: ReportReferenceResult, query: ReportQuery, number: string): string {
  return `<p class=t>${linkToReference(pointRank, query, number)}`;
}

function renderEngine(engine: ReportQueryEngine, place: number, query: ReportQuery, number: string): string {
  const mark = letterOf(place);
  const items = engine.results.map((result, at) => {
    const label = result.label === null ? "–" : labelText(result.label);
    const isAsked = result.referenceRank !== null && query.engines.length <= ENGINES_NAMED;
    return `${itemStart(result.rank, at, isAsked ? `${number}${mark}${result.rank}` : null)}${title(result.title, result.id)}<b>${label}</b>${why(
      result,
      query,
      number,
    )}`;
  });
  const reason = engine.reason === null ? "" : `<p class=reason>${reasonText(engine.reason)}</p>`;
  return column(`<i class=mark>${mark}</i>`, engine.engine, reason, items, engine.hidden);
}

/** Why a result got its label; the style puts words around the numbers. */
function why(result: ReportResult, query: ReportQuery, number: string): string {
  const { match, referenceRank, similarity, margin, doubt, origin } = result;
  const numbers =
    similarity === null || match === "exact"
      ? ""
      : `${shortNumber(similarity)}${margin === null ? "" : `<i>${shortNumber(margin)}</i>`}`;
  const reference = referenceRank === null ? "" : linkToReference(referenceRank, query, number);
  const sentence =
    match === "no-reference" ? "" : `<p${match === "semantic" ? "" : ` class=${match[0]}`}>${reference}${numbers}`;
  const giver = origin === "proxy" || origin === "" ? "" : `<p class=o>${pageText(origin)}`;
  return `${sentence}${giver}${doubt === null ? "" : `<p class=d>${pageText(doubt)}`}`;
}

function linkToReference(rank: number, { reference }: ReportQuery, number: string): string {
  const isShown = reference[rank]?.rank === rank || reference.some((row) => row.rank === rank);
  return `<a${isShown ? ` href=#${number}r${rank}` : ""}>${rank}</a>`;
}

function column(
  kind: string,
  name: string,
  remark: string,
  items: readonly string[],
  hidden: number,
  isReference = false,
): string {
  const list =
    items.length > 0 ? `<ol start=0>${items.join("")}</ol>` : remark === "" ? "<p class=reason>no results</p>" : "";
  const more = hidden > 0 ? `<p class=more>and ${hidden} more</p>` : "";
  return `<div class=${isReference ? '"list ref"' : "list"}><h4>${kind}<bdi>${pageText(name)}</bdi></h4>${remark}${list}${more}</div>`;
}

/**
 * Ranks may have holes, as lists come as engines give them.
 *
 * @param id null where nothing leads to the result
 */
function itemStart(rank: number, at: number, id: string | null): string {
  return `<li${rank === at ? "" : ` value=${rank}`}${id === null ? "" : ` id=${id}`}>`;
}

function title(text: string, id: string | null): string {
  if (text === "") return `<em>no title${id === null ? "" : `, ${pageText(id)}`}</em>`;
  if (text.length <= TITLE_LENGTH) return pageText(text);
  const start = [...text.slice(0, TITLE_LENGTH)].slice(0, -1).join("");
  return `<details><summary>${pageText(start)} …</summary>${pageText(text)}</details>`;
}

function labelText(label: number): string {
  return String(Number(label.toFixed(2))).replace(/^0(?=\.)/, "");
}

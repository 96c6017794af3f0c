/** How do anybody's text, a number and a reason stand on the page? */
import { escapeHtml, replaceControlCharacters } from "../../core/text/escape.ts";
import type { ReportQueryEngine } from "../content/run-report.ts";

/** For content and quoted attributes: neither markup, nor control characters, nor marks that turn the direction. */
export function pageText(text: string): string {
  return escapeHtml(replaceControlCharacters(text));
}

/** Where thousands stand below each other: 3 digits and no leading zero: `.613`, `−.050`, `1`, `1.25`; finite. */
export function shortNumber(value: number): string {
  const size = Math.abs(value);
  const digits = size
    .toFixed(3)
    .replace(/^0\./, ".")
    .replace(/\.000$/, "");
  const text = digits === "" ? "0" : digits;
  return value < 0 && Number(text) > 0 ? `−${text}` : text;
}

/** Why a query is not measured. */
export function reasonText(reason: NonNullable<ReportQueryEngine["reason"]>): string {
  return {
    "no-reference": "not measured: the reference has no results",
    "no-candidate-results": "not measured: no results",
    "no-positive-label": "not measured: no label above 0",
    "not-rated": "not measured: not rated",
  }[reason];
}

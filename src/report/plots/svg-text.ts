/** How does text become part of a drawing, whatever it holds? */
import { escapeHtml, replaceControlCharacters } from "../../core/text/escape.ts";

/** For text and for quoted attributes: no markup, nothing that turns the writing direction, nothing that XML forbids. */
export function svgText(text: string): string {
  return escapeHtml(replaceControlCharacters(text).replace(/[\p{Surrogate}\ufffe\uffff]/gu, "\ufffd"));
}

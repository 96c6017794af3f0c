/**
 * How does text become part of a drawing, whatever it holds?
 */
import { escapeHtml } from "../../core/text/escape-html.ts";
import { inert } from "../../core/text/inert.ts";

/** For text and for quoted attributes: no markup, nothing that turns the writing direction, nothing that XML forbids. */
export function svgText(text: string): string {
  return escapeHtml(inert(text).replace(/[\p{Surrogate}\ufffe\uffff]/gu, "\ufffd"));
}

/**
 * How does anybody's text become part of the page, whatever it holds?
 */
import { escapeHtml } from "../../core/text/escape-html.ts";
import { inert } from "../../core/text/inert.ts";

/** For content and quoted attributes: neither markup, nor control characters, nor marks that turn the direction. */
export function pageText(text: string): string {
  return escapeHtml(inert(text));
}

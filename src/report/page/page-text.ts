/** How does anybody's text become part of the page, whatever it holds? */
import { escapeHtml, replaceControlCharacters } from "../../core/text/escape.ts";

/** For content and quoted attributes: neither markup, nor control characters, nor marks that turn the direction. */
export function pageText(text: string): string {
  return escapeHtml(replaceControlCharacters(text));
}

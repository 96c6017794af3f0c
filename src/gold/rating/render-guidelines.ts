/**
 * How do a team's guidelines in Markdown become HTML that does no harm?
 * They are shown under a strict Content-Security-Policy: no HTML of their own, no images, no style attributes.
 */
import MarkdownIt from "markdown-it";

type Token = ReturnType<MarkdownIt["parse"]>[number];

/** Below the page's own headings: `#` becomes h3. */
const headingOffset = 2;

/**
 * CommonMark with tables. HTML in the text is shown as text; links go to http, https and mailto addresses, open in a new
 * tab and tell nothing about this page; other links and all images are their text.
 *
 * @returns a fragment of HTML, "" for an empty text
 */
export function renderGuidelines(markdown: string): string {
  const renderer = new MarkdownIt({ html: false });
  // Every address is a link while parsing, so that a refused one leaves its text and not its brackets.
  renderer.validateLink = () => true;
  renderer.core.ruler.push("harmless", ({ tokens }) => {
    for (const token of tokens) {
      lowerHeading(token);
      token.attrs = token.attrs?.filter(([name]) => name !== "style") ?? null;
      if (token.children !== null) makeLinksHarmless(token.children);
    }
  });
  renderer.renderer.rules.image = ([...tokens], index) =>
    renderer.utils.escapeHtml(plainText(tokens[index]?.children ?? []));
  return renderer.render(markdown);
}

function lowerHeading(token: Token): void {
  if (token.type.startsWith("heading_")) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + headingOffset)}`;
}

/** Links do not nest, so a closing token belongs to the last opening one. */
function makeLinksHarmless(tokens: readonly Token[]): void {
  let isRefused = false;
  for (const token of tokens) {
    if (token.type === "link_open") {
      isRefused = !/^(https?|mailto):/i.test(token.attrGet("href") ?? "");
      token.attrSet("rel", "noopener noreferrer");
      token.attrSet("target", "_blank");
    }
    if (isRefused && (token.type === "link_open" || token.type === "link_close")) {
      // An empty text draws nothing.
      token.type = "text";
      token.content = "";
    }
  }
}

function plainText(tokens: readonly Token[]): string {
  return tokens.map((token) => (token.children === null ? token.content : plainText(token.children))).join("");
}

/**
 * Reads a page strictly, as HTML that this page writes: well-formed tags and attributes, elements closed in order, and
 * only end tags omitted that HTML lets writers omit.
 */

export interface PageElement {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
}

export interface ReadPage {
  /** In document order. */
  readonly elements: readonly PageElement[];
  /** Between tags, decoded; style and script left out. */
  readonly text: string;
  readonly style: string;
  readonly script: string;
}

const empty = new Set(["meta", "link", "br", "input", "img", "hr"]);
const mayStayOpen = new Set(["li", "p", "td", "th", "tr", "thead", "tbody", "dt", "dd"]);
/** What a start tag closes, where it is open. */
const closedBy = new Map([
  ["li", ["p", "li"]],
  ["p", ["p"]],
  ["td", ["td", "th"]],
  ["th", ["td", "th"]],
  ["tr", ["td", "th", "tr"]],
  ["tbody", ["td", "th", "tr", "thead"]],
]);
const piece =
  /<!doctype html>|<(?<end>\/?)(?<tag>[a-zA-Z][a-zA-Z0-9]*)(?<attributes>(?:\s+[a-zA-Z][a-zA-Z0-9:-]*(?:=(?:"[^"<>]*"|[^\s"'=<>`]+))?)*)\s*(?<self>\/?)>|(?<text>(?:[^<>&]|&(?:#\d+|amp|lt|gt|quot);)+)/y;

/** @throws Error that shows what follows where the page stops being well-formed */
export function readPage(html: string): ReadPage {
  const elements: PageElement[] = [];
  const open: string[] = [];
  const raw: Record<string, string> = { style: "", script: "" };
  let text = "";
  for (let at = 0; at < html.length; ) {
    piece.lastIndex = at;
    const found = piece.exec(html);
    if (found === null) throw new Error(`not well-formed: ${html.slice(at, at + 80)}`);
    at += found[0].length;
    const { end, tag, attributes = "", self, text: words } = found.groups ?? {};
    if (words !== undefined) text += decoded(words);
    if (tag === undefined) continue;
    if (end === "/") {
      while (open.at(-1) !== tag && mayStayOpen.has(open.at(-1) ?? "")) open.pop();
      if (open.pop() !== tag) throw new Error(`</${tag}> closes nothing: ${html.slice(at - 80, at)}`);
      text += " ";
      continue;
    }
    elements.push({ tag, attributes: readAttributes(attributes) });
    while (closedBy.get(tag)?.includes(open.at(-1) ?? "")) open.pop();
    if (self === "/" || empty.has(tag)) continue;
    open.push(tag);
    if (tag in raw) {
      const until = html.indexOf(`</${tag}`, at);
      raw[tag] += html.slice(at, until);
      at = until;
    }
  }
  if (open.length > 0) throw new Error(`left open: ${open.join(" ")}`);
  return { elements, text, style: raw["style"] ?? "", script: raw["script"] ?? "" };
}

function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = "", quoted, plain] of text.matchAll(/([a-zA-Z][a-zA-Z0-9:-]*)(?:=(?:"([^"]*)"|(\S+)))?/g)) {
    if (attributes.has(name)) throw new Error(`twice in a tag: ${name}`);
    attributes.set(name, decoded(quoted ?? plain ?? ""));
  }
  return attributes;
}

function decoded(text: string): string {
  const names: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };
  return text.replace(/&(?:#(\d+)|(\w+));/g, (_, number, name) =>
    number === undefined ? (names[name] ?? "") : String.fromCodePoint(Number(number)),
  );
}

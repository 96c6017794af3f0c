/**
 * Reads a picture by the rules of XML and SVG, independently of the code that wrote it. Throws if the XML is not
 * well-formed.
 */

export interface SvgElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: SvgElement[];
  /** Text of the element itself, with resolved references. */
  text: string;
}

export function readSvg(xml: string): SvgElement {
  const tokens = xml.match(/<[^>]*>|[^<]+/g) ?? [];
  if (tokens.join("") !== xml) throw new Error("a tag without an end");
  const top: SvgElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [top];
  for (const token of tokens) {
    const parent = open.at(-1) ?? top;
    const tag = /^<([a-z]+)((?: [a-zA-Z:-]+="[^"<]*")*)(\/?)>$/.exec(token);
    if (!token.startsWith("<")) {
      if (parent === top) throw new Error("text outside of the element");
      parent.text += resolve(token);
    } else if (tag) {
      const attributes: Record<string, string> = {};
      for (const [, name = "", value = ""] of (tag[2] ?? "").matchAll(/ ([a-zA-Z:-]+)="([^"]*)"/g)) {
        if (name in attributes) throw new Error(`two attributes ${name}`);
        attributes[name] = resolve(value);
      }
      const element: SvgElement = { name: tag[1] ?? "", attributes, children: [], text: "" };
      parent.children.push(element);
      if (tag[3] === "") open.push(element);
    } else if (token !== `</${open.pop()?.name}>`) {
      throw new Error(`not well-formed at ${token}`);
    }
  }
  const [root] = top.children;
  if (open.length !== 1 || top.children.length !== 1 || root === undefined) throw new Error("not one element");
  return root;
}

function resolve(text: string): string {
  if (/&(?!#\d+;)/.test(text)) throw new Error(`a bare ampersand: ${text}`);
  // https://www.w3.org/TR/xml/#charsets
  if (/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(text))
    throw new Error("a forbidden character");
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
}

/** Returns the element and all its descendants. */
export function allElements(element: SvgElement): SvgElement[] {
  return [element, ...element.children.flatMap(allElements)];
}

export function byClass(element: SvgElement, name: string): SvgElement[] {
  return allElements(element).filter(({ attributes }) => attributes["class"]?.split(" ").includes(name));
}

export function byName(element: SvgElement, name: string): SvgElement[] {
  return allElements(element).filter((found) => found.name === name);
}

/** Returns the points of all paths, rectangles and anchors of texts in the view box, without the control of arcs. */
export function placesOf(root: SvgElement): [x: number, y: number][] {
  const known = new Map(allElements(root).map((element) => [element.attributes["id"], element]));
  const places: [number, number][] = [];
  const visit = (element: SvgElement, dx: number, dy: number): void => {
    if (element.name === "defs") return;
    const moved = /^translate\((\S+) (\S+)\)$/.exec(element.attributes["transform"] ?? "translate(0 0)");
    if (!moved) throw new Error(`unknown transform ${element.attributes["transform"]}`);
    const [x, y] = [dx + Number(moved[1]), dy + Number(moved[2])];
    if (element.name === "path")
      places.push(...pathPlaces(element.attributes["d"] ?? "").map(([a, b]) => [a + x, b + y] as [number, number]));
    if (element.name === "text")
      places.push([x + Number(element.attributes["x"]), y + Number(element.attributes["y"])]);
    if (element.name === "rect") {
      const [left, top, width, height] = ["x", "y", "width", "height"].map((name) => Number(element.attributes[name]));
      places.push([x + (left ?? 0), y + (top ?? 0)], [x + (left ?? 0) + (width ?? 0), y + (top ?? 0) + (height ?? 0)]);
    }
    if (element.name === "use") {
      const target = known.get(element.attributes["href"]?.slice(1));
      if (target === undefined) throw new Error(`nothing at ${element.attributes["href"]}`);
      visit(target, x, y);
    }
    for (const child of element.children) visit(child, x, y);
  };
  visit(root, 0, 0);
  return places;
}

/** https://www.w3.org/TR/SVG2/paths.html, the commands that plots use. */
export function pathPlaces(d: string): [x: number, y: number][] {
  const places: [number, number][] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const parts = d.match(/[a-zA-Z][^a-zA-Z]*/g) ?? [];
  if (parts.join("") !== d) throw new Error(`no path: ${d.slice(0, 40)}`);
  for (const part of parts) {
    const command = part[0] ?? "";
    const numbers = (part.slice(1).match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
    if (part.slice(1).replace(/-?\d+(?:\.\d+)?| /g, "") !== "") throw new Error(`no path: ${part}`);
    const isRelative = command === command.toLowerCase();
    const [baseX, baseY] = isRelative ? [x, y] : [0, 0];
    const shape = command.toLowerCase();
    const size = { m: 2, l: 2, h: 1, v: 1, a: 7, z: 0 }[shape];
    if (size === undefined || numbers.length !== size)
      throw new Error(`${command} with ${numbers.length} numbers: ${d}`);
    const [first = 0, second = 0] = shape === "a" ? numbers.slice(5) : numbers;
    if (shape === "z") [x, y] = [startX, startY];
    else if (shape === "h") x = baseX + first;
    else if (shape === "v") y = baseY + first;
    else [x, y] = [baseX + first, baseY + second];
    if (shape === "m") [startX, startY] = [x, y];
    places.push([x, y]);
  }
  return places;
}

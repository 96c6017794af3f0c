/** Which keys has the first JSON value of a text, even where the text is cut off? */

/** The keys that mark a response stand near its beginning. */
const longestHead = 1 << 16;
/** The paths of a nesting without end would be as long as the square of its depth. */
const deepestLevel = 100;

/**
 * Paths of keys, joined by dots, with `[]` at the end where a list begins: `hits`, `hits.hits[]`. Lists leave no other
 * trace: the keys of `[{"a": 1}]` are those of `{"a": 1}`. Empty for a text that is no JSON. Reads up to 65,536
 * characters and 100 levels.
 */
export function responseKeyPaths(head: string): ReadonlySet<string> {
  const paths = new Set<string>();
  if (!/^\s*[{[]/.test(head)) return paths;
  const open: { readonly isObject: boolean; readonly path: string }[] = [];
  let path = "";
  let before = "";
  const tokens = /"([^"\\]*(?:\\.[^"\\]*)*)"|[{}[\],:]|[^\s"{}[\],:]+/gs;
  for (const [token, text] of head.slice(0, longestHead).matchAll(tokens)) {
    const inside = open.at(-1);
    if (text !== undefined && inside?.isObject && (before === "{" || before === ",")) {
      path = inside.path === "" ? text : `${inside.path}.${text}`;
      paths.add(path);
    } else if (token === "{" || token === "[") {
      if (token === "[" && path !== "") paths.add(`${path}[]`);
      if (open.length === deepestLevel) break;
      open.push({ isObject: token === "{", path });
    } else if (token === "}" || token === "]") {
      path = open.pop()?.path ?? "";
      if (open.length === 0) break;
    }
    before = token;
  }
  return paths;
}

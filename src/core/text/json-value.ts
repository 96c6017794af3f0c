/** How is JSON parsed without loss, and how does a message name a value of it? */

/** A whole number of 16 digits or more becomes a text, because a double would round it: such numbers are ids. */
export function parseJsonText(text: string): unknown {
  return JSON.parse(/(?<![\d.])\d{16}/.test(text) ? withLongNumbersAsText(text) : text);
}

function withLongNumbersAsText(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) => {
    const [, digits] = /^(-?\d{16,})(?:\.0+)?$/.exec(token) ?? [];
    return digits === undefined ? token : `"${digits}"`;
  });
}

/** The path of a key or an index below another path, such as `ratings[0].docId` or `["a b"]`; "" is the document. */
export function jsonPath(path: string, key: unknown): string {
  if (typeof key === "number") return `${path}[${key}]`;
  if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(String(key))) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? String(key) : `${path}.${key}`;
}

/** Such as `ratings[0].docId is missing; a text is expected`; the path of the document is "". */
export function misfitText(path: string, found: unknown, expected: string): string {
  return `${path === "" ? "it" : path} is ${shown(found)}; ${expected} is expected`;
}

function shown(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === "") return "empty";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return value === null ? "null" : "an object";
  // JSON can hold 1e999, which is Infinity.
  if (typeof value === "number") return String(value);
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

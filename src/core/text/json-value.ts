/** Parses JSON without loss, and describes its values in messages. */
import { attempt } from "../attempt.ts";

/** Parses JSON. Whole numbers of 16 or more digits become texts, because doubles would round ids. NaN becomes null. */
export function parseJsonText(text: string): unknown {
  const whole = /(?<![\d.])\d{16}/.test(text) ? withLongNumbersAsText(text) : text;
  try {
    return JSON.parse(whole);
  } catch (cause) {
    const found = /\bNaN\b/.test(whole) ? attempt(() => ({ value: JSON.parse(withoutNaN(whole)) })) : null;
    if (found === null) throw cause;
    return found.value;
  }
}

function withoutNaN(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|\bNaN\b/g, (token) => (token === "NaN" ? "null" : token));
}

function withLongNumbersAsText(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) => {
    const [, digits] = /^(-?\d{16,})(?:\.0+)?$/.exec(token) ?? [];
    return digits === undefined ? token : `"${digits}"`;
  });
}

/** Returns the path extended by the key, such as `ratings[0].docId`. @param path - "" for the whole document */
export function jsonPath(path: string, key: unknown): string {
  if (typeof key === "number") return `${path}[${key}]`;
  if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(String(key))) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? String(key) : `${path}.${key}`;
}

/** Returns a text such as `ratings[0].docId is missing; a text is expected`. The path "" means the whole document. */
export function misfitText(path: string, found: unknown, expected: string): string {
  // `parseJsonText` turns NaN into null, so a null may have been NaN.
  const what = found === null && expected === "a number" ? "null or NaN" : shown(found);
  return `${path === "" ? "it" : path} is ${what}; ${expected} is expected`;
}

function shown(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === "") return "empty";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return value === null ? "null" : "an object";
  // JSON may contain 1e999, which becomes Infinity.
  if (typeof value === "number") return String(value);
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

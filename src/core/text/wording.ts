import { attempt } from "../attempt.ts";

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

export function someOf(names: readonly string[], most = 3): string {
  const rest = names.length > most ? ` and ${names.length - most} more` : "";
  return `${names.slice(0, most).join(", ")}${rest}`;
}

const MOST_CHARACTERS = 100;

export function quoted(text: string): string {
  if (text.length <= MOST_CHARACTERS) return `"${text}"`;
  const shown = text.slice(0, MOST_CHARACTERS).replace(/[\ud800-\udbff]$/, "");
  return `"${shown}…" (${text.length} characters)`;
}

/** Quotes up to three texts, and says how many more there are. @param count - at least the length of `texts` */
export function quotedSome(texts: readonly string[], count: number): string {
  const shown = texts.slice(0, 3).map(quoted);
  return `${shown.join(", ")}${count > shown.length ? ` and ${count - shown.length} more` : ""}`;
}

/** Formats a value from a program as JSON, or as `Infinity` or `[object Map]` if JSON cannot express it. */
export function printed(value: unknown): string {
  if (value !== null && !["object", "function", "string"].includes(typeof value)) return String(value);
  const kind = Object.prototype.toString.call(value);
  const json = / (?:Object|Array|String|Null)\]$/.test(kind) ? attempt(() => JSON.stringify(value)) : null;
  if (json == null) return kind;
  return json.length <= MOST_CHARACTERS ? json : `${json.slice(0, MOST_CHARACTERS)}…`;
}

export function sayGroup(column: string | undefined, value: string): string {
  return `${column} = ${value === "" ? "(no value)" : value}`;
}

export function textsOf(...texts: readonly (string | false)[]): string[] {
  return texts.filter((text) => text !== false);
}

export function asSentence(text: string): string {
  return /[.?!…]$/.test(text) ? text : `${text}.`;
}

/** Returns names grouped by reason: `"a", "b": status 400. And 1 other reason (--json has all).` */
export function sayFailures(
  failures: readonly { readonly name: string; readonly reason: string }[],
  { mostReasons, mostNames }: { readonly mostReasons: number; readonly mostNames: number },
): string {
  const byReason = new Map<string, string[]>();
  for (const { name, reason } of failures) byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  const reasons = [...byReason].map(([reason, names]) => `${someOf(names, mostNames)}: ${asSentence(reason)}`);
  const others = counted(byReason.size - mostReasons, "other reason");
  const more = byReason.size > mostReasons ? [`And ${others} (--json has all).`] : [];
  return [...reasons.slice(0, mostReasons), ...more].join(" ");
}

/** Returns `A` to `Z`, then `AA`, `AB`, … like the columns of a spreadsheet. @param index - from 0 */
export function letterOf(index: number): string {
  const before = Math.floor(index / 26);
  return (before > 0 ? letterOf(before - 1) : "") + String.fromCharCode(65 + (index % 26));
}

/** Returns whether a text is a decimal number of any size, even `1e999`. `Number` also accepts other notations. */
export function isDecimal(text: string): boolean {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text);
}

export function isNumber(text: string): boolean {
  return isDecimal(text) && Number.isFinite(Number(text));
}

/** Returns whether a trimmed cell is empty or contains only a sign for a missing value, such as "NA" or "-". */
export function isNoValue(text: string): boolean {
  return /^(?:|null|undefined|nil|none|nan|nat|#?n\/?a|n\.a\.|n\.d\.|\(null\)|<na>|\\n|\.|[-–—]+|\?)$/i.test(text);
}

/** Returns the number with `+` or `-`, or without a sign if all printed digits are 0. */
export function signed(value: number, decimals: number): string {
  const text = unsignedZero(value, decimals);
  return Number(text) > 0 ? `+${text}` : text;
}

/** Works like `toFixed`, but never returns `-0.000`. */
export function unsignedZero(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? (0).toFixed(decimals) : text;
}

export function sayMeasure(value: number | null | undefined): string {
  return value == null || Number.isNaN(value) ? "-" : unsignedZero(value, 3);
}

/** Returns `a, b and c`, or `a, b, c and 4 more`. */
export function sayNames(names: readonly string[], most = 4): string {
  if (names.length > most) return someOf(names, most - 1);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

export function sayShare(share: number, decimals = 0): string {
  return `${(100 * share).toFixed(decimals)} %`;
}

export function sayOption(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function finiteOrNull(value: number | null | undefined): number | null {
  return value == null || !Number.isFinite(value) ? null : value;
}

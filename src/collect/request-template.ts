import { invalidOption, refusing, type SemqrelError } from "../core/errors.ts";
import { suggestion } from "../core/text/suggestion.ts";
import type { Query } from "../core/types.ts";
import { isSecretName } from "../io/ask/secrets.ts";

export const invalid = refusing("Making a request");

export interface RequestTemplate {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly body: string | null;
  /** Includes Accept and Content-Type, with default values if the user gave none. Values may contain `{env:NAME}`. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

export interface GivenRequest {
  /** Null means POST if there is a body, otherwise GET. */
  readonly method: "GET" | "POST" | null;
  readonly url: string;
  readonly body: string | null;
  readonly headers: readonly string[];
}

/** @param isSent - false if only stored answers are read. The template is then not sent, so it may contain secrets. */
export function requestTemplate({ method, url, body, headers }: GivenRequest, isSent = true): RequestTemplate {
  const chosen = method ?? (body === null ? "GET" : "POST");
  if (chosen === "GET" && body !== null) {
    throw invalid("a GET request has no body. Leave --method out, or put the query into --url.");
  }
  requireAddress(url, isSent);
  const named = headers.map(headerOf);
  if (isSent) requireNoSecrets(url, body, named);
  const twice = named.find(({ name }, index) => named.findIndex((other) => isSame(other.name, name)) < index);
  if (twice !== undefined) throw invalid(`the header ${twice.name} is given twice. Give it once.`);
  const usual = [
    { name: "Accept", value: "application/json" },
    ...(body === null ? [] : [{ name: "Content-Type", value: "application/json" }]),
  ].filter(({ name }) => !named.some((other) => isSame(other.name, name)));
  for (const text of [url, body ?? "", ...named.map(({ value }) => value)]) requireKnownNames(text, text === url);
  const inside = placeholdersIn(url, body ?? "");
  if (!inside.has("query") && !inside.has("query_id")) {
    throw invalid(
      "neither --url nor --body has {query} or {query_id}, so all queries would get the same list. Add one.",
    );
  }
  return { method: chosen, url, body, headers: [...usual, ...named] };
}

export function headerValue({ headers }: Pick<RequestTemplate, "headers">, name: string): string {
  return headers.find((header) => isSame(header.name, name))?.value ?? "";
}

export function variablesOf({ url, body, headers }: RequestTemplate): string[] {
  const names = [...placeholdersIn(url, body ?? "", ...headers.map(({ value }) => value))];
  return names.filter((name) => name.startsWith("env:")).map((name) => name.slice("env:".length));
}

function requireAddress(url: string, isSent: boolean): void {
  const filled = url.replace(/\{env:\w+\}/g, "0");
  const parsed = URL.canParse(filled) ? new URL(filled) : null;
  const isFirstVariable = /^\{env:\w+\}/.test(url);
  if (!isFirstVariable && (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.hostname === "")) {
    throw invalid("--url is not a web address. Give one such as 'https://search.example.org/find?q={query}'.");
  }
  if (isSent && parsed !== null && (parsed.username !== "" || parsed.password !== "")) {
    throw invalid(
      "--url contains a user or a password. Give --header 'Authorization: Basic {env:NAME}', and the value in the environment (printf %s user:password | base64).",
    );
  }
}

function requireNoSecrets(url: string, body: string | null, headers: RequestTemplate["headers"]): void {
  for (const [, name = "", value = ""] of url.matchAll(/[?&]([^=&#]+)=([^&#]*)/g)) {
    if (isSecretName(name) && isInTheOpen(value)) throw secretGiven(`the parameter ${name} of --url`);
  }
  // The body is stored, so it must not contain secrets. In JSON, `key` is allowed: it often names ordinary data.
  const isJson = /^\s*[[{]/.test(body ?? "");
  const pattern = isJson ? /"((?:[^"\\]|\\.)*)"\s*:\s*"((?:[^"\\]|\\.)*)"/g : /(?:^|&)([^=&]+)=([^&]*)/g;
  for (const [, name = "", value = ""] of (body ?? "").matchAll(pattern)) {
    const isSecret = isSecretName(name) && !(isJson && /^key$/i.test(name));
    if (isSecret && isInTheOpen(value)) throw secretGiven(`${name} in --body`);
  }
  for (const { name, value } of headers) {
    if (isSecretName(name) && !/\{env:\w+\}/.test(value)) throw secretGiven(`the header ${name}`);
  }
}

/** Returns whether a value is not empty and has no known placeholder. Other braces may be part of a password. */
function isInTheOpen(value: string): boolean {
  return value !== "" && ![...placeholdersIn(value)].some(isPlaceholder);
}

function isPlaceholder(name: string): boolean {
  return name.startsWith("env:") || placeholderNames.some((known) => known === name);
}

function headerOf(given: string) {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+)\s*:\s*(.*?)\s*$/.exec(given) ?? [];
  if (name === undefined || value === undefined || value === "") {
    throw invalid("a header is not of the form 'Name: value'. Quote it as one argument.");
  }
  return { name, value };
}

/** @param isStrict - whether to reject all unknown names in braces, not only misspelt ones */
function requireKnownNames(text: string, isStrict: boolean): void {
  for (const name of placeholdersIn(text)) {
    if (isPlaceholder(name)) continue;
    const meant = suggestion(name, placeholderNames);
    if (!isStrict && meant === "") continue;
    const known = [...placeholderNames, "env:NAME"].map((one) => `{${one}}`).join(", ");
    throw invalid(`there is no placeholder {${name}}.${meant} Known: ${known}.`);
  }
}

function secretGiven(where: string): SemqrelError {
  const remedy = "Put it into an environment variable and write {env:NAME} instead, even if the value is not secret.";
  return invalid(`${where} contains a secret that others can see (ps, logs, shell history). ${remedy}`);
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

type Asking = Pick<RequestTemplate, "url" | "body">;

export function requirePages({ url, body }: Asking, depth: number, pageSize: number): void {
  if (pageSize >= depth || /\{(?:from|page0?)\}/.test(`${url}${body ?? ""}`)) return;
  const needed = `${depth} results in pages of ${pageSize} need {from}, {page} or {page0} in --url or --body.`;
  throw invalidOption(`Collecting: ${needed}`);
}

export function requireNames(queries: readonly Query[], { url, body }: Asking, file: string): void {
  const names = placeholdersIn(url, body ?? "");
  for (const { id, text, name: query } of queries) {
    const lacksText = names.has("query") && text === null;
    if (!lacksText && !(names.has("query_id") && id === null)) continue;
    const what = text === null ? "no text, which {query} needs" : "no id, which {query_id} needs";
    throw invalidOption(`Reading ${file}: the query "${query}" has ${what}. Add it.`, { file, query });
  }
}

// `{query}`, `{from}` … and `{env:NAME}` are replaced. Other text in braces stays, because JSON is full of braces.

const placeholderNames = ["query", "query_id", "size", "depth", "from", "page", "page0"] as const;

export interface PageValues {
  readonly query: string;
  readonly queryId: string;
  readonly size: number;
  readonly depth: number;
  /** Number of results before the page, >= 0. */
  readonly from: number;
  /** Number of the page, from 1. */
  readonly page: number;
}

const pattern = /\{(?:env:([A-Za-z_]\w*)|([A-Za-z]\w*))\}/g;

/** Returns all names in braces, known or not. A variable is returned as `env:NAME`. */
export function placeholdersIn(...templates: readonly string[]): ReadonlySet<string> {
  return new Set([...templates.join(" ").matchAll(pattern)].map(([whole]) => whole.slice(1, -1)));
}

export function fillTemplate(
  template: string,
  values: PageValues,
  variable: (name: string) => string,
  encode: (value: string) => string,
): string {
  const { queryId, page } = values;
  const known = { ...values, query_id: queryId, page0: page - 1 };
  return template.replace(pattern, (whole: string, secret: string | undefined, name: string | undefined) => {
    if (secret !== undefined) return encode(variable(secret));
    const placeholder = placeholderNames.find((one) => one === name);
    return placeholder === undefined ? whole : encode(String(known[placeholder]));
  });
}

/** How does a template become the request for one page of one query? */

import type { RenderedRequest } from "../io/ask/ask.ts";
import { fillTemplate, type PageValues } from "./placeholders.ts";
import { headerValue, invalid, type RequestTemplate } from "./request-template.ts";

/**
 * Values are percent-encoded in the address, escaped in a JSON body, encoded as a form where Content-Type says so, and
 * put into other bodies as they are.
 *
 * @param variable the value of an environment variable, or what is shown for it
 * @throws SemqrelError INVALID_OPTION where the body should be JSON and is none, or a header cannot be sent
 */
export function renderRequest(
  template: RequestTemplate,
  page: PageValues,
  variable: (name: string) => string,
): RenderedRequest {
  const type = headerValue(template, "Content-Type");
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(type);
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(type);
  // Also lines of JSON: any query is one line in them.
  const escapeBody = isForm ? inAddress : /json/i.test(type) ? inJson : (value: string) => value;
  const body = template.body === null ? null : fillTemplate(template.body, page, variable, escapeBody);
  if (body !== null && isJson) requireJson(body);
  return {
    method: template.method,
    url: addressOf(template.url, page, variable),
    body,
    headers: template.headers.map(({ name, value }) => {
      const filled = fillTemplate(value, page, variable, (text) => text);
      if (/^[\t\x20-\x7e\x80-\xff]*$/.test(filled)) return [name, filled] as const;
      throw invalid(`the header ${name} has characters that no header may have. Correct its value.`);
    }),
  };
}

/** Variables in scheme and host keep their colons and slashes: they may be addresses themselves. */
function addressOf(template: string, page: PageValues, variable: (name: string) => string): string {
  const [head = ""] = /^(?:\{env:\w+\}|https?:\/\/[^/?#]*)/i.exec(template) ?? [];
  const host = head.replace(/\{env:(\w+)\}/g, (_, name: string) => variable(name));
  const url = fillTemplate(host + template.slice(head.length), page, variable, inAddress);
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.username + parsed.password === "") return url;
  throw invalid("with values put in, --url is no address of the web, or holds a user. Correct it or its variables.");
}

function inAddress(value: string): string {
  // Halves of characters, which JSON may hold, have no encoding.
  return encodeURIComponent(Buffer.from(value).toString());
}

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

function requireJson(body: string): void {
  try {
    JSON.parse(body);
  } catch {
    throw invalid(
      'with a query put in, --body is no JSON. Write it as JSON, texts in quotes ("query": "{query}"), or name its kind with --header \'Content-Type: …\'.',
    );
  }
}

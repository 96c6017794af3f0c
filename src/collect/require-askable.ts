/**
 * Can these queries be asked for so many results by such a request?
 */
import { SemqrelError } from "../core/errors.ts";
import type { Query } from "../core/types.ts";
import { placeholdersIn } from "./placeholders.ts";
import type { RequestTemplate } from "./request-template.ts";

type Asking = Pick<RequestTemplate, "url" | "body">;

/** @throws SemqrelError INVALID_OPTION where a list takes several pages, and the request names none */
export function requirePages({ url, body }: Asking, depth: number, pageSize: number): void {
  if (pageSize >= depth || /\{(?:from|page0?)\}/.test(`${url}${body ?? ""}`)) return;
  throw new SemqrelError(
    "INVALID_OPTION",
    `Collecting: ${depth} results in pages of ${pageSize} need {from}, {page} or {page0} in --url or --body.`,
  );
}

/**
 * @param file of the queries, for the message
 * @throws SemqrelError INVALID_OPTION where a query lacks the text or the id that the request names
 */
export function requireNames(queries: readonly Query[], { url, body }: Asking, file: string): void {
  const names = new Set([...placeholdersIn(url), ...placeholdersIn(body ?? "")]);
  const lacking = queries.find(
    ({ id, text }) => (names.has("query") && text === null) || (names.has("query_id") && id === null),
  );
  if (lacking === undefined) return;
  const what = lacking.text === null ? "no text, which {query} needs" : "no id, which {query_id} needs";
  throw new SemqrelError("INVALID_OPTION", `Reading ${file}: the query "${lacking.name}" has ${what}. Add it.`, {
    details: { file, query: lacking.name },
  });
}

/**
 * What do the placeholders of a template stand for?
 * `{query}`, `{from}` … and `{env:NAME}`; everything else in braces is left as it is, as JSON is full of them.
 */

export const placeholderNames = ["query", "query_id", "size", "depth", "from", "page", "page0"] as const;
type PlaceholderName = (typeof placeholderNames)[number];

/** What one request asks for. */
export interface PageValues {
  readonly query: string;
  readonly queryId: string;
  /** Results of one page, >= 1. */
  readonly size: number;
  /** Results wanted in all, >= 1. */
  readonly depth: number;
  /** Results before the page, >= 0. */
  readonly from: number;
  /** 1-based. */
  readonly page: number;
}

const pattern = /\{(?:env:([A-Za-z_]\w*)|([A-Za-z]\w*))\}/g;

/** All names in braces, known or not; those of variables as `env:NAME`. */
export function placeholdersIn(...templates: readonly string[]): ReadonlySet<string> {
  return new Set([...templates.join(" ").matchAll(pattern)].map(([whole]) => whole.slice(1, -1)));
}

/** @param variable the value of an environment variable @param encode   what makes a value safe where it is put */
export function fillTemplate(
  template: string,
  values: PageValues,
  variable: (name: string) => string,
  encode: (value: string) => string,
): string {
  const { queryId, page } = values;
  const known: Readonly<Record<PlaceholderName, string | number>> = { ...values, query_id: queryId, page0: page - 1 };
  return template.replace(pattern, (whole: string, secret: string | undefined, name: string | undefined) => {
    if (secret !== undefined) return encode(variable(secret));
    const placeholder = placeholderNames.find((one) => one === name);
    return placeholder === undefined ? whole : encode(String(known[placeholder]));
  });
}

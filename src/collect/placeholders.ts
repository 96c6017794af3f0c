/**
 * What do the placeholders of a template stand for?
 * `{query}`, `{from}` … and `{env:NAME}`; everything else in braces is left as it is, as JSON is full of them.
 */

export const placeholderNames = ["query", "query_id", "size", "depth", "from", "page", "page0"] as const;
export type PlaceholderName = (typeof placeholderNames)[number];

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

/** Names in braces, those of variables as `env:NAME`, known or not; each once. */
export function placeholdersIn(template: string): ReadonlySet<string> {
  return new Set([...template.matchAll(pattern)].map(([whole]) => whole.slice(1, -1)));
}

/**
 * @param variable the value of an environment variable
 * @param encode   what makes a value safe where it is put
 */
export function fillTemplate(
  template: string,
  values: PageValues,
  variable: (name: string) => string,
  encode: (value: string) => string,
): string {
  const known: Readonly<Record<PlaceholderName, string>> = {
    query: values.query,
    query_id: values.queryId,
    size: String(values.size),
    depth: String(values.depth),
    from: String(values.from),
    page: String(values.page),
    page0: String(values.page - 1),
  };
  return template.replace(pattern, (whole: string, secret: string | undefined, name: string | undefined) => {
    if (secret !== undefined) return encode(variable(secret));
    const isKnown = name !== undefined && Object.hasOwn(known, name);
    return isKnown ? encode(known[name as PlaceholderName]) : whole;
  });
}

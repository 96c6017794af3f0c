/**
 * Which column plays which role?
 */
import { nearestName } from "../../core/text/suggestion.ts";
import type { Warning } from "../../core/warnings.ts";

/** What a column can be to semqrel, with its usual names; the first of them that a file has wins. */
export const usualNames = {
  query: ["query", "keyword", "search", "query_text", "search_query", "search_term", "keywords"],
  "query id": ["query_id", "qid", "topic_id", "topic"],
  title: ["title", "name", "headline", "document_title"],
  rank: ["rank", "ranking", "position"],
  id: ["id", "doc_id", "document_id", "docno", "doi"],
  url: ["url", "link", "uri"],
  engine: ["engine", "system"],
} as const;
export type Role = keyof typeof usualNames;

/**
 * Names given by flags, by role: in each file the first that it has is used, and where it has none, its usual names;
 * an empty list leaves the role out; null (or no entry) goes by the usual names.
 */
export type ColumnChoice = { readonly [role in Role]?: readonly string[] | null };

export interface RecognisedColumns {
  readonly columns: { readonly [role in Role]: string | null };
  readonly warnings: readonly Warning[];
}

/** The column of each role; a flag whose names the file lacks gives a warning. */
export function recogniseColumns(names: readonly string[], choice: ColumnChoice, source: string): RecognisedColumns {
  const warnings: Warning[] = [];
  const columns = {} as Record<Role, string | null>;
  for (const role of Object.keys(usualNames) as Role[]) {
    const asked = choice[role] ?? null;
    columns[role] = findColumn(names, asked ?? []);
    if (columns[role] !== null || asked?.length === 0) continue;
    const [used, ...ignored] = usualNames[role].flatMap((usual) => names.filter(withKey(columnKey(usual))));
    columns[role] = used ?? null;
    if (asked !== null) {
      const [near] = asked.flatMap((name) => nearestName(name, names) ?? []);
      const meant = near === undefined ? {} : { near: near.name };
      warnings.push({ kind: "column-not-found", source, role, asked, used: columns[role], ...meant });
    }
    if (used !== undefined && ignored.length > 0) {
      warnings.push({ kind: "two-columns-for-role", source, role, used, ignored });
    }
  }
  return { columns, warnings };
}

/** True for the usual name of any role, and for any name that a flag gives. */
export function isWantedColumn(name: string, choice: ColumnChoice, further: readonly string[]): boolean {
  return [...Object.values(choice), ...Object.values(usualNames), further].some(
    (names) => findColumn([name], names ?? []) !== null,
  );
}

/** The first of the wanted names that a file has: in exactly this spelling, else by its key. */
export function findColumn(names: readonly string[], wanted: readonly string[]): string | null {
  for (const name of wanted) {
    const found = names.includes(name) ? name : names.find(withKey(columnKey(name)));
    if (found !== undefined) return found;
  }
  return null;
}

/** Whether a name has a key: a shorter one cannot, and there may be a million, each asked about many times. */
function withKey(key: string): (name: string) => boolean {
  return (name) => name.length >= key.length && columnKey(name) === key;
}

/** Beyond it a name is text without a line's end: it has no role, and must not be spelled out for each. */
const longestName = 1000;

/** Equal for names that differ by case, spaces, underscores and hyphens only. */
export function columnKey(name: string): string {
  if (name.length > longestName) return name;
  return name.toLowerCase().replace(/[\s_-]+/g, "");
}

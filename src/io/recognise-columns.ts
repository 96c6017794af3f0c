/**
 * Which column plays which role?
 */
import { SemqrelError } from "../errors.ts";
import type { Warning } from "../warnings.ts";

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
 * Names given by flags, by role: in each file the first that it has is used; an empty list leaves the role out;
 * null (or no entry) goes by the usual names.
 */
export type ColumnChoice = { readonly [role in Role]?: readonly string[] | null };

export interface RecognisedColumns {
  readonly columns: { readonly [role in Role]: string | null };
  readonly warnings: readonly Warning[];
}

/** @throws SemqrelError MISSING_COLUMN  none of the names given by a flag is there */
export function recogniseColumns(names: readonly string[], choice: ColumnChoice, source: string): RecognisedColumns {
  const warnings: Warning[] = [];
  const columns = {} as Record<Role, string | null>;
  for (const role of Object.keys(usualNames) as Role[]) {
    const asked = choice[role] ?? null;
    if (asked !== null) {
      columns[role] = asked.find((name) => names.includes(name)) ?? null;
      if (asked.length > 0 && columns[role] === null) throw missingColumn(role, asked, names, source);
      continue;
    }
    const [used, ...ignored] = usualNames[role].flatMap((usual) =>
      names.filter((name) => columnKey(name) === columnKey(usual)),
    );
    columns[role] = used ?? null;
    if (used !== undefined && ignored.length > 0) {
      warnings.push({ kind: "two-columns-for-role", source, role, used, ignored });
    }
  }
  return { columns, warnings };
}

/** True for the usual name of any role, and for any name that a flag gives. */
export function isWantedColumn(name: string, choice: ColumnChoice, further: readonly string[]): boolean {
  if (further.includes(name) || Object.values(choice).some((names) => names?.includes(name))) return true;
  return Object.values(usualNames).some((usual) => usual.some((known) => columnKey(known) === columnKey(name)));
}

/** What is wrong where a role has no column: says what the file has and which flag names it. */
export function missingColumn(
  role: Role,
  wanted: readonly string[],
  names: readonly string[],
  source: string,
): SemqrelError {
  const flag = `--${role.replace(" ", "-")}-column`;
  return new SemqrelError(
    "MISSING_COLUMN",
    `Reading ${source}: column "${wanted.join('" or "')}" is missing (line 1 has: ${names.join(", ")}). Pass ${flag} NAME.`,
    { details: { file: source, role, columns: names } },
  );
}

function columnKey(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, "");
}

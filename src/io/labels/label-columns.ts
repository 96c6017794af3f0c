/** Which columns does labels.csv have? Its readers and its writer both go by them. */

/** Columns that labels.csv and reference.csv begin with. */
export const rowColumns = ["engine", "query", "rank", "id", "title", "label"] as const;
const matchColumns = ["match", "reference_rank", "reference_title", "similarity", "margin", "reference"] as const;
export const labelColumns = [...rowColumns, ...matchColumns, "origin", "reason"] as const;

/** The columns that may have a role: of labels.csv only its own, whatever a user kept behind them. */
export function ownColumns(names: readonly string[]): readonly string[] {
  return labelColumns.every((name, place) => names[place] === name) ? labelColumns : names;
}

/** Names in labels.csv for columns that a user keeps: `input_label` for a column that is called like one of its own. */
export function keptNames(columns: readonly string[]): string[] {
  const taken: readonly string[] = [...labelColumns, ...columns];
  const rename = (name: string): string =>
    taken.includes(`input_${name}`) ? rename(`input_${name}`) : `input_${name}`;
  return columns.map((column) => (labelColumns.some((name) => name === column) ? rename(column) : column));
}

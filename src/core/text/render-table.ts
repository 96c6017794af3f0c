import { displayWidth, shortenName } from "./display-width.ts";

const GAP = "  ";

/** A table of formatted cells. The first column is left-aligned, the others are right-aligned. */
export interface TextTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * Returns the lines of a table. If it is wider than `width` terminal columns, shortens the names of rows. If that is
 * not enough, splits columns into groups and repeats the names. If one column is too wide, makes each row a paragraph.
 */
export function renderTable(table: TextTable, width = Number.POSITIVE_INFINITY): string[] {
  const widths = columnWidths(table);
  const most = width - sumOf(widths.slice(1));
  if (most >= (widths[0] ?? 0)) return alignColumns(table, widths);
  const short = shortenNames(table, most >= LEAST_NAME ? most : Math.max(LEAST_NAME, Math.floor(width / 2)));
  const groups = columnGroups(short, width);
  if (groups === null) return paragraphs(table);
  return groups.flatMap((columns) => {
    const pick = (row: readonly string[]) => columns.map((column) => row[column] ?? "");
    const part = { header: pick(short.header), rows: short.rows.map(pick) };
    return alignColumns(part, columnWidths(part));
  });
}

/** Minimum width of a shortened name. Narrower names of measures would look alike, so columns are grouped instead. */
const LEAST_NAME = 20;

function columnWidths({ header, rows }: TextTable): number[] {
  return header.map((name, column) =>
    rows.reduce((most, row) => Math.max(most, displayWidth(row[column] ?? "")), displayWidth(name)),
  );
}

function sumOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + GAP.length + width, 0);
}

function alignColumns({ header, rows }: TextTable, widths: readonly number[]): string[] {
  return [header, ...rows].map((row) =>
    widths
      .map((width, column) => pad(row[column] ?? "", width, column > 0))
      .join(GAP)
      .trimEnd(),
  );
}

function shortenNames(table: TextTable, most: number): TextTable {
  const rows = table.rows.map(([name = "", ...cells]) => [shortenName(name, most), ...cells]);
  const distinct = (some: TextTable["rows"]) => new Set(some.map(([name]) => name)).size;
  if (distinct(rows) < distinct(table.rows)) return table;
  const [corner = "", ...others] = table.header;
  return { header: [shortenName(corner, most), ...others], rows };
}

function columnGroups(table: TextTable, width: number): number[][] | null {
  const widths = columnWidths(table);
  const room = width - (widths[0] ?? 0);
  const groups: number[][] = [];
  let left = 0;
  for (const columns of headedColumns(table)) {
    const wanted = sumOf(columns.map((column) => widths[column] ?? 0));
    if (wanted > room) return null;
    if (wanted > left) {
      groups.push([0]);
      left = room;
    }
    groups.at(-1)?.push(...columns);
    left -= wanted;
  }
  return groups;
}

/** Groups all columns but the first. A column without a header belongs to the group of the previous column. */
function headedColumns({ header }: TextTable): number[][] {
  const groups: number[][] = [];
  for (let column = 1; column < header.length; column++) {
    const group = groups.at(-1);
    if (header[column] === "" && group !== undefined) group.push(column);
    else groups.push([column]);
  }
  return groups;
}

function paragraphs(table: TextTable): string[] {
  const groups = headedColumns(table);
  return table.rows.flatMap((row) => [
    row[0] ?? "",
    ...groups.flatMap(([first = 0, ...others]) => {
      const cells = [first, ...others].map((column) => row[column]).filter((cell) => cell);
      const name = table.header[first];
      return cells.length === 0 ? [] : [`  ${name ? `${name}: ` : ""}${cells.join(GAP)}`];
    }),
  ]);
}

/** Places blocks of lines beside each other if they fit, otherwise below each other. */
export function placeBlocks(blocks: readonly (readonly string[])[], width: number): string[] {
  const most = Number.isFinite(width) ? width : 100;
  const gap = "    ";
  const bands: (readonly string[])[][] = [];
  let taken = 0;
  for (const block of blocks) {
    const wanted = gap.length + blockWidth(block);
    if (bands.length === 0 || taken + wanted > most) {
      bands.push([]);
      taken = -gap.length;
    }
    bands.at(-1)?.push(block);
    taken += wanted;
  }
  return bands.flatMap((band, index) => {
    const height = Math.max(...band.map((block) => block.length));
    const lines = Array.from({ length: height }, (_, row) =>
      band
        .map((block) => pad(block[row] ?? "", blockWidth(block), false))
        .join(gap)
        .trimEnd(),
    );
    return index === 0 ? lines : ["", ...lines];
  });
}

function blockWidth(block: readonly string[]): number {
  return Math.max(0, ...block.map(displayWidth));
}

function pad(text: string, width: number, toTheRight: boolean): string {
  const space = " ".repeat(Math.max(0, width - displayWidth(text)));
  return toTheRight ? space + text : text + space;
}

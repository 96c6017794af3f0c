/** Converts `Block`s to `ReportBlock`s. Leaves out blocks and columns that only a terminal shows. */
import {
  type Block,
  type BlockCell,
  type BlockColumn,
  type BlockTable,
  type Cell,
  type ReportBlock,
  type ReportColumn,
  type ReportTable,
  textBlock,
} from "./blocks.ts";

export function pageBlocks(blocks: readonly Block[]): ReportBlock[] {
  return blocks.filter(({ on }) => on !== "terminal").flatMap(pageBlock);
}

function pageBlock(block: Block): ReportBlock | ReportBlock[] {
  switch (block.kind) {
    case "text":
      return { ...textBlock(block.text, block.tone), ...(block.command && { command: block.command }) };
    case "list":
      return [block.heading, ...block.items].map((text) => textBlock(text));
    case "table":
      return pageTable(block);
    case "plot":
      return { kind: "plot", id: block.id, plot: block.plot, table: pageTable(block.table) };
  }
}

function pageTable({ id, caption, columns, rows, links, folded }: BlockTable): ReportTable {
  return {
    kind: "table",
    id,
    caption,
    columns: columns.flatMap(pageColumns),
    rows: rows.map((row) => columns.flatMap((column, index) => pageCells(row[index], column))),
    ...(links === undefined ? {} : { links }),
    folded,
  };
}

function pageColumns({ name, as, ends = ["low", "high"], on }: BlockColumn): ReportColumn[] {
  if (on === "terminal") return [];
  if (as === "interval") return ends.map((end) => ({ name: end, as: "measure" }));
  return [{ name, as: as === "change" ? "measure" : as }];
}

function pageCells(cell: BlockCell, { as, on }: BlockColumn): Cell[] {
  if (on === "terminal") return [];
  const plain = cell ?? null;
  if (as === "interval") return Array.isArray(plain) ? [...plain] : [null, null];
  return [plain as Cell];
}

import { describe, expect, it } from "vitest";
import {
  type Block,
  column,
  listBlocks,
  noteBlock,
  onPage,
  onTerminal,
  plotOf,
  tableOf,
  textBlock,
} from "../../../src/core/document/blocks.ts";
import { markdownText } from "../../../src/core/document/markdown-text.ts";
import { pageBlocks } from "../../../src/core/document/page-blocks.ts";
import { terminalText } from "../../../src/core/document/terminal-text.ts";

const rows = [
  { name: "old", mean: 0.98765, ends: [0.25, 1.5] as const, change: -0.25 },
  { name: "new\u001b", mean: null, ends: null, change: 0.5 },
];
const columns = [
  column<(typeof rows)[number]>("engine", "text", ({ name }) => name),
  column<(typeof rows)[number]>("mean", "measure", ({ mean }) => mean),
  column<(typeof rows)[number]>("95 %", "interval", ({ ends }) => ends, { digits: 2 }),
  column<(typeof rows)[number]>("change", "change", ({ change }) => change),
  column<(typeof rows)[number]>("place", "count", (_, place) => place + 1, { on: "terminal" }),
  column<(typeof rows)[number]>("why", "text", () => "so", { on: "page" }),
];
const axis = { title: "", from: null, to: null };
const plot = { shape: "intervals", title: "Means", description: "Each engine.", axis, groups: [], marks: [] } as const;
const blocks: Block[] = [
  textBlock("Two engines."),
  noteBlock("Both measured."),
  tableOf("means", "Means of all", rows, columns),
  noteBlock("A note."),
  ...listBlocks("Limits:", ["few queries", "one rater"]),
  ...listBlocks("Nothing:", []),
  ...onPage(plotOf("plot", plot, rows, columns.slice(0, 2)), textBlock("For the page.")),
  ...onTerminal(textBlock("Few queries.", "caution")),
  textBlock("new is better.", "verdict"),
];

describe("a document", () => {
  it("is shown as paragraphs on a terminal, with notes directly below their blocks", () => {
    expect(terminalText(blocks)).toBe(
      "Two engines.\nBoth measured.\n\nMeans of all\n" +
        "engine   mean         95 %  change  place\nold     0.988  0.25 … 1.50  -0.250      1\nnew\ufffd        -            -  +0.500      2\n" +
        "A note.\n\nLimits:\n- few queries\n- one rater\n\nCaution: Few queries.\n\nnew is better.\n",
    );
  });

  it("has bold captions and verdicts", () => {
    const text = terminalText(blocks, { bold: (part) => `<${part}>` });
    expect(text.match(/<.+>/g)).toEqual(["<Means of all>", "<new is better.>"]);
  });

  it("shows a plot as its table, and puts tables beside each other if they fit", () => {
    const [shown] = [plotOf("plot", plot, rows, columns.slice(0, 2))];
    expect(terminalText([shown])).toBe("Means\nengine   mean\nold     0.988\nnew\ufffd        -\n");
    const small = (id: string) => tableOf(id, id, rows, columns.slice(0, 1), { beside: true });
    const row = [textBlock("Names:"), small("one"), small("two"), textBlock("End.")];
    expect(terminalText(row)).toBe(
      "Names:\n\none       two\nengine    engine\nold       old\nnew\ufffd      new\ufffd\n\nEnd.\n",
    );
    expect(terminalText(row, { width: 12 })).toContain("new\ufffd\n\ntwo\n");
  });

  it("has the same cells in Markdown as on a terminal", () => {
    expect(markdownText(blocks)).toBe(
      "Two engines.\n\nBoth measured.\n\n**Means of all**\n\n" +
        "| engine | mean | 95 % | change | place |\n|---|---:|---:|---:|---:|\n| old | 0.988 | 0.25 … 1.50 | -0.250 | 1 |\n| new\ufffd | - | - | +0.500 | 2 |\n\n" +
        "A note.\n\nLimits:\n\n- few queries\n- one rater\n\n> Caution: Few queries.\n\n**new is better.**\n",
    );
  });

  it("becomes plain data in a report, with two columns for an interval", () => {
    const shown = pageBlocks(blocks);
    expect(shown.map(({ kind }) => kind)).toEqual([
      ...["text", "text", "table", "text", "text", "text", "text", "plot", "text", "text"],
    ]);
    expect(shown[2]).toEqual({
      ...{ kind: "table", id: "means", caption: "Means of all", folded: false },
      columns: [
        ...[
          { name: "engine", as: "text" },
          { name: "mean", as: "measure" },
          { name: "low", as: "measure" },
        ],
        ...[
          { name: "high", as: "measure" },
          { name: "change", as: "measure" },
          { name: "why", as: "text" },
        ],
      ],
      rows: [
        ["old", 0.98765, 0.25, 1.5, -0.25, "so"],
        ["new\u001b", null, null, null, 0.5, "so"],
      ],
    });
    expect(shown[7]).toMatchObject({ id: "plot", table: { id: "plot-numbers", folded: true } });
  });
});

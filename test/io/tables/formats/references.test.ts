/** Is a file of references read as one list with titles and identifiers, in order? */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { trecQrels } from "../../../../src/io/judgments/line-judgments.ts";
import { readTable } from "../../../../src/io/tables/read-table.ts";
import { temporaryFolder } from "../../../support/run-cli.ts";

async function read(name: string, text: string) {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  const { columns, lines, format } = await readTable(path, () => true, null);
  return { format, lines: [...lines], cells: Object.fromEntries(columns) };
}

// As exported by Zotero, EndNote and Scopus: two spaces before the hyphen, an optional byte order mark, repeated tags.
it("readTable reads references in RIS", async () => {
  const text = [
    ...[
      "\ufeffTY  - JOUR",
      "T1  - Catechins in",
      "leaves",
      "AU  - Ito, A.",
      "AU  - Sen, B.",
      "DO  - 10.1000/a",
      "ER  - ",
      "",
    ],
    ...["TY  - BOOK", "TI  - Tea: a history", "ID  - 42", "UR  - https://example.org/b", "ER  -", ""],
  ];
  const { format, lines, cells } = await read("green tea.ris", text.join("\r\n"));
  expect(format).toBe("ris");
  expect(lines).toEqual([1, 9]);
  expect(cells).toEqual({
    query: ["green tea", "green tea"],
    rank: ["0", "1"],
    id: ["10.1000/a", "42"],
    title: ["Catechins in leaves", "Tea: a history"],
    doi: ["10.1000/a", ""],
    url: ["", "https://example.org/b"],
  });
});

// As saved by Cochrane.
it("readTable reads RIS even if a line precedes each reference", async () => {
  const text = [
    "Record #1 of 2",
    "TY  - JOUR",
    "TI  - A",
    "ER  - ",
    "",
    "Record #2 of 2",
    "TY  - JOUR",
    "TI  - B",
    "ER  - ",
  ];
  const { format, cells } = await read("green tea.ris", text.join("\n"));
  expect(format).toBe("ris");
  expect(cells["title"]).toEqual(["A", "B"]);
  // The first line has four fields, like TREC's judgments.
  expect(trecQrels.detect(text.join("\n"), {})).toBe(false);
});

// As saved by PubMed: six columns of tag, and continued lines that start with six spaces.
it("readTable reads references in NBIB", async () => {
  const text = [
    ...[
      "PMID- 1001",
      "OWN - NLM",
      "TI  - Health effects of",
      "      green tea.",
      "LID - S1-2 [pii]",
      "LID - 10.1000/c [doi]",
      "",
    ],
    ...["PMID- 1002", "TI  - Aroma", "AB  - ER  - no end of a reference", ""],
  ];
  const { format, lines, cells } = await read("green tea.nbib", text.join("\n"));
  expect(format).toBe("nbib");
  expect(lines).toEqual([1, 8]);
  expect(cells).toMatchObject({
    id: ["1001", "1002"],
    title: ["Health effects of green tea.", "Aroma"],
    doi: ["10.1000/c", ""],
  });
});

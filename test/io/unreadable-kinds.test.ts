/** Are files of other programs named, and similar texts read? */
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { readingAs } from "../../src/io/encoding.ts";
import { openInput } from "../../src/io/open-input.ts";
import { readTable } from "../../src/io/tables/read-table.ts";
import { fileWith } from "../support/judged-rows.ts";
import { gather } from "./pieces.ts";

const all = () => true;

it.each([
  ["28b52ffd04", "zstd"],
  ["fd377a585a00", "xz"],
  ["425a6839", "bzip2"],
  ["504b03041400", "a ZIP archive"],
  [`${"61".repeat(100)}${"00".repeat(157)}7573746172`, "a tar archive"],
  ["504b03041400000000005b436f6e74656e745f54797065735d2e786d6c", "an Excel workbook"],
  ["d0cf11e0a1b11ae1", "an old Excel workbook"],
  ["255044462d31", "a PDF file"],
  ["7b5c72746631", "an RTF document"],
])("rejects a file that starts with the bytes %s, and names its kind: %s", async (hex, words) => {
  await expect(openInput(fileWith(Buffer.from(hex, "hex")))).rejects.toThrow(words);
});

it("rejects a tar archive that is compressed with gzip, and names its kind", async () => {
  const bytes = Buffer.concat([Buffer.alloc(257, "a"), Buffer.from("ustar"), Buffer.alloc(1000)]);
  await expect(readTable(fileWith(gzipSync(bytes)), all, null)).rejects.toThrow("it is a tar archive. Unpack it first");
});

it.each([
  ["@article{pears,\n title={Pears}\n}\n", "a BibTeX file"],
  ["Scopus\nEXPORT DATE: 1 May 2026\n\n@ARTICLE{pears,\n title={Pears}\n}\n", "a BibTeX file"],
  ["%0 Journal Article\n%T Pears\n", "an EndNote file"],
  ["<!DOCTYPE html><p>", "an HTML page"],
  [
    '"Report: top results",,\n,,\nquery,rank,title\na,1,b\n',
    ":3: this line seems to contain the column names (query, rank, title)",
  ],
  [
    '"Exported on Jan 1, 2024.",,\nRank,DOI,Title\n1,10.1/a,b\n',
    ":2: this line seems to contain the column names (Rank, DOI, Title)",
  ],
  ['"Exported on Jan 1, 2024."\nRank,DOI,Title\n1,10.1/a,b\n', ":2: this line seems"],
  ["Report of May\n\nquery;rank;title\na;1;b\n", ":3: this line seems"],
  ["Recherche vom 1.5.2024,,\nSuchbegriff,Platz,Titel\na,1,b\n", ":2: this line seems"],
  ["Ergebnisse;Stand 1.5.;\n;;\nSuchanfrage;Rang;Titel\na;1;b, c, d, e\n", ":3: this line seems"],
  ["Export,Catalogue search,\nSearch phrase,Pos,Document title (en)\na,1,b\n", ":2: this line seems"],
])("explains why it rejects the text %j", async (text, words) => {
  await expect(readTable(fileWith(text), all, null)).rejects.toThrow(words);
});

it.each([
  ["names of the user's own", "X,Y\nsearch for papers,document title\n"],
  ["a column without a name", ",X,Y\n0,search for papers,document title\n1,queries of users,title of a book\n"],
  ["JSON", `[\n${'{"query": "a", "title": "b"},\n'.repeat(30)}{"query": "a", "title": "b"}]`],
])("reads lines that contain words for columns below line 1: %s", async (_, text) => {
  expect((await readTable(fileWith(text), all, null)).rows).toBeGreaterThan(0);
});

it.each(["PK,query,title\n1,a,b\n", "BZh,query,title\n1,a,b\n", "@user,query,title\n1,a,b\n"])(
  "reads the text %j, although it begins like a file of another kind",
  async (text) => {
    expect((await readTable(fileWith(text), all, null)).rows).toBe(1);
  },
);

it.each(["utf-16le", "utf-16be"] as const)(
  "rejects %s without a byte order mark unless its encoding is given",
  async (encoding) => {
    const bytes = Buffer.from("query,title\ngr\u00fcn,Pears\n", "utf16le");
    const path = fileWith(encoding === "utf-16le" ? bytes : bytes.swap16());
    await expect(openInput(path)).rejects.toThrow(`UTF-16 without a byte order mark. Give --encoding ${encoding}`);
    const text = await readingAs({ encoding }, async () => gather((await openInput(path)).pieces));
    expect(text).toBe("query,title\ngr\u00fcn,Pears\n");
  },
);

it("reads UTF-8 with a byte order mark, whatever the given encoding is", async () => {
  const path = fileWith("\ufeffquery,title\na,b\n");
  expect((await readingAs({ encoding: "windows-1252" }, () => readTable(path, all, null))).names).toEqual([
    "query",
    "title",
  ]);
});

/** Is each column found by its usual names, and by no other name? */

import { describe, expect, it } from "vitest";
import { columnKey } from "../../../src/core/titles/keys.ts";
import {
  findColumns,
  guessColumns,
  isWantedColumn,
  missingColumn,
  type Role,
  recogniseColumns,
  usualNames,
} from "../../../src/io/tables/recognise-columns.ts";

const everyName = (Object.keys(usualNames) as Role[]).flatMap((role) =>
  usualNames[role].map((name) => [role, name] as const),
);

describe("recogniseColumns", () => {
  it.each(everyName)("finds the %s by the name %s, whatever its case and spaces", (role, name) => {
    const upper = name.toUpperCase();
    for (const written of [
      name,
      upper,
      ` ${name} `,
      name.replaceAll("_", " "),
      name.replaceAll("_", "-"),
      name.replaceAll("_", ""),
    ]) {
      const { columns, warnings } = recogniseColumns(["x", written], {}, "file.csv");
      expect(columns[role], written).toBe(written);
      expect(Object.values(columns).filter((column) => column !== null)).toEqual([written]);
      expect(warnings).toEqual([]);
    }
  });

  it("ignores columns without a usual name", () => {
    const { columns } = recogniseColumns(["querying", "titles", "ranked", "x id", ""], {}, "file.csv");
    expect(new Set(Object.values(columns))).toEqual(new Set([null]));
  });

  it.each([
    { names: ["search", "keyword", "query"], role: "query", used: "query", ignored: ["keyword", "search"] },
    { names: ["headline", "NAME"], role: "title", used: "NAME", ignored: ["headline"] },
    { names: ["Position", "Ranking"], role: "rank", used: "Ranking", ignored: ["Position"] },
    { names: ["doi", "doc_id", "docno"], role: "id", used: "docno", ignored: ["doc_id", "doi"] },
    { names: ["id", "docid"], role: "id", used: "docid", ignored: ["id"] },
    { names: ["id", "Product ID"], role: "id", used: "Product ID", ignored: ["id"] },
    { names: ["doi", "id"], role: "id", used: "id", ignored: ["doi"] },
    { names: ["qid", "query id"], role: "query id", used: "query id", ignored: ["qid"] },
    { names: ["uri", "url"], role: "url", used: "url", ignored: ["uri"] },
    { names: ["system", "engine"], role: "engine", used: "engine", ignored: ["system"] },
    { names: ["Query", "query"], role: "query", used: "Query", ignored: ["query"] },
  ] as const)(
    "uses the most usual of several columns for the $role, with a warning",
    ({ names, role, used, ignored }) => {
      const { columns, warnings } = recogniseColumns(names, {}, "file.csv");
      expect(columns[role]).toBe(used);
      expect(warnings).toEqual([{ kind: "two-columns-for-role", source: "file.csv", role, used, ignored }]);
    },
  );

  it("uses the name that an option gives, without a warning", () => {
    const { columns, warnings } = recogniseColumns(["query", "title", "Überschrift"], { title: ["Überschrift"] }, "f");
    expect(columns).toMatchObject({ query: "query", title: "Überschrift" });
    expect(warnings).toEqual([]);
  });

  it("uses the first name in an option that the file has", () => {
    expect(recogniseColumns(["b", "a"], { title: ["none", "a", "b"] }, "f").columns.title).toBe("a");
  });

  it("does not use a column for a role if the option is an empty list", () => {
    expect(recogniseColumns(["rank", "title"], { rank: [] }, "f").columns).toMatchObject({
      rank: null,
      title: "title",
    });
  });

  it("compares names in options like usual names, but prefers the exact spelling", () => {
    const { columns, warnings } = recogniseColumns(["My-Title", "TOPIC", "topic"], { title: ["my title"] }, "f");
    expect(columns.title).toBe("My-Title");
    expect(warnings).toMatchObject([{ kind: "two-columns-for-role", role: "query id" }]);
    expect(recogniseColumns(["TOPIC", "topic"], { query: ["topic"] }, "f").columns.query).toBe("topic");
  });

  it.each([
    { names: ["Name", "query"], used: "Name" },
    { names: ["query"], used: null },
  ])("warns if the file has none of an option's names, and uses a usual name instead: $names", ({ names, used }) => {
    const { columns, warnings } = recogniseColumns(names, { title: ["titel", "titulo"] }, "file.csv");
    expect(columns.title).toBe(used);
    expect(warnings).toEqual([
      { kind: "column-not-found", source: "file.csv", role: "title", asked: ["titel", "titulo"], used },
    ]);
  });
});

describe("isWantedColumn", () => {
  it("accepts usual names, names in options and names of further columns", () => {
    const wants = (name: string) => isWantedColumn(name, { title: ["Überschrift"], rank: null }, ["citations"]);
    expect(["Query ID", "HEADLINE", "überschrift", "Citations"].map(wants)).toEqual([true, true, true, true]);
    expect(["über", "citation", "abstract", ""].map(wants)).toEqual([false, false, false, false]);
  });
});

describe("columnKey", () => {
  it("is the same for names that differ by case, spaces, underscores and hyphens", () => {
    expect(["Query_ID", "query id", "QUERY-ID"].map(columnKey)).toEqual(["queryid", "queryid", "queryid"]);
  });

  it("does not change a name of more than 1,000 characters, which is probably a text without a line end", () => {
    expect(columnKey("A ".repeat(500))).toBe("a".repeat(500));
    expect(columnKey("A ".repeat(501))).toBe("A ".repeat(501));
  });
});

describe("guessColumns", () => {
  it.each([
    ["German", ["Suchanfrage", "Platz", "Titel"], { query: ["Suchanfrage"], title: ["Titel"], rank: ["Platz"] }],
    ["French", ["Requête", "Rang", "Titre"], { query: ["Requête"], title: ["Titre"], rank: ["Rang"] }],
    ["Spanish", ["Consulta", "Posición", "Título"], { query: ["Consulta"], title: ["Título"], rank: ["Posición"] }],
    [
      "other English words",
      ["Search phrase", "Pos", "Heading"],
      { query: ["Search phrase"], title: ["Heading"], rank: ["Pos"] },
    ],
  ])("recognises names in %s", (_, names, expected) => {
    expect(guessColumns(names)).toEqual(expected);
  });

  it.each([
    ["Pos.", "rank"],
    ["Rank:", "rank"],
    ["Platz/Rang", "rank"],
    ["(Rang)", "rank"],
    ["Query:", "query"],
    ["Search term (en)", "query"],
    ["Document (en)", "title"],
    ["Dokument-ID:", "id"],
  ])("recognises %s as the %s, because punctuation does not belong to a word", (name, role) => {
    expect(guessColumns(["other", name])).toEqual({ [role]: [name] });
  });

  it.each(["Posten", "ranked", "Frankreich", "rank2", "venue.id", "position.lat", "journal.name"])(
    "does not recognise %s, in which a word is only part of a word or a path",
    (name) => {
      expect(guessColumns(["other", name])).toEqual({});
    },
  );

  it("guesses only roles for which no column has a usual name, and one role per column", () => {
    expect(guessColumns(["query", "rank", "title", "Platz", "Titel"])).toEqual({});
    expect(guessColumns(["search position", "title"])).toEqual({ query: ["search position"] });
  });

  it.each([
    ["d12", "id"],
    ["2741809807", "id"],
    ["550e8400-e29b-41d4-a716-446655440000", "id"],
    ["https://a.example/about", "id"],
    ["Green tea", "title"],
    ["Solitons", "title"],
    ["12 Angry Men", "title"],
    ["", "title"],
  ])("uses a column of documents whose first cell is %j as the %s", (cell, role) => {
    expect(guessColumns(["query", "document"], () => [cell])).toEqual({ [role]: ["document"] });
  });

  it("uses a column as titles if its name contains a word for titles, whatever its cells contain", () => {
    expect(guessColumns(["query", "Document heading"], () => ["COVID-19"])).toEqual({ title: ["Document heading"] });
    expect(guessColumns(["query", "paper title"], () => ["COVID-19"])).toEqual({ title: ["paper title"] });
  });

  it("finds the column of titles even if a column of ids precedes it", () => {
    const cellsOf = (name: string) => [name === "document" ? "d12" : "Green tea"];
    const expected = { title: ["heading"], id: ["document"] };
    expect(guessColumns(["query", "document", "heading"], cellsOf)).toEqual(expected);
  });

  const cellsIn = (columns: Readonly<Record<string, readonly string[]>>) =>
    guessColumns(Object.keys(columns), (name) => columns[name] ?? []);

  it.each([
    ["each value has the same ranks", { rank: ["1", "2", "1", "2"] }, ["a", "a", "b", "b"], true],
    ["each value has the same titles", { title: ["one", "two", "two", "one"] }, ["a", "a", "b", "b"], true],
    ["all rows have one value", { rank: ["1", "2", "3", "4"] }, ["a", "a", "a", "a"], false],
    ["only some rows have a value", { rank: ["1", "2", "1", "2"] }, ["a", "a", "", ""], false],
    ["no rank is repeated", { rank: ["1", "2", "3", "4"] }, ["a", "a", "b", "b"], false],
    ["only one title is repeated", { title: ["one", "one", "two", "three"] }, ["a", "b", "c", "d", "e"], false],
  ])("uses a column of sources as engines only if each source has a list: %s", (_, columns, Source, isEngine) => {
    expect(cellsIn({ query: ["q", "q", "q", "q"], ...columns, Source }).engine).toEqual(
      isEngine ? ["Source"] : undefined,
    );
  });

  it("uses a column that is named after engines even if all rows have one value", () => {
    expect(cellsIn({ query: ["q", "q"], "Search engine": ["a", "a"] }).engine).toEqual(["Search engine"]);
  });

  it.each([
    ["GSRank", ["2", "1", "7"], true],
    ["SearchPosition", ["2", "1", "7"], true],
    ["GSRank:", ["2", "1", "7"], true],
    ["GSRank", ["2", "2", "1"], false],
    ["GSRank", ["0", "2", "1"], true],
    ["GSRank", ["2", "3", "4"], false],
    ["GSRank", ["", "2", "1"], false],
    ["SalesRank", ["900", "20", "300"], false],
    ["SalesRank", ["1", "20", "300"], false],
    ["Sales rank", ["900", "20", "300"], false],
    ["PageRank", ["7", "5", "6"], false],
    ["startPosition", ["0", "120", "60"], false],
    ["Search rank", ["first", "2", "1"], false],
    ["#", ["2", "1", "3"], false],
    ["No.", ["41", "17", "3"], false],
    ["Composition", ["2", "1", "3"], false],
  ])("uses a column such as %s as ranks only if its cells are ranks: %j", (name, cells, isRank) => {
    expect(cellsIn({ query: ["q", "q", "q"], [name]: cells }).rank).toEqual(isRank ? [name] : undefined);
  });

  it.each(["#", "Result No.", "Nr:"])("uses %s as ranks only if a second list also starts with 1", (name) => {
    const query = ["p", "p", "q", "q"];
    expect(cellsIn({ query, [name]: ["2", "1", "1", "2"] }).rank).toEqual([name]);
    expect(cellsIn({ query, [name]: ["1", "2", "3", "4"] }).rank).toBeUndefined();
    expect(cellsIn({ query: ["q", "q"], [name]: ["2", "1"] }).rank).toBeUndefined();
  });

  it("does not use a column such as SalesRank as ranks if its cells are unknown", () => {
    expect(guessColumns(["query", "title", "SalesRank"]).rank).toBeUndefined();
  });

  it("prefers a column with a name for ranks to a column of row numbers", () => {
    const [Nr, Platz] = [
      ["1", "2", "1", "2"],
      ["2", "1", "2", "1"],
    ];
    const cellsOf = (name: string) => ({ query: ["p", "p", "q", "q"], Nr, Platz })[name] ?? [];
    expect(findColumns(["query", "Nr", "Platz"], {}, "a.csv", undefined, undefined, cellsOf).columns.rank).toBe(
      "Platz",
    );
  });

  it("does not use a column about documents as queries", () => {
    expect(guessColumns(["Author Keywords", "Source title", "Index Keywords", "Keywords Plus"])).toEqual({});
  });
});

describe("findColumns", () => {
  const engineOf = (name: string, cells: readonly string[], ranks: readonly string[]) => {
    const columns: Readonly<Record<string, readonly string[]>> = {
      query: cells.map(() => "q"),
      rank: ranks,
      title: cells.map((_, row) => `title ${row}`),
      [name]: cells,
    };
    return findColumns(Object.keys(columns), {}, "a.csv", undefined, undefined, (one) => columns[one] ?? []).columns
      .engine;
  };

  it.each([
    ["System", ["", "", "", ""], ["1", "2", "3", "4"], false],
    ["System", ["iOS", "", " ", ""], ["1", "2", "3", "4"], false],
    ["System", ["a", "a", "", ""], ["1", "2", "1", "2"], true],
    ["System", ["a", "a", "b", "b"], ["1", "2", "3", "4"], true],
    ["engine", ["a", "", "", ""], ["1", "2", "3", "4"], true],
  ])("uses %s as the engine if no cell is empty or its values share ranks: %j %j", (name, cells, ranks, isEngine) => {
    expect(engineOf(name, cells, ranks)).toBe(isEngine ? name : null);
  });
});

describe("missingColumn", () => {
  it("names the file, its columns, and the option for the missing column", () => {
    const error = missingColumn("query id", ["qid", "topic"], ["a", "b"], "file.csv");
    expect(error.message).toBe(
      'Reading file.csv: column "qid" or "topic" is missing (line 1 has: a, b). Pass --query-id-column qid,topic,NAME: for each file, the first name that it has is used.',
    );
  });

  it("repeats the names given in the option, because other files may have them", () => {
    const { message } = missingColumn("title", ["Name der Sache"], ["query", "Titel"], "file.csv");
    expect(message).toContain('Pass --title-column "Name der Sache,Titel": for each file');
    expect(missingColumn("title", ["Tidel"], ["query", "Titel"], "f").message).toMatch(
      /Did you mean "Titel"\? Pass --title-column Titel\.$/,
    );
  });

  it.each([
    [["pears", "1", "A book of pears"], true],
    [["pears", "A book of pears", "https://example.org"], true],
    [["title", "2019", "2020"], false],
    [["Suche", "Platz"], false],
  ])("reports for %j that column names seem to be missing: %s", (names, isRow) => {
    const { message } = missingColumn("query", [], names, "file.csv");
    const says = `the column names seem to be missing (line 1 has: ${names.join(", ")}). Add a line with column names at the top, such as query,rank,title.`;
    expect(message.includes(says)).toBe(isRow);
  });

  it("names only the first of many columns, and their number", () => {
    const names = Array.from({ length: 100_000 }, (_, place) => `column ${place}`);
    const { message } = missingColumn("title", [], names, "file.csv");
    expect(message).toMatch(/line 1 has: column 0, column 1, .*… and more, 100000 in all\)/);
    expect(message.length).toBeLessThan(700);
  });

  it.each([
    ["title", ["Suche", "Platz", "Titel"], "Pass --title-column Titel."],
    ["query", ["Suche", "Platz", "Titel"], "Pass --query-column Suche."],
    ["query", ["Recherche", "Suchanfrage", "Titel"], "Pass --query-column Suchanfrage."],
    ["title", ["query", "Titre du document"], 'Pass --title-column "Titre du document".'],
    ["title", ["query", "what they found"], "Pass --title-column NAME."],
    ["title", ["query", `Titel ${"word ".repeat(20)}`], "Pass --title-column NAME."],
  ] as const)("names the likely %s column in %j", (role, names, advice) => {
    expect(missingColumn(role, [], names, "file.csv").message).toContain(advice);
  });
});

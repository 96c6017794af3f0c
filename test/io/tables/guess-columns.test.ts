import { describe, expect, it } from "vitest";
import { guessColumns } from "../../../src/io/tables/guess-columns.ts";

describe("guessColumns", () => {
  it.each([
    ["German", ["Suchanfrage", "Platz", "Titel"], { query: ["Suchanfrage"], title: ["Titel"], rank: ["Platz"] }],
    ["French", ["Requête", "Rang", "Titre"], { query: ["Requête"], title: ["Titre"], rank: ["Rang"] }],
    ["Spanish", ["Consulta", "Posición", "Título"], { query: ["Consulta"], title: ["Título"], rank: ["Posición"] }],
    [
      "English of other words",
      ["Search phrase", "Pos", "Heading"],
      { query: ["Search phrase"], title: ["Heading"], rank: ["Pos"] },
    ],
  ])("knows names in %s", (_, names, expected) => {
    expect(guessColumns(names)).toEqual(expected);
  });

  it("leaves roles out that a usual name has, and gives a column one role", () => {
    expect(guessColumns(["query", "rank", "title", "Platz", "Titel"])).toEqual({});
    expect(guessColumns(["search position", "title"])).toEqual({ query: ["search position"] });
  });

  it("takes no column of a document for one of the search", () => {
    expect(guessColumns(["Author Keywords", "Source title", "Index Keywords"])).toEqual({});
  });
});

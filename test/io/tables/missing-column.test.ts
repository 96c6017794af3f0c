import { describe, expect, it } from "vitest";
import { missingColumn } from "../../../src/io/tables/missing-column.ts";

describe("missingColumn", () => {
  it("names the file, what it has, and the flag", () => {
    const error = missingColumn("query id", ["qid", "topic"], ["a", "b"], "file.csv");
    expect(error.message).toBe(
      'Reading file.csv: column "qid" or "topic" is missing (line 1 has: a, b). Pass --query-id-column NAME.',
    );
  });

  it("names the first of many columns, and how many there are", () => {
    const names = Array.from({ length: 100_000 }, (_, place) => `column ${place}`);
    const { message } = missingColumn("title", ["title"], names, "file.csv");
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
  ] as const)("names the %s column of %j that is probably meant", (role, names, advice) => {
    expect(missingColumn(role, [role], names, "file.csv").message).toContain(advice);
  });
});

import { describe, expect, it } from "vitest";
import { type TitleChecks, titleChecks } from "../../../src/io/results/result-checks.ts";

describe("titleChecks", () => {
  const names = { title: "title", url: "link" };
  const checksOf = (title: readonly string[] | null = null) => titleChecks("a.csv", names, { columns: { title } });
  const found = (titles: readonly string[], firstRank: 0 | 1 = 0) => {
    const checks = checksOf();
    for (const [place, title] of titles.entries()) checks.add(title, place + firstRank, "");
    return checks.finish("a", firstRank).warnings;
  };
  const numbered = (count: number) => Array.from({ length: count }, (_, place) => `${place + 1}. Pears`);

  it.each([0, 1] as const)("warn about numbered titles if ranks count from %i", (firstRank) => {
    const examples = ["1. Pears", "2. Pears", "3. Pears"];
    const warning = { kind: "numbered-titles", engine: "a", count: 19, titles: 20, examples };
    expect(found([...numbered(19), "Pears", ""], firstRank)).toEqual([warning]);
  });

  it("warn about titles that are web addresses", () => {
    const titles = ["https://example.org/a", " HTTP://example.org/b ", "https://example.org/c"];
    expect(found(titles)).toEqual([{ kind: "address-titles", engine: "a", count: 3, titles: 3, examples: titles }]);
    expect(found(["https://example.org/a", "https://example.org is down", "Pears"])).toEqual([]);
  });

  it("warn about titles without letters", () => {
    const warning = { kind: "number-titles", engine: "a", count: 19, titles: 20, examples: ["1984"] };
    expect(found([...Array<string>(19).fill("1984"), "梨"])).toEqual([warning]);
    expect(found(["1984", "梨", "Pears"])).toEqual([]);
  });

  it("warn about titles that were cut", () => {
    const cut = [
      "Learning to rank fro",
      "Pears in winter, and",
      "On squatters and reg",
      "Pears in summer, and",
      "Plums in autumn, and",
    ];
    const others = ["Pears", "Plums", "Figs", "", "Quinces", "Apples"];
    const warning = { kind: "cut-titles", engine: "a", count: 5, titles: 10, length: 20, examples: cut.slice(0, 3) };
    expect(found([...others, ...cut])).toEqual([warning]);
    expect(found([...others, "Medlars", ...cut])).toEqual([]);
    expect(found(cut.slice(1))).toEqual([]);
    expect(found(cut.map((title) => title.slice(0, 14)))).toEqual([]);
    expect(found([...cut, "Pears in summer, and not in winter"])).toEqual([]);
    expect(found(cut.map((_, place) => `https://example.org/${place}`)).map(({ kind }) => kind)).toEqual([
      "address-titles",
    ]);
  });

  it("do not warn about cut titles if only one title is repeated", () => {
    const report = Array<string>(14).fill("Annual report of the Norwegian public health institute");
    expect(found([...report, "Pears", "Plums"])).toEqual([]);
  });

  it("warn about an ending that nearly all titles have in common", () => {
    const shop = (name: string) => `${name} - a history | The Shop`;
    const titles = Array.from({ length: 19 }, (_, place) => shop(`Pears ${place}`));
    const warning = { kind: "same-endings", engine: "a", count: 19, titles: 20, ending: " | The Shop" };
    expect(found(["Home", ...titles])).toMatchObject([warning]);
    expect(found([...titles, "Home"])).toMatchObject([warning]);
    expect(found([...titles, "Home", "About us"])).toEqual([]);
    expect(found(titles.map(() => shop("Pears")))).toEqual([]);
  });

  it("reject titles and addresses that are swapped, unless an option names the column of titles", () => {
    const add = (checks: TitleChecks, ...urls: readonly string[]) => {
      for (const [rank, url] of urls.entries()) checks.add(`https://example.org/${rank}`, rank, url);
      return () => checks.finish("a", 0).warnings.map(({ kind }) => kind);
    };
    expect(add(checksOf(), "Pears", "")).toThrow(
      'Reading a.csv: every title, in column "title", is a web address, and column "link" has none, so the two seem to be ' +
        "swapped. Correct their names, or pass --title-column link --url-column title if all files are like this. " +
        "To use the columns as they are, pass --title-column title.",
    );
    for (const finish of [
      add(checksOf(["title"]), "Pears"),
      add(checksOf(), "https://example.org", "Pears"),
      add(checksOf(), ""),
    ]) {
      expect(finish()).toEqual(["address-titles"]);
    }
  });

  describe("titleChecks in edge cases", () => {
    it.each([
      ["an empty list", []],
      ["few titles", numbered(4)],
      ["one in ten titles without a number", [...numbered(18), "Pears", "Pears"]],
      ["numbers that are not ranks", numbered(20).map((_, place) => `${place + 30} pears`)],
    ])("do not warn about %s as numbered titles", (_, titles) => {
      expect(found(titles)).toEqual([]);
    });
  });
});

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { agree } from "../../../src/gold/agreement/agree.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

const judge = [3, 2, 0, 1, 2, 3, 1, 0, 2, 2, 1, 3, 0, 1, 2, 3, 3, 1, 0, 2, 1, 2, 0, 3, 1, 2, 2, 0, 1, 3];
const again = [3, 1, 0, 1, 2, 2, 1, 0, 2, 3];
const third = [2, 2, 0, 0, 2, 3];
const human = [2, 2, 0, 1, 1, 3, 0, 0, 2, 1, 1, 3];

const agreeOn = (name: string, text: string, settings: Parameters<typeof agree>[1] = {}) =>
  agree(join(temporaryFolder({ [name]: text }), name), { samples: 2, ...settings });

function longTable(): string {
  const rowsOf = (rater: string, grades: readonly number[]) =>
    grades.map((grade, item) => `q${item % 3},d${item},${rater},${grade}`);
  const ofModel = [judge, again, third].flatMap((grades) => rowsOf("gpt", grades));
  return ["query,doc_id,rater,label", ...ofModel, ...rowsOf("Ann", human)].join("\n");
}

// numpy 2.4.6, scipy 1.17.1, scikit-learn and statsmodels by the published formulas; the estimate also by ppi-python's
// ppi_mean_pointestimate with lam = 0.8954681681954408 * 18 / 30.
const expected = {
  chance: expect.closeTo(0.2569444444444445, 12),
  commonest: { grade: 1, share: expect.closeTo(12 / 42, 12) },
  cohen: [
    { items: 12, raw: expect.closeTo(2 / 3, 12), chance: expect.closeTo(0.25, 12), plain: expect.closeTo(5 / 9, 12) },
  ],
  corrected: [
    {
      ...{ judge: "gpt", human: ["Ann"], items: 30, rated: 12 },
      judgeMean: expect.closeTo(1.5666666666666667, 12),
      humanMean: expect.closeTo(1.3333333333333333, 12),
      estimate: expect.closeTo(1.2437865165137891, 12),
      interval: [expect.closeTo(0.993364992546575, 9), expect.closeTo(1.4942080404810034, 9)],
      lambda: expect.closeTo(0.8954681681954408, 12),
      rho: expect.closeTo(0.8947368421052632, 12),
      gradesToHalve: 9,
      reason: null,
    },
  ],
};

describe("gold --agreement on a table", () => {
  it("treats names of items that only differ in white space as the same item", async () => {
    const text =
      "query,docid,rater,rating\napple pie,d1,Ann,2\napple pie ,d1,Ben,0\nbanana,d2,Ann,1\nbanana,d2 ,Ben,1\n";
    expect((await agreeOn("spaces.csv", text)).report.cohen).toMatchObject([{ items: 2, raw: 1 / 2 }]);
  });

  it("does not read a column of means as a rater", async () => {
    const text = "query,docid,Ann,Ben,Mean\nq1,d1,0,2,1\nq1,d2,2,2,2\n";
    expect((await agreeOn("means.csv", text)).report.raters).toEqual(["Ann", "Ben"]);
  });

  it("does not read a column of years as a rater", async () => {
    const text = "query,docid,Year,Ann,Ben\nq1,d1,2019,0,2\nq1,d2,2021,2,2\n";
    expect((await agreeOn("years.csv", text)).report.raters).toEqual(["Ann", "Ben"]);
  });

  it("matches other programs for a table with one row per label", async () => {
    const { report } = await agreeOn("long.csv", longTable(), { human: ["Ann"] });
    expect(report).toMatchObject({ ...expected, scale: "0-3", items: 30, raters: ["Ann", "gpt"] });
    // Three runs: mean share of equal pairs, Fleiss' chance, and the mean of three of scikit-learn's quadratic kappas.
    expect(report.habits[1]?.self).toEqual({
      items: 10,
      raw: expect.closeTo(0.6333333333333333, 12),
      chance: expect.closeTo(0.27514792899408286, 12),
      quadratic: expect.closeTo(0.8053724053724055, 12),
    });
  });

  it.each([
    ["tab-separated", "wide.tsv", judge.map((grade, item) => `d${item}\t${human[item] ?? ""}\t${grade}`)],
    ["comma-separated", "wide.csv", judge.map((grade, item) => `d${item},${human[item] ?? "n/a"},${grade}`)],
  ])("gives the same results for a %s table with one row per item and one column per rater", async (_, name, rows) => {
    const header = name.endsWith(".tsv") ? "item\tAnn\tgpt" : "item,Ann,gpt";
    const { report } = await agreeOn(name, [header, ...rows].join("\n"), { human: ["Ann"] });
    expect(report).toMatchObject({ ...expected, items: 30 });
  });

  it("treats each run as a rater if no column names raters, and reads true and false", async () => {
    const rows = [true, true, false, true].map((label, place) =>
      JSON.stringify({ item: place < 2 ? "a" : "b", run: (place % 2) + 1, label }),
    );
    const { report } = await agreeOn("runs.jsonl", rows.join("\n"));
    expect(report).toMatchObject({ scale: "0-1", items: 2, raters: ["run 1", "run 2"], raw: 0.5 });
    expect(report).not.toHaveProperty("corrected");
  });

  it("treats several rows of an item as repeats by one rater if no column tells raters apart", async () => {
    const { report } = await agreeOn("one.csv", "item,label\na,1\na,1\nb,0\nb,1\n");
    expect(report).toMatchObject({ rawReason: "one-rater", habits: [{ self: { items: 2, raw: 0.5 } }] });
  });

  it("uses the columns that are named by options", async () => {
    const text = "nr,who,first,second\n1,x,1,5\n1,y,1,5\n";
    const columns = { itemColumn: ["nr"], raterColumn: ["who"] };
    expect((await agreeOn("t.csv", text, { ...columns, labelColumn: ["second"] })).report.scale).toBe("5-5");
    const { report } = await agreeOn("t.csv", text, { itemColumn: ["nr"], raterColumn: ["first", "second"] });
    expect(report).toMatchObject({ raters: ["first", "second"], habits: [{ self: { items: 1 } }, {}] });
  });

  it("returns no corrected mean for too few human grades, but a reason", async () => {
    const text = "item,Ann,gpt\na,1,1\nb,0,1\nc,,1\n";
    const { report } = await agreeOn("few.csv", text, { human: ["Ann"] });
    expect(report.corrected).toMatchObject([
      { estimate: null, interval: null, gradesToHalve: null, reason: "fewer than 3 rated items" },
    ]);
  });

  it("returns an interval of width 0 if every item has a human grade", async () => {
    const text = "item,Ann,gpt\na,1,1\nb,0,1\nc,1,1\n";
    const { report } = await agreeOn("all.csv", text, { human: ["Ann"] });
    expect(report.corrected).toMatchObject([
      {
        estimate: expect.closeTo(2 / 3, 12),
        interval: [expect.closeTo(2 / 3, 12), expect.any(Number)],
        gradesToHalve: null,
      },
    ]);
  });

  it.each([
    ["has no items", "a,b\n1,2\n", {}, /no column of the item .*Pass --item-column NAME/],
    ["has no labels", "item,text\na,good\n", {}, /no column of the label .*Pass --label-column NAME/],
    ["lacks a named column", "item,a,b\nx,1,2\n", { runColumn: ["try"] }, /no column of the run .*--run-column NAME/],
    ["has a word for a label", "item,rater,label\nx,Ann,good\n", {}, /t\.csv:2: the label "good" is not a number/],
    ["has an item without name", "item,rater,label\n,Ann,1\n", {}, /t\.csv:2: the row has no item/],
    ["has only people", "item,Ann,Ben\nx,1,2\n", { human: ["Ann", "Ben"] }, /--human names every rater of .*--proxy/],
    ["lacks a rater", "item,Ann,gpt\nx,1,2\n", { human: ["Anne"] }, /"Anne" rated nothing in .*Ann, gpt/],
  ])("refuses a table that %s", async (_, text, settings, message) => {
    await expect(agreeOn("t.csv", text, settings)).rejects.toThrow(message);
  });
});

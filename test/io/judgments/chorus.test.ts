/** Are Chorus' final ratings and ratings per agent read? */
import { describe, expect, it } from "vitest";
import { examples, fileWith, readRows } from "../../support/judged-rows.ts";

const header = "query,docid,name,description,agent_1_rating,agent_2_rating,agent_3_rating,final_rating";

describe("chorus", () => {
  it("reads final ratings, and product names as titles", async () => {
    expect(await readRows(`${examples}chorus.csv`)).toEqual({
      format: "chorus",
      rows: [
        { query: "notebook", document: "78", title: "Office notebook", label: 3 },
        { query: "notebook", document: "79", title: "Laptop", label: 0 },
      ],
    });
  });

  it("reads the rating of each agent if requested", async () => {
    const { rows } = await readRows(`${examples}chorus.csv`, { format: "chorus-raters" });
    expect(rows.map(({ document, rater, label }) => [document, rater, label])).toEqual([
      ["78", "agent_1", 3],
      ["78", "agent_2", 2],
      ["78", "agent_3", 3],
      ["79", "agent_1", 0],
      ["79", "agent_2", 1],
    ]);
  });

  it("reads the ratings of agents if there is no final rating", async () => {
    const { format, rows } = await readRows(fileWith("query,docid,agent_1_rating,agent_2_rating\na,1,2,3\na,2,,\n"));
    expect(format).toBe("chorus-raters");
    expect(rows.map(({ rater, label }) => [rater, label])).toEqual([
      ["agent_1", 2],
      ["agent_2", 3],
      ["", Number.NaN],
    ]);
  });

  it("does not read JSON as CSV", async () => {
    const row = '{"query":"a","docid":"1","name":"A","agent_1_rating":2,"final_rating":2}\n';
    await expect(readRows(fileWith(row))).rejects.toThrow("Rename the column of label");
  });

  it("reads a row without a final rating as unrated", async () => {
    const { rows } = await readRows(fileWith(`${header}\na,1,A,,2,,3,\n`));
    expect(rows).toEqual([{ query: "a", document: "1", title: "A", label: Number.NaN }]);
  });

  it.each([
    [`${header}\na,1,A,,2,,3,fine\n`, 'the final_rating "fine" is not a number'],
    [`${header}\n,1,A,,2,,3,1\n`, "has no query"],
    [`${header}\na,,A,,2,,3,1\n`, "a rating but no docid"],
  ])("rejects %j", async (text, words) => {
    const reading = readRows(fileWith(text));
    await expect(reading).rejects.toMatchObject({ code: "INVALID_ROW", details: { line: 2 } });
    await expect(reading).rejects.toThrow(words);
  });
});

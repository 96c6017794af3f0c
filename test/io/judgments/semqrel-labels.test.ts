/** Are the labels that semqrel label wrote read as judgments? */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { labelColumns } from "../../../src/io/labels/label-manifest.ts";
import { fileWith, readRows } from "../../support/judged-rows.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

const header = labelColumns.join(",");

describe("semqrelLabels", () => {
  it("reads results of all engines, and reads results without a match as unrated", async () => {
    const text = `${header}\none,apples,0,d1,Red apples,2.5,semantic,1,Apples,0.9,0.1,ref,proxy,\none,apples,1,d2,Pears,0,none,,,0.1,0.1,ref,proxy,\ntwo,apples,0,d1,Red apples,5,exact,0,Red apples,1,0.5,ref,proxy,\n`;
    expect(await readRows(fileWith(text))).toEqual({
      format: "semqrel-labels",
      rows: [
        { query: "apples", document: "d1", title: "Red apples", label: 2.5 },
        { query: "apples", document: "d2", title: "Pears", label: Number.NaN },
        { query: "apples", document: "d1", title: "Red apples", label: 5 },
      ],
    });
  });

  it("names a document without an id like labels.qrels, by a hash of its title", async () => {
    const rowWith = (id: string) => `one,apples,0,${id},Red apples,5,exact,0,A,1,1,ref,proxy,\n`;
    // printf 'red apples' | sha256sum | cut -c1-16
    const row = { query: "apples", document: "3ca6ac861d35a315", title: "Red apples", label: 5 };
    expect((await readRows(fileWith(`${header}\n${rowWith("")}${rowWith("NA")}`))).rows).toEqual([row, row]);
  });

  it("rejects a row without an id and a title", async () => {
    const reading = readRows(fileWith(`${header}\none,apples,0,,,5,exact,0,A,1,1,ref,proxy,\n`));
    await expect(reading).rejects.toMatchObject({ code: "INVALID_ROW", details: { line: 2 } });
  });

  it("reads labels.qrels if the path is a folder of labels", async () => {
    const folder = join(temporaryFolder(), "labels");
    mkdirSync(folder);
    writeFileSync(join(folder, "labels.qrels"), "q 0 d 2.5\n");
    expect(await readRows(folder)).toEqual({
      format: "trec-qrels",
      rows: [{ query: "q", iteration: "0", document: "d", label: 2.5 }],
    });
  });

  it("rejects a folder without labels", async () => {
    await expect(readRows(temporaryFolder())).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
  });
});

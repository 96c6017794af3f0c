import { appendFileSync, cpSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { ResultLists } from "../../src/core/types.ts";
import { readStoredLabels } from "../../src/label/stored-labels.ts";
import { readReportLabels } from "../../src/report/report-files.ts";
import { makeLabelFolder } from "../support/make-label-folder.ts";
import { temporaryFolder } from "../support/run-cli.ts";

let made = "";
beforeAll(async () => {
  made = join(await makeLabelFolder({ engines: 2, queries: 12 }), "labels");
});

const numbersOf = ({
  ranks,
  queryOfRow,
  rowsInOrder,
  offsets,
}: Pick<ResultLists, "ranks" | "queryOfRow" | "rowsInOrder" | "offsets">) =>
  [ranks, queryOfRow, rowsInOrder, offsets].map((column) => [...column]);

describe("readReportLabels", () => {
  it("returns the same numbers as a reader that keeps all labels in memory", async () => {
    const { stored } = await readStoredLabels(made);
    const { labels } = await readReportLabels(made);
    expect(labels.queries).toEqual(stored.queries);
    expect(labels.engines).toHaveLength(2);
    for (const [place, { lists, ...columns }] of labels.engines.entries()) {
      const { lists: wanted, ...wantedColumns } = stored.engines[place] ?? {};
      if (wanted === undefined) throw new Error("no such engine");
      expect(lists.engine).toBe(wanted.engine);
      expect(numbersOf(lists)).toEqual(numbersOf(wanted));
      expect(columns).toEqual(wantedColumns);
      const titles = new Map(wanted.titles.map((title, row) => [title, lists.titleNumbers?.[row]]));
      expect(wanted.titles.map((title) => titles.get(title))).toEqual([...(lists.titleNumbers ?? [])]);
    }
    expect(labels.reference?.labels).toEqual(stored.reference?.labels);
    expect(labels.reference?.pointRanks).toEqual(stored.reference?.pointRanks);
  });

  it("reads only the texts of the requested rows", async () => {
    const { stored } = await readStoredLabels(made);
    const { withTexts } = await readReportLabels(made);
    const { engines, reference } = await withTexts({ engines: [[7, 2], [0]], reference: [3] });
    const textsOf = (rows: readonly number[], texts: readonly string[] = []) =>
      Object.fromEntries(rows.map((row) => [row, texts[row]]));
    const [first, second] = stored.engines;
    expect(engines[0]?.lists.titles).toEqual(textsOf([2, 7], first?.lists.titles));
    expect(engines[0]?.lists.ids).toEqual(textsOf([2, 7], first?.lists.ids ?? []));
    expect(engines[1]?.lists.titles).toEqual(textsOf([0], second?.lists.titles));
    expect(reference?.lists.titles).toEqual(textsOf([3], stored.reference?.lists.titles));
  });

  it("refuses a file that changed before its texts were read", async () => {
    const folder = join(temporaryFolder(), "labels");
    cpSync(made, folder, { recursive: true });
    const { withTexts } = await readReportLabels(folder);
    appendFileSync(join(folder, "labels.csv"), "\n");
    await expect(withTexts({ engines: [[0], [0]], reference: [] })).rejects.toMatchObject({ code: "FILE_UNREADABLE" });
  });
});

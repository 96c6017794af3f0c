import { describe, expect, it } from "vitest";
import type { LabelFolderOrigin } from "../../../src/core/types.ts";
import { conditionChanges } from "../../../src/report/content/build-history-report.ts";
import type { HistoryStep } from "../../../src/report/content/report-inputs.ts";
import { madeOrigin } from "../../support/make-report.ts";

const stepOf = (origin: Partial<LabelFolderOrigin> = {}, queries: readonly string[] = ["a", "b"]): HistoryStep => ({
  ...{ name: "run", measures: [], queries, origin: { ...madeOrigin, ...origin } },
});

const said = (origin: Partial<LabelFolderOrigin>, queries?: readonly string[]) =>
  conditionChanges(stepOf(), stepOf(origin, queries)).map(({ what, changesLabels }) => [what, changesLabels]);

describe("conditionChanges", () => {
  it("returns no changes if no label option and no content of a file changed", () => {
    expect(said({})).toEqual([]);
    // Options that do not affect labels, and paths of files, do not count as changes.
    expect(said({ options: { ...madeOrigin.options, exact: true } })).toEqual([]);
    expect(said({ inputs: madeOrigin.inputs.map((input) => ({ ...input, path: `elsewhere/${input.path}` })) })).toEqual(
      [],
    );
  });

  it("lists another model, label option, reference or calibration as a change that affects labels", () => {
    expect(said({ model: { name: "mini", sha256: "c".repeat(64), precision: "int8" } })).toEqual([
      ["model: mini (float32), now mini (int8)", true],
    ]);
    expect(said({ options: { ...madeOrigin.options, threshold: null, labelFunction: "flat(value=1)" } })).toEqual([
      ["labelFunction: inverse(top=5), now flat(value=1)", true],
      ["threshold: 0.4, now none", true],
    ]);
    expect(said({ reference: { engine: "library", sha256: "0".repeat(64) } })).toEqual([
      ["reference: library has other results", true],
    ]);
    expect(said({ reference: { engine: "museum", sha256: "0".repeat(64) } })).toEqual([
      ["reference: library, now museum", true],
    ]);
    expect(said({ calibration: { sha256: "d".repeat(64), method: "ridge" } })).toEqual([["another calibration", true]]);
  });

  it("lists other files, queries and versions as changes that do not affect labels", () => {
    const [library, explorer, quickfind] = madeOrigin.inputs;
    if (library === undefined || explorer === undefined || quickfind === undefined) throw new Error("no inputs");
    const inputs = [
      library,
      { ...explorer, sha256: "9".repeat(64) },
      { ...quickfind, path: "new.csv", sha256: "8".repeat(64) },
    ];
    expect(said({ inputs })).toEqual([
      ["other content: explorer.csv", false],
      ["new files: new.csv", false],
      ["files gone: <i>quickfind.csv", false],
    ]);
    expect(said({}, ["b", "c", "d"])).toEqual([
      ["2 new queries", false],
      ["1 query gone", false],
    ]);
    expect(said({ versions: { semqrel: "0.2.0" } })).toEqual([["semqrel: 0.1.0, now 0.2.0", false]]);
  });
});

/** Is a pair refused exactly where a column says different things on both sides? */
import { describe, expect, it } from "vitest";
import type { SharedColumn } from "../../../src/label/match/shared-columns.ts";
import { vetoOf } from "../../../src/label/match/veto-of.ts";

/** Points 0 and 1 of rows 0 and 1; row 2 is the same title to the model as row 0. */
const points = { rows: Int32Array.of(0, 1), offsets: Int32Array.of(0, 2), pointOfRow: Int32Array.of(0, 1, 0) };
const year = (candidate: readonly string[], reference: readonly string[]): SharedColumn => ({
  ...{ name: "year", candidate, reference },
});

describe("vetoOf", () => {
  it("refuses what differs", () => {
    const veto = vetoOf([year(["2001", "2002"], ["2001", "2002", "2001"])], points);
    expect([veto?.(0, 0), veto?.(0, 1), veto?.(1, 0), veto?.(1, 1)]).toEqual([false, true, true, false]);
  });

  it.each([
    ["on the candidate's side", "", "2001"],
    ["on the reference's side", "2001", ""],
    ["on both", "", ""],
  ])("refuses nothing where a cell is empty %s", (_, candidate, reference) => {
    expect(vetoOf([year([candidate], [reference, reference, reference])], points)?.(0, 1)).toBe(false);
  });

  it("refuses where any column differs", () => {
    const language = { ...year(["en"], ["en", "de", "en"]), name: "language" };
    const veto = vetoOf([year(["2001"], ["2001", "2001", "2001"]), language], points);
    expect([veto?.(0, 0), veto?.(0, 1)]).toEqual([false, true]);
  });

  it("allows a point of several works where one of them agrees", () => {
    const veto = vetoOf([year(["2002", "2003"], ["2001", "1999", "2002"])], points);
    expect([veto?.(0, 0), veto?.(1, 0)]).toEqual([false, true]);
  });

  it("is null without columns", () => {
    expect(vetoOf([], points)).toBeNull();
  });
});

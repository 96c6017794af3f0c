/** Are rows collected into columns, even if a column appears late or twice? */
import { describe, expect, it } from "vitest";
import { tableBuilder } from "../../../src/io/tables/table.ts";

const all = () => true;

describe("tableBuilder", () => {
  it("collects the requested columns, and all column names", () => {
    const builder = tableBuilder((name) => name !== "secret");
    const names = ["query", "secret", "title"];
    builder.onRow(names, ["q", "x", "t"], 2);
    builder.onRow(names, ["r", "y", "u"], 5);
    const table = builder.finish();
    expect(Object.fromEntries(table.columns)).toEqual({ query: ["q", "r"], title: ["t", "u"] });
    expect(table.names).toEqual(names);
    expect([...table.lines]).toEqual([2, 5]);
  });

  it("fills columns with empty cells if they appear late, disappear or end early", () => {
    const builder = tableBuilder(all);
    builder.onRow(["a"], ["1"], 1);
    builder.onRow(["b", "a"], ["2", "3"], 2);
    builder.onRow(["b"], [], 3);
    builder.onRow(["a", "c"], ["5", "6"], 4);
    expect(Object.fromEntries(builder.finish().columns)).toEqual({
      a: ["1", "3", "", "5"],
      b: ["", "2", "", ""],
      c: ["", "", "", "6"],
    });
  });

  it("uses the first of two columns with the same name", () => {
    const builder = tableBuilder(all);
    builder.onRow(["a", "b", "a"], ["1", "2", "3"], 1);
    const table = builder.finish();
    expect(Object.fromEntries(table.columns)).toEqual({ a: ["1"], b: ["2"] });
    expect(table.names).toEqual(["a", "b"]);
  });

  // 200,000 columns took 40 s when each name was compared with all earlier ones.
  it("examines each name only a few times, however many columns there are", () => {
    let reads = 0;
    const names = new Proxy(
      Array.from({ length: 1000 }, (_, column) => `c${column}`),
      {
        get(target, key) {
          reads++;
          return Reflect.get(target, key, target);
        },
      },
    );
    const builder = tableBuilder(() => false);
    builder.onRow(names, [], 2);
    expect(builder.finish().names.length).toBe(1000);
    expect(reads).toBeLessThan(5000);
  });

  it("returns no columns if there are no rows", () => {
    expect(tableBuilder(all).finish()).toEqual({
      columns: new Map(),
      names: [],
      hiddenCells: 0,
      lines: new Int32Array(0),
    });
  });
});

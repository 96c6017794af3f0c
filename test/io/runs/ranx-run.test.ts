/** Are ranx's runs read and written? */
import { describe, expect, it } from "vitest";
import { ranxRunWriter } from "../../../src/io/runs/ranx-run.ts";
import { examples, fileWith, plainly, readRunRows, runOf, textOf } from "../../support/judged-rows.ts";

describe("ranxRun", () => {
  it("reads ranx's example", async () => {
    expect(await readRunRows(`${examples}ranx-run.json`)).toEqual({
      format: "ranx",
      runs: [{ name: "ranx-run", rows: [{ query: "q_1", document: "d_12", score: 0.9 }] }],
    });
  });

  it("writes every score with a point, so that ranx sees floats", () => {
    const run = runOf([
      { query: "q", document: "a", score: 12 },
      { query: "q", document: "b", score: -0.5 },
      { query: "p", document: "a", score: 1e21 },
    ]);
    expect(textOf(ranxRunWriter.write([run], plainly))).toBe('{\n"q":{"a":12.0,"b":-0.5},\n"p":{"a":1e+21}\n}\n');
  });

  it("says where a score is none", async () => {
    await expect(readRunRows(fileWith('{"q":{"d":1.5,"e":null}}'))).rejects.toMatchObject({
      code: "INVALID_FORMAT",
      details: { path: "q.e" },
    });
  });
});

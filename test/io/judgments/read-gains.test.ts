/** Are grades converted back to labels? */
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { integerGrades, readGains, restoreLabels } from "../../../src/measure/convert/convert-file.ts";
import { fileWith } from "../../support/judged-rows.ts";
import { runs } from "../../support/property.ts";

function gainsText(gains: unknown): string {
  return JSON.stringify({ schema: "semqrel.gains/1", gains });
}

describe("readGains", () => {
  const text = gainsText([
    { grade: 0, label: 0 },
    { grade: 2, label: 0.25 },
  ]);
  it.each([
    ["a plain file", text],
    ["a compressed file", gzipSync(text)],
    ["a file with other fields", text.replace("{", '{"made":"today",')],
  ])("reads the label of each grade from %s", async (_, content) => {
    expect([...(await readGains(fileWith(content)))]).toEqual([
      [0, 0],
      [2, 0.25],
    ]);
  });

  it.each([
    ["another schema", '{"schema":"semqrel.gains/2","gains":[]}', "INVALID_FORMAT", 'schema is "semqrel.gains/2"'],
    ["a missing schema", '{"gains":[]}', "INVALID_FORMAT", "schema is missing"],
    ["a list instead of an object", "[1]", "INVALID_FORMAT", "it is a list"],
    ["gains that are not a list", gainsText({ 1: 0.5 }), "INVALID_FORMAT", "gains is an object; a list"],
    ["a gain without a grade", gainsText([{ label: 1 }]), "INVALID_FORMAT", "gains[0].grade is missing"],
    ["an invalid label", gainsText([{ grade: 1, label: "x" }]), "INVALID_FORMAT", 'gains[0].label is "x"'],
    ["text that is not JSON", "q 0 d 1\n", "INVALID_FORMAT", "not JSON"],
    ["an empty file", "", "EMPTY_FILE", "it is empty"],
  ])("rejects %s", async (_, content, code, words) => {
    const path = fileWith(content);
    const reading = readGains(path);
    await expect(reading).rejects.toMatchObject({ code, details: { file: path } });
    await expect(reading).rejects.toThrow(words);
  });
});

describe("restoreLabels", () => {
  it("leaves negative labels and unrated rows unchanged", () => {
    const restored = restoreLabels(
      Float64Array.of(1, -1, Number.NaN, 0),
      new Map([
        [1, 0.5],
        [0, 0],
      ]),
      "a.qrels",
    );
    expect([...restored]).toEqual([0.5, -1, Number.NaN, 0]);
  });

  it("restores all labels for up to 127 grades", () => {
    const label = fc.double({ min: 0, max: 5, noNaN: true }).map((value) => value + 0);
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 127 }), (labels) => {
        const { gradeOf, gains } = integerGrades(labels);
        const grades = Float64Array.from(labels, gradeOf);
        const labelOf = new Map(gains.map((gain) => [gain.grade, gain.label]));
        expect([...restoreLabels(grades, labelOf, "a")]).toEqual(labels);
      }),
      runs,
    );
  });

  it("rejects a grade that is missing in the gains", () => {
    const restoring = () => restoreLabels(Float64Array.of(1, 7), new Map([[1, 0.5]]), "a.qrels");
    expect(restoring).toThrow(
      expect.objectContaining({ code: "INVALID_LABEL", details: { file: "a.qrels", grade: 7 } }),
    );
    expect(restoring).toThrow("Reading a.qrels: the gains have no label for grade 7");
  });
});

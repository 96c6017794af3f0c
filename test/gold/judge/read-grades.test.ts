import { describe, expect, it } from "vitest";
import { parseRatingScale } from "../../../src/gold/agreement/combine-ratings.ts";
import { readGrades } from "../../../src/gold/judge/kept-answers.ts";

const scale = parseRatingScale("0-3");
/** Returns each grade, or the reason why it is wrong. */
const read = (text: string, documents = 1) =>
  readGrades(text, documents, scale).map((one) => (one.kind === "grade" ? one.grade : one.reason));

describe("readGrades", () => {
  it.each([
    ["a list", '[{"id":"d1","grade":2}]', [2]],
    ["an object", '{"id":"d1","grade":2}', [2]],
    ["an object without id, of one document", '{"grade":2}', [2]],
    ["an object around the list", '{"grades":[{"id":"d1","grade":2}]}', [2]],
    ["a fenced block", '```json\n[{"id":"d1","grade":2}]\n```\n', [2]],
    ["a grade as text", '[{"id":"d1","grade":" 2 "}]', [2]],
    ["a bare grade", " 2\n", [2]],
    ["thoughts before", '<think>[{"id":"d1","grade":0}] or 3?</think>[{"id":"d1","grade":2}]', [2]],
    ["thoughts whose beginning the server cut off", 'Is it 3?</think>\n```\n{"grade":2}\n```', [2]],
    ["a sentence that speaks of keys", '[{"id":"d1","reason":"say {\\"grade\\":3}","grade":2}]', [2]],
    ["the same grade twice", '[{"id":"d1","grade":2},{"id":"d1","grade":2}]', [2]],
  ])("reads %s", (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });
  it("finds documents by their ids, in any order", () => {
    expect(read('[{"id":"d2","grade":3},{"id":"d1","grade":0}]', 2)).toEqual([0, 3]);
  });
  it("keeps the model's reason", () => {
    const [one] = readGrades('[{"id":"d1","reason":"It is on trees.","grade":2}]', 1, scale);
    expect(one).toEqual({ kind: "grade", grade: 2, sentence: "It is on trees." });
  });
  it.each([
    ["prose", "I think that this document is quite relevant.", /not a list of grades \(I think/],
    ["a refusal", "I'm sorry, I can't help with that.", /not a list of grades/],
    ["half an answer", '[{"id":"d1","gra', /not a list/],
    ["NaN", '[{"id":"d1","grade":NaN}]', /not a list/],
    ["a grade that is none", '[{"id":"d1","grade":null}]', /the grade null is not on the scale 0-3/],
    ["a grade between two", '[{"id":"d1","grade":1.5}]', /1\.5 is not on the scale/],
    ["a grade above the scale", '[{"id":"d1","grade":7}]', /7 is not/],
    ["a grade below the scale", '[{"id":"d1","grade":-1}]', /-1 is not/],
    ["no grade", '[{"id":"d1"}]', /missing is not/],
    ["another id", '[{"id":"d7","grade":2}]', /grades "d7", which was not asked about/],
    ["a list of numbers", "[2, 3]", /not a list of grades/],
    ["nothing", "[]", /not a list/],
    ["two grades", '[{"id":"d1","grade":2},{"id":"d1","grade":3}]', /twice/],
    ["a number in prose", "3 of the 4 words occur", /not a list/],
  ])("gives a reason for %s", (_, text, reason) => {
    expect(read(text)[0]).toMatch(reason);
  });
  it.each([
    '[{"id":"d1","grade":NaN},{"id":"d2","grade":0},{"id":"d3","grade":1}]',
    '[{"id":"d1","grade":Infinity},{"id":"d2","grade":2},{"id":"d3","grade":2}]',
    '[{"id":"d1","grade":1},{"id":"d2","grade":2},{"id":"d3","grade":3}',
    '[{"id":"d1","grade":1},{"id":"d2","grade":2},{"id":"d3","gra',
    '[{"id":"d1","grade":1},{"id":"d2","grade":2},{"id":"d3","grade":3},]',
    '[{"id":"d1","grade":1,},{"id":"d2","grade":2},{"id":"d3","grade":3}]',
    "[{'id':'d1','grade':1},{'id':'d2','grade':2},{'id':'d3','grade':3}]",
    '{"id":"d1","grade":1}\n{"id":"d2","grade":2}\n{"id":"d3","grade":3}',
    '[{"id":"d1","grade":1},{"id":"d2","grade":2},{"id":"d4","grade":3}]',
    '[{"id":"D1","grade":1},{"id":"d2","grade":2},{"id":"d3","grade":3}]',
    '[{"id":1,"grade":1},{"id":2,"grade":2},{"id":3,"grade":3}]',
    '[{"grade":1},{"grade":2},{"grade":3}]',
    '[{"id":"d1","grade":0,"grade":3},{"id":"d2","grade":0},{"id":"d3","grade":0}]',
    '[{"id":"d1","grade":"1 or 2"},{"id":"d2","grade":"high"},{"id":"d3","grade":[1]}]',
    '[{"id":"d1","grade":true},{"id":"d2","grade":1.5},{"id":"d3","grade":"-1"}]',
    '[{"id":"d1","grade":-1},{"id":"d2","grade":4},{"id":"d3","grade":1e9}]',
    '{"d1":1,"d2":2,"d3":3}',
    "[1, 2, 3]",
    '[[{"id":"d1","grade":1}],[{"id":"d2","grade":2}],[{"id":"d3","grade":3}]]',
    "d1: 1\nd2: 2\nd3: 3",
    '[{"id":"d1","grade":1},{"id":"d2","grade":1},{"id":"d3","grade":1}] But on reflection all are 0.',
    'It would be wrong to say [{"id":"d1","grade":3},{"id":"d2","grade":3},{"id":"d3","grade":3}]',
    '```json\n[{"id":"d1","grade":3},{"id":"d2","grade":3},{"id":"d3","grade":3}]\n```\nis what they ask for.',
    '<think>[{"id":"d1","grade":3},{"id":"d2","grade":3},{"id":"d3","grade":3}]',
    '[{"id":"d1","grade":3},{"id":"d2","grade":3},{"id":"d3","grade":3}]</think>',
    '"[{\\"id\\":\\"d1\\",\\"grade\\":3}]"',
    "3",
    "null",
    '[{"id":"d1","grade":1},null,{"id":"d3","grade":3}]',
    '[{"id":"d1","id":"d2","grade":1},{"id":"d2","grade":1},{"id":"d3","grade":3}]',
  ])("reads no grade for any of three documents from %s", (text) => {
    expect(read(text, 3)).toEqual(Array(3).fill(expect.any(String)));
  });
  it.each([
    "It certainly does not deserve grade 3.",
    "Grade: -1",
    "Grade: 12",
    "##final score: 2",
    "2.",
    "2 or 3",
    "2/3",
    "-1",
    "1.5",
    "03",
    "³",
    '"2" is too much',
    '{"id":"d1","grade":1',
    '{"id":"d2","grade":1}',
    '{"grade":0,"grade":3}',
    '[{"grade":1},{"grade":1}]',
    '{"id":"d1","score":3}',
    '{"id":null,"grade":3}',
    '[{"id":"d1","grade":3}] grade: 0',
  ])("reads no grade for one document from %s", (text) => {
    expect(read(text)).toEqual([expect.any(String)]);
  });
  it("ignores all grades of an answer with a wrong id, because they may belong to other documents", () => {
    expect(read('[{"id":"d2","grade":1},{"id":"d3","grade":2}]', 2)).toEqual([
      expect.stringMatching(/not asked/),
      expect.stringMatching(/not asked/),
    ]);
  });
  it("keeps the other grades if one is missing or wrong", () => {
    const text = '[{"id":"d1","grade":1},{"id":"d2","grade":9}]';
    expect(read(text, 3)).toEqual([1, expect.stringMatching(/9 is not/), expect.stringMatching(/omits/)]);
  });
  it("removes control characters from the model's answer", () => {
    expect(read("\u001b[2J\u202eno")[0]).not.toMatch(/[\u001b\u202e]/);
  });
});

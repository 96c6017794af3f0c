import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readAnswer } from "../../../src/io/ask/ask.ts";

const read = (bytes: string | Uint8Array, type = "application/json") =>
  readAnswer(typeof bytes === "string" ? Buffer.from(bytes) : bytes, type, 1000);

describe("readAnswer", () => {
  it.each([
    ["UTF-8", Buffer.from('{"a":"é"}'), "application/json"],
    ["UTF-8 declared as Latin-1", Buffer.from('{"a":"é"}'), "application/json; charset=iso-8859-1"],
    ["declared Latin-1", Buffer.from('{"a":"é"}', "latin1"), "application/json; charset=iso-8859-1"],
    ["UTF-16 with a byte order mark", Buffer.from('\ufeff{"a":"é"}', "utf16le"), ""],
    ["UTF-8 with a byte order mark", Buffer.from('\ufeff{"a":"é"}'), ""],
    ["gzip data that no header announces", gzipSync('{"a":"é"}'), "application/json"],
  ])("reads %s", (_, bytes, type) => {
    expect(read(bytes, type)).toMatchObject({ kind: "json", value: { a: "é" } });
  });
  it("keeps all digits of long numbers, and leaves texts and short numbers unchanged", () => {
    const text = '{"id": 12345678901234567890, "t": "no 12345678901234567890 \\" 1", "n": [-1, 2.5, 1e3]}';
    expect(read(text)).toMatchObject({
      value: { id: "12345678901234567890", t: 'no 12345678901234567890 " 1', n: [-1, 2.5, 1000] },
    });
  });
  it.each([
    ["an empty answer", "", /empty/],
    ["an answer of white space", " \n", /only white space/],
    ["HTML", "<!DOCTYPE html><p>Log in", /HTML or XML.*<!DOCTYPE html>/],
    ["incomplete JSON", '{"items":[{"name":"a"},{"na', /cut short/],
    ["plain text", "OK", /not JSON/],
    ["bytes that are not UTF-8", Buffer.from('{"a":"é"}', "latin1"), /not UTF-8/],
    ["incomplete gzip", gzipSync('{"a":"é"}').subarray(0, 20), /gzip data is damaged/],
    [
      "gzip data that is too large after unpacking",
      gzipSync("1".repeat(100_000)),
      /gzip data is damaged, cut short or too large/,
    ],
  ])("rejects %s and explains why", (_, bytes, reason) => {
    expect(read(bytes)).toEqual({ kind: "wrong", reason: expect.stringMatching(reason) });
  });
});

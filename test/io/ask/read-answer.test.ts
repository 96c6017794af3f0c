import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readAnswer } from "../../../src/io/ask/ask.ts";

const read = (bytes: string | Uint8Array, type = "application/json") =>
  readAnswer(typeof bytes === "string" ? Buffer.from(bytes) : bytes, type, 1000);

describe("readAnswer", () => {
  it.each([
    ["UTF-8", Buffer.from('{"a":"é"}'), "application/json"],
    ["UTF-8 that calls itself Latin", Buffer.from('{"a":"é"}'), "application/json; charset=iso-8859-1"],
    ["Latin that says so", Buffer.from('{"a":"é"}', "latin1"), "application/json; charset=iso-8859-1"],
    ["UTF-16 with its mark", Buffer.from('\ufeff{"a":"é"}', "utf16le"), ""],
    ["UTF-8 with a mark", Buffer.from('\ufeff{"a":"é"}'), ""],
    ["gzip that nobody announced", gzipSync('{"a":"é"}'), "application/json"],
  ])("reads %s", (_, bytes, type) => {
    expect(read(bytes, type)).toMatchObject({ kind: "json", value: { a: "é" } });
  });
  it("keeps the last digits of long numbers, and leaves texts and short numbers alone", () => {
    const text = '{"id": 12345678901234567890, "t": "no 12345678901234567890 \\" 1", "n": [-1, 2.5, 1e3]}';
    expect(read(text)).toMatchObject({
      value: { id: "12345678901234567890", t: 'no 12345678901234567890 " 1', n: [-1, 2.5, 1000] },
    });
  });
  it.each([
    ["nothing", "", /empty/],
    ["blanks", " \n", /blank/],
    ["HTML", "<!DOCTYPE html><p>Log in", /HTML or XML.*<!DOCTYPE html>/],
    ["half an answer", '{"items":[{"name":"a"},{"na', /cut short/],
    ["plain text", "OK", /not JSON/],
    ["other bytes", Buffer.from('{"a":"é"}', "latin1"), /not UTF-8/],
    ["half of gzip", gzipSync('{"a":"é"}').subarray(0, 20), /gzip data is damaged/],
    ["gzip that swells", gzipSync("1".repeat(100_000)), /gzip data is damaged, cut short or too large/],
  ])("says what it got instead: %s", (_, bytes, reason) => {
    expect(read(bytes)).toEqual({ kind: "wrong", reason: expect.stringMatching(reason) });
  });
});

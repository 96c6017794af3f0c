import { describe, expect, it } from "vitest";
import { notUtf8, startsAsUtf16 } from "../../src/io/encoding.ts";

describe("notUtf8", () => {
  it.each([
    [
      "Windows-1252",
      Buffer.from("q;Wärme", "latin1"),
      "such as --encoding windows-1252 (what Excel and others call CSV or ANSI)",
    ],
    ["UTF-16", Buffer.from("\ufeffq", "utf16le"), "(they look like UTF-16). Save the file as UTF-8."],
    [
      "an image",
      Buffer.from("89504e470d0a1a0a", "hex"),
      "not UTF-8, and do not look like text. Give a text file, or Parquet.",
    ],
  ])("explains what to do about %s", (_, bytes, says) => {
    const error = notUtf8("a.csv", 3, bytes);
    expect(error.message).toContain("Reading a.csv:3: the bytes are not UTF-8");
    expect(error.message).toContain(says);
    expect([error.code, error.details]).toEqual(["INVALID_ENCODING", { file: "a.csv", line: 3 }]);
  });

  it("does not name a line if none is given", () => {
    const error = notUtf8("a.csv", null, Buffer.from("\ufeffq", "utf16le"));
    expect(error.message).toContain("Reading a.csv: the bytes");
    expect(error.details).toEqual({ file: "a.csv" });
  });
});

describe("startsAsUtf16", () => {
  it("recognises both byte order marks of UTF-16, but not the byte order mark of UTF-8", () => {
    const marked = Buffer.from("\ufeffq", "utf16le");
    expect(startsAsUtf16(marked)).toBe(true);
    expect(startsAsUtf16(Buffer.from(marked).swap16())).toBe(true);
    expect(startsAsUtf16(Buffer.from("\ufeffq"))).toBe(false);
  });
});

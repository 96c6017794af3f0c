/** Is JSON read line by line if possible, otherwise completely, and is incomplete JSON reported? */
import { describe, expect, it } from "vitest";
import { jsonDocuments } from "../../../../src/io/tables/formats/jsonl.ts";
import { inPieces } from "../../pieces.ts";

async function read(text: string) {
  const found: { value: unknown; line: number }[] = [];
  for await (const document of jsonDocuments(inPieces(text, 3), "file.json", "response")) found.push(document);
  return found;
}

describe("jsonDocuments", () => {
  it.each([
    ['{"a":1}', [1]],
    ['\n\n{"a":1}\n', [3]],
    ['{\n"a":1\n}\n', [1]],
    ['\r\n[\r\n{"a":1}\r\n]', [2]],
    ['{"a":1}\r\n\r\n{"a":1}\r\n{"a":1}', [1, 3, 4]],
    ["\n \n", []],
    ["", []],
  ])("returns the lines on which the documents in %j start: %j", async (text, lines) => {
    const found = await read(text);
    expect(found.map(({ line }) => line)).toEqual(lines);
    for (const { value } of found) expect([{ a: 1 }, [{ a: 1 }]]).toContainEqual(value);
  });

  it.each([
    ['{"a":1', "INVALID_FORMAT", 1],
    ['\n{\n"a":[1\n', "INVALID_FORMAT", 2],
    ["query,title\na,b\n", "INVALID_FORMAT", 1],
    ['{"a":1}\n{"a":', "INVALID_ROW", 2],
    ['{"a":1}\n\nend\n{}', "INVALID_ROW", 3],
  ])("rejects %j", async (text, code, line) => {
    await expect(read(text)).rejects.toMatchObject({ code, details: { file: "file.json", line } });
    await expect(read(text)).rejects.toThrow(`file.json:${line}: this is not JSON, or it is incomplete`);
  });
});

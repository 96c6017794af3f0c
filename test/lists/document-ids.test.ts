import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentKeys, queryKey, queryKeys } from "../../src/lists/documents.ts";
import { makeLists, type Row } from "../support/make-lists.ts";
import { runs } from "../support/property.ts";

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The first 16 digits, as written to files. */
function shortHash(text: string): string {
  return hash(text).slice(0, 16);
}

describe("queryKey", () => {
  it("is the id of the query if there is one", () => {
    expect(queryKey({ id: "301", name: "fast cars" }, hash)).toBe("301");
  });

  it("is the text if there is no id and the text is one word, otherwise a hash of the text", () => {
    expect(queryKey({ id: null, name: "tea" }, hash)).toBe("tea");
    expect(queryKey({ id: "q 1", name: "tea" }, hash)).toBe("tea");
    // sha256sum of "fast cars", computed with coreutils.
    expect(queryKey({ id: null, name: "fast cars" }, hash)).toBe("d0fa9a2b7714d68a");
  });

  describe("queryKey in edge cases", () => {
    it.each(["q 1", "q\t1", "q\u00a01", "q\n"])("is a hash of the text if the id %j has white space", (id) => {
      expect(queryKey({ id, name: "fast cars" }, hash)).toBe(shortHash("fast cars"));
      // If several ids share the text, the id is the name.
      expect(queryKey({ id, name: id }, hash)).toBe(shortHash(id));
    });

    it("is a hash of the id if it has white space and there is no text", () => {
      expect(queryKey({ id: "q 1", name: "q 1" }, hash)).toBe(shortHash("q 1"));
    });
  });
});

describe("queryKeys", () => {
  it("are different for a text that is the id of another query", () => {
    const green = { id: "tea", text: "green tea", name: "green tea" };
    const tea = { id: null, text: "tea", name: "tea" };
    expect(queryKeys([green, tea, { ...tea, name: "milk" }], hash)).toEqual(["tea", shortHash("tea"), "milk"]);
  });
});

describe("documentKeys", () => {
  it("are the ids, or hashes of the lower-case titles if ids are missing or have white space", () => {
    const lists = makeLists(
      "e",
      [
        [0, 0, "Alpha", "d1"],
        [0, 1, "Beta", ""],
        [0, 2, "Gamma", "d 3"],
      ],
      1,
    );
    expect(documentKeys(lists, hash)).toEqual(["d1", shortHash("beta"), shortHash("gamma")]);
  });

  it("are hashes of the titles, whatever their case, if the input has no ids", () => {
    expect(documentKeys(makeLists("e", [[0, 0, "Alpha"]], 1), hash)).toEqual([shortHash("alpha")]);
    expect(documentKeys(makeLists("e", [[0, 0, "ALPHA"]], 1), hash)).toEqual([shortHash("alpha")]);
  });

  it("ignore white space around ids, invisible characters, and words that mean no value", () => {
    const ids = ["d0 ", "\u00a0d1", "d\u200b2", "NA", "#N/A", "-"];
    const rows = ids.map((id, rank): Row => [0, rank, `t${rank}`, id]);
    const hashes = ["t3", "t4", "t5"].map(shortHash);
    expect(documentKeys(makeLists("e", rows, 1), hash)).toEqual(["d0", "d1", "d2", ...hashes]);
  });

  it("end with a number for each repeat of a document in a list, in order of rank", () => {
    const rows: readonly Row[] = [
      [0, 2, "a", "d1"],
      [0, 0, "a", "d1"],
      [1, 0, "a", "d1"],
      [0, 1, "a", "d1"],
    ];
    expect(documentKeys(makeLists("e", rows, 2), hash)).toEqual(["d1~3", "d1", "d1", "d1~2"]);
  });

  describe("documentKeys of any lists", () => {
    it("are distinct within each list and have no white space", () => {
      const row = fc
        .tuple(
          fc.nat(2),
          fc.nat(5),
          fc.constantFrom("a", "A", "b c"),
          fc.constantFrom("", "x", "x~2", "x~3", "x ~2", "x~2~2"),
        )
        .map(([query, rank, title, id]): Row => [query, rank, title, id]);
      fc.assert(
        fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
          const keys = documentKeys(makeLists("e", rows, 3), hash);
          const documents = rows.map(([query], place) => `${query} ${keys[place]}`);
          expect(new Set(documents).size).toBe(rows.length);
          expect(keys.filter((key) => key === "" || /\s/.test(key))).toEqual([]);
        }),
        runs,
      );
    });
  });

  describe("documentKeys in edge cases", () => {
    it("are different from an id that looks like a numbered repeat", () => {
      const rows: readonly Row[] = [
        [0, 0, "a", "d1"],
        [0, 1, "b", "d1"],
        [0, 2, "c", "d1~2"],
      ];
      expect(documentKeys(makeLists("e", rows, 1), hash)).toEqual(["d1", "d1~3", "d1~2"]);
    });
  });
});

import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { oneWordKey } from "../../../src/core/titles/one-word-key.ts";

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

describe("oneWordKey", () => {
  it("is the id where it is one word", () => {
    expect(oneWordKey("10.1000/182", "fast cars", hash)).toBe("10.1000/182");
  });

  describe("edges", () => {
    // sha256sum of "fast cars", computed with coreutils.
    it.each([null, "", " ", "a b", "a\tb", "a\u00a0b", "a\n"])("is a hash of the text where the id is %j", (id) => {
      expect(oneWordKey(id, "fast cars", hash)).toBe("d0fa9a2b7714d68a");
    });
  });
});

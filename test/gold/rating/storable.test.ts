import fc from "fast-check";
import { expect, it } from "vitest";
import { storable } from "../../../src/gold/rating/storable.ts";
import { runs } from "../../support/property.ts";

it("leaves text as it is that is well-formed and has no NUL", () => {
  const text = fc.string({ unit: "binary" }).filter((value) => !value.includes("\u0000"));
  fc.assert(
    fc.property(text, (value) => {
      expect(storable(value)).toBe(value);
    }),
    runs,
  );
});

it("puts U+FFFD in the place of NUL and of halves of surrogate pairs", () => {
  expect(storable("a\u0000b\ud83dc\ude00d😀")).toBe("a\ufffdb\ufffdc\ufffdd😀");
});

/** Which engines are to be ordered? */
import { describe, expect, it } from "vitest";
import { enginesToOrder } from "../../src/lists/engines-to-order.ts";

const three = ["a", "b", "c"].map((engine) => ({ engine }));

describe("enginesToOrder", () => {
  it("takes all, or those that are named, in the order of the lists", () => {
    expect(enginesToOrder(three, null)).toEqual([0, 1, 2]);
    expect(enginesToOrder(three, ["c", "a"])).toEqual([0, 2]);
  });

  it.each([
    { asked: ["a", "d"], message: /--engines names d.*a, b, c/ },
    { asked: ["a"], message: /one engine/ },
  ])("refuses $asked", ({ asked, message }) => {
    expect(() => enginesToOrder(three, asked)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringMatching(message) }),
    );
  });
});

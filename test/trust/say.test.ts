import { expect, it } from "vitest";
import { sayChance } from "../../src/trust/say.ts";

it("names the stricter test only if the interval is above 0, and a correction only if there are several tests", () => {
  expect(sayChance(null, true)).toBe("That may be chance.");
  expect(sayChance([-0.1, 0.2], false)).toBe("That may be chance.");
  expect(sayChance([0.1, 0.2], true)).toBe("According to a randomisation test, that may be chance.");
  expect(sayChance([0.1, 0.2], false)).toBe("After correction for all tests, that may be chance.");
});

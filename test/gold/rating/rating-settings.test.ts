import { describe, expect, it } from "vitest";
import { parseRatingScale } from "../../../src/gold/agreement/combine-ratings.ts";
import { newStore, pairs, rated, scale, settings } from "../../support/rating-store.ts";

describe("settings of a ratings database", () => {
  it("can change the labels of grades once there are ratings, but not the scale or the order", () => {
    const store = newStore();
    store.addPool(pairs, { ...settings, scale: parseRatingScale("0-3"), seed: 7, repeatShare: 0.1 });
    expect([store.scale?.name, store.order]).toEqual(["0-3", { seed: 7, repeatShare: 0.1 }]);
    store.save({ ...rated, grade: 3 });
    const chosen = { ...settings, scale: parseRatingScale("0-3", ["a", "b", "c", "d"]), seed: 7 };
    store.addPool(pairs, chosen);
    expect(store.scale?.grades.map(({ label }) => label)).toEqual(["a", "b", "c", "d"]);
    expect(() => store.addPool(pairs, { ...chosen, scale })).toThrow(
      expect.objectContaining({ code: "INVALID_SCALE" }),
    );
    expect(() => store.addPool(pairs, { ...chosen, seed: 8 })).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
    expect(store.scale?.name).toBe("0-3");
    store.close();
  });
});

import { expect, it } from "vitest";
import { limitMemory } from "../../../src/gold/rating/rate-pool.ts";

it("frees only objects that are no longer referenced", async () => {
  const dropGarbage = limitMemory();
  const kept = { name: "kept" };
  const [lost, held] = [new WeakRef({ name: "lost" }), new WeakRef(kept)];
  // Objects from this turn are referenced until it ends.
  await new Promise((resolve) => setTimeout(resolve, 1));
  dropGarbage();
  expect(lost.deref()).toBeUndefined();
  expect(held.deref()).toBe(kept);
});

import { expect, it } from "vitest";
import { spareMemory } from "../../../src/gold/rating/rate-pool.ts";

it("drops what nothing holds any more, and nothing else", async () => {
  const dropGarbage = spareMemory();
  const kept = { name: "kept" };
  const [lost, held] = [new WeakRef({ name: "lost" }), new WeakRef(kept)];
  // What was made in this turn is held until it ends.
  await new Promise((resolve) => setTimeout(resolve, 1));
  dropGarbage();
  expect(lost.deref()).toBeUndefined();
  expect(held.deref()).toBe(kept);
});

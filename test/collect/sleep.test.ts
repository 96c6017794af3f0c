import { expect, it } from "vitest";
import { sleep } from "../../src/collect/sleep.ts";

it("ends as soon as nobody waits any more", async () => {
  const stop = new AbortController();
  const long = sleep(1000, stop.signal);
  stop.abort();
  await long;
  await sleep(1000, stop.signal);
  expect(stop.signal.aborted).toBe(true);
});
it("takes its time", async () => {
  const begun = performance.now();
  await sleep(0.05, new AbortController().signal);
  expect(performance.now() - begun).toBeGreaterThan(45);
});

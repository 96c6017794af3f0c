import { expect, it } from "vitest";
import { openAskTools } from "../../../src/io/ask/ask.ts";

it("openAskTools uses the given environment, and by default a progress and a signal that do nothing", () => {
  const { progress, signal, environment } = openAskTools({ environment: { KEY: "k" } });
  expect(() => progress.start("Collecting", 1, "queries")).not.toThrow();
  expect([signal.aborted, environment["KEY"]]).toEqual([false, "k"]);
});

it("openAskTools uses the given progress and signal", () => {
  const stop = new AbortController();
  const starts: string[] = [];
  const progress = { start: (what: string) => starts.push(what), update: () => {}, finish: () => {} };
  const tools = openAskTools({ environment: {}, progress, signal: stop.signal });
  tools.progress.start("Collecting", 1, "queries");
  stop.abort();
  expect([starts, tools.signal.aborted]).toEqual([["Collecting"], true]);
});

it("openAskTools returns a clock that advances during a sleep, and random numbers from 0 to 1", async () => {
  const { clock, sleep, random, signal } = openAskTools({ environment: {} });
  const before = clock.seconds();
  await sleep(0.05, signal);
  // Timers may be slightly early.
  expect(clock.seconds() - before).toBeGreaterThan(0.04);
  const drawn = Array.from({ length: 1000 }, random);
  expect(drawn.every((number) => number >= 0 && number < 1)).toBe(true);
  expect(new Set(drawn).size).toBeGreaterThan(900);
});

it("openAskTools ends a sleep as soon as the signal is aborted", async () => {
  const { sleep } = openAskTools({ environment: {} });
  const stop = new AbortController();
  const long = sleep(1000, stop.signal);
  stop.abort();
  await long;
  await sleep(1000, stop.signal);
  expect(stop.signal.aborted).toBe(true);
});

/** Does one process give every outcome once, in order, and stop if aborted? */
import { describe, expect, it } from "vitest";
import type { BlockTicket } from "../../src/jobs/block.ts";
import { inThisProcess, runBlock } from "../../src/jobs/run-block.ts";
import { cutInput, plainOptions, plainTools, settingsOf } from "../support/blocks.ts";
import { makeRaw } from "../support/make-lists.ts";

const input = {
  references: [
    makeRaw(
      "reference",
      [0, 1, 2].map((query) => [query, 0, `title ${query}`] as const),
    ),
  ],
  candidates: [
    makeRaw(
      "candidate",
      [0, 1, 2].map((query) => [query, 0, `titles ${query}`] as const),
    ),
  ],
  queries: null,
};
const { blocks } = cutInput(input, [1, 2]);
const tickets = blocks.map(
  (_, number): BlockTicket => ({ number, key: `${number}`, queries: [number, number + 1], rows: 2 }),
);
const settings = settingsOf(input, plainOptions);
const inputs = { settings, read: async ({ number }: BlockTicket) => blocks[number] ?? new Uint8Array() };

describe("inThisProcess", () => {
  it("returns the outcomes of runBlock, one block after another", async () => {
    const outcomes: [number, Uint8Array][] = [];
    await inThisProcess(plainTools()).run(
      tickets,
      inputs,
      async ({ number }, outcome) => void outcomes.push([number, outcome]),
      new AbortController().signal,
    );
    expect(outcomes.map(([number]) => number)).toEqual([0, 1, 2]);
    for (const [number, outcome] of outcomes) {
      expect(outcome).toEqual(await runBlock(blocks[number] ?? new Uint8Array(), settings, plainTools()));
    }
  });

  it("starts no block after an interruption", async () => {
    const interruption = new AbortController();
    let done = 0;
    const running = inThisProcess(plainTools()).run(
      tickets,
      inputs,
      async () => {
        done++;
        interruption.abort();
      },
      interruption.signal,
    );
    await expect(running).rejects.toMatchObject({ code: "INTERRUPTED" });
    expect(done).toBe(1);
  });
});

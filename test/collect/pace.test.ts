import { describe, expect, it } from "vitest";
import { pace } from "../../src/collect/pace.ts";
import { madeTools } from "../support/collect-tools.ts";

describe("pace", () => {
  it("spaces turns evenly, four a second", async () => {
    const { tools } = madeTools(() => new Response());
    const paced = pace(4, tools);
    const turns: number[] = [];
    for (let turn = 0; turn < 5; turn++) {
      await paced.turn(tools.signal);
      turns.push(tools.clock.seconds());
    }
    expect(turns).toEqual([0, 0.25, 0.5, 0.75, 1]);
  });
  it("lets everybody through at once where there is no bound", async () => {
    const { tools, sleeps } = madeTools(() => new Response());
    const paced = pace(null, tools);
    await Promise.all([1, 2, 3].map(() => paced.turn(tools.signal)));
    expect(sleeps).toEqual([]);
  });
  it("keeps everybody back for a pause, those too that wait already", async () => {
    const { tools } = madeTools(() => new Response());
    const paced = pace(1, tools);
    await paced.turn(tools.signal);
    const waiting = paced.turn(tools.signal);
    paced.pause(60);
    await waiting;
    expect(tools.clock.seconds()).toBeGreaterThanOrEqual(60);
    await paced.turn(tools.signal);
    expect(tools.clock.seconds()).toBeGreaterThanOrEqual(61);
  });
});

import { describe, expect, it } from "vitest";
import { ask, pace } from "../../../src/io/ask/ask.ts";
import { jsonResponse, LIMIT, madeTools } from "../../support/ask-tools.ts";

const request = { method: "GET" as const, url: "http://s.example/", body: null, headers: [] };
const patience = { timeoutSeconds: LIMIT, maxBytes: 1000, retries: 4 };
const busy = (headers = {}) => jsonResponse({}, 503, headers);

describe("ask", () => {
  it("retries after pauses that double each time, until it gets an answer", async () => {
    const { tools, asked } = madeTools((_, __, count) => (count < 4 ? busy() : jsonResponse([])));
    expect(await ask(request, patience, pace(null, tools), tools)).toMatchObject({ kind: "answered" });
    expect(asked.map(({ at }) => at)).toEqual([0, 0.5, 1.5, 3.5]);
  });
  it("shortens each pause at random by up to half", async () => {
    const { tools, asked } = madeTools((_, __, count) => (count < 3 ? busy() : jsonResponse([])), {
      random: () => 0.5,
    });
    await ask(request, patience, pace(null, tools), tools);
    expect(asked.map(({ at }) => at)).toEqual([0, 0.375, 1.125]);
  });
  it("fails after the last retry, and reports the number of requests", async () => {
    const { tools, asked } = madeTools(() => busy());
    const answer = await ask(request, patience, pace(null, tools), tools);
    expect(answer).toMatchObject({ kind: "failed", reason: expect.stringMatching(/503, asked 5 times$/) });
    expect(asked).toHaveLength(5);
  });
  it("retries after as many seconds as the server asks to wait", async () => {
    const { tools, asked } = madeTools((_, __, count) =>
      count === 1 ? busy({ "retry-after": "90" }) : jsonResponse([]),
    );
    const paced = pace(null, tools);
    const first = ask(request, patience, paced, tools);
    await first;
    expect(asked.map(({ at }) => at)).toEqual([0, 90]);
  });
  it("fails if the server asks to wait for an hour", async () => {
    const { tools, asked } = madeTools(() => busy({ "retry-after": "3600" }));
    const answer = await ask(request, patience, pace(null, tools), tools);
    expect(answer).toMatchObject({ reason: expect.stringMatching(/asks to wait for 3600 s/) });
    expect(asked).toHaveLength(1);
  });
  it("does not retry after a permanent error", async () => {
    const { tools, asked } = madeTools(() => jsonResponse({}, 400));
    expect(await ask(request, patience, pace(null, tools), tools)).toMatchObject({ kind: "failed" });
    expect(asked).toHaveLength(1);
  });
});

describe("pace", () => {
  it("spaces four requests per second evenly", async () => {
    const { tools } = madeTools(() => new Response());
    const paced = pace(4, tools);
    const turns: number[] = [];
    for (let turn = 0; turn < 5; turn++) {
      await paced.turn(tools.signal);
      turns.push(tools.clock.seconds());
    }
    expect(turns).toEqual([0, 0.25, 0.5, 0.75, 1]);
  });
  it("lets all requests through at once if there is no limit", async () => {
    const { tools, sleeps } = madeTools(() => new Response());
    const paced = pace(null, tools);
    await Promise.all([1, 2, 3].map(() => paced.turn(tools.signal)));
    expect(sleeps).toEqual([]);
  });
  it("delays all requests during a pause, even requests that are already waiting", async () => {
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

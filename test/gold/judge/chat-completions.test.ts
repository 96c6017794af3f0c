import { describe, expect, it } from "vitest";
import { chatBody, endpointOf, readChatAnswer } from "../../../src/gold/judge/kept-answers.ts";
import { completion } from "../../support/chat-server.ts";

describe("readChatAnswer", () => {
  it("returns the text and the numbers of tokens", () => {
    expect(readChatAnswer(completion("a"))).toEqual({ kind: "text", text: "a", tokens: { in: 100, out: 10 } });
  });
  it("joins the parts of a text", () => {
    const message = { content: [{ type: "text", text: "a" }, { type: "image" }, { type: "text", text: "b" }] };
    expect(readChatAnswer({ choices: [{ message }] })).toEqual({ kind: "text", text: "ab", tokens: null });
  });
  const choice = (more: object, message: object = { content: "[]" }) => ({ choices: [{ message, ...more }] });
  it.each([
    ["no object", [1], /not an object/],
    ["an error that calls itself good", { error: { message: "overloaded" } }, /overloaded/],
    ["another dialect", { result: "a" }, /no choices\[0\]\.message, only: result/],
    ["a refusal", choice({}, { content: null, refusal: "I can't" }), /refuses \(I can't/],
    ["a filter", choice({ finish_reason: "content_filter" }), /blocked the answer/],
    ["an answer cut off", choice({ finish_reason: "length" }), /cut off/],
    ["nothing", choice({}, { content: "  " }), /empty/],
    ["null", choice({}, { content: null }), /empty/],
  ])("gives a reason: %s", (_, value, reason) => {
    expect(readChatAnswer(value)).toMatchObject({ kind: "wrong", reason: expect.stringMatching(reason) });
  });
  it.each([{ prompt_tokens: -1, completion_tokens: 2 }, { prompt_tokens: "1" }, null, "many"])(
    "ignores invalid counts of tokens: %j",
    (usage) => {
      expect(readChatAnswer(completion("a", { usage })).tokens).toBeNull();
    },
  );
});

describe("chatBody", () => {
  const parts = { temperature: 0, seed: 1 };
  it("sends temperature and seed", () => {
    expect(JSON.parse(chatBody("m", "p", parts, new Set()))).toEqual({
      ...{ model: "m", messages: [{ role: "user", content: "p" }] },
      ...{ temperature: 0, seed: 1, stream: false },
    });
  });
  it("leaves out fields that the server refuses", () => {
    expect(JSON.parse(chatBody("m", "p", parts, new Set(["temperature"])))).not.toHaveProperty("temperature");
  });
});

describe("endpointOf", () => {
  it.each([
    ["http://localhost:8080", "http://localhost:8080/v1/chat/completions"],
    ["http://localhost:8080/", "http://localhost:8080/v1/chat/completions"],
    ["http://localhost:11434/v1", "http://localhost:11434/v1/chat/completions"],
    ["https://a.example/openai/v1/", "https://a.example/openai/v1/chat/completions"],
    ["https://a.example/v1/chat/completions", "https://a.example/v1/chat/completions"],
    ["https://a.example/d/chat/completions?api-version=1", "https://a.example/d/chat/completions?api-version=1"],
  ])("accepts %s", (given, whole) => {
    expect(endpointOf(given)).toBe(whole);
  });
  it.each(["localhost:8080", "ftp://a.example", "", "http://"])("refuses %j", (given) => {
    expect(() => endpointOf(given)).toThrow(/not a web address/);
  });
  it.each([
    "https://u:hunter2@a.example/v1",
    "https://a.example/v1?api-key=hunter2",
    "https://a.example/?token=hunter2",
  ])("refuses a literal secret, without repeating it: %s", (given) => {
    expect(() => endpointOf(given)).toThrow(/^(?!.*hunter2).*--key-env/);
  });
});

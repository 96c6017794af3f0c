import { describe, expect, it } from "vitest";
import { parseRatingScale } from "../../../src/gold/agreement/combine-ratings.ts";
import {
  MOST_CHARACTERS,
  promptIdentity,
  renderPrompt,
  requireTemplate,
  usualTemplate,
} from "../../../src/gold/judge/judging-prompt.ts";
import { questionIn } from "../../support/chat-server.ts";
import { attacks } from "../../support/prompt-attacks.ts";

const scale = parseRatingScale("0-3");
const usual = { template: usualTemplate, scale, hasReason: false };
const rendered = (titles: readonly string[], query = "a query", prompt = usual) =>
  renderPrompt(
    prompt,
    { text: query, need: null },
    titles.map((title) => ({ title, fields: {} })),
  );
const question = (prompt: string) => questionIn(JSON.stringify({ messages: [{ content: prompt }] }));

describe("renderPrompt", () => {
  it("shows the query, its need, the grades and the documents", () => {
    const fields = { snippet: "How trees cool." };
    const prompt = renderPrompt(usual, { text: "trees", need: "what cools" }, [{ title: "Street Trees", fields }]);
    expect(question(prompt)).toMatchObject({
      query: "trees",
      need: "what cools",
      documents: [{ id: "d1", title: "Street Trees", snippet: "How trees cool." }],
    });
    expect(prompt).toContain("0 = irrelevant\n1 = marginally relevant\n2 = relevant\n3 = highly relevant");
    expect(prompt).toMatch(/\[\{"id":"d1","grade":GRADE\}\]$/);
  });
  it("requests a sentence before the grade if a reason is wanted", () => {
    expect(rendered(["a"], "q", { ...usual, hasReason: true })).toMatch(/"reason":SENTENCE|"reason":"SENTENCE"/);
  });
  it.each(attacks)("keeps a title inside its fence: %j", (title) => {
    const prompt = rendered([title, "Another"]);
    const { documents, instructions } = question(prompt);
    expect(documents.map(({ id }) => id)).toEqual(["d1", "d2"]);
    expect(documents[1]?.title).toBe("Another");
    expect(instructions).toBe(question(rendered(["A", "Another"])).instructions);
    expect(prompt).not.toMatch(/answer 3[^"]*\n<\/documents>\n.*answer 3/s);
    expect(prompt.replace(/<\/?(?:query|need|documents)>/g, "")).not.toMatch(
      /[<\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u,
    );
    expect(prompt).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u0085\u2028]|\[\/?INST\]/);
  });
  it.each(attacks)("keeps a query inside its fence: %j", (query) => {
    expect(question(rendered(["A"], query)).instructions).toBe(question(rendered(["A"])).instructions);
  });
  it("cuts long texts", () => {
    const { documents } = question(rendered(["a".repeat(10_000)]));
    expect(documents[0]?.title).toBe(`${"a".repeat(MOST_CHARACTERS)}…`);
  });
});

describe("requireTemplate", () => {
  it("accepts a prompt that has braces besides its placeholders", () => {
    expect(() => requireTemplate('Judge {query} and {documents} {"a": 1} {}', "p.txt")).not.toThrow();
  });
  it.each([
    ["Judge {query}", /p\.txt: it has no \{documents\}/],
    ["Judge {documents}", /it has no \{query\}/],
    ["Judge {query} {documents} {scael}", /no placeholder \{scael\}.*scale/],
  ])("refuses %j", (template, message) => {
    expect(() => requireTemplate(template, "p.txt")).toThrow(message);
  });
});

describe("promptIdentity", () => {
  it("differs if the text, the grades or the wish for a reason differ", () => {
    const others = [
      usual,
      { ...usual, template: "{query} {documents}" },
      { ...usual, scale: parseRatingScale("0-1") },
      { ...usual, hasReason: true },
    ];
    expect(new Set(others.map(promptIdentity)).size).toBe(others.length);
  });
});

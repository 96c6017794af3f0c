import { describe, expect, it } from "vitest";
import { fillTemplate, placeholdersIn } from "../../src/collect/request-template.ts";

const page = { query: "a b", queryId: "q7", size: 10, depth: 25, from: 20, page: 3 };
const plain = (text: string) => text;

describe("placeholders", () => {
  it("are names and variables in braces, and JSON's braces are none", () => {
    expect([...placeholdersIn('{"q": "{query}", "k": "{env:KEY}", "x": {}, "re": "a{2}"}')]).toEqual([
      "query",
      "env:KEY",
    ]);
  });
  it("stand for the page that is asked for; page counts from 1, page0 and from count from 0", () => {
    const template = "{query}|{query_id}|{size}|{depth}|{from}|{page}|{page0}";
    expect(fillTemplate(template, page, plain, plain)).toBe("a b|q7|10|25|20|3|2");
  });
  it("are put in once: a query that looks like a placeholder stays as it is", () => {
    expect(fillTemplate("{query}", { ...page, query: "{env:KEY} {size}" }, () => "secret", plain)).toBe(
      "{env:KEY} {size}",
    );
  });
  it("that nobody knows stay, those of every object among them", () => {
    expect(fillTemplate("{other} {constructor}", page, plain, plain)).toBe("{other} {constructor}");
  });
  it("are encoded, variables too", () => {
    expect(fillTemplate("{query}{env:K}", page, () => "x y", encodeURIComponent)).toBe("a%20bx%20y");
  });
});

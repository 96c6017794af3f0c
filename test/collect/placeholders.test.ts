import { describe, expect, it } from "vitest";
import { fillTemplate, placeholdersIn } from "../../src/collect/request-template.ts";

const page = { query: "a b", queryId: "q7", size: 10, depth: 25, from: 20, page: 3 };
const plain = (text: string) => text;

describe("placeholders", () => {
  it("are names and variables in braces, but not other braces of JSON", () => {
    expect([...placeholdersIn('{"q": "{query}", "k": "{env:KEY}", "x": {}, "re": "a{2}"}')]).toEqual([
      "query",
      "env:KEY",
    ]);
  });
  it("are replaced by values of the page; {page} is 1-based, {page0} and {from} are 0-based", () => {
    const template = "{query}|{query_id}|{size}|{depth}|{from}|{page}|{page0}";
    expect(fillTemplate(template, page, plain, plain)).toBe("a b|q7|10|25|20|3|2");
  });
  it("are replaced once: a query that looks like a placeholder stays", () => {
    expect(fillTemplate("{query}", { ...page, query: "{env:KEY} {size}" }, () => "secret", plain)).toBe(
      "{env:KEY} {size}",
    );
  });
  it("stay if unknown, even if they name a property of every object", () => {
    expect(fillTemplate("{other} {constructor}", page, plain, plain)).toBe("{other} {constructor}");
  });
  it("are encoded, including variables", () => {
    expect(fillTemplate("{query}{env:K}", page, () => "x y", encodeURIComponent)).toBe("a%20bx%20y");
  });
});

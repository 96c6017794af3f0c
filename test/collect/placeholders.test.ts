import { describe, expect, it } from "vitest";
import { fillTemplate, placeholdersIn } from "../../src/collect/request-template.ts";

const page = { query: "a b", queryId: "q7", size: 10, depth: 25, from: 20, page: 3 };
const plain = (text: string) => text;

describe("placeholders", () => {
  it("are names and variables in braces, but not other braces in JSON", () => {
    expect([...placeholdersIn('{"q": "{query}", "k": "{env:KEY}", "x": {}, "re": "a{2}"}')]).toEqual([
      "query",
      "env:KEY",
    ]);
  });
  it("are replaced by the numbers of a page: {page} from 1, {page0} and {from} from 0", () => {
    const template = "{query}|{query_id}|{size}|{depth}|{from}|{page}|{page0}";
    expect(fillTemplate(template, page, plain, plain)).toBe("a b|q7|10|25|20|3|2");
  });
  it("are replaced once, so that a query that looks like a placeholder is not replaced again", () => {
    expect(fillTemplate("{query}", { ...page, query: "{env:KEY} {size}" }, () => "secret", plain)).toBe(
      "{env:KEY} {size}",
    );
  });
  it("are not replaced if they are unknown, even if their name is a property of every object", () => {
    expect(fillTemplate("{other} {constructor}", page, plain, plain)).toBe("{other} {constructor}");
  });
  it("are encoded, including values of variables", () => {
    expect(fillTemplate("{query}{env:K}", page, () => "x y", encodeURIComponent)).toBe("a%20bx%20y");
  });
});

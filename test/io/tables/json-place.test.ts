/** Does the error for an invalid JSON document name the place? */
import { describe, expect, it } from "vitest";
import { JsonPlace, mayBeFields, parseJson } from "../../../src/io/tables/json-place.ts";

const place = new JsonPlace(
  { list: [{ "a b": 1, text: "x", none: null, number: "2.5" }], __proto__: 3 },
  "file.json",
  "",
);

describe("JsonPlace", () => {
  it("returns values together with their paths", () => {
    const [item] = place.get("list").items();
    expect(item?.path).toBe("list[0]");
    expect(item?.get("a b").path).toBe('list[0]["a b"]');
    expect(item?.get("a b").text()).toBe("1");
    expect(item?.get("text").text()).toBe("x");
    expect(item?.get("number").number()).toBe(2.5);
    expect(item?.get("none").ratingOrNone()).toBeNaN();
    expect(item?.entries().map(([key]) => key)).toEqual(["a b", "text", "none", "number"]);
    expect([item?.has("text"), item?.has("none"), item?.has("toString")]).toEqual([true, false, false]);
  });

  it.each([
    [() => place.get("missing").text(), "missing is missing; a text is expected"],
    [() => place.get("list").text(), "list is a list; a text is expected"],
    [() => place.get("list").entries(), "list is a list; an object is expected"],
    [() => place.items(), "it is an object; a list is expected"],
    [() => place.get("list").items()[0]?.get("text").number(), 'list[0].text is "x"; a number is expected'],
    [
      () => new JsonPlace({ gain: JSON.parse("1e999") }, "x", "").get("gain").number(),
      "gain is Infinity; a number is expected",
    ],
    [() => place.get("list").items()[0]?.get("none").text(), "list[0].none is null; a text is expected"],
  ])("rejects an invalid value, and names its path and the expected type: %#", (ask, words) => {
    expect(ask).toThrow(expect.objectContaining({ code: "INVALID_FORMAT" }));
    expect(ask).toThrow(words);
  });
});

describe("parseJson", () => {
  it.each([
    ['{\n"a": 1,\n"b" 2\n}', 3],
    ['{\n"a": 1,\n', 2],
  ])("names the line of the error in %j", (text, line) => {
    expect(() => parseJson(text, "f", 1)).toThrow(
      expect.objectContaining({ code: "INVALID_FORMAT", details: { file: "f", line } }),
    );
  });
});

describe("mayBeFields", () => {
  it.each([
    [["searchResults"], true],
    [["products", "brandList"], true],
    [["products", "brands"], true],
    [["mRNA", "vaccine"], true],
    [["mRNA", "green tea"], false],
    [["pages", "green tea"], false],
    [["pears", "plums"], false],
  ])("returns for %j: %s", (names, may) => {
    expect(mayBeFields(names)).toBe(may);
  });

  it("tests a long name in linear time", () => {
    const begin = performance.now();
    expect(mayBeFields([`a${"B".repeat(100_000)}`])).toBe(true);
    expect(mayBeFields([`a${"B".repeat(100_000)} tea`])).toBe(false);
    expect(performance.now() - begin).toBeLessThan(1000);
  });
});

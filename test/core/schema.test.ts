import { describe, expect, expectTypeOf, it } from "vitest";
import {
  checked,
  exactOptional,
  filledText,
  fits,
  type InferOutput,
  list,
  nullable,
  nullish,
  number,
  object,
  oneOf,
  present,
  record,
  text,
  wholeNumber,
} from "../../src/core/schema.ts";

const shape = object({
  kind: oneOf("one", "other"),
  name: filledText,
  id: nullable(text),
  count: exactOptional(wholeNumber(1, 9)),
  parts: list(object({ sizes: record(number), "a b": nullish(wholeNumber(0), 7) })),
  rest: present,
});
const good = { kind: "one", name: "x", id: null, parts: [{ sizes: { a: 0.5 } }], rest: null };
const refuse = (misfit: string, path: string) => new RangeError(`${path}: ${misfit}.`);

describe("checked", () => {
  it("returns the fields of the shape, with defaults for missing ones, and no other fields", () => {
    const value = checked(shape, { ...good, more: 1, parts: [{ ...good.parts[0], more: 1 }] }, refuse);
    expect(value).toEqual({ ...good, parts: [{ sizes: { a: 0.5 }, "a b": 7 }] });
    expectTypeOf(value).toEqualTypeOf<InferOutput<typeof shape>>();
    expectTypeOf(value.count).toEqualTypeOf<number | undefined>();
  });

  describe("errors", () => {
    it.each([
      [null, ": it is null; an object is expected."],
      [[good], ": it is a list; an object is expected."],
      ["x".repeat(80), `: it is "${"x".repeat(59)}…; an object is expected.`],
      [{ ...good, kind: "none" }, 'kind: kind is "none"; "one" or "other" is expected.'],
      [{ ...good, name: "" }, "name: name is empty; a text that is not empty is expected."],
      [{ kind: "one", name: "x" }, "id: id is missing; a text is expected."],
      [{ ...good, count: 10 }, "count: count is 10; a whole number from 1 to 9 is expected."],
      [{ ...good, count: 1.5 }, "count: count is 1.5; a whole number from 1 to 9 is expected."],
      [{ ...good, parts: {} }, "parts: parts is an object; a list is expected."],
      [{ ...good, parts: [{ sizes: [1] }] }, "parts[0].sizes: parts[0].sizes is a list; an object is expected."],
      [
        { ...good, parts: [...good.parts, { sizes: { "b c": true } }] },
        'parts[1].sizes["b c"]: parts[1].sizes["b c"] is true; a number is expected.',
      ],
      [
        { ...good, parts: [{ sizes: { a: JSON.parse("1e999") } }] },
        "parts[0].sizes.a: parts[0].sizes.a is Infinity; a number is expected.",
      ],
      [
        { ...good, parts: [{ sizes: {}, "a b": -1 }] },
        'parts[0]["a b"]: parts[0]["a b"] is -1; a whole number >= 0 is expected.',
      ],
      [{ ...good, rest: undefined }, "rest: rest is missing; a value is expected."],
    ])("name the path, the value and the expected type: %#", (value, message) => {
      expect(() => checked(shape, value, refuse)).toThrow(message);
      expect(fits(shape, value)).toBe(false);
    });
  });
});

describe("fits", () => {
  it("accepts additional fields", () => {
    expect(fits(shape, { ...good, more: 1 })).toBe(true);
  });
});

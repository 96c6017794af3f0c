import { expect, it } from "vitest";
import { titleNumber } from "../../../src/core/titles/title-number.ts";

it("is equal for equal titles, 0 for none, and another for each of 200,000 titles", () => {
  const titles = Array.from({ length: 200_000 }, (_, place) => `title ${place}`);
  const numbers = titles.map(titleNumber);
  expect(new Set(numbers).size).toBe(titles.length);
  expect(numbers.every((number) => Number.isSafeInteger(number) && number > 0)).toBe(true);
  expect(titleNumber("title 7")).toBe(numbers[7]);
  expect(titleNumber("")).toBe(0);
});

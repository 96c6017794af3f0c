import { expect, it } from "vitest";
import { messageOf, SemqrelError } from "../../src/core/errors.ts";

it("messageOf returns the message of an error, and converts other values to text", () => {
  expect(messageOf(new SemqrelError("EMPTY_FILE", "it is empty"))).toBe("it is empty");
  expect(messageOf("disk full")).toBe("disk full");
  expect(messageOf(undefined)).toBe("undefined");
});
